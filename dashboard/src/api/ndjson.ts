import { addressOf } from './client.ts';
import { connectionLost } from './connection.ts';
import { ApiError, LostConnection } from './errors.ts';
import { signedInAgain } from './signing-in-again.ts';

function lost(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error;
  connectionLost();
  throw new LostConnection();
}

/** The response to a GET request as an NDJSON stream of any length. */
export async function ndjsonAnswer(path: string, signal?: AbortSignal): Promise<Response> {
  for (;;) {
    const headers = { accept: 'application/x-ndjson' };
    const answer = await fetch(addressOf(path), { headers, ...(signal && { signal }) }).catch(lost);
    if (answer.status === 401) {
      await signedInAgain();
      continue;
    }
    if (answer.ok) return answer;
    const refusal = (await answer.json().catch(() => ({}))) as { errors?: readonly string[] };
    throw new ApiError(answer.status, refusal.errors ?? [`The request failed (status ${answer.status}).`]);
  }
}

/** Yields the values line by line, without buffering the whole response. */
export async function* ndjsonValues<T>(answer: Response): AsyncGenerator<T> {
  let rest = '';
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const read = reader?.read().catch(lost);
    const { done, value } = (await read) ?? { done: true, value: undefined };
    const lines = (rest + (value ?? '')).split('\n');
    rest = done ? '' : (lines.pop() ?? '');
    for (const line of lines) if (line !== '') yield JSON.parse(line) as T;
    if (done) return;
  }
}
