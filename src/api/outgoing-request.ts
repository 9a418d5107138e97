import {
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
} from 'node:http';
import { request as requestHttps } from 'node:https';

/*
 * Requests to other services. Redirects are not followed, so that a key reaches no other address. Whether a request is
 * repeated, and how often, is up to the callers.
 */

/** What our own requests name as their program. */
export const USER_AGENT = 'findling';

/** How long a service may be silent by default, in milliseconds. */
const SILENCE = 120_000;

/** An answer has more bytes than its reader accepts. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

/** Starts a request whose body, if any, the caller writes. */
export function startRequest(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  options: Pick<RequestOptions, 'agent'> = {},
): ClientRequest {
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  const outgoing = send(url, {
    ...options,
    method,
    timeout: SILENCE,
    headers: { 'user-agent': USER_AGENT, ...headers },
  });
  outgoing.on('timeout', () => outgoing.destroy(new Error(`no data for ${SILENCE / 1000} seconds`)));
  // `responseTo` reports errors. One that comes later is also that of the response.
  return outgoing.on('error', () => {});
}

/** The head of the response to a request. */
export const responseTo = (outgoing: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    outgoing
      .once('response', resolve)
      .once('error', reject)
      .once('close', () => reject(new Error('it was closed')));
  });

/** The text of a response; rejects with a `TooLargeError` after `most` bytes, and the connection ends. */
export async function textOf(incoming: IncomingMessage, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming) {
    bytes += chunk.length;
    if (bytes > most) throw new TooLargeError(`The answer has more than ${most} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Why a connection failed. Node reports several addresses of a host as one error without a message. */
export function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  return code ?? (message || 'it was closed');
}

/** The `Retry-After` of a response in milliseconds; undefined if it does not have seconds. */
export const retryAfterOf = ({ headers: { 'retry-after': header } }: IncomingMessage): number | undefined =>
  header !== undefined && /^\d{1,6}$/.test(header) ? 1000 * Number(header) : undefined;
