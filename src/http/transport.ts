import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import type { BodyStream } from '../api/body-stream.ts';
import type { ProxyTrust } from '../api/trusted-proxies.ts';
import { ApiError, errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { takeTurn } from '../threads/turns.ts';
import { addressOf, rewriteAddress } from './addresses.ts';
import { type AdmissionLimits, admitRequests } from './admission.ts';
import { discardRest, readBody } from './body.ts';
import { type BodyAccount, BodyBudget, type BodyMemory, bodyMemory } from './body-budget.ts';
import { isStreamed, openBodyStream } from './body-streams.ts';
import { limitBodyTime } from './body-time.ts';
import { clientErrorHandler, handleUncommonRequests } from './client-errors.ts';
import { closeGracefully } from './closing.ts';
import { compressed } from './compression.ts';
import { limitConnections } from './connections.ts';
import { answerPreflight, isPreflight } from './cors.ts';
import { sendError, sendThrown } from './error-responses.ts';
import type { JsonReading } from './json-reading.ts';
import { closeIpv6Listener } from './listen.ts';
import { handleInTurn } from './pipelining.ts';
import { parseQueryString } from './query-string.ts';
import { checkHead, requestId } from './request-head.ts';
import { logWhenDone } from './request-log.ts';
import { RequestLogger } from './request-logger.ts';
import { initialHeaders, setFinalHeaders } from './response-headers.ts';
import { TransportFigures } from './transport-figures.ts';

declare module 'fastify' {
  interface FastifyInstance {
    serviceVersion: string;
    readJson: JsonReading;
  }
  interface FastifyRequest {
    /** Why the query string cannot be parsed; null if it can. */
    queryError: ApiError | null;
    /** Whether a gate has found a valid key or session. */
    isAuthenticated: boolean;
    /** The memory of the body; null if there is none. */
    bodyAccount: BodyAccount | null;
    /** The body of a request that is read while it arrives; null for all others. */
    bodyStream: BodyStream | null;
  }
  interface FastifyContextConfig {
    /** Media type of bodies that the route reads while they arrive. */
    streamedType?: string;
    /** Whether the route answers at any time, also while the service starts or stops or has too many connections. */
    isProbe?: boolean;
  }
}

/** Sees every request when its turn has come, before anything can refuse it, and calls `done`. */
export type RequestObserver = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void;

/** Timeouts of connections, in milliseconds. */
export interface Timeouts {
  readonly head: number;
  readonly request: number;
  /** Between two requests. Longer than the 60 seconds after which load balancers usually close a connection. */
  readonly keepAlive: number;
  /** Without any data in either direction. */
  readonly idle: number;
  /** How often `head` and `request` are checked. */
  readonly check: number;
  /** Grace period for running requests at shutdown; below the ten seconds that Docker allows. */
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
  readonly trustProxy: ProxyTrust;
  readonly version: string;
  readonly readJson: JsonReading;
  readonly timeouts?: Partial<Timeouts>;
  /** The minimum if omitted. */
  readonly bodyMemory?: BodyMemory;
  /** The most open connections; unlimited if omitted. */
  readonly connections?: number;
  readonly admission?: AdmissionLimits;
  readonly observers?: readonly RequestObserver[];
  /** Responds to URLs without a route; undefined if there is no such page. */
  readonly page?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;
}

/**
 * Characters beyond which a response is converted to bytes before it is sent. Node would convert a longer string into
 * newly allocated memory of three times its length: a tenth more time per response, a third more beyond Latin-1.
 */
const LONG_RESPONSE = 5461;

/** Characters beyond which an address is parsed in a turn of its own: a thousand parameters take milliseconds. */
const LONG_ADDRESS = 4096;

/** Stands in for Fastify's compilers of schemas, which no route has: loading those takes a tenth of the time of a start. */
const compileNoSchema = (): never => {
  throw new Error('Routes have no Fastify schemas.');
};

/** The HTTP server without routes and authentication. */
export function createTransport(options: TransportOptions): FastifyInstance {
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const figures = new TransportFigures();
  const observers = options.observers ?? [];
  const app = fastify({
    loggerInstance: options.logger as FastifyBaseLogger,
    // `logWhenDone` replaces Fastify's request log.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    trustProxy: options.trustProxy,
    childLoggerFactory: (log, bindings, opts) => new RequestLogger(log, bindings, opts),
    schemaController: {
      compilersFactory: { buildValidator: compileNoSchema, buildSerializer: compileNoSchema },
    },
    genReqId: requestId,
    rewriteUrl: rewriteAddress,
    routerOptions: {
      maxParamLength: 1024,
      // A parser that throws here would end the process, so the hook below parses the query string.
      querystringParser: () => ({}),
    },
    http: {
      // The limit of the whole head: a URL, a key and a cookie of maximum length together.
      maxHeaderSize: 4 * limits.headerBytes,
      requireHostHeader: false,
      headersTimeout: timeouts.head,
      connectionsCheckingInterval: timeouts.check,
    },
    // `limitBodyTime` replaces Node's limit, from which no request can be exempted.
    requestTimeout: 0,
    bodyLimit: limits.bodies.open,
    connectionTimeout: timeouts.idle,
    keepAliveTimeout: timeouts.keepAlive,
    forceCloseConnections: 'idle',
    // `closeGracefully` sends our own response instead.
    return503OnClosing: false,
    clientErrorHandler: clientErrorHandler(options.logger, () => figures.unreadable++),
    frameworkErrors: (_error, request, reply) => {
      // URLs that cannot be decoded never reach a hook.
      for (const observe of observers) observe(request, reply, () => {});
      logWhenDone(request, reply);
      reply.headers(initialHeaders(request));
      reply.statusCode = 404;
      setFinalHeaders(reply);
      sendError(reply, errors.noSuchRoute());
    },
  });
  app.decorate('serviceVersion', options.version);
  app.decorate('figures', figures);
  app.decorate('readJson', options.readJson);
  app.decorateRequest('queryError', null);
  app.decorateRequest('isAuthenticated', false);
  app.decorateRequest('bodyAccount', null);
  app.decorateRequest('capture', null);
  app.decorateRequest('bodyStream', null);
  // Tell Fastify that no method has a body, so that it ignores content types; the body is read below.
  for (const method of ['DELETE', 'OPTIONS', 'PATCH', 'PUT', 'POST', 'QUERY']) {
    app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  }
  handleUncommonRequests(app.server);
  limitBodyTime(app.server, timeouts.request);
  app.setNotFoundHandler(
    (request, reply) => options.page?.(request, reply) ?? sendError(reply, missingRoute(request.url)),
  );
  app.setErrorHandler(sendThrown);

  handleInTurn(app);
  for (const observe of observers) app.addHook('onRequest', observe);
  app.addHook('onRequest', (request, reply, done) => {
    logWhenDone(request, reply);
    reply.headers(initialHeaders(request));
    done();
  });
  closeGracefully(app, timeouts.closing);
  closeIpv6Listener(app);
  if (options.connections !== undefined) limitConnections(app, options.connections);
  // Not async: an async hook that sends a response would continue to the route if the client disconnects.
  app.addHook('onRequest', (request, reply, done) => {
    checkHead(request.raw);
    if (isPreflight(request)) return void answerPreflight(request, reply);
    if (request.is404) return void done();
    const turn = addressOf(request.raw).length > LONG_ADDRESS ? takeTurn() : undefined;
    const proceed = (): void => {
      readQuery(request);
      done();
    };
    if (turn === undefined) proceed();
    else void turn.then(proceed);
  });
  const budget = new BodyBudget(options.bodyMemory ?? bodyMemory(0));
  figures.bodyBytes = () => budget.bytes;
  app.addHook('preParsing', async (request, reply) => {
    if (request.queryError !== null) throw request.queryError;
    if (request.is404) return;
    if (isStreamed(request)) request.bodyStream = openBodyStream(request, reply, budget);
    else request.body = await readBody(request, reply, budget);
  });
  admitRequests(app, options.admission);
  const finish = async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    if (!(await discardRest(request.raw))) reply.header('connection', 'close');
    setFinalHeaders(reply);
    return compressed(request, reply, payload);
  };
  app.addHook('onSend', (request, reply, answer, done) => {
    request.bodyAccount?.close();
    const payload = request.capture === null ? answer : request.capture(answer);
    const isPlain = request.raw.complete && request.headers['accept-encoding'] === undefined;
    if (isPlain || request.bodyStream !== null) {
      // Nothing to read and nothing to compress: the common case for API clients. The response to a stream is sent while
      // the body arrives, and compression would hold it back.
      setFinalHeaders(reply);
      const isLong = typeof payload === 'string' && payload.length > LONG_RESPONSE;
      done(null, isLong ? Buffer.from(payload) : payload);
    } else finish(request, reply, payload).then((sent) => done(null, sent), done);
  });
  return app;
}

/** Addresses of App Search's web crawler, of an engine or of the account. */
const CRAWLER = /^\/api\/as\/v[01]\/(?:engines\/[^/]+\/)?crawler(?:\/|$)/;

const missingRoute = (url: string): ApiError => (CRAWLER.test(url) ? errors.crawler() : errors.noSuchRoute());

/**
 * Parses the query string. An invalid one is refused only after authentication, which still needs the token in it.
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
