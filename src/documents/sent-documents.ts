import type { Body } from '../values/shown-fields.ts';
import type { Schema } from '../values/types.ts';
import { type BatchOutcome, judgePatches, judgeReplacements } from './batch.ts';
import { parseDocumentId } from './document-id.ts';

/** The documents of a request, to be judged wherever that is done. */
export interface SentDocuments {
  /** Whether judging takes long, and so is done before the transaction begins. */
  readonly isLarge: boolean;
  /** How much was sent. */
  readonly bytes: number;
  /** The ids that are named. */
  ids(): Promise<readonly string[]>;
  /** As documents that are created, or replaced as a whole. */
  replacements(schema: Schema): Promise<BatchOutcome>;
  /** As changes of documents that exist: `stored` has their JSON by id. */
  patches(schema: Schema, stored: ReadonlyMap<string, string>): Promise<BatchOutcome>;
}

/** Documents that are at hand. */
export class ParsedDocuments implements SentDocuments {
  readonly isLarge: boolean = false;
  readonly #documents: readonly unknown[];
  readonly #bytes: number | undefined;

  constructor(documents: readonly unknown[], bytes?: number) {
    this.#documents = documents;
    this.#bytes = bytes;
  }

  get bytes(): number {
    return this.#bytes ?? JSON.stringify(this.#documents).length;
  }

  async ids(): Promise<readonly string[]> {
    return this.#documents.flatMap((document) => {
      const parsed = parseDocumentId((document as { id?: unknown } | null)?.id);
      return parsed.kind === 'given' ? [parsed.id] : [];
    });
  }

  async replacements(schema: Schema): Promise<BatchOutcome> {
    return judgeReplacements(schema, this.#documents);
  }

  async patches(schema: Schema, stored: ReadonlyMap<string, string>): Promise<BatchOutcome> {
    const bodies = new Map<string, Body>([...stored].map(([id, json]) => [id, JSON.parse(json)]));
    return judgePatches(schema, this.#documents, bodies);
  }
}
