import { connect, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import type { TestContext } from 'node:test';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { type EventStream, eventStream } from '../../src/api/event-stream.ts';
import { proxyTrust, type TrustedProxies } from '../../src/api/trusted-proxies.ts';
import { ApiError, errors } from '../../src/errors.ts';
import { requestHost } from '../../src/http/addresses.ts';
import type { AdmissionLimits } from '../../src/http/admission.ts';
import { bodyText } from '../../src/http/body.ts';
import { type BodyMemory, bodyMemory } from '../../src/http/body-budget.ts';
import { listen } from '../../src/http/listen.ts';
import { createTransport, type Timeouts } from '../../src/http/transport.ts';
import { parseJson } from '../../src/json/parse.ts';
import { limits } from '../../src/limits.ts';

/** A service that echoes requests, on a real socket. */
export interface Echo {
  readonly app: FastifyInstance;
  readonly port: number;
  readonly base: string;
  /** Log lines so far. */
  readonly log: Array<Record<string, unknown>>;
  readonly logText: () => string;
  readonly streams: EventStream[];
}

export async function echoService(
  t: TestContext,
  options: {
    trustProxy?: TrustedProxies;
    timeouts?: Partial<Timeouts>;
    host?: string;
    bodyMemory?: BodyMemory;
    connections?: number;
    admission?: AdmissionLimits;
    /** Adds routes. */
    extend?: (app: FastifyInstance) => void;
  } = {},
): Promise<Echo> {
  const lines: string[] = [];
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const trustProxy = proxyTrust(options.trustProxy ?? false);
  const app = createTransport({
    logger: pino({}, sink),
    trustProxy,
    version: '0.0.0-test',
    readJson: async (text) => parseJson(text),
    ...(options.timeouts === undefined ? {} : { timeouts: options.timeouts }),
    ...(options.connections === undefined ? {} : { connections: options.connections }),
    ...(options.admission === undefined ? {} : { admission: options.admission }),
    bodyMemory: options.bodyMemory ?? bodyMemory(2 ** 30, 2 ** 30),
  });
  const streams: EventStream[] = [];
  // Limit and authentication of a route for documents.
  const known = {
    bodyLimit: limits.bodies.documents,
    onRequest: async (request: FastifyRequest) => {
      request.isAuthenticated = true;
    },
  };
  app.all('/api/as/v1/echo', known, async (request) => ({
    method: request.method,
    query: request.query,
    body: bodyText(request) ?? null,
    id: request.id,
    ip: request.ip,
    protocol: request.protocol,
    host: requestHost(request, trustProxy),
  }));
  app.all('/api/as/v1/size', known, async (request) => ({ size: bodyText(request)?.length ?? 0 }));
  app.post('/api/as/v1/slow-size', known, async (request) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return { size: bodyText(request)?.length ?? 0 };
  });
  app.post('/api/as/v1/json', known, async (request) => parseJson(bodyText(request) ?? '{}'));
  app.get('/api/as/v1/things/:name', async (request) => request.params);
  app.get('/api/as/v1/openapi.json', async () => ({ openapi: '3.1.0' }));
  app.get('/api/as/v1/large', async () => ({ text: 'findling '.repeat(1000) }));
  app.get('/api/as/v1/slow', async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { slow: true };
  });
  app.get('/api/as/v1/teapot', async () => {
    throw new ApiError(418, { errors: ['short and stout'] }, { 'x-spout': 'yes' });
  });
  app.get('/api/as/v1/broken', async () => {
    const secret = { request: { authorization: 'Bearer private-canarycanarycanary' } };
    throw Object.assign(new Error('disk on fire, key private-canarycanarycanary'), secret);
  });
  app.get('/api/as/v1/nothing', async () => Promise.reject(undefined));
  app.post('/api/as/v1/open', async (request) => ({ size: bodyText(request)?.length ?? 0 }));
  app.post('/api/as/v1/locked', {
    bodyLimit: limits.bodies.documents,
    onRequest: async () => {
      throw errors.notSignedIn();
    },
    handler: async () => ({}),
  });
  app.get('/api/as/v1/events', async (_request, reply) => {
    const stream = await eventStream(reply);
    streams.push(stream);
    stream.send('greeting', { text: 'two\nlines' });
  });
  app.get('/page', async (_request, reply) => reply.type('text/html').send('<p>page</p>'));

  options.extend?.(app);
  const [address] = await listen(app, { host: options.host ?? '127.0.0.1', port: 0 });
  t.after(() => app.close());
  const port = address?.port ?? 0;
  return {
    app,
    port,
    base: `http://127.0.0.1:${port}`,
    streams,
    get log() {
      return lines.map((line) => JSON.parse(line));
    },
    logText: () => lines.join(''),
  };
}

/** The service's response to these bytes, until it closes the connection or pauses for a moment. */
export function exchange(
  port: number,
  bytes: string | Buffer,
  silence = 1500,
  thenClose = false,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket: Socket = connect(port, '127.0.0.1');
    const finish = () => {
      socket.destroy();
      resolve(Buffer.concat(chunks).toString('latin1'));
    };
    socket.setTimeout(silence, finish);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', finish);
    socket.on('error', (error) => (chunks.length > 0 ? finish() : reject(error)));
    if (thenClose) socket.end(bytes);
    else socket.write(bytes);
  });
}

export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 0);
export const bodyOf = (answer: string): unknown => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
