import type { Body } from '../values/typed-fields.ts';
import type { Schema } from '../values/types.ts';
import { type ValidatedBatch, validatePatches, validateReplacements } from './batch.ts';
import { parseDocumentId } from './document-id.ts';

/** The documents of a request, to be validated on this thread or in a worker. */
export interface SentDocuments {
  /** Whether validation takes long, and so runs before the transaction begins. */
  readonly isLarge: boolean;
  /** The size of the documents as JSON in UTF-8. */
  readonly bytes: number;
  /** The valid ids among the documents. */
  ids(): Promise<readonly string[]>;
  /** Validates documents that are created, or replaced as a whole. */
  replacements(schema: Schema): Promise<ValidatedBatch>;
  /** Validates patches of existing documents: `stored` has their JSON by id. */
  patches(schema: Schema, stored: ReadonlyMap<string, string>): Promise<ValidatedBatch>;
}

/** Documents that are parsed already. */
export class ParsedDocuments implements SentDocuments {
  readonly isLarge: boolean = false;
  readonly #documents: readonly unknown[];
  readonly #bytes: number | undefined;

  constructor(documents: readonly unknown[], bytes?: number) {
    this.#documents = documents;
    this.#bytes = bytes;
  }

  get bytes(): number {
    return this.#bytes ?? Buffer.byteLength(JSON.stringify(this.#documents));
  }

  async ids(): Promise<readonly string[]> {
    return this.#documents.flatMap((document) => {
      const parsed = parseDocumentId((document as { id?: unknown } | null)?.id);
      return parsed.kind === 'given' ? [parsed.id] : [];
    });
  }

  async replacements(schema: Schema): Promise<ValidatedBatch> {
    return validateReplacements(schema, this.#documents);
  }

  async patches(schema: Schema, stored: ReadonlyMap<string, string>): Promise<ValidatedBatch> {
    const bodies = new Map<string, Body>([...stored].map(([id, json]) => [id, JSON.parse(json)]));
    return validatePatches(schema, this.#documents, bodies);
  }
}
