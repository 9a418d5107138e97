import type { Caller } from '../api/caller.ts';
import type { SignedKeysMode } from '../config.ts';
import { ApiError } from '../errors.ts';
import type { SearchPlan } from '../index/plan.ts';
import type { Indexing } from '../indexing/indexing.ts';
import type { Searchable } from '../indexing/serving-generations.ts';
import type { JsonText } from '../json/json-text.ts';
import type { EngineRecord } from '../store/port.ts';
import type { Body } from '../values/typed-fields.ts';
import type { Schema } from '../values/types.ts';
import { AnswerStream, listed } from './answer-stream.ts';
import type { CurrentHits } from './current-hits.ts';
import { type HitView, renderHits } from './hit-renderer.ts';
import { LargePages, type Renderers } from './large-page.ts';
import { parseSearches } from './multi-search.ts';
import type { Options } from './option.ts';
import { messagesOf } from './option-error.ts';
import { Profile } from './profile.ts';
import { bodyOf } from './recent-documents.ts';
import { renderAnswer, renderFrame } from './render.ts';
import { RenderingLimit } from './rendering-limit.ts';
import type { SearchRequest } from './request.ts';
import { restrictedRequest } from './restrict.ts';
import { searchPlan } from './search-plan.ts';

/** What an installation says about searching. */
export interface SearchSettings {
  readonly signedKeys: SignedKeysMode;
  /** Characters that a query may have. */
  readonly queryLimit: number;
  /** Milliseconds that rendering may take, if not those of the limits. */
  readonly renderingTime?: number;
}

/** One who asks: the search ends when the signal aborts. */
export interface Asker {
  readonly caller: Caller;
  readonly requestId: string;
  readonly hangUp?: AbortSignal;
  readonly wantsProfile?: boolean;
}

/** What the searches of one asker share. */
interface Patience extends Asker {
  readonly limit: RenderingLimit;
}

/** Searching: restrict, plan, search, fetch, render. Large pages are rendered by workers while they are sent. */
export class Searches {
  readonly #indexing: Indexing;
  readonly #hits: CurrentHits;
  readonly #largePages: LargePages;
  readonly #settings: SearchSettings;

  constructor(indexing: Indexing, hits: CurrentHits, renderers: Renderers, settings: SearchSettings) {
    this.#indexing = indexing;
    this.#hits = hits;
    this.#largePages = new LargePages(hits, renderers);
    this.#settings = settings;
  }

  search(asker: Asker, engine: EngineRecord, options: Options): Promise<JsonText | AnswerStream> {
    const profile = profileFor(asker);
    // Types are those of the generation that serves: during a reindex the old ones, until the swap.
    return this.#indexing.serving.use(engine.id, async (generation) => {
      const request = this.#request(asker.caller, generation, options);
      return this.#answer(generation, engine, request, this.#patience(asker), profile);
    });
  }

  /** Several searches at once, answered in their order. One that cannot be used refuses them all. */
  multiSearch(asker: Asker, engine: EngineRecord, options: Options): Promise<JsonText | AnswerStream> {
    return this.#indexing.serving.use(engine.id, (generation) =>
      this.#multiSearch(asker, engine, generation, options),
    );
  }

  async #multiSearch(
    asker: Asker,
    engine: EngineRecord,
    generation: Searchable,
    options: Options,
  ): Promise<JsonText | AnswerStream> {
    const read = parseSearches(options).map((search) => {
      try {
        return { request: this.#request(asker.caller, generation, search()), errors: [] };
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
    const answers: Array<JsonText | AnswerStream> = [];
    const patience = this.#patience(asker);
    // One after another: ten searches of one caller shall not stand before those of ten others.
    for (const request of requests) {
      answers.push(await this.#answer(generation, engine, request, patience, profileFor(asker)));
    }
    return listed(answers);
  }

  #request(caller: Caller, { schema }: Searchable, options: Options): SearchRequest {
    const { signedKeys, queryLimit } = this.#settings;
    return restrictedRequest(options, caller.restrictions, schema, signedKeys, queryLimit);
  }

  #patience(asker: Asker): Patience {
    return { ...asker, limit: new RenderingLimit(asker.hangUp, this.#settings.renderingTime) };
  }

  async #answer(
    generation: Searchable,
    engine: EngineRecord,
    request: SearchRequest,
    { requestId, hangUp, limit }: Patience,
    profile: Profile | undefined,
  ): Promise<JsonText | AnswerStream> {
    const plan = searchPlan(request, generation.schema);
    profile?.end('request');
    const { outcome, isLarge, pieces } = await this.#hits.find(generation, plan, hangUp, profile);
    // The schema as it is now: a document found may have brought fields since the request was read.
    const view = viewOf(request, plan, engine, generation.language, await generation.currentSchema());
    const found = { request, outcome, engine: engine.name, requestId, profile };
    if (isLarge) {
      const page = { engineId: engine.id, pieces, view, frame: renderFrame(found) };
      return new AnswerStream(this.#largePages.chunks(page, limit));
    }
    const results: string[] = [];
    for (const { hits, documents } of pieces) {
      const shown = (id: string): Body => {
        const document = documents?.get(id);
        return document === undefined ? {} : bodyOf(document);
      };
      for (const result of renderHits(view, hits, shown, true))
        if (result !== undefined) results.push(result);
    }
    profile?.end('results');
    return renderAnswer(found, results);
  }
}

/** For private keys that may read, and for people: how much an engine had to do tells of documents that others hide. */
const profileFor = ({ caller, wantsProfile }: Asker): Profile | undefined =>
  wantsProfile === true && caller.read ? new Profile() : undefined;

const viewOf = (
  { resultFields, groupKey, sort, showsScores }: SearchRequest,
  { query, matching }: SearchPlan,
  engine: EngineRecord,
  language: string | null,
  schema: Schema,
): HitView => ({
  engine: engine.name,
  language,
  schema,
  query,
  matching,
  resultFields,
  groupKey,
  // A score that has no part in the order is not shown, nor one that would tell what the caller may not see.
  hasScores: showsScores && (sort.length === 0 || sort.some(({ kind }) => kind === 'score')),
});
