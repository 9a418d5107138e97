import { analyzerFor } from '../analysis/language.ts';
import type { SignedKeysMode } from '../config.ts';
import type { Caller } from '../credentials/caller.ts';
import type { Indexing } from '../documents/indexing.ts';
import { ApiError, errors } from '../errors.ts';
import type { Generation } from '../index/port.ts';
import type { EngineRecord } from '../store/port.ts';
import type { CurrentHits } from './current-hits.ts';
import { parseSearches } from './multi-search.ts';
import type { Options } from './option.ts';
import { messagesOf } from './option-error.ts';
import { QueryWords } from './query-words.ts';
import { renderAnswer } from './render.ts';
import { FieldRenderer } from './render-field.ts';
import type { SearchRequest } from './request.ts';
import { restrictedRequest } from './restrict.ts';
import { searchPlan } from './search-plan.ts';

/** What an installation says about searching. */
export interface SearchSettings {
  readonly signedKeys: SignedKeysMode;
  /** Characters that a query may have. */
  readonly queryLimit: number;
}

/** Searching: restrict, plan, search, fetch, render. */
export class Searches {
  readonly #indexing: Indexing;
  readonly #hits: CurrentHits;
  readonly #settings: SearchSettings;

  constructor(indexing: Indexing, hits: CurrentHits, settings: SearchSettings) {
    this.#indexing = indexing;
    this.#hits = hits;
    this.#settings = settings;
  }

  async search(caller: Caller, engine: EngineRecord, options: Options, requestId: string): Promise<object> {
    const generation = this.#serving(engine);
    return this.#answer(generation, engine, this.#request(caller, generation, options), requestId);
  }

  /** Several searches at once, answered in their order. One that cannot be used refuses them all. */
  async multiSearch(
    caller: Caller,
    engine: EngineRecord,
    options: Options,
    requestId: string,
  ): Promise<object[]> {
    const generation = this.#serving(engine);
    const read = parseSearches(options).map((search) => {
      try {
        return { request: this.#request(caller, generation, search()), errors: [] };
      } catch (error) {
        return { errors: messagesOf(error) };
      }
    });
    const requests = read.flatMap(({ request }) => request ?? []);
    if (requests.length < read.length) {
      throw new ApiError(
        400,
        read.map(({ errors }) => ({ errors })),
      );
    }
    const answers: object[] = [];
    // One after another: ten searches of one caller shall not stand before those of ten others.
    for (const request of requests) answers.push(await this.#answer(generation, engine, request, requestId));
    return answers;
  }

  /** Types are those of the generation that serves: during a reindex the old ones, until the swap. */
  #serving(engine: EngineRecord): Generation {
    const generation = this.#indexing.serving(engine.id);
    if (generation === undefined) throw errors.noSuchEngine();
    return generation;
  }

  #request(caller: Caller, { schema }: Generation, options: Options): SearchRequest {
    const { signedKeys, queryLimit } = this.#settings;
    return restrictedRequest(options, caller.restrictions, schema, signedKeys, queryLimit);
  }

  async #answer(generation: Generation, engine: EngineRecord, request: SearchRequest, requestId: string) {
    const plan = searchPlan(request, generation.schema);
    const analyzer = analyzerFor(generation.language);
    const fields = new FieldRenderer(new QueryWords(plan.query, request.precision, analyzer), analyzer);
    const { outcome, documents } = await this.#hits.find(generation, plan);
    // The schema as it is now: a document found may have brought fields since the request was read.
    const { schema } = generation;
    return renderAnswer({ request, outcome, documents, engine, schema, fields, requestId });
  }
}
