import { errors } from '../errors.ts';
import type { Indexing } from '../indexing/indexing.ts';
import { limits } from '../limits.ts';
import type {
  EngineRecord,
  Precondition,
  Store,
  StoredDocument,
  StoreReader,
  Window,
} from '../store/port.ts';
import { yieldToEventLoop } from '../threads/time-slice.ts';
import { shownFields } from '../values/shown-fields.ts';
import { type Schema, schemaWith } from '../values/types.ts';
import type { ValidatedBatch, ValidationResult } from './batch.ts';
import type { SentDocuments } from './sent-documents.ts';

export interface Deletion {
  readonly id: string;
  readonly deleted: boolean;
}

const shown = (document: StoredDocument, schema: Schema): Record<string, unknown> => ({
  id: document.id,
  ...Object.fromEntries(shownFields(JSON.parse(document.json), schema)),
});

/** Documents read at a time while nobody must wait long. */
const READ_AT_ONCE = 20;

/** Reading and writing the documents of an engine. */
export class Documents {
  readonly #store: Store;
  readonly #indexing: Indexing;

  constructor(store: Store, indexing: Indexing) {
    this.#store = store;
    this.#indexing = indexing;
  }

  /** Creates or replaces documents; each is accepted or refused by itself. */
  replace(
    engineId: number,
    documents: SentDocuments,
    precondition?: Precondition,
  ): Promise<readonly ValidationResult[]> {
    return this.#write(engineId, documents, precondition, (_reader, { schema }) =>
      documents.replacements(schema),
    );
  }

  /** Changes the named fields of documents that exist. */
  patch(
    engineId: number,
    patches: SentDocuments,
    precondition?: Precondition,
  ): Promise<readonly ValidationResult[]> {
    return this.#write(engineId, patches, precondition, async (reader, { schema }) => {
      const ids = await patches.ids();
      return patches.patches(schema, await storedOf(reader, engineId, ids, patches.isLarge));
    });
  }

  async #write(
    engineId: number,
    { isLarge, bytes }: SentDocuments,
    precondition: Precondition | undefined,
    validate: (reader: StoreReader, engine: EngineRecord) => Promise<ValidatedBatch>,
  ): Promise<readonly ValidationResult[]> {
    return this.#indexing.write(engineId, bytes, async () => {
      // What takes long is judged before the transaction, for which all other engines would have to wait.
      const before = isLarge ? await engineOf(this.#store, engineId) : undefined;
      const early = before && (await validate(this.#store, before));
      return this.#store.transact({ engine: engineId }, async (tx) => {
        // Read within the transaction: the types that a document is checked against are those it is stored under.
        const engine = await engineOf(tx, engineId);
        await precondition?.(tx);
        const { documents, added, results } =
          before && early && isAsBefore(before, engine) ? early : await validate(tx, engine);
        this.#indexing.expect(engineId, documents, added);
        if (added.size > 0) {
          await tx.engines.setSchema(engineId, schemaWith(engine.schema, added));
          await tx.unconfirmed.add(engineId, [...added.keys()], Date.now());
        }
        return { changes: await tx.documents.put(engineId, documents), added, answer: results };
      });
    });
  }

  async delete(
    engineId: number,
    ids: readonly string[],
    precondition?: Precondition,
  ): Promise<readonly Deletion[]> {
    return this.#indexing.write(engineId, 0, () =>
      this.#store.transact({ engine: engineId }, async (tx) => {
        await engineOf(tx, engineId);
        await precondition?.(tx);
        const changes = await tx.documents.delete(engineId, ids);
        const gone = new Set(changes.map((change) => change.id));
        // An id named twice was there for its first mention only.
        const answer = ids.map((id) => ({ id, deleted: gone.delete(id) }));
        return { changes, added: new Map(), answer };
      }),
    );
  }

  /** One entry per id, in order; null where there is no such document. */
  async get(
    engine: EngineRecord,
    ids: readonly string[],
  ): Promise<ReadonlyArray<Record<string, unknown> | null>> {
    const rows = await this.#store.documents.byIds(engine.id, ids);
    const schema = await this.#schemaNow(engine);
    return ids.map((id) => {
      const row = rows.get(id);
      return row === undefined ? null : shown(row, schema);
    });
  }

  /** A page in order of first insertion, within the first 10,000 documents. */
  async list(engine: EngineRecord, { offset, limit }: Window) {
    const total = Math.min(engine.documentCount, limits.listedDocuments);
    const reachable = Math.min(limit, Math.max(total - offset, 0));
    const rows =
      reachable === 0 ? [] : await this.#store.documents.page(engine.id, { offset, limit: reachable });
    const schema = await this.#schemaNow(engine);
    return { total, results: rows.map((row) => shown(row, schema)) };
  }

  /** The schema, read after the documents: it knows every field they have, also those that came meanwhile. */
  async #schemaNow(engine: EngineRecord): Promise<Schema> {
    return (await this.#store.engines.byId(engine.id))?.schema ?? engine.schema;
  }
}

async function engineOf(reader: StoreReader, engineId: number): Promise<EngineRecord> {
  const engine = await reader.engines.byId(engineId);
  if (engine === undefined) throw errors.noSuchEngine();
  return engine;
}

/** Whether what was judged by one state of an engine holds for another: same fields and types, same documents. */
const isAsBefore = (before: EngineRecord, now: EngineRecord): boolean =>
  before.sequence === now.sequence &&
  before.schema.size === now.schema.size &&
  [...before.schema].every(([name, type]) => now.schema.get(name) === type);

/** The JSON of documents by id; many large ones are read bit by bit, with room for others in between. */
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
