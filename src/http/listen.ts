import { type AddressInfo, createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

const LOOPBACK_4 = '127.0.0.1';
const LOOPBACK_6 = '::1';
const NO_SUCH_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

const secondDoors = new WeakMap<object, Server>();

/**
 * Opens the service. `localhost` means both loopback addresses, whichever way the name resolves; a machine
 * without IPv6 has one. Fastify could do that itself, but gives the second server neither our handling of
 * malformed requests nor our time limits. Here the second door only hands its connections to the one server.
 */
export async function listen(
  app: FastifyInstance,
  address: { readonly host: string; readonly port: number },
): Promise<AddressInfo[]> {
  const both = address.host === 'localhost';
  await app.listen({ host: both ? LOOPBACK_4 : address.host, port: address.port });
  const first = app.server.address() as AddressInfo;
  const second = both ? await openSecondDoor(app, first.port) : undefined;
  return second === undefined ? [first] : [first, second];
}

async function openSecondDoor(app: FastifyInstance, port: number): Promise<AddressInfo | undefined> {
  const door = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    app.server.emit('connection', socket),
  );
  try {
    await new Promise<void>((resolve, reject) => {
      door.once('error', reject).listen({ host: LOOPBACK_6, port }, resolve);
    });
  } catch (error) {
    if (NO_SUCH_ADDRESS.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
  secondDoors.set(app.server, door);
  return door.address() as AddressInfo;
}

/** Closes the second door together with the first. */
export function closeSecondDoor(app: FastifyInstance): void {
  let closed: Promise<unknown> = Promise.resolve();
  app.addHook('preClose', async () => {
    const door = secondDoors.get(app.server);
    if (door !== undefined) closed = new Promise((resolve) => door.close(resolve));
  });
  app.addHook('onClose', async () => {
    await closed;
  });
}
