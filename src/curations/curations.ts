import { texts } from '../error-texts.ts';
import { badRequest, errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { missingDocuments } from '../meta-engines/missing-documents.ts';
import type { CurationRecord, EngineRecord, Page, PageRange, Store, StoreWriter } from '../store/port.ts';
import { queryKey } from '../tuning/query-key.ts';
import { changeTuning, type TuningRequest } from '../tuning/tuning-change.ts';
import { newCurationId } from '../tuning/tuning-id.ts';
import type { CurationRequest } from './curation-request.ts';

/** Creates, reads, changes and deletes curations. */
export class Curations {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  page({ id }: EngineRecord, range: PageRange): Promise<Page<CurationRecord>> {
    return this.#store.tuning.curations(id, range);
  }

  async get({ id }: EngineRecord, curationId: string): Promise<CurationRecord> {
    const curation = await this.#store.tuning.curation(id, curationId);
    if (curation === undefined) throw errors.noSuchCuration(curationId);
    return curation;
  }

  create(
    change: TuningRequest,
    { queries = [], promoted, hidden }: CurationRequest,
  ): Promise<CurationRecord> {
    const curation = { id: newCurationId(), queries, promoted, hidden };
    return this.#change(change, async (tx, engine) => {
      const { total } = await tx.tuning.curations(engine.id, { offset: 0, limit: 0 });
      if (total >= limits.curations) throw badRequest(texts.tooManyCurations);
      return putCuration(tx, engine, curation);
    });
  }

  /** Replaces both lists, and the queries unless the request omits them. */
  replace(change: TuningRequest, id: string, request: CurationRequest): Promise<CurationRecord> {
    return this.#change(change, async (tx, engine) => {
      const current = await tx.tuning.curation(engine.id, id);
      if (current === undefined) throw errors.noSuchCuration(id);
      return putCuration(tx, engine, { ...request, id, queries: request.queries ?? current.queries });
    });
  }

  delete(change: TuningRequest, id: string): Promise<void> {
    return this.#change(change, async ({ tuning }, engine) => {
      if (!(await tuning.deleteCuration(engine.id, id))) throw errors.curationDoesNotExist(id);
    });
  }

  #change<T>(change: TuningRequest, work: (tx: StoreWriter, engine: EngineRecord) => Promise<T>): Promise<T> {
    return changeTuning(this.#store, { ...change, work });
  }
}

/**
 * Stores a curation if no other curation has one of its queries, and its documents exist: those of `known` ids may have
 * been deleted since.
 */
export async function putCuration(
  tx: StoreWriter,
  engine: EngineRecord,
  curation: CurationRecord,
  known: ReadonlySet<string> = new Set(),
): Promise<CurationRecord> {
  const keys = curation.queries.map(queryKey);
  const messages: string[] = [];
  for (const [at, key] of keys.entries()) {
    const other = await tx.tuning.curationOf(engine.id, key);
    if (other !== undefined && other.id !== curation.id) {
      messages.push(texts.queryTaken(other.id, curation.queries[at] as string));
    }
  }
  for (const list of ['promoted', 'hidden'] as const) {
    const unknown = curation[list].filter((id) => !known.has(id));
    const missing = await missingDocuments(tx, engine, unknown);
    if (missing.length > 0) messages.push(texts.invalidDocuments(list, missing));
  }
  if (messages.length > 0) throw badRequest(messages);
  await tx.tuning.putCuration(engine.id, curation, keys);
  return curation;
}
