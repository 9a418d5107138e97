import { setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { errors } from '../errors.ts';
import { isProbe } from './probes.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Aborts when the service starts to shut down. */
    closing: AbortSignal;
  }
}

/**
 * Graceful shutdown: running requests complete, new requests on open connections get 503. Event streams (they listen to
 * the signal), idle browser connections and, after the grace period, incomplete requests cannot delay it.
 */
export function closeGracefully(app: FastifyInstance, grace: number): void {
  const controller = new AbortController();
  // One listener per event stream is not a leak.
  setMaxListeners(0, controller.signal);
  app.decorate('closing', controller.signal);

  const sockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    app.figures.connections = sockets.size;
    socket.once('close', () => {
      sockets.delete(socket);
      app.figures.connections = sockets.size;
    });
  });

  let cut: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    controller.abort();
    // Node counts a connection without any request as busy.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    cut = setTimeout(() => app.server.closeAllConnections(), grace);
    cut.unref();
  });
  app.addHook('onClose', async () => clearTimeout(cut));

  app.addHook('onRequest', (request, _reply, done) => {
    if (controller.signal.aborted && !isProbe(request)) done(errors.unavailable());
    else done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // A kept-alive connection would delay the shutdown by the keep-alive timeout.
    if (controller.signal.aborted) reply.header('connection', 'close');
    done();
  });
}
