import { type AddressInfo, createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

const LOOPBACK_4 = '127.0.0.1';
const LOOPBACK_6 = '::1';
const NO_SUCH_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

const ipv6Listeners = new WeakMap<object, Server>();

/**
 * Starts listening. `localhost` means both loopback addresses, however the name resolves; a machine without IPv6 has only
 * one. Fastify could open both, but its second server would lack our handling of malformed requests and our timeouts.
 * Here a second listener passes its connections to the one server.
 */
export async function listen(
  app: FastifyInstance,
  address: { readonly host: string; readonly port: number },
): Promise<AddressInfo[]> {
  const both = address.host === 'localhost';
  await app.listen({ host: both ? LOOPBACK_4 : address.host, port: address.port });
  const first = app.server.address() as AddressInfo;
  const second = both ? await listenOnIpv6(app, first.port) : undefined;
  return second === undefined ? [first] : [first, second];
}

async function listenOnIpv6(app: FastifyInstance, port: number): Promise<AddressInfo | undefined> {
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    app.server.emit('connection', socket),
  );
  try {
    await new Promise<void>((resolve, reject) => {
      listener.once('error', reject).listen({ host: LOOPBACK_6, port }, resolve);
    });
  } catch (error) {
    if (NO_SUCH_ADDRESS.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
  ipv6Listeners.set(app.server, listener);
  return listener.address() as AddressInfo;
}

/** Closes the IPv6 listener together with the server. */
export function closeIpv6Listener(app: FastifyInstance): void {
  let closed: Promise<unknown> = Promise.resolve();
  app.addHook('preClose', async () => {
    const listener = ipv6Listeners.get(app.server);
    if (listener !== undefined) closed = new Promise((resolve) => listener.close(resolve));
  });
  app.addHook('onClose', async () => {
    await closed;
  });
}
