import type { Body } from '../schema/shown-fields.ts';
import type { DocumentReader, Store, StoredDocument } from '../store/port.ts';

/** What all documents together may take, by `costOf`. */
const MOST_BYTES = 24 * 1024 * 1024;
/** Longer documents are not kept: one of them would push out dozens of others. */
const LONGEST_KEPT = 16 * 1024;

/** Of larger pages nothing is kept: they would push out what many small ones share. */
const MOST_AT_ONCE = 100;

/** What a document takes in memory, roughly and rather too much: its texts, and an object around them. */
const costOf = (length: number): number => 512 + 2 * length;

/** A document whose JSON is parsed once. Whoever gets it must leave its values as they are. */
class RecentDocument implements StoredDocument {
  readonly id: string;
  readonly sequence: number;
  readonly position: number;
  /** Characters of its JSON. */
  readonly length: number;
  /** When it was last known to be the document of its id. */
  revision: number;
  /** Its JSON, until somebody has asked for the values. */
  #json: string | undefined;
  #body: Body | undefined;

  constructor({ id, sequence, position, json }: StoredDocument, revision: number) {
    this.id = id;
    this.sequence = sequence;
    this.position = position;
    this.length = json.length;
    this.revision = revision;
    this.#json = json;
  }

  get json(): string {
    return this.#json ?? JSON.stringify(this.#body);
  }

  get body(): Body {
    if (this.#body === undefined) {
      this.#body = JSON.parse(this.json) as Body;
      this.#json = undefined;
    }
    return this.#body;
  }
}

/** The values of a document, as they were sent. */
export const bodyOf = (document: StoredDocument): Body =>
  document instanceof RecentDocument ? document.body : JSON.parse(document.json);

/** Characters of a document's JSON. */
export const lengthOf = (document: StoredDocument): number =>
  document instanceof RecentDocument ? document.length : document.json.length;

type ById = Map<string, RecentDocument>;

/**
 * Documents that were found lately, parsed. One is given out without a look at the store only while nothing was
 * committed since it was last read; after that its row is read again, and if it is the same change, it is not parsed
 * again. So a caller sees what the store has at that moment, exactly as without this memory.
 *
 * Two generations: when the younger is full it becomes the older, and what is still asked for moves over.
 */
export class RecentDocuments implements Pick<DocumentReader, 'byIds' | 'sizesOf'> {
  readonly #documents: DocumentReader;
  readonly #revision: Store['revision'];
  readonly #mostBytes: number;
  #young = new Map<number, ById>();
  #old = new Map<number, ById>();
  #youngBytes = 0;

  constructor({ documents, revision }: Pick<Store, 'documents' | 'revision'>, mostBytes = MOST_BYTES) {
    this.#documents = documents;
    this.#revision = revision;
    this.#mostBytes = mostBytes;
  }

  sizesOf(...args: Parameters<DocumentReader['sizesOf']>): ReturnType<DocumentReader['sizesOf']> {
    return this.#documents.sizesOf(...args);
  }

  async byIds(engineId: number, ids: readonly string[]): Promise<ReadonlyMap<string, StoredDocument>> {
    const revision = this.#revision();
    if (revision === undefined || ids.length > MOST_AT_ONCE) return this.#documents.byIds(engineId, ids);
    const found = new Map<string, StoredDocument>();
    const missing: string[] = [];
    for (const id of ids) {
      const known = this.#get(engineId, id);
      if (known?.revision === revision) found.set(id, known);
      else missing.push(id);
    }
    if (missing.length === 0) return found;
    for (const [id, document] of await this.#documents.byIds(engineId, missing)) {
      found.set(id, this.#keep(engineId, document, revision));
    }
    return found;
  }

  #get(engineId: number, id: string): RecentDocument | undefined {
    const young = this.#young.get(engineId)?.get(id);
    if (young !== undefined) return young;
    const old = this.#old.get(engineId)?.get(id);
    if (old !== undefined) this.#put(engineId, old);
    return old;
  }

  #keep(engineId: number, document: StoredDocument, revision: number): StoredDocument {
    if (document.json.length > LONGEST_KEPT) return document;
    const known = this.#get(engineId, document.id);
    if (known?.sequence === document.sequence) {
      known.revision = revision;
      return known;
    }
    const fresh = new RecentDocument(document, revision);
    this.#put(engineId, fresh);
    return fresh;
  }

  #put(engineId: number, document: RecentDocument): void {
    if (this.#youngBytes > this.#mostBytes / 2) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#youngBytes = 0;
    }
    const engine = this.#young.get(engineId) ?? new Map();
    this.#young.set(engineId, engine);
    // What it takes the place of goes on being counted: that is settled when the generation ends.
    engine.set(document.id, document);
    this.#youngBytes += costOf(document.length);
  }
}
