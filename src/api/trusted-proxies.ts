import { BlockList, isIP } from 'node:net';

/** No proxy, the number of proxies in front of the service, or their addresses and networks. */
export type TrustedProxies = false | number | readonly string[];

/**
 * Whether the proxy at an address is trusted. Hop 0 is the peer of the connection, hop 1 the address that it forwards,
 * and so on.
 */
export type ProxyTrust = (address: string | undefined, hop: number) => boolean;

/** Which proxies are trusted under a setting: none, a number of hops, or those at certain addresses. */
export function proxyTrust(setting: TrustedProxies): ProxyTrust {
  if (setting === false) return () => false;
  if (typeof setting === 'number') return (_address, hop) => hop < setting;
  const trusted = new BlockList();
  for (const entry of setting) {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  return (address = '') => {
    const version = isIP(address);
    return version !== 0 && trusted.check(address, version === 6 ? 'ipv6' : 'ipv4');
  };
}
