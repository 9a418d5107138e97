import { ApiError } from '../errors.ts';
import type { Pool } from '../threads/pool.ts';
import type { Schema } from '../values/types.ts';
import type { BatchOutcome } from './batch.ts';
import { parseDocuments } from './documents-request.ts';
import { ParsedDocuments, type SentDocuments } from './sent-documents.ts';
import type { Judged, JudgePayload } from './validation-task.ts';

/** Bodies of more characters are parsed and judged by a worker: below that it takes a millisecond. */
const LARGE_BODY = 65_536;

/** Makes documents of the text of a request; throws what is wrong with a text that is not large. */
export type DocumentReading = (text: string | undefined) => SentDocuments;

export const readDocuments =
  (workers: Pick<Pool, 'call'>, largeBody = LARGE_BODY): DocumentReading =>
  (text) =>
    text !== undefined && text.length > largeBody
      ? new LargeDocuments(text, workers)
      : new ParsedDocuments(parseDocuments(text), text?.length);

/**
 * Documents that a worker parses and judges. Patches are parsed twice, for their ids and for the judgement: a worker that
 * remembered them in between would have to be told when to forget them.
 */
class LargeDocuments implements SentDocuments {
  readonly isLarge = true;
  readonly #text: string;
  readonly #workers: Pick<Pool, 'call'>;

  constructor(text: string, workers: Pick<Pool, 'call'>) {
    this.#text = text;
    this.#workers = workers;
  }

  get bytes(): number {
    return this.#text.length;
  }

  ids(): Promise<readonly string[]> {
    return this.#judged({ as: 'ids', text: this.#text });
  }

  replacements(schema: Schema): Promise<BatchOutcome> {
    return this.#judged({ as: 'replacements', text: this.#text, schema });
  }

  patches(schema: Schema, stored: ReadonlyMap<string, string>): Promise<BatchOutcome> {
    return this.#judged({ as: 'patches', text: this.#text, schema, stored });
  }

  async #judged<T>(payload: JudgePayload): Promise<T> {
    const { answer, refusal } = await this.#workers.call<Judged<T>>('judge', payload);
    if (refusal !== undefined) throw new ApiError(refusal.status, refusal.body, { ...refusal.headers });
    return answer;
  }
}
