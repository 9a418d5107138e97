import type { ValidatedBatch } from '../documents/batch.ts';
import type { SentDocuments } from '../documents/sent-documents.ts';
import type { Thread } from '../threads/thread.ts';
import type { Schema } from '../values/types.ts';
import type { LineBatch } from './line-batches.ts';
import type { LinesPayload } from './lines-task.ts';

/** The documents of some lines, which the parser thread parses and validates. */
export class SentLines implements Pick<SentDocuments, 'bytes' | 'replacements'> {
  readonly #batch: LineBatch;
  readonly #parser: Pick<Thread, 'call'>;
  readonly #begun = Promise.withResolvers<void>();
  #validated: { readonly schema: Schema; readonly batch: Promise<ValidatedBatch> } | undefined;

  constructor(batch: LineBatch, parser: Pick<Thread, 'call'>) {
    this.#batch = batch;
    this.#parser = parser;
  }

  get bytes(): number {
    return this.#batch.bytes.length;
  }

  /** Resolves when it is the turn of these documents to be committed: then others can queue behind them. */
  get begun(): Promise<void> {
    return this.#begun.promise;
  }

  /** Validates the documents ahead of their turn. */
  async prepare(schema: Schema): Promise<void> {
    await this.#validate(schema);
  }

  /** Called in turn. Validates again only if the schema has changed since. */
  replacements(schema: Schema): Promise<ValidatedBatch> {
    this.#begun.resolve();
    return this.#validate(schema);
  }

  #validate(schema: Schema): Promise<ValidatedBatch> {
    if (this.#validated === undefined || !isSame(this.#validated.schema, schema)) {
      const { bytes, firstLine } = this.#batch;
      const payload: LinesPayload = { bytes, firstLine, schema };
      this.#validated = { schema, batch: this.#parser.call<ValidatedBatch>('lines', payload) };
    }
    return this.#validated.batch;
  }
}

const isSame = (one: Schema, other: Schema): boolean =>
  one.size === other.size && [...one].every(([name, type]) => other.get(name) === type);
