import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { loggedAddress } from '../api/masking.ts';
import type { ProxyTrust } from '../api/trusted-proxies.ts';
import { BoundedCache, textBytes } from '../caching/bounded-cache.ts';

/** The parts of a URL before it was changed for routing and for logs. */
interface Address {
  readonly queryString: string;
  readonly length: number;
}

const addresses = new WeakMap<IncomingMessage, Address>();

/** The original URL, secrets included. Everything else in the process sees the masked one. */
export const addressOf = (request: IncomingMessage): Address =>
  addresses.get(request) ?? { queryString: '', length: 0 };

/** Whether a URL is under `/api`. */
export const isApiAddress = (url: string): boolean => /^\/api(?:[/?#]|$)/.test(url);

/** Recent URLs and the paths they are routed to: only URLs without a query string, where nothing needs masking. */
const LONGEST_KEPT = 256;
const recent = new BoundedCache<string, string>({
  bytes: 256 * 1024,
  weigh: (sent, routed) => textBytes(sent) + textBytes(routed),
});

/** Masking takes time for each parameter, so it is applied to no more of a URL than this, in characters. */
const LONGEST_LOGGED = 4096;

/**
 * Before routing: removes `.json` and trailing slashes below `/api`, and the query string, which is kept for `addressOf`.
 * An `auth_token` is masked in every property that may be logged.
 */
export function rewriteAddress(request: IncomingMessage & { originalUrl?: string }): string {
  const sent = request.url ?? '';
  const known = recent.get(sent);
  if (known !== undefined) {
    addresses.set(request, { queryString: '', length: sent.length });
    request.originalUrl = sent;
    return known;
  }
  const url = originForm(request);
  const pathEnd = url.search(/[?#]/);
  const path = pathEnd === -1 ? url : url.slice(0, pathEnd);
  const query = url[pathEnd] === '?' ? (url.slice(pathEnd + 1).split('#', 1)[0] as string) : '';
  addresses.set(request, { queryString: query, length: sent.length });
  const logged = loggedAddress(beginningOf(sent));
  request.originalUrl = logged;
  const routed = isApiAddress(path) ? withoutSuffix(path) : path;
  if (sent === path && logged === sent && sent.length <= LONGEST_KEPT) recent.set(sent, routed);
  return routed;
}

/** The part of a URL that a log may show. It ends between two parameters, so that no secret is cut and overlooked. */
function beginningOf(url: string): string {
  if (url.length <= LONGEST_LOGGED) return url;
  const end = url.lastIndexOf('&', LONGEST_LOGGED);
  return end === -1 ? url : url.slice(0, end);
}

/** `GET http://host/path` is a valid request line; its host then overrides the header. */
function originForm(request: IncomingMessage): string {
  const url = request.url ?? '/';
  const absolute = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url);
  if (absolute === null) return url;
  const [, host, rest] = absolute as unknown as [string, string, string];
  request.headers.host = host;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** The last segment of a path whose `.json` belongs to the name of a file. */
const DESCRIPTION = '/openapi.json';

function withoutSuffix(path: string): string {
  const bare = withoutTrailingSlashes(path);
  if (!bare.endsWith('.json') || bare.endsWith('/.json') || bare.endsWith(DESCRIPTION)) return bare;
  return bare.slice(0, -'.json'.length);
}

/** A loop, as `/\/+$/` takes quadratic time on a long run of slashes. */
function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}

/** The host and port of a request as the client sees them, in lower case. */
export function requestAuthority(request: FastifyRequest, trustProxy: ProxyTrust): string {
  const forwarded = request.headers['x-forwarded-host'];
  const isTrusted = forwarded !== undefined && trustProxy(request.raw.socket.remoteAddress, 0);
  const first = (isTrusted ? String(forwarded) : '').split(',', 1)[0] as string;
  return (first.trim() || (request.headers.host ?? '')).trim().toLowerCase();
}

/** The host name that a request was sent to: lower case, without port; IPv6 literals keep their brackets. */
export function requestHost(request: FastifyRequest, trustProxy: ProxyTrust): string {
  const host = requestAuthority(request, trustProxy);
  if (host.startsWith('[')) return host.slice(0, host.indexOf(']') + 1);
  const name = host.split(':', 1)[0] as string;
  return name.endsWith('.') ? name.slice(0, -1) : name;
}
