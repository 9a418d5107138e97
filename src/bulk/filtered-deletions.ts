import { errors } from '../errors.ts';
import type { Filter, Hit, SearchPlan } from '../index/plan.ts';
import type { Indexing } from '../indexing/indexing.ts';
import { limits } from '../limits.ts';
import { parseFilters } from '../search/filters.ts';
import { isGiven } from '../search/option.ts';
import { optionErrors } from '../search/option-error.ts';
import { TimeLimit } from '../search/time-limit.ts';
import type { EngineRecord, Store } from '../store/port.ts';

export interface DeletionRequest {
  readonly filters: unknown;
  /** Names of other parameters. */
  readonly unknown: readonly string[];
  readonly isDryRun: boolean;
  readonly signal: AbortSignal;
}

export interface DeletionResult {
  /** How many documents passed the filters at first. */
  readonly matched: number;
  readonly deleted: number;
  /** The first of them, in a dry run. */
  readonly ids?: readonly string[];
}

const interrupted = new WeakMap<object, number>();

/** What a deletion has found and deleted so far. */
interface Progress {
  deleted: number;
  matched: number | undefined;
}

/** How many documents a deletion had deleted when it failed with `error`. */
export const deletedBefore = (error: unknown): number =>
  (typeof error === 'object' && error !== null ? interrupted.get(error) : undefined) ?? 0;

/** Documents that one search finds, and that one transaction deletes. */
const FOUND_AT_ONCE = 10_000;
const DELETED_AT_ONCE = 500;

/**
 * Deletes documents by filter, in batches. Only those are deleted that passed the filters before the request and have not
 * changed since: each is deleted at the sequence number that the search has found it at.
 */
export class FilteredDeletions {
  readonly #store: Store;
  readonly #indexing: Indexing;
  readonly #time: number;

  constructor(store: Store, indexing: Indexing, time: number = limits.deletion.time) {
    this.#store = store;
    this.#indexing = indexing;
    this.#time = time;
  }

  async run(engine: EngineRecord, request: DeletionRequest): Promise<DeletionResult> {
    if (request.unknown.length > 0) throw optionErrors.unknownOptions(request.unknown);
    if (!isGiven(request.filters)) throw optionErrors.missing('filters');
    const progress: Progress = { deleted: 0, matched: undefined };
    try {
      return await this.#run(engine, request, progress);
    } catch (error) {
      if (typeof error === 'object' && error !== null) interrupted.set(error, progress.deleted);
      throw error;
    }
  }

  async #run(engine: EngineRecord, request: DeletionRequest, progress: Progress): Promise<DeletionResult> {
    const limit = new TimeLimit(request.signal, this.#time, () =>
      errors.deletionTooLong(progress.deleted, progress.matched ?? 0),
    );
    const { sequence = 0 } = (await this.#store.engines.byId(engine.id)) ?? {};
    /** Documents that were written since: they come first in every search. */
    let newer = 0;
    for (;;) {
      const size = request.isDryRun ? limits.deletion.shownIds : FOUND_AT_ONCE + newer;
      const { total, hits } = await limit.within(this.#find(engine, request.filters, size, limit.signal));
      progress.matched ??= total;
      const { matched } = progress;
      if (request.isDryRun) return { matched, deleted: 0, ids: hits.map(({ id }) => id) };
      const older = hits.filter((hit) => hit.sequence <= sequence);
      newer = hits.length - older.length;
      for (let from = 0; from < older.length; from += DELETED_AT_ONCE) {
        limit.signal.throwIfAborted();
        const batch = older.slice(from, from + DELETED_AT_ONCE);
        progress.deleted += await limit.within(this.#delete(engine.id, batch));
      }
      if (hits.length < size) return { matched, deleted: progress.deleted };
    }
  }

  /** The filters are parsed again for each search: the types of the engine may have changed. */
  #find(engine: EngineRecord, filters: unknown, size: number, signal: AbortSignal) {
    return this.#indexing.serving.use(engine, (generation) => {
      const filter = parseFilters(filters, generation.schema, 'deletion');
      return generation.search(planOf(filter, size), { signal });
    });
  }

  #delete(engineId: number, hits: readonly Hit[]): Promise<number> {
    return this.#indexing.writes.write(engineId, () =>
      this.#store.transact({ engine: engineId }, async (tx) => {
        const engine = await tx.engines.byId(engineId);
        if (engine === undefined) throw errors.noSuchEngine();
        const ids = hits.map(({ id }) => id);
        const found = await tx.documents.sizesOf(engineId, ids);
        const unchanged = hits.filter(({ id, sequence }) => found.get(id)?.sequence === sequence);
        const changes = await tx.documents.delete(
          engineId,
          unchanged.map(({ id }) => id),
        );
        return { changes, engine, added: new Map(), response: changes.length };
      }),
    );
  }
}

/** All documents that pass a filter, those that were written last first. */
const planOf = (filter: Filter, limit: number): SearchPlan => ({
  query: { kind: 'everything' },
  fields: [],
  matching: { expansions: [], needed: [], inOneField: false, longestPrefix: 0, establishedDocs: 0 },
  filter,
  boosts: [],
  sort: [],
  group: null,
  facets: [],
  promoted: [],
  hidden: [],
  offset: 0,
  limit,
});
