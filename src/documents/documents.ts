import type { JsonPieces } from '../api/json-list.ts';
import { errors } from '../errors.ts';
import type { Indexing } from '../indexing/indexing.ts';
import { limits } from '../limits.ts';
import { parseScopedId, scopedId } from '../meta-engines/scoped-id.ts';
import { sourcesOf } from '../meta-engines/sources.ts';
import type {
  EngineRecord,
  PageRange,
  Precondition,
  Store,
  StoredDocument,
  StoreReader,
} from '../store/port.ts';
import { timeSlices } from '../threads/time-slice.ts';
import { yieldToEventLoop } from '../threads/turns.ts';
import { typedFields } from '../values/typed-fields.ts';
import { type Schema, schemaWith } from '../values/types.ts';
import type { ValidatedBatch, ValidationResult } from './batch.ts';
import { PieceSize, piecesBySize } from './piece-size.ts';
import type { SentDocuments } from './sent-documents.ts';

export interface Deletion {
  readonly id: string;
  readonly deleted: boolean;
}

/** A document as a response shows it, under the id that it has in the engine of the request. */
const textOf = (id: string, document: StoredDocument, schema: Schema): string =>
  JSON.stringify({
    id,
    ...Object.fromEntries(typedFields(JSON.parse(document.json), schema)),
  });

interface DocumentWrite {
  /** UTF-8 bytes of the documents as sent. */
  readonly bytes: number;
  readonly precondition: Precondition | undefined;
  readonly onCommit: OnCommit | undefined;
}

/** The id that a response shows for a document of an engine: its own, or in a meta engine the scoped one. */
type IdIn = (engine: string, id: string) => string;
const plainId: IdIn = (_engine, id) => id;

/** Receives the sequence number of the engine's last change once a write is committed. */
export type OnCommit = (sequence: number) => void;

/** Documents of a large patch that are read at a time. */
const READ_AT_ONCE = 20;

/** Reading and writing the documents of an engine. */
export class Documents {
  readonly #store: Store;
  readonly #indexing: Indexing;

  constructor(store: Store, indexing: Indexing) {
    this.#store = store;
    this.#indexing = indexing;
  }

  /** Creates or replaces documents; each is accepted or refused on its own. */
  replace(
    engineId: number,
    documents: Pick<SentDocuments, 'bytes' | 'replacements'>,
    precondition?: Precondition,
    onCommit?: OnCommit,
  ): Promise<readonly ValidationResult[]> {
    return this.#write(engineId, { bytes: documents.bytes, precondition, onCommit }, (_reader, { schema }) =>
      documents.replacements(schema),
    );
  }

  /** Changes the given fields of existing documents. */
  patch(
    engineId: number,
    patches: SentDocuments,
    precondition?: Precondition,
    onCommit?: OnCommit,
  ): Promise<readonly ValidationResult[]> {
    const { bytes } = patches;
    return this.#write(engineId, { bytes, precondition, onCommit }, async (reader, { schema }) => {
      const ids = await patches.ids();
      return patches.patches(schema, await storedOf(reader, engineId, ids, patches.isLarge));
    });
  }

  async #write(
    engineId: number,
    { bytes, precondition, onCommit }: DocumentWrite,
    validate: (reader: StoreReader, engine: EngineRecord) => Promise<ValidatedBatch>,
  ): Promise<readonly ValidationResult[]> {
    const { writes } = this.#indexing;
    const commit = async () => {
      // Before the transaction: other writers wait for it, and it may run twice.
      const engine = await engineOf(this.#store, engineId);
      const validated = await validate(this.#store, engine);
      const { batch, changes, current } = await this.#store.transact({ engine: engineId }, async (tx) => {
        const current = await engineOf(tx, engineId);
        await precondition?.(tx);
        // Documents are stored under the types that they were validated against.
        const batch = isUnchanged(engine, current) ? validated : await validate(tx, current);
        const { documents, added } = batch;
        if (added.size > 0) {
          await tx.engines.setSchema(engineId, schemaWith(current.schema, added));
          await tx.unconfirmed.add(engineId, [...added.keys()], Date.now());
        }
        return { batch, changes: await tx.documents.put(engineId, documents), current };
      });
      onCommit?.(changes.at(-1)?.sequence ?? current.sequence);
      return {
        changes,
        engine: current,
        added: batch.added,
        response: batch.results,
      };
    };
    return writes.admitted(engineId, bytes, () => writes.write(engineId, commit));
  }

  async delete(
    engineId: number,
    ids: readonly string[],
    precondition?: Precondition,
    onCommit?: OnCommit,
  ): Promise<readonly Deletion[]> {
    return this.#indexing.writes.write(engineId, async () => {
      const committed = await this.#store.transact({ engine: engineId }, async (tx) => {
        const engine = await engineOf(tx, engineId);
        await precondition?.(tx);
        const changes = await tx.documents.delete(engineId, ids);
        const gone = new Set(changes.map((change) => change.id));
        // A repeated id was deleted at its first mention.
        const response = ids.map((id) => ({ id, deleted: gone.delete(id) }));
        return { changes, engine, added: new Map(), response };
      });
      onCommit?.(committed.changes.at(-1)?.sequence ?? committed.engine.sequence);
      return committed;
    });
  }

  /**
   * Documents as JSON, one entry per id, in order; null if there is no such document. Unless they are large, they are
   * read at once, so that all are of the same moment.
   */
  async *get(engine: EngineRecord, ids: readonly string[]): JsonPieces {
    if (engine.type !== 'meta') {
      const sizes = await this.#store.documents.sizesOf(engine.id, ids);
      for (const some of piecesBySize(ids, sizes)) yield await this.#textsOf(engine, some);
      return;
    }
    const pieces = new PieceSize();
    for (let from = 0; from < ids.length; ) {
      const some = ids.slice(from, from + pieces.count);
      const texts = await this.#scopedTexts(engine, some);
      from += some.length;
      pieces.read(texts);
      yield texts;
    }
  }

  async #textsOf(engine: EngineRecord, ids: readonly string[]): Promise<string[]> {
    const rows = await this.#store.documents.byIds(engine.id, ids);
    return this.#texts(
      engine,
      ids.map((id) => rows.get(id)),
    );
  }

  /** The documents of a meta engine by their scoped ids, read source by source. */
  async #scopedTexts(engine: EngineRecord, ids: readonly string[]): Promise<string[]> {
    const scoped = ids.map(parseScopedId);
    const texts = ids.map(() => 'null');
    for (const source of await sourcesOf(this.#store.engines, engine)) {
      const own = scoped.flatMap((parts, at) =>
        parts?.engine === source.name ? [{ at, id: parts.id }] : [],
      );
      if (own.length === 0) continue;
      const rows = await this.#store.documents.byIds(
        source.id,
        own.map(({ id }) => id),
      );
      const found = await this.#texts(
        source,
        own.map(({ id }) => rows.get(id)),
        scopedId,
      );
      for (const [i, { at }] of own.entries()) texts[at] = found[i] as string;
    }
    return texts;
  }

  /**
   * A page in order of first insertion, within the first 10,000 documents. Those of a meta engine are listed source by
   * source.
   */
  async list(
    engine: EngineRecord,
    range: PageRange,
  ): Promise<{ readonly total: number; readonly pieces: JsonPieces }> {
    const sources = await sourcesOf(this.#store.engines, engine);
    const count = sources.reduce((sum, { documentCount }) => sum + documentCount, 0);
    const total = Math.min(count, limits.listedDocuments);
    const end = Math.min(range.offset + range.limit, total);
    return {
      total,
      pieces: this.#pages(sources, range.offset, end, engine.type === 'meta' ? scopedId : plainId),
    };
  }

  async *#pages(sources: readonly EngineRecord[], offset: number, end: number, idIn: IdIn): JsonPieces {
    let before = 0;
    for (const source of sources) {
      const from = Math.max(offset - before, 0);
      const to = Math.min(end - before, source.documentCount);
      yield* this.#page(source, from, to, idIn);
      before += source.documentCount;
    }
  }

  async *#page(engine: EngineRecord, offset: number, end: number, idIn: IdIn): JsonPieces {
    const pieces = new PieceSize();
    for (let from = offset; from < end; ) {
      const limit = Math.min(pieces.count, end - from);
      const rows = await this.#store.documents.page(engine.id, { offset: from, limit });
      const texts = await this.#texts(engine, rows, idIn);
      pieces.read(texts);
      yield texts;
      if (rows.length < limit) return;
      from += limit;
    }
  }

  async #texts(
    engine: EngineRecord,
    rows: ReadonlyArray<StoredDocument | undefined>,
    idIn: IdIn = plainId,
  ): Promise<string[]> {
    const schema = await this.#schemaNow(engine);
    const yieldWhenDue = timeSlices();
    const texts: string[] = [];
    for (const row of rows) {
      texts.push(row === undefined ? 'null' : textOf(idIn(engine.name, row.id), row, schema));
      await yieldWhenDue();
    }
    return texts;
  }

  /** The schema, read after the documents, so that it has every field of theirs. */
  async #schemaNow(engine: EngineRecord): Promise<Schema> {
    return (await this.#store.engines.byId(engine.id))?.schema ?? engine.schema;
  }
}

async function engineOf(reader: StoreReader, engineId: number): Promise<EngineRecord> {
  const engine = await reader.engines.byId(engineId);
  if (engine === undefined) throw errors.noSuchEngine();
  return engine;
}

/** Whether a validation against `before` holds for `now`: same types, same documents. */
const isUnchanged = (before: EngineRecord, now: EngineRecord): boolean =>
  before.sequence === now.sequence &&
  before.schema.size === now.schema.size &&
  [...before.schema].every(([name, type]) => now.schema.get(name) === type);

/** The JSON of documents by id. Large requests are read in steps that yield to the event loop. */
async function storedOf(
  reader: StoreReader,
  engineId: number,
  ids: readonly string[],
  areLarge: boolean,
): Promise<ReadonlyMap<string, string>> {
  const stored = new Map<string, string>();
  const step = areLarge ? READ_AT_ONCE : Math.max(ids.length, 1);
  for (let from = 0; from < ids.length; from += step) {
    if (from > 0) await yieldToEventLoop();
    const rows = await reader.documents.byIds(engineId, ids.slice(from, from + step));
    for (const [id, { json }] of rows) stored.set(id, json);
  }
  return stored;
}
