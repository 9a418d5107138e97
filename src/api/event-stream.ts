import type { FastifyReply } from 'fastify';

/** Shorter than the idle time after which proxies, and our own server, give a connection up. */
const HEARTBEAT = 20_000;
/** What may wait for a slow reader. One who is further behind is cut off and may come back. */
const MOST_WAITING_BYTES = 1_048_576;

/** An answer that goes on: server-sent events. */
export interface EventStream {
  /** Sends one event; `data` becomes one line of JSON. Does nothing once the stream is closed. */
  send(event: string, data: unknown): void;
  end(): void;
  /** Aborts when the stream is over: ended by us, left by the reader, or the service is closing. */
  readonly closed: AbortSignal;
}

/** Turns the answer of a route into an event stream. The route gives nothing back afterwards. */
export function eventStream(reply: FastifyReply): EventStream {
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
    if (response.writableLength > MOST_WAITING_BYTES) {
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
    // Proxies of the nginx family would otherwise collect events before passing them on.
    'x-accel-buffering': 'no',
    // The connection serves nothing else, and must not outlive the stream when the service closes.
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
