import { connection } from '../api/connection.ts';
import { ApiError, LostConnection, messagesOf } from '../api/errors.ts';
import type { RetryDecision } from './import-run.ts';

/** Busy, restarting, out of reach behind a proxy, or out of room: a later try may succeed. */
const MAY_PASS = [429, 502, 503, 504, 507];
/** The request as a whole cannot be read or is too large. */
const MAY_BE_ONE_DOCUMENT = [400, 413];

const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What to do about a batch that was not answered as it should be. */
export function retryDecision(error: unknown): RetryDecision {
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  if (error instanceof LostConnection || isTimeout) {
    const reason =
      'The server cannot be reached. The import continues automatically when the server is back.';
    return { kind: 'wait', reason, until: serverIsBack };
  }
  const said = messagesOf(error).join(' ');
  if (!(error instanceof ApiError)) return { kind: 'stop', reason: said };
  if (MAY_PASS.includes(error.status)) {
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

/** The client asks for the server until it is there again, then says so. */
async function serverIsBack(attempt: number): Promise<void> {
  if (connection.get() === 'there') return longerAndLonger(attempt);
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = connection.watch(() => connection.get() === 'there' && resolve());
  await promise;
  stop();
}
