import type { FastifyReply } from 'fastify';
import type {} from './capture.ts';

/** Shorter than the idle timeouts of proxies and of our own server, in milliseconds. */
const HEARTBEAT = 20_000;
/** Output buffered for a slow client. A client that falls further behind is disconnected and may reconnect. */
const MAX_BUFFERED_BYTES = 1_048_576;

/** A response of server-sent events. */
export interface EventStream {
  /** Sends one event; `data` becomes one line of JSON. Does nothing once the stream is closed. */
  send(event: string, data: unknown): void;
  end(): void;
  /** Aborts when the stream ends: by `end`, by the client, or because the service shuts down. */
  readonly closed: AbortSignal;
}

/** Turns the response of a route into an event stream. The route returns nothing afterwards. */
export async function eventStream(reply: FastifyReply): Promise<EventStream> {
  await reply.place?.becomeStream();
  // A stream is logged when it begins: its events are no body.
  reply.request.capture?.('');
  const { closing } = reply.server;
  const response = reply.hijack().raw;
  const over = new AbortController();
  const end = () => {
    if (over.signal.aborted) return;
    over.abort();
    clearInterval(heartbeat);
    closing.removeEventListener('abort', end);
    response.end();
  };
  const write = (text: string) => {
    if (over.signal.aborted) return;
    response.write(text);
    if (response.writableLength > MAX_BUFFERED_BYTES) {
      end();
      response.destroy();
    }
  };
  const heartbeat = setInterval(write, HEARTBEAT, ': still here\n\n');
  heartbeat.unref();

  response.on('error', end).on('close', end);
  response.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    // Otherwise nginx and its relatives buffer events.
    'x-accel-buffering': 'no',
    // The connection serves nothing else and must not outlive the stream at shutdown.
    connection: 'close',
  });
  response.flushHeaders();
  if (closing.aborted || response.destroyed) end();
  else closing.addEventListener('abort', end);

  return {
    send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    end,
    closed: over.signal,
  };
}
