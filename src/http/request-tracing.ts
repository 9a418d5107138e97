import { maskSecrets } from '../api/masking.ts';
import type { Tracer } from '../tracing/tracer.ts';
import { whenOver } from './response-end.ts';
import type { RequestObserver } from './transport.ts';

/** Records a share of the requests as spans. Attributes have the route's template, never an address, a key or a text. */
export const tracedRequests =
  (tracer: Tracer): RequestObserver =>
  (request, reply, done) => {
    const span = tracer.request(request.headers.traceparent);
    if (span === undefined) return done();
    whenOver(reply, () => {
      const { method } = request;
      const route = request.is404 ? undefined : request.routeOptions.url;
      const status = reply.statusCode;
      const attributes = {
        'http.request.method': method,
        ...(route !== undefined && { 'http.route': route }),
        'http.response.status_code': status,
        'findling.request_id': maskSecrets(request.id),
        ...(!reply.raw.writableFinished && { 'findling.hung_up': true }),
      };
      span.end(attributes, {
        isError: status >= 500,
        name: route === undefined ? method : `${method} ${route}`,
      });
    });
    span.run(done);
  };
