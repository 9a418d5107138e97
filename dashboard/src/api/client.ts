import { connectionLost } from './connection.ts';
import { ApiError, LostConnection } from './errors.ts';
import { recordCall } from './recent-calls.ts';
import { signedInAgain } from './signing-in-again.ts';
import type { Conflict } from './types.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface CallOptions {
  /** Sent as JSON; text is sent as it is. */
  readonly body?: unknown;
  /** The version that the page has shown, with or without quotes. The server responds with 409 if it has changed. */
  readonly ifMatch?: string | null | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Excludes calls with secrets, and calls that only refresh the frame, from "copy as curl". */
  readonly untracked?: boolean;
  /** For sign-in calls, which handle a 401 themselves. */
  readonly withoutSession?: boolean;
}

/** A response with its version, for a later `ifMatch`. */
export interface Versioned<T> {
  readonly data: T;
  readonly version: string | null;
}

/** A response with the time that the server took, in milliseconds; null if a proxy removed the header. */
export interface TimedAnswer<T> extends Versioned<T> {
  readonly serverTime: number | null;
}

const ROOT = '/dashboard/api';

/** One call below `/dashboard/api`. Waits for the person to sign in again if the session has ended. */
export async function callTimed<T>(
  method: Method,
  path: string,
  options: CallOptions = {},
): Promise<TimedAnswer<T>> {
  if (!options.untracked) recordCall({ method, path, body: options.body });
  for (;;) {
    const answer = await send(method, path, options);
    if (answer.status === 401 && !options.withoutSession) {
      await signedInAgain();
      continue;
    }
    const json = await jsonOf(answer, options.signal);
    if (!answer.ok) throw refusal(answer.status, json);
    const { headers } = answer;
    return { data: json as T, version: headers.get('etag'), serverTime: serverTimeIn(headers) };
  }
}

/** Like `callTimed`, without the time. */
export const callVersioned: <T>(
  method: Method,
  path: string,
  options?: CallOptions,
) => Promise<Versioned<T>> = callTimed;

/** Like `callVersioned`, without the version. */
export const call = async <T>(method: Method, path: string, options?: CallOptions): Promise<T> =>
  (await callVersioned<T>(method, path, options)).data;

/** `X-Runtime` is in seconds. */
function serverTimeIn(headers: Headers): number | null {
  const seconds = headers.get('x-runtime');
  return seconds !== null && /^\d+\.\d+$/.test(seconds) ? Number(seconds) * 1000 : null;
}

/** The URL of a download, for links. */
export const addressOf = (path: string): string => ROOT + path;

async function send(method: Method, path: string, { body, ifMatch, signal }: CallOptions): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (ifMatch) headers['if-match'] = ifMatch.startsWith('"') ? ifMatch : `"${ifMatch}"`;
  try {
    return await fetch(ROOT + path, {
      method,
      headers,
      credentials: 'same-origin',
      cache: 'no-store',
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    connectionLost();
    throw new LostConnection();
  }
}

async function jsonOf(answer: Response, signal?: AbortSignal): Promise<unknown> {
  let text: string;
  try {
    text = await answer.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    connectionLost();
    throw new LostConnection();
  }
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // A proxy responded instead of the server.
    throw new ApiError(answer.status, [`The server's response could not be read (status ${answer.status}).`]);
  }
}

function refusal(status: number, json: unknown): ApiError {
  const answer = (typeof json === 'object' && json !== null ? json : {}) as Partial<Conflict> & {
    error?: unknown;
  };
  const messages = Array.isArray(answer.errors)
    ? answer.errors.map(String)
    : [typeof answer.error === 'string' ? answer.error : `The request failed (status ${status}).`];
  return new ApiError(status, messages, answer);
}
