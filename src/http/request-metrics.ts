import type { FastifyReply, FastifyRequest } from 'fastify';
import { Histogram, REQUEST_BOUNDS } from '../metrics/histogram.ts';
import type { HistogramSample, Labels, MetricRegistry, Sample } from '../metrics/registry.ts';
import { whenOver } from './response-end.ts';
import type { RequestObserver } from './transport.ts';

/** The label of requests that no route answers: pages of the dashboard, preflights and unknown addresses. */
const NO_ROUTE = 'none';
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** The status that web servers log for a client that hung up. */
const HUNG_UP = 499;

interface RouteFigures {
  readonly labels: Labels;
  readonly times: Histogram;
  readonly byStatus: Map<number, number>;
}

/**
 * Counts and times requests by route, method and status. A route is known by its template, never by the address of a
 * request, so clients cannot add labels. Costs less than a microsecond per request.
 */
export class RequestMetrics {
  /** By template, then by method. */
  readonly #routes = new Map<string, Map<string, RouteFigures>>();
  #running = 0;

  constructor(registry: MetricRegistry) {
    registry.counter(
      'findling_http_requests_total',
      'Answered requests by route, method and status; 499 if the client hung up.',
      () => this.#counts(),
    );
    registry.histogram(
      'findling_http_request_duration_seconds',
      'Time from the head of a request until its response is sent, by route and method.',
      () => this.#times(),
    );
    registry.gauge('findling_http_requests_in_progress', 'Requests without a response.', () => this.#running);
  }

  readonly observe: RequestObserver = (request, reply, done) => {
    const began = performance.now();
    this.#running++;
    whenOver(reply, () => this.#ended(request, reply, began));
    done();
  };

  #ended(request: FastifyRequest, { raw, statusCode }: FastifyReply, began: number): void {
    this.#running--;
    const { times, byStatus } = this.#figuresOf(request);
    times.observe((performance.now() - began) / 1000);
    const status = raw.writableFinished ? statusCode : HUNG_UP;
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
  }

  #figuresOf(request: FastifyRequest): RouteFigures {
    const route = (request.is404 ? undefined : request.routeOptions.url) ?? NO_ROUTE;
    let byMethod = this.#routes.get(route);
    if (byMethod === undefined) {
      byMethod = new Map();
      this.#routes.set(route, byMethod);
    }
    const method = METHODS.has(request.method) ? request.method : 'other';
    let figures = byMethod.get(method);
    if (figures === undefined) {
      figures = { labels: { route, method }, times: new Histogram(REQUEST_BOUNDS), byStatus: new Map() };
      byMethod.set(method, figures);
    }
    return figures;
  }

  *#all(): Generator<RouteFigures> {
    for (const byMethod of this.#routes.values()) yield* byMethod.values();
  }

  *#counts(): Generator<Sample> {
    for (const { labels, byStatus } of this.#all()) {
      for (const [status, value] of byStatus) yield { labels: { ...labels, status: String(status) }, value };
    }
  }

  *#times(): Generator<HistogramSample> {
    for (const { labels, times } of this.#all()) yield { labels, histogram: times };
  }
}
