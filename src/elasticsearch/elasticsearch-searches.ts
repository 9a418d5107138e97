import { errors } from '../errors.ts';
import type { Events } from '../events/events.ts';
import { EVERYTHING, type FacetOutcome, type SearchPlan } from '../index/plan.ts';
import type { Indexing } from '../indexing/indexing.ts';
import type { Searchable } from '../indexing/serving-generations.ts';
import { JsonText } from '../json/json-text.ts';
import { limits } from '../limits.ts';
import { AnswerStream, type Chunk } from '../search/answer-stream.ts';
import type { CurrentHits, CurrentOutcome } from '../search/current-hits.ts';
import { foundOf } from '../search/found.ts';
import { matchRules } from '../search/precision.ts';
import { bodyOf } from '../search/recent-documents.ts';
import { type RequestContext, shownHits } from '../search/searches.ts';
import { TimeLimit } from '../search/time-limit.ts';
import type { EngineRecord } from '../store/port.ts';
import { type Release, Slots } from '../threads/slots.ts';
import { timeSlices } from '../threads/time-slice.ts';
import { type HitOptions, hitJson } from './hit-json.ts';
import { type ElasticsearchRequest, parseElasticsearchRequest } from './request.ts';
import type { SearchAnalytics } from './search-analytics.ts';

/** The context of a search; it is counted only if it says what it is about. */
interface Context extends Pick<RequestContext, 'caller' | 'requestId' | 'signal'> {
  readonly analytics: SearchAnalytics | undefined;
}

/** Searches in the query language of Elasticsearch, a subset of it (docs/elasticsearch.md). */
export class ElasticsearchSearches {
  readonly #indexing: Indexing;
  readonly #hits: CurrentHits;
  readonly #events: Pick<Events, 'search'>;
  readonly #isOn: boolean;
  readonly #largePages = new Slots(limits.elasticsearch.largePages);

  constructor(indexing: Indexing, hits: CurrentHits, events: Pick<Events, 'search'>, isOn: boolean) {
    this.#indexing = indexing;
    this.#hits = hits;
    this.#events = events;
    this.#isOn = isOn;
  }

  search(
    context: Context,
    engine: EngineRecord,
    params: Readonly<Record<string, unknown>>,
  ): Promise<JsonText | AnswerStream> {
    if (!this.#isOn) throw errors.elasticsearchOff();
    return this.#indexing.serving.use(engine, (generation) =>
      this.#answerInTurn(generation, engine, parseElasticsearchRequest(params, generation.schema), context),
    );
  }

  /** Of pages with thousands of hits, which take much memory until they are sent, only a few are answered at once. */
  async #answerInTurn(
    generation: Searchable,
    engine: EngineRecord,
    request: ElasticsearchRequest,
    context: Context,
  ): Promise<JsonText | AnswerStream> {
    const searching = this.#hits.timeLimit(context.signal);
    if (request.size <= limits.elasticsearch.smallPage)
      return this.#answer(generation, engine, request, context, searching);
    const release = await searching.within(this.#largePages.acquire(searching.signal));
    // A client that is gone reads no stream to its end.
    context.signal?.addEventListener('abort', release, { once: true });
    try {
      const answer = await this.#answer(generation, engine, request, context, searching);
      if (answer instanceof AnswerStream) return new AnswerStream(releasing(answer.chunks, release));
      release();
      return answer;
    } catch (error) {
      release();
      throw error;
    }
  }

  async #answer(
    generation: Searchable,
    engine: EngineRecord,
    request: ElasticsearchRequest,
    { caller, requestId, signal, analytics }: Context,
    searching: TimeLimit,
  ): Promise<JsonText | AnswerStream> {
    const began = performance.now();
    const rendering = new TimeLimit(signal, limits.renderingTime, errors.renderingTooLong);
    const plan = planOf(request);
    const current = await this.#hits.find(generation, plan, searching);
    const max_score = await this.#maxScore(generation, request, plan, current, searching);
    // A found document may have added fields since the request was parsed.
    const schemas = await generation.currentSchemas();
    const options: HitOptions = {
      engines: new Map(
        generation.engines.map(({ id, name, schema }) => [id, { name, schema: schemas.get(id) ?? schema }]),
      ),
      hasScopedIds: engine.type === 'meta',
      source: request.source,
      sort: request.sort,
    };
    if (analytics !== undefined) {
      const shown = shownHits(plan, current.outcome, engine, options.engines);
      this.#events.search({ engine, caller, requestId, ...analytics, ...shown });
    }
    const before = JSON.stringify({
      took: Math.round(performance.now() - began),
      timed_out: false,
      _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
    }).slice(0, -1);
    const hits = JSON.stringify({ ...totalJson(request, current.outcome.total), max_score }).slice(0, -1);
    const frame = {
      before: `${before},"hits":${hits},"hits":[`,
      after: `]}${aggregationsJson(request, current.outcome.facets)}}`,
    };
    const chunks = this.#chunks(current, options, frame, rendering);
    if (current.isLarge) return new AnswerStream(chunks);
    let text = '';
    for await (const chunk of chunks) text += chunk;
    return new JsonText(text);
  }

  /** The best score of all matches, which on later pages is that of another page. */
  async #maxScore(
    generation: Searchable,
    { size, sort }: ElasticsearchRequest,
    plan: SearchPlan,
    { outcome }: CurrentOutcome,
    limit: TimeLimit,
  ): Promise<number | null> {
    if (size === 0 || sort.length > 0) return null;
    if (plan.offset === 0) return outcome.hits[0]?.score ?? null;
    const first = { ...plan, facets: [], offset: 0, limit: 1, totalUpTo: 1 };
    const { hits } = await limit.within(generation.search(first, { signal: limit.signal }));
    return hits[0]?.score ?? null;
  }

  /** The response in pieces, each of which is fetched when the client has read the one before. */
  async *#chunks(
    { pieces }: CurrentOutcome,
    options: HitOptions,
    frame: { readonly before: string; readonly after: string },
    limit: TimeLimit,
  ): AsyncGenerator<Chunk> {
    const pause = timeSlices();
    let before = frame.before;
    for (const piece of pieces) {
      const { hits, documents } = await limit.within(this.#hits.fetch(piece));
      let text = '';
      for (const hit of hits) {
        const document = foundOf(documents, hit);
        if (document === undefined) continue;
        text += `${before}${hitJson(options, hit, bodyOf(document))}`;
        before = ',';
        const pausing = pause();
        if (pausing === undefined) continue;
        await limit.within(pausing);
        limit.signal.throwIfAborted();
      }
      if (text !== '') yield text;
    }
    yield before === ',' ? frame.after : before + frame.after;
  }
}

async function* releasing(chunks: AsyncIterable<Chunk>, release: Release): AsyncGenerator<Chunk> {
  try {
    yield* chunks;
  } finally {
    release();
  }
}

/** The plan of a request, for the index. */
const planOf = ({ query, from, size, sort, aggregations, totalUpTo }: ElasticsearchRequest): SearchPlan => ({
  query: { kind: 'tree', root: query },
  fields: [],
  // A tree has no terms without a field, so that these rules do not count.
  matching: matchRules(1),
  filter: EVERYTHING,
  boosts: [],
  sort,
  group: null,
  facets: aggregations.flatMap(({ plan }) => plan ?? []),
  promoted: [],
  hidden: [],
  offset: from,
  limit: size,
  // One more, so that a total that is larger can be told apart.
  ...(totalUpTo !== Number.POSITIVE_INFINITY && { totalUpTo: (totalUpTo ?? 0) + 1 }),
});

function totalJson({ totalUpTo }: ElasticsearchRequest, total: number): object {
  if (totalUpTo === null) return {};
  const isMore = total > totalUpTo;
  return { total: { value: isMore ? totalUpTo : total, relation: isMore ? 'gte' : 'eq' } };
}

function aggregationsJson({ aggregations }: ElasticsearchRequest, outcomes: readonly FacetOutcome[]): string {
  if (aggregations.length === 0) return '';
  const json: Record<string, object> = Object.create(null);
  let next = 0;
  for (const { name, plan, render } of aggregations) {
    json[name] = render(plan === null ? undefined : outcomes[next++]);
  }
  return `,"aggregations":${JSON.stringify(json)}`;
}
