import { connection } from '../api/connection.ts';
import { ApiError, LostConnection, messagesOf } from '../api/errors.ts';
import type { RetryDecision } from './import-run.ts';

/** Temporary: throttled, restarting, unreachable behind a proxy, or disk full. */
const TEMPORARY = [429, 502, 503, 504, 507];
/** The request cannot be parsed or is too large. */
const MAY_BE_ONE_DOCUMENT = [400, 413];

const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Decides how to continue after a failed batch. */
export function retryDecision(error: unknown): RetryDecision {
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  if (error instanceof LostConnection || isTimeout) {
    const reason =
      'The server cannot be reached. The import continues automatically when the server is back.';
    return { kind: 'wait', reason, until: serverIsBack };
  }
  const said = messagesOf(error).join(' ');
  if (!(error instanceof ApiError)) return { kind: 'stop', reason: said };
  if (TEMPORARY.includes(error.status)) {
    return {
      kind: 'wait',
      reason: `${said} The request is retried until it succeeds.`,
      until: longerAndLonger,
    };
  }
  return { kind: MAY_BE_ONE_DOCUMENT.includes(error.status) ? 'split' : 'stop', reason: said };
}

const longerAndLonger = (attempt: number): Promise<void> =>
  pause(Math.min(FIRST_PAUSE * 2 ** (attempt - 1), LONGEST_PAUSE));

/** Resolves when the API client has reached the server again. */
async function serverIsBack(attempt: number): Promise<void> {
  if (connection.get() === 'there') return longerAndLonger(attempt);
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = connection.watch(() => connection.get() === 'there' && resolve());
  await promise;
  stop();
}
