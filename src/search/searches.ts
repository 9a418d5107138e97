import type { Caller } from '../api/caller.ts';
import { ApiError, errors } from '../errors.ts';
import type { Events } from '../events/events.ts';
import type { Hit, SearchOutcome, SearchPlan } from '../index/plan.ts';
import type { Indexing } from '../indexing/indexing.ts';
import type { Searchable } from '../indexing/serving-generations.ts';
import type { JsonText } from '../json/json-text.ts';
import { limits } from '../limits.ts';
import { scopedId } from '../meta-engines/scoped-id.ts';
import type { SignedKeysMode } from '../setting-table.ts';
import type { EngineRecord } from '../store/port.ts';
import { timeSlices } from '../threads/time-slice.ts';
import { type Tuning, type Tunings, UNCURATED } from '../tuning/tuning.ts';
import type { Body } from '../values/typed-fields.ts';
import type { Schema } from '../values/types.ts';
import { AnswerStream, listed } from './answer-stream.ts';
import type { CurrentHits, Piece } from './current-hits.ts';
import { foundOf } from './found.ts';
import { type RenderOptions, renderHits } from './hit-renderer.ts';
import { LargePages, type Renderers } from './large-page.ts';
import { parseSearches } from './multi-search.ts';
import type { Options } from './option.ts';
import { messagesOf } from './option-error.ts';
import { planJson } from './plan-json.ts';
import { Profile, type StageListener } from './profile.ts';
import { bodyOf } from './recent-documents.ts';
import { type Frame, renderAnswer, renderFrame } from './render.ts';
import type { SearchRequest } from './request.ts';
import { restrictedRequest } from './restrict.ts';
import type { ShownPage } from './search-observer.ts';
import { searchPlan } from './search-plan.ts';
import { synonymExpansions } from './synonym-expansions.ts';
import { TimeLimit } from './time-limit.ts';

/** The settings of an installation that searches need. */
export interface SearchSettings {
  readonly signedKeys: SignedKeysMode;
  /** The longest query, in characters. */
  readonly queryLimit: number;
  /** The most milliseconds for rendering, if different from the default limit. */
  readonly renderingTime?: number;
  /** Receives the times of every search. */
  readonly onStage?: StageListener | undefined;
}

/** The context of a search request. The search ends when the signal aborts. */
export interface RequestContext {
  readonly caller: Caller;
  readonly requestId: string;
  readonly signal?: AbortSignal;
  readonly wantsProfile?: boolean;
  readonly wantsDebug?: boolean;
  /** Called with the page before it is sent. */
  readonly onFound?: ((page: ShownPage) => void) | undefined;
  /** For previews of a curation: the results without it. */
  readonly ignoresCurations?: boolean;
}

/** With the limits of time for searching and rendering, which the searches of one request share. */
interface LimitedContext extends RequestContext {
  readonly searching: TimeLimit;
  readonly limit: TimeLimit;
}

/** A search that is ready to run. */
export interface PlannedSearch {
  readonly generation: Searchable;
  readonly request: SearchRequest;
  readonly plan: SearchPlan;
}

/** Runs searches: restrict, plan, search, fetch, render. Workers render large pages while they are sent. */
export class Searches {
  readonly #indexing: Indexing;
  readonly #tunings: Tunings;
  readonly #hits: CurrentHits;
  readonly #largePages: LargePages;
  readonly #events: Pick<Events, 'search'>;
  readonly #settings: SearchSettings;

  constructor(
    indexing: Indexing,
    tunings: Tunings,
    hits: CurrentHits,
    renderers: Renderers,
    events: Pick<Events, 'search'>,
    settings: SearchSettings,
  ) {
    this.#indexing = indexing;
    this.#tunings = tunings;
    this.#hits = hits;
    this.#largePages = new LargePages(hits, renderers);
    this.#events = events;
    this.#settings = settings;
  }

  search(context: RequestContext, engine: EngineRecord, options: Options): Promise<JsonText | AnswerStream> {
    const profile = this.#profileFor(context);
    // The types are those of the serving generation: during a reindex the old ones, until the swap.
    return this.#indexing.serving.use(engine, async (generation) => {
      const tuning = await this.#tunings.of(engine);
      const request = await this.#request(context.caller, generation, tuning, options);
      return this.#answer(generation, engine, tuning, request, this.#limited(context), profile);
    });
  }

  /** Several searches in one request, answered in order. If one is invalid, all are rejected. */
  multiSearch(
    context: RequestContext,
    engine: EngineRecord,
    options: Options,
  ): Promise<JsonText | AnswerStream> {
    return this.#indexing.serving.use(engine, (generation) =>
      this.#multiSearch(context, engine, generation, options),
    );
  }

  async #multiSearch(
    context: RequestContext,
    engine: EngineRecord,
    generation: Searchable,
    options: Options,
  ): Promise<JsonText | AnswerStream> {
    const tuning = await this.#tunings.of(engine);
    const read: Array<{ readonly request?: SearchRequest; readonly errors: readonly string[] }> = [];
    for (const search of parseSearches(options)) {
      try {
        read.push({ request: await this.#request(context.caller, generation, tuning, search()), errors: [] });
      } catch (error) {
        read.push({ errors: messagesOf(error) });
      }
    }
    const requests = read.flatMap(({ request }) => request ?? []);
    if (requests.length < read.length) {
      throw new ApiError(
        400,
        read.map(({ errors }) => ({ errors })),
      );
    }
    const answers: Array<JsonText | AnswerStream> = [];
    const limited = this.#limited(context);
    // Run one after another, so that ten searches of one caller do not delay those of ten others.
    for (const request of requests) {
      answers.push(
        await this.#answer(generation, engine, tuning, request, limited, this.#profileFor(context)),
      );
    }
    return listed(answers);
  }

  /** Runs `work` with the search that a caller's options stand for, without running it. */
  use<T>(
    caller: Caller,
    engine: EngineRecord,
    options: Options,
    work: (planned: PlannedSearch) => Promise<T>,
  ): Promise<T> {
    return this.#indexing.serving.use(engine, async (generation) => {
      const tuning = await this.#tunings.of(engine);
      const request = await this.#request(caller, generation, tuning, options);
      return work({ generation, request, plan: await this.#plan(generation, engine, tuning, request) });
    });
  }

  /**
   * The ids of the first `size` documents that a query finds with a tuning, which need not be the stored one. Nothing is
   * fetched, rendered or recorded.
   */
  ranking(
    engine: EngineRecord,
    tuning: Tuning,
    { query, size }: { readonly query: string; readonly size: number },
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    return this.#indexing.serving.use(engine, async (generation) => {
      const options = { query, page: { size } };
      const { signedKeys } = this.#settings;
      const request = restrictedRequest(
        options,
        null,
        generation.schema,
        signedKeys,
        query.length,
        tuning.settings,
      );
      const plan = await this.#plan(generation, engine, tuning, request);
      const limit = this.#hits.timeLimit(signal);
      const { hits } = await limit.within(generation.search(plan, { signal: limit.signal }));
      if (engine.type !== 'meta') return hits.map(({ id }) => id);
      const names = new Map(generation.engines.map(({ id, name }) => [id, name]));
      return hits.map(({ engineId, id }) => scopedId(names.get(engineId) ?? '', id));
    });
  }

  async #plan(
    generation: Searchable,
    engine: EngineRecord,
    tuning: Tuning,
    request: SearchRequest,
    ignoresCurations = false,
  ): Promise<SearchPlan> {
    return searchPlan(request, generation.schema, {
      synonyms: await synonymExpansions(tuning, generation.language, request.query),
      ...(ignoresCurations ? UNCURATED : await this.#tunings.curatedBy(engine, request.query)),
    });
  }

  /** Reads the options. Thousands of values take milliseconds, as does planning with them, so it yields in between. */
  async #request(
    { restrictions }: Caller,
    { schema }: Searchable,
    { settings }: Tuning,
    options: Options,
  ): Promise<SearchRequest> {
    const yieldWhenDue = timeSlices();
    const { signedKeys, queryLimit } = this.#settings;
    const request = restrictedRequest(options, restrictions, schema, signedKeys, queryLimit, settings);
    await yieldWhenDue();
    return request;
  }

  #profileFor(context: RequestContext): Profile | undefined {
    const { onStage } = this.#settings;
    return onStage !== undefined || showsProfile(context) ? new Profile(onStage) : undefined;
  }

  #limited(context: RequestContext): LimitedContext {
    const { renderingTime = limits.renderingTime } = this.#settings;
    return {
      ...context,
      searching: this.#hits.timeLimit(context.signal),
      limit: new TimeLimit(context.signal, renderingTime, errors.renderingTooLong),
    };
  }

  async #answer(
    generation: Searchable,
    engine: EngineRecord,
    tuning: Tuning,
    request: SearchRequest,
    context: LimitedContext,
    profile: Profile | undefined,
  ): Promise<JsonText | AnswerStream> {
    const {
      caller,
      requestId,
      signal,
      limit,
      searching,
      wantsDebug = false,
      ignoresCurations,
      onFound,
    } = context;
    const plan = await this.#plan(generation, engine, tuning, request, ignoresCurations);
    profile?.end('request');
    const { outcome, isLarge, pieces } = await this.#hits.find(generation, plan, searching, profile);
    // The current schema: a found document may have added fields since the request was parsed.
    const schemas = await generation.currentSchemas();
    const renderOptions = renderOptionsOf(request, plan, engine, generation, schemas);
    const { engines } = renderOptions;
    if (request.recordAnalytics) {
      const { query, tags } = request;
      this.#events.search({
        engine,
        caller,
        query,
        tags,
        requestId,
        ...shownHits(plan, outcome, engine, engines),
      });
    }
    const debug = wantsDebug && caller.read ? debugOf(plan, outcome, engines, requestId) : undefined;
    const shownProfile = showsProfile(context) ? profile : undefined;
    const found = { request, outcome, engine, engines, requestId, profile: shownProfile, debug };
    if (isLarge) {
      const frame = await inSlices(renderFrame(found), signal);
      onFound?.(shownPage(frame, plan, outcome, engine, engines));
      return new AnswerStream(this.#largePages.chunks({ pieces, renderOptions, frame }, limit));
    }
    const results = await inSlices(renderResults(renderOptions, pieces), signal);
    profile?.end('results');
    const frame = await inSlices(renderFrame(found), signal);
    onFound?.(shownPage(frame, plan, outcome, engine, engines));
    return renderAnswer(frame, results);
  }
}

/** What a later click is compared with. */
export function shownHits(
  { offset }: SearchPlan,
  { total, hits }: SearchOutcome,
  { type }: EngineRecord,
  engines: ReadonlyMap<number, { readonly name: string }>,
) {
  const shown = hits.slice(0, limits.positionedHits);
  const documentIds = shown.map(({ id, engineId }) =>
    type === 'meta' ? scopedId(engines.get(engineId)?.name ?? '', id) : id,
  );
  return { hasResults: total > 0, first: offset + 1, documentIds };
}

const shownPage = (
  frame: Frame,
  plan: SearchPlan,
  outcome: SearchOutcome,
  engine: EngineRecord,
  engines: ReadonlyMap<number, { readonly name: string }>,
): ShownPage => ({
  documentIds: shownHits(plan, outcome, engine, engines).documentIds,
  answer: renderAnswer(frame, []),
});

/** Renders the results of a small page. It yields after each document. */
function* renderResults(
  renderOptions: RenderOptions,
  pieces: readonly Piece[],
): Generator<unknown, readonly string[]> {
  const results: string[] = [];
  for (const { hits, documents } of pieces) {
    const shown = (hit: Hit): Body => {
      const document = documents && foundOf(documents, hit);
      return document === undefined ? {} : bodyOf(document);
    };
    for (const result of renderHits(renderOptions, hits, shown)) {
      if (result !== undefined) results.push(result);
      yield;
    }
  }
  return results;
}

/** Runs steps, and yields to the event loop after each time slice, until `signal` aborts. */
async function inSlices<T>(steps: Iterator<unknown, T>, signal: AbortSignal | undefined): Promise<T> {
  const pause = timeSlices();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    const pausing = pause();
    if (pausing === undefined) continue;
    await pausing;
    signal?.throwIfAborted();
  }
}

/** The content of `meta.elasticsearch`: what App Search showed of its search engine, in terms of ours. */
function debugOf(
  plan: SearchPlan,
  { total, hits }: SearchOutcome,
  engines: ReadonlyMap<number, { readonly name: string }>,
  requestId: string,
): object {
  const names = new Map([...engines].map(([id, { name }]) => [id, name]));
  return {
    request_header: { 'X-Opaque-Id': requestId },
    request_body: planJson(plan, names, true),
    response: {
      hits: {
        total: { value: total, relation: 'eq' },
        hits: hits.map(({ engineId, id, score }) => ({
          _index: names.get(engineId),
          _id: id,
          _score: score,
        })),
      },
    },
  };
}

/** For private keys with read access and for users of the dashboard: counters reveal documents that a key hides. */
const showsProfile = ({ caller, wantsProfile }: RequestContext): boolean =>
  wantsProfile === true && caller.read;

const renderOptionsOf = (
  { resultFields, groupKey, sort, showsScores }: SearchRequest,
  { query, matching }: SearchPlan,
  engine: EngineRecord,
  generation: Searchable,
  schemas: ReadonlyMap<number, Schema>,
): RenderOptions => ({
  engines: new Map(
    generation.engines.map(({ id, name, schema }) => [id, { name, schema: schemas.get(id) ?? schema }]),
  ),
  hasScopedIds: engine.type === 'meta',
  language: generation.language,
  query,
  matching,
  resultFields,
  groupKey,
  // A score is hidden if it does not affect the order, or if it would reveal a value that the caller must not see.
  hasScores: showsScores && (sort.length === 0 || sort.some(({ kind }) => kind === 'score')),
});
