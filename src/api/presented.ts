import type { FastifyRequest } from 'fastify';
import { errors } from '../errors.ts';

/** What a request presents: a token, or the credentials of HTTP Basic. */
export interface Presented {
  readonly scheme: 'token' | 'basic';
  readonly text: string;
}

/** What the request presents, if anything. The Authorization header takes precedence over the query string. */
export function presentedBy(request: FastifyRequest): Presented | undefined {
  // Only spaces and tabs separate words in HTTP; any other whitespace belongs to the token.
  const header = request.headers.authorization ?? '';
  if (header !== '') {
    const [scheme, ...rest] = header.split(/[ \t]+/);
    // A single word is a bare token, as one official client sends it, unless it is a scheme without a token.
    const name = scheme?.toLowerCase();
    if (rest.length === 0) return name === 'bearer' ? undefined : { scheme: 'token', text: scheme ?? '' };
    if (name === 'basic' && !isFromBrowser(request)) return { scheme: 'basic', text: rest.join(' ') };
    if (name !== 'bearer') throw errors.invalidToken();
    return { scheme: 'token', text: rest.join(' ') };
  }
  const token = (request.query as Record<string, unknown>).auth_token;
  if (token === undefined || token === '') return undefined;
  if (typeof token !== 'string') throw errors.invalidToken();
  return { scheme: 'token', text: token };
}

/**
 * Browsers remember the credentials of HTTP Basic and add them to requests of other sites' pages, which must not act for
 * an owner. All current browsers send at least one of these headers with such requests.
 */
const isFromBrowser = ({ headers }: FastifyRequest): boolean =>
  headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
