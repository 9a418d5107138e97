import { BoundedCache, textBytes } from '../caching/bounded-cache.ts';
import type { DocumentReader, StoredDocument } from '../store/port.ts';
import type { Body } from '../values/typed-fields.ts';

/** The most bytes of cached documents per engine, as estimated by `bytesOf`. */
const CACHE_BYTES = 24 * 2 ** 20;
/** Longer documents are not cached, in characters of JSON: one of them would evict dozens of others. */
const LONGEST_CACHED = 16 * 1024;

/** Pages with more documents are not cached: they would evict what many small pages share. */
const MOST_AT_ONCE = 100;

/** An upper estimate of a document's memory: its texts and an object. */
const bytesOf = (length: number): number => 512 + 2 * length;

/** A document whose JSON is parsed once. Its values are shared and must not be changed. */
class RecentDocument implements StoredDocument {
  readonly id: string;
  readonly sequence: number;
  readonly position: number;
  /** Characters of its JSON. */
  readonly length: number;
  /** Its JSON, until the values have been read. */
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

type Cache = BoundedCache<string, RecentDocument>;

/** A document as it was after one change. */
export type Version = Pick<StoredDocument, 'id' | 'sequence'>;

/**
 * A cache of recently found documents, parsed. Every change has its own sequence number, so a cached document is
 * current if it has the sequence number of the hit. All others are read from the store.
 */
export class RecentDocuments {
  readonly #documents: Pick<DocumentReader, 'byIds'>;
  /** By engine: building one key from engine and id would cost as much as the lookup. */
  readonly #engines = new Map<number, Cache>();
  readonly #bytes: number;

  constructor(documents: Pick<DocumentReader, 'byIds'>, bytes = CACHE_BYTES) {
    this.#documents = documents;
    this.#bytes = bytes;
  }

  /** By id: these versions if cached, otherwise those in the store, which may be newer or missing. */
  async of(engineId: number, versions: readonly Version[]): Promise<ReadonlyMap<string, StoredDocument>> {
    if (versions.length > MOST_AT_ONCE) return this.#documents.byIds(engineId, idsOf(versions));
    const cache = this.#cacheOf(engineId);
    const found = new Map<string, StoredDocument>();
    const missing: Version[] = [];
    for (const version of versions) {
      const known = cache.get(version.id);
      if (known?.sequence === version.sequence) found.set(version.id, known);
      else missing.push(version);
    }
    if (missing.length === 0) return found;
    for (const [id, document] of await this.#documents.byIds(engineId, idsOf(missing))) {
      found.set(id, cached(cache, document));
    }
    return found;
  }

  #cacheOf(engineId: number): Cache {
    const known = this.#engines.get(engineId);
    if (known !== undefined) return known;
    const made: Cache = new BoundedCache({
      bytes: this.#bytes,
      weigh: (id, { length }) => textBytes(id) + bytesOf(length),
    });
    this.#engines.set(engineId, made);
    return made;
  }
}

function cached(cache: Cache, document: StoredDocument): StoredDocument {
  if (document.json.length > LONGEST_CACHED) return document;
  const parsed = new RecentDocument(document);
  cache.set(document.id, parsed);
  return parsed;
}

export const idsOf = (versions: readonly Version[]): string[] => [...new Set(versions.map(({ id }) => id))];
