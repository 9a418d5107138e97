import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../api/caller.ts';
import type {} from '../api/capture.ts';
import type { Events } from '../events/events.ts';
import { limits } from '../limits.ts';
import type { EngineRecord } from '../store/port.ts';
import { storableText } from '../values/storable-text.ts';
import { bodyText } from './body.ts';
import { loggedText } from './logged-text.ts';

/** Records requests with keys to engines and their responses for the API log, without delaying them. */
export class ApiLog {
  readonly #events: Pick<Events, 'request' | 'isLogged'>;

  constructor(events: Pick<Events, 'request' | 'isLogged'>) {
    this.#events = events;
  }

  /** Records a request when it is answered. */
  watch(request: FastifyRequest, reply: FastifyReply, caller: Caller, engine: EngineRecord): void {
    // As in App Search, requests with HTTP Basic are not logged.
    if (caller.kind === 'owner' || !this.#events.isLogged(engine.accountId)) return;
    request.capture = (payload) => {
      if (payload instanceof Readable) {
        return tapped(payload, (text) => this.#record(request, reply, caller, engine, text));
      }
      const text =
        typeof payload === 'string' ? payload : Buffer.isBuffer(payload) ? beginningOf(payload) : '';
      this.#record(request, reply, caller, engine, text);
      return payload;
    };
  }

  #record(
    request: FastifyRequest,
    reply: FastifyReply,
    { keyName, kind }: Caller,
    engine: EngineRecord,
    response: string,
  ): void {
    const fullPath = storableText(request.originalUrl);
    const end = fullPath.search(/[?#]/);
    // A load of documents would displace all other entries.
    const most =
      request.routeOptions.bodyLimit === limits.bodies.documents ? limits.loggedDocuments : limits.loggedBody;
    const userAgent = String(request.headers['user-agent'] ?? '').slice(0, limits.loggedUserAgent);
    this.#events.request(engine, {
      time: Date.now(),
      method: request.method,
      path: end === -1 ? fullPath : fullPath.slice(0, end),
      fullPath,
      status: reply.statusCode,
      requestBody: storableText(loggedText(bodyText(request) ?? '', most)),
      responseBody: storableText(loggedText(response)),
      userAgent: storableText(loggedText(userAgent)),
      keyName,
      keyKind: kind,
      duration: Math.round(reply.elapsedTime),
    });
  }
}

/** One byte more than is logged, so that the cut shows. */
const KEPT = limits.loggedBody + 1;

const beginningOf = (bytes: Buffer): string => bytes.toString('utf8', 0, KEPT);

/** The same stream; `done` receives its beginning when it ends, however it ends. No more than that is kept. */
function tapped(stream: Readable, done: (beginning: string) => void): Readable {
  async function* chunks(): AsyncGenerator<unknown> {
    const kept: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of stream) {
        if (size < KEPT) {
          const bytes = Buffer.from(chunk).subarray(0, KEPT - size);
          kept.push(Buffer.from(bytes));
          size += bytes.length;
        }
        yield chunk;
      }
    } finally {
      done(Buffer.concat(kept).toString('utf8'));
    }
  }
  return Readable.from(chunks(), { objectMode: false });
}
