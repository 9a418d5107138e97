import { ApiError } from '../errors.ts';
import type { Pool } from '../threads/pool.ts';
import type { Schema } from '../values/types.ts';
import type { ValidatedBatch } from './batch.ts';
import { parseDocuments } from './documents-request.ts';
import { ParsedDocuments, type SentDocuments } from './sent-documents.ts';
import type { ValidationAnswer, ValidationPayload } from './validation-task.ts';

/** Bodies of more characters go to a worker: below that, parsing and validation take about a millisecond. */
const LARGE_BODY = 65_536;

/** Reads the documents of a request body; throws if a small body is not valid, a large one fails when it is used. */
export type DocumentReading = (text: string | undefined) => SentDocuments;

export const readDocuments =
  (workers: Pick<Pool, 'call'>, largeBody = LARGE_BODY): DocumentReading =>
  (text = '') => {
    const bytes = Buffer.byteLength(text);
    return text.length > largeBody
      ? new LargeDocuments(text, bytes, workers)
      : new ParsedDocuments(parseDocuments(text), bytes);
  };

/**
 * Documents that a worker parses and validates. Patches are parsed twice, for their ids and for the validation: a
 * worker that kept them in between would need to be told when to drop them.
 */
class LargeDocuments implements SentDocuments {
  readonly isLarge = true;
  readonly bytes: number;
  readonly #text: string;
  readonly #workers: Pick<Pool, 'call'>;

  constructor(text: string, bytes: number, workers: Pick<Pool, 'call'>) {
    this.#text = text;
    this.bytes = bytes;
    this.#workers = workers;
  }

  ids(): Promise<readonly string[]> {
    return this.#validate({ as: 'ids', text: this.#text });
  }

  replacements(schema: Schema): Promise<ValidatedBatch> {
    return this.#validate({ as: 'replacements', text: this.#text, schema });
  }

  patches(schema: Schema, stored: ReadonlyMap<string, string>): Promise<ValidatedBatch> {
    return this.#validate({ as: 'patches', text: this.#text, schema, stored });
  }

  async #validate<T>(payload: ValidationPayload): Promise<T> {
    const { result, refusal } = await this.#workers.call<ValidationAnswer<T>>('validate', payload);
    if (refusal !== undefined) throw new ApiError(refusal.status, refusal.body, { ...refusal.headers });
    return result;
  }
}
