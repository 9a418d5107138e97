import type { Schema } from '../values/types.ts';
import { patchSteps, replacementSteps, type ValidatedBatch } from './batch.ts';
import { parseDocumentId } from './document-id.ts';

/** The documents of a request, to be validated on this thread or on another. */
export interface SentDocuments {
  /** Whether validation takes long, and so runs before the transaction begins. */
  readonly isLarge: boolean;
  /** The size of the documents as JSON in UTF-8. */
  readonly bytes: number;
  /** The valid ids among the documents. */
  ids(): Promise<readonly string[]>;
  /** The id of the only document; undefined if there are several or if it has no valid one. */
  onlyId(): Promise<string | undefined>;
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
    return givenIds(this.#documents);
  }

  async onlyId(): Promise<string | undefined> {
    return onlyId(this.#documents);
  }

  async replacements(schema: Schema): Promise<ValidatedBatch> {
    return atOnce(replacementSteps(schema, this.#documents));
  }

  async patches(schema: Schema, stored: ReadonlyMap<string, string>): Promise<ValidatedBatch> {
    return atOnce(patchSteps(schema, this.#documents, stored));
  }
}

const idOf = (document: unknown) => parseDocumentId((document as { id?: unknown } | null)?.id);

export function givenIds(documents: Iterable<unknown>): string[] {
  const ids: string[] = [];
  for (const document of documents) {
    const parsed = idOf(document);
    if (parsed.kind === 'given') ids.push(parsed.id);
  }
  return ids;
}

export function onlyId(documents: Iterable<unknown>): string | undefined {
  const parsed = Array.from(documents, idOf);
  return parsed.length === 1 && parsed[0]?.kind === 'given' ? parsed[0].id : undefined;
}

function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
