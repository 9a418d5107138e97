import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';

/** The host name of an account, as in App Search: services of several accounts share an address. */
const ACCOUNT_HOST = /^host-[a-z0-9]+\.api\./;

const isLoopback = (address: string): boolean => /^127\.|^::1$|^::ffff:127\./.test(address);

/** The addresses of a host; those of this machine under one name. */
async function addressesOf(host: string): Promise<string[]> {
  const name = host.replace(/^\[|\]$/g, '');
  const found = isIP(name) > 0 ? [{ address: name }] : await lookup(name, { all: true }).catch(() => []);
  return found.map(({ address }) => (isLoopback(address) ? 'loopback' : address));
}

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80');

/** Whether two addresses lead to the same account of the same service, as far as names and ports tell. */
export async function isSameService(a: string, b: string): Promise<boolean> {
  const [first, second] = [new URL(a), new URL(b)];
  if (portOf(first) !== portOf(second) || first.pathname !== second.pathname) return false;
  if (first.hostname === second.hostname) return true;
  if (ACCOUNT_HOST.test(first.hostname) || ACCOUNT_HOST.test(second.hostname)) return false;
  const others = await addressesOf(second.hostname);
  return (await addressesOf(first.hostname)).some((address) => others.includes(address));
}
