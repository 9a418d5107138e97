import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { ApiError, errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { addressOf, rewriteAddress } from './addresses.ts';
import { discardRest, readBody } from './body.ts';
import { answerOddRequests, clientErrorHandler } from './client-errors.ts';
import { closeGracefully } from './closing.ts';
import { compressed } from './compression.ts';
import { answerPreflight, isPreflight } from './cors.ts';
import { answerError, answerThrown } from './error-responses.ts';
import { closeSecondDoor } from './listen.ts';
import { parseQueryString } from './query-string.ts';
import { checkHead, requestId } from './request-head.ts';
import { logWhenDone } from './request-log.ts';
import { RequestLogger } from './request-logger.ts';
import { openingHeaders, setClosingHeaders } from './response-headers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    serviceVersion: string;
  }
  interface FastifyRequest {
    /** Why the query string cannot be read, null if it can. */
    queryError: ApiError | null;
  }
}

/** How long, in milliseconds, a connection may take for what. */
export interface Timeouts {
  readonly head: number;
  readonly request: number;
  /** Between two requests. Longer than the minute after which balancers drop a connection themselves. */
  readonly keepAlive: number;
  /** Without a byte in either direction. */
  readonly idle: number;
  /** How often `head` and `request` are looked after. */
  readonly check: number;
  /** For running requests when the service closes; below the ten seconds that Docker gives. */
  readonly closing: number;
}

const TIMEOUTS: Timeouts = {
  head: 30_000,
  request: 60_000,
  keepAlive: 72_000,
  idle: 120_000,
  check: 5_000,
  closing: 8_000,
};

export interface TransportOptions {
  readonly logger: Logger;
  readonly trustProxy: boolean;
  readonly version: string;
  readonly timeouts?: Partial<Timeouts>;
  /** Answers addresses that no route knows, or gives undefined. */
  readonly page?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;
}

/** An HTTP server that does all that is neither routing nor authentication. */
export function createTransport(options: TransportOptions): FastifyInstance {
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const app = fastify({
    loggerInstance: options.logger as FastifyBaseLogger,
    // Our own line per request replaces Fastify's.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    trustProxy: options.trustProxy,
    childLoggerFactory: (log, bindings, opts) => new RequestLogger(log, bindings, opts),
    genReqId: requestId,
    rewriteUrl: rewriteAddress,
    routerOptions: {
      maxParamLength: 1024,
      // A parser that throws here would end the process: the hook below reads the query string.
      querystringParser: () => ({}),
    },
    http: {
      // The head as a whole: an address, a key and a cookie of full length beside each other.
      maxHeaderSize: 4 * limits.headerBytes,
      requireHostHeader: false,
      headersTimeout: timeouts.head,
      connectionsCheckingInterval: timeouts.check,
    },
    requestTimeout: timeouts.request,
    connectionTimeout: timeouts.idle,
    keepAliveTimeout: timeouts.keepAlive,
    forceCloseConnections: 'idle',
    // `closeGracefully` answers instead, in the service's shape.
    return503OnClosing: false,
    clientErrorHandler: clientErrorHandler(options.logger),
    frameworkErrors: (_error, request, reply) => {
      // Addresses that cannot be decoded never reach a hook.
      logWhenDone(request, reply);
      reply.headers(openingHeaders(request));
      reply.statusCode = 404;
      setClosingHeaders(reply);
      answerError(reply, errors.noSuchRoute());
    },
  });
  app.decorate('serviceVersion', options.version);
  app.decorateRequest('queryError', null);
  // For Fastify no method has a body, so that it never looks at content types: we read the body below.
  for (const method of ['DELETE', 'OPTIONS', 'PATCH', 'PUT', 'POST', 'QUERY']) {
    app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  }
  answerOddRequests(app.server);
  app.setNotFoundHandler(
    (request, reply) => options.page?.(request, reply) ?? answerError(reply, errors.noSuchRoute()),
  );
  app.setErrorHandler(answerThrown);

  app.addHook('onRequest', (request, reply, done) => {
    logWhenDone(request, reply);
    reply.headers(openingHeaders(request));
    done();
  });
  closeGracefully(app, timeouts.closing);
  closeSecondDoor(app);
  // No async function: one that answers by itself goes on to the route if the sender hangs up meanwhile.
  app.addHook('onRequest', (request, reply, done) => {
    checkHead(request.raw);
    if (isPreflight(request)) return void answerPreflight(request, reply);
    if (!request.is404) readQuery(request);
    done();
  });
  app.addHook('preParsing', async (request) => {
    if (request.queryError !== null) throw request.queryError;
    if (!request.is404) request.body = await readBody(request.raw);
  });
  const finish = async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    if (!(await discardRest(request.raw))) reply.header('connection', 'close');
    setClosingHeaders(reply);
    return compressed(request, reply, payload);
  };
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.raw.complete && request.headers['accept-encoding'] === undefined) {
      // Nothing is left to read and nothing to compress: most answers to other programs.
      setClosingHeaders(reply);
      done(null, payload);
    } else finish(request, reply, payload).then((sent) => done(null, sent), done);
  });
  return app;
}

/**
 * Reads the query string. One that cannot be read is refused only after a route's own checks have let the
 * request in, so those still get to see the token in it.
 */
function readQuery(request: FastifyRequest): void {
  const { queryString } = addressOf(request.raw);
  try {
    request.query = parseQueryString(queryString);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    request.queryError = error;
    request.query = { auth_token: new URLSearchParams(queryString).getAll('auth_token').at(-1) };
  }
}
