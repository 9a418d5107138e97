import type { SignedKeysMode } from '../config.ts';
import type { Caller } from '../credentials/caller.ts';
import { breathe, type Indexing } from '../documents/indexing.ts';
import { errors } from '../errors.ts';
import type { SearchOutcome, SearchPlan } from '../index/plan.ts';
import type { Generation } from '../index/port.ts';
import { limits } from '../limits.ts';
import type { Schema } from '../schema/types.ts';
import type { DocumentReader, EngineRecord, StoredDocument } from '../store/port.ts';
import type { Options } from './option-error.ts';
import { renderAnswer } from './render.ts';
import type { SearchRequest } from './request.ts';
import { restrictedRequest } from './restrict.ts';

/** How often a search is done again because a document changed between being found and being fetched. */
const RETRIES = 2;

/** The plan of a request: what the index is asked. */
export function planOf(request: SearchRequest, schema: Schema): SearchPlan {
  const texts = [...schema].filter(([, type]) => type === 'text').map(([name]) => name);
  const fields = request.searchFields ?? new Map(['id', ...texts].map((name) => [name, undefined]));
  const { current, size } = request.page;
  const offset = (current - 1) * size;
  return {
    query: request.query,
    searchFields: [...fields]
      .map(([name, weight]) => ({ name, weight: weight ?? 1 }))
      .filter(({ weight }) => weight > 0),
    filter: request.filter,
    facets: (request.facets ?? [])
      .filter((facet) => facet.type === 'value')
      .map(({ field, size = limits.facetValues.default, sort }) => ({ field, size, sort })),
    offset,
    limit: offset + size > limits.searchResults ? 0 : size,
  };
}

/** Searching: restrict, plan, search, fetch, render. */
export class Searches {
  readonly #indexing: Indexing;
  readonly #documents: DocumentReader;
  readonly #mode: SignedKeysMode;

  constructor(indexing: Indexing, documents: DocumentReader, mode: SignedKeysMode) {
    this.#indexing = indexing;
    this.#documents = documents;
    this.#mode = mode;
  }

  async search(caller: Caller, engine: EngineRecord, options: Options, requestId: string) {
    // Types are those of the generation that serves: during a reindex the old ones, until the swap.
    const generation = this.#indexing.serving(engine.id);
    if (generation === undefined) throw errors.noSuchEngine();
    const request = restrictedRequest(options, caller.restrictions, generation.schema, this.#mode);
    const { outcome, documents } = await this.#found(generation, planOf(request, generation.schema));
    return renderAnswer({ request, outcome, documents, engine, schema: generation.schema, requestId });
  }

  /**
   * Searches and fetches what was found. A document that has changed in between might no longer pass the filter it
   * was found by, so its hit counts only if its sequence number is still the one that was found.
   */
  async #found(generation: Generation, plan: SearchPlan) {
    let outcome: SearchOutcome;
    let documents: ReadonlyMap<string, StoredDocument>;
    for (let attempt = 0; ; attempt++) {
      outcome = await generation.search(plan);
      const ids = outcome.hits.map((hit) => hit.id);
      documents = await this.#documents.byIds(generation.engineId, ids);
      const isCurrent = outcome.hits.every((hit) => documents.get(hit.id)?.sequence === hit.sequence);
      if (isCurrent || attempt === RETRIES) break;
      await breathe();
    }
    const hits = outcome.hits.filter((hit) => documents.get(hit.id)?.sequence === hit.sequence);
    return { outcome: { ...outcome, hits }, documents };
  }
}
