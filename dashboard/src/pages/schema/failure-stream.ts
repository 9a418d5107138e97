import { addressOf } from '../../api/client.ts';
import { connectionLost } from '../../api/connection.ts';
import { ApiError, LostConnection } from '../../api/errors.ts';
import { signedInAgain } from '../../api/signing-in-again.ts';
import type { Failure } from './schema-queries.ts';

/** The server's report as an NDJSON stream of any length. */
export async function reportAnswer(path: string, signal?: AbortSignal): Promise<Response> {
  for (;;) {
    const headers = { accept: 'application/x-ndjson' };
    const answer = await fetch(addressOf(path), { headers, ...(signal && { signal }) }).catch((error) => {
      if (signal?.aborted) throw error;
      connectionLost();
      throw new LostConnection();
    });
    if (answer.status === 401) {
      await signedInAgain();
      continue;
    }
    if (answer.ok) return answer;
    const refusal = (await answer.json().catch(() => ({}))) as { errors?: readonly string[] };
    throw new ApiError(answer.status, refusal.errors ?? [`The request failed (status ${answer.status}).`]);
  }
}

/** Yields the errors one by one, without buffering the whole report. */
export async function* failuresOf(answer: Response): AsyncGenerator<Failure> {
  let rest = '';
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    const lines = (rest + (value ?? '')).split('\n');
    rest = done ? '' : (lines.pop() ?? '');
    for (const line of lines) if (line !== '') yield JSON.parse(line) as Failure;
    if (done) return;
  }
}
