import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { errors } from '../errors.ts';
import { isProbe } from './probes.ts';

/**
 * Limits open connections: the first `most`, of one address half of them. Requests on further connections get 503, which
 * also closes them; a connection without a request is closed by the timeout of the head. Beyond twice the limit Node
 * closes connections without a response.
 */
export function limitConnections(app: FastifyInstance, most: number): void {
  const perAddress = new Map<string, number>();
  const refused = new WeakSet<Socket>();
  let open = 0;
  app.server.maxConnections = 2 * most;
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const own = (perAddress.get(address) ?? 0) + 1;
    if (open >= most || own > Math.ceil(most / 2)) {
      app.figures.refusedConnections++;
      refused.add(socket);
      return;
    }
    open++;
    perAddress.set(address, own);
    socket.once('close', () => {
      open--;
      const left = (perAddress.get(address) as number) - 1;
      if (left > 0) perAddress.set(address, left);
      else perAddress.delete(address);
    });
  });
  app.addHook('onRequest', (request, _reply, done) => {
    if (refused.has(request.raw.socket) && !isProbe(request)) done(errors.tooManyConnections());
    else done();
  });
}
