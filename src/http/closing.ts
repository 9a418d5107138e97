import { setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { errors } from '../errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborts when the service begins to close. */
    closing: AbortSignal;
  }
}

/**
 * How the service closes: running requests are finished, further ones on open connections get 503, and
 * nobody can hold it up: neither an event stream (it listens to the signal), nor a browser's connection kept
 * for later, nor, beyond the grace period, a request that never gets complete.
 */
export function closeGracefully(app: FastifyInstance, grace: number): void {
  const controller = new AbortController();
  // One listener per event stream is no leak.
  setMaxListeners(0, controller.signal);
  app.decorate('closing', controller.signal);

  const sockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  let cut: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    controller.abort();
    // Node counts a connection that never said anything as busy.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    cut = setTimeout(() => app.server.closeAllConnections(), grace);
    cut.unref();
  });
  app.addHook('onClose', async () => clearTimeout(cut));

  app.addHook('onRequest', (_request, _reply, done) => {
    if (controller.signal.aborted) done(errors.unavailable());
    else done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // Kept alive, the connection would hold up the closing for the whole keep-alive time.
    if (controller.signal.aborted) reply.header('connection', 'close');
    done();
  });
}
