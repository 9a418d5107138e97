import type { DocumentReader, StoredDocument } from '../store/port.ts';
import type { Body } from '../values/shown-fields.ts';

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
  /** Its JSON, until somebody has asked for the values. */
  #json: string | undefined;
  #body: Body | undefined;

  constructor({ id, sequence, position, json }: StoredDocument) {
    this.id = id;
    this.sequence = sequence;
    this.position = position;
    this.length = json.length;
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

/** A document as it was after one change. */
export type Version = Pick<StoredDocument, 'id' | 'sequence'>;

/**
 * Documents that were found lately, parsed. Every change has a number of its own, so one that is kept under the number
 * that was found is what was found, whatever has been committed since; all others are read.
 *
 * Two generations: when the younger is full it becomes the older, and what is still asked for moves over.
 */
export class RecentDocuments {
  readonly #documents: Pick<DocumentReader, 'byIds'>;
  readonly #mostBytes: number;
  #young = new Map<number, ById>();
  #old = new Map<number, ById>();
  #youngBytes = 0;

  constructor(documents: Pick<DocumentReader, 'byIds'>, mostBytes = MOST_BYTES) {
    this.#documents = documents;
    this.#mostBytes = mostBytes;
  }

  /** By id: these versions where they are kept, else what the store has, which may be another version or nothing. */
  async of(engineId: number, versions: readonly Version[]): Promise<ReadonlyMap<string, StoredDocument>> {
    if (versions.length > MOST_AT_ONCE) return this.#documents.byIds(engineId, idsOf(versions));
    const found = new Map<string, StoredDocument>();
    const missing: Version[] = [];
    for (const version of versions) {
      const known = this.#get(engineId, version.id);
      if (known?.sequence === version.sequence) found.set(version.id, known);
      else missing.push(version);
    }
    if (missing.length === 0) return found;
    for (const [id, document] of await this.#documents.byIds(engineId, idsOf(missing))) {
      found.set(id, this.#keep(engineId, document));
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

  #keep(engineId: number, document: StoredDocument): StoredDocument {
    if (document.json.length > LONGEST_KEPT) return document;
    const fresh = new RecentDocument(document);
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

export const idsOf = (versions: readonly Version[]): string[] => [...new Set(versions.map(({ id }) => id))];
