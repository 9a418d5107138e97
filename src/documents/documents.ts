import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { type Schema, schemaWith } from '../schema/types.ts';
import type {
  DocumentChange,
  EngineRecord,
  Store,
  StoredDocument,
  StoreWriter,
  Window,
} from '../store/port.ts';
import { type BatchOutcome, judgePatches, judgeReplacements, type Verdict } from './batch.ts';
import { parseDocumentId } from './document-id.ts';
import { type Body, type Indexing, shownFields } from './indexing.ts';

export interface Deletion {
  readonly id: string;
  readonly deleted: boolean;
}

const shown = (document: StoredDocument, schema: Schema): Record<string, unknown> => ({
  id: document.id,
  ...Object.fromEntries(shownFields(JSON.parse(document.json), schema)),
});

const idOf = (value: unknown): string | undefined => {
  const parsed = parseDocumentId(value);
  return parsed.kind === 'given' ? parsed.id : undefined;
};

/** Reading and writing the documents of an engine. */
export class Documents {
  readonly #store: Store;
  readonly #indexing: Indexing;

  constructor(store: Store, indexing: Indexing) {
    this.#store = store;
    this.#indexing = indexing;
  }

  /** Creates or replaces documents; each is accepted or refused by itself. */
  replace(engineId: number, documents: readonly unknown[]): Promise<readonly Verdict[]> {
    return this.#write(engineId, async (_tx, engine) => judgeReplacements(engine.schema, documents));
  }

  /** Changes the named fields of documents that exist. */
  patch(engineId: number, patches: readonly unknown[]): Promise<readonly Verdict[]> {
    return this.#write(engineId, async (tx, engine) => {
      const ids = patches
        .map((patch) => idOf((patch as { id?: unknown } | null)?.id))
        .filter((id) => id !== undefined);
      const rows = await tx.documents.byIds(engineId, ids);
      const stored = new Map<string, Body>([...rows].map(([id, { json }]) => [id, JSON.parse(json)]));
      return judgePatches(engine.schema, patches, stored);
    });
  }

  async #write(
    engineId: number,
    judge: (tx: StoreWriter, engine: EngineRecord) => Promise<BatchOutcome>,
  ): Promise<readonly Verdict[]> {
    return this.#indexing.exclusive(engineId, async () => {
      let changes: readonly DocumentChange[] = [];
      const outcome = await this.#store.transact(async (tx) => {
        // Read within the transaction: the types that a document is checked against are those it is stored under.
        const engine = await tx.engines.byId(engineId);
        if (engine === undefined) throw errors.noSuchEngine();
        const judged = await judge(tx, engine);
        if (judged.added.size > 0) {
          await tx.engines.setSchema(engineId, schemaWith(engine.schema, judged.added));
        }
        changes = await tx.documents.put(engineId, judged.documents);
        return judged;
      });
      await this.#indexing.apply(engineId, changes, outcome.added);
      return outcome.verdicts;
    });
  }

  async delete(engineId: number, ids: readonly string[]): Promise<readonly Deletion[]> {
    return this.#indexing.exclusive(engineId, async () => {
      const changes = await this.#store.transact(async (tx) => {
        const engine = await tx.engines.byId(engineId);
        if (engine === undefined) throw errors.noSuchEngine();
        const gone = await tx.documents.delete(engineId, ids);
        // Only a reindex job replays deletions; without one their record would grow for ever.
        if (engine.runningJob === null) {
          await tx.documents.forgetDeletions(engineId, engine.sequence + gone.length);
        }
        return gone;
      });
      await this.#indexing.apply(engineId, changes, new Map());
      const gone = new Set(changes.map((change) => change.id));
      // An id named twice was there for its first mention only.
      return ids.map((id) => ({ id, deleted: gone.delete(id) }));
    });
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
