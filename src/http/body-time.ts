import type { IncomingMessage, Server } from 'node:http';
import { announcesBody } from './body.ts';

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Limits the time in which a body must arrive, from its head on; then the client gets 408. */
export function limitBodyTime(server: Server, milliseconds: number): void {
  server.prependListener('request', (request) => {
    if (!announcesBody(request.headers)) return;
    const expire = (): void => {
      const error = Object.assign(new Error('the body is late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      server.emit('clientError', error, request.socket);
    };
    timers.set(request, setTimeout(expire, milliseconds).unref());
    const end = (): void => exemptFromBodyTime(request);
    request.once('end', end).once('close', end);
  });
}

/** Lets the body of a request take as long as its reader allows. */
export function exemptFromBodyTime(request: IncomingMessage): void {
  clearTimeout(timers.get(request));
}
