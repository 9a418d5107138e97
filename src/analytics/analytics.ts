import { type PageRequest, pageRange, parsePage } from '../api/page.ts';
import { analyticsSince, type RetentionOf, type RetentionSettings } from '../events/retention.ts';
import { termOf } from '../events/term.ts';
import { limits } from '../limits.ts';
import { isGiven, type Options } from '../search/option.ts';
import { optionErrors } from '../search/option-error.ts';
import { checkOptions } from '../search/request.ts';
import type {
  EngineRecord,
  EventStore,
  Period,
  PeriodCount,
  QueryCount,
  RecentSearch,
} from '../store/port.ts';
import { bucketLimits, innerLimit, outerLimit, parseInterval } from './buckets.ts';
import { type EventFilters, parseEventFilters, parseText } from './event-filters.ts';

const DAY = 86_400_000;
/** Days of a report without dates. */
const DEFAULT_DAYS = 7;

const PAGE_OPTIONS = ['page', 'current_page', 'page_size'];
const QUERIES = new Set(['filters', ...PAGE_OPTIONS]);
const CLICKS = new Set(['filters', 'query', ...PAGE_OPTIONS]);
const COUNTS = new Set(['filters', 'interval']);

/** An hour or a day of a report, or a part of it. */
export interface Bucket extends PeriodCount {
  readonly from: string;
  readonly to: string;
}

const PAGE_SIZE = { default: limits.analyticsResults.default, most: limits.analyticsResults.most };

/** Reports about the searches and clicks of an engine. All times are UTC. */
export class Analytics {
  readonly #events: EventStore;
  readonly #retentionOf: RetentionOf;

  constructor(events: EventStore, retention: RetentionSettings | RetentionOf) {
    this.#events = events;
    this.#retentionOf = typeof retention === 'function' ? retention : () => retention;
  }

  /** The most frequent queries. */
  async queries({ id, accountId }: EngineRecord, options: Options): Promise<object> {
    checkOptions(options, QUERIES);
    const page = parseReportPage(options);
    const filters = parseEventFilters(options.filters, ['clicks', 'results', 'tag', 'date']);
    if (filters.isContradictory) return report(page, []);
    const { tags, hasClicks, hasResults } = filters;
    const filter = { ...this.#kept(accountId, periodOf(filters)), tags, hasClicks, hasResults };
    const found = await this.#events.topQueries(id, filter, pageRange(page));
    return report(
      page,
      found.map(({ term, clicks, queries }) => ({ term, clicks, queries })),
    );
  }

  /** The most clicked documents. */
  async clicks({ id, accountId }: EngineRecord, options: Options): Promise<object> {
    checkOptions(options, CLICKS);
    const page = parseReportPage(options);
    const filters = parseEventFilters(options.filters, ['tag', 'date']);
    const term = isGiven(options.query) ? termOf(parseText('Query', options.query)) : undefined;
    if (filters.isContradictory) return report(page, []);
    const filter = { ...this.#kept(accountId, periodOf(filters)), tags: filters.tags, term };
    const found = await this.#events.topClicks(id, filter, pageRange(page));
    return report(
      page,
      found.map(({ documentId, clicks }) => ({ document_id: documentId, clicks })),
    );
  }

  /** Searches and clicks by hour or day. */
  async counts(engine: EngineRecord, options: Options): Promise<object> {
    const buckets = await this.buckets(engine, options);
    return { results: buckets.map(({ clicks, queries, from, to }) => ({ clicks, queries, from, to })) };
  }

  /** How many searches since a moment had no results, and the most frequent queries among them. */
  async misses(
    { id, accountId }: EngineRecord,
    from: number,
    limit: number,
  ): Promise<{ readonly count: number; readonly top: readonly QueryCount[] }> {
    const period = this.#kept(accountId, { from, to: Date.now() + 1 });
    const [counts] = await this.#events.counts(id, { tags: [] }, [period.from, period.to]);
    const filter = { ...period, tags: [], hasResults: false };
    const top = await this.#events.topQueries(id, filter, { offset: 0, limit });
    return { count: counts?.misses ?? 0, top };
  }

  /** The tags of searches and clicks, in alphabetical order; of very many only some. */
  async tags({ id }: EngineRecord): Promise<readonly string[]> {
    return (await this.#events.tags(id, limits.analyticsTags)).toSorted();
  }

  /** The newest searches, newest first. */
  recent({ id, accountId }: EngineRecord): Promise<readonly RecentSearch[]> {
    const since = analyticsSince(Date.now(), this.#retentionOf(accountId));
    return this.#events.recentSearches(id, since, limits.recentSearches);
  }

  /** As `counts`, with the searches without results. */
  async buckets({ id, accountId }: EngineRecord, options: Options): Promise<readonly Bucket[]> {
    checkOptions(options, COUNTS);
    const interval = parseInterval(options.interval);
    const filters = parseEventFilters(options.filters, ['query', 'document_id', 'tag', 'date']);
    const period = periodOf(filters);
    const limitsOfBuckets = bucketLimits(period, interval);
    const { tags, term, documentId, isContradictory } = filters;
    const since = analyticsSince(Date.now(), this.#retentionOf(accountId));
    const counts = isContradictory
      ? []
      : await this.#events.counts(
          id,
          { tags, term, documentId },
          limitsOfBuckets.map((limit) => Math.max(limit, since)),
        );
    const last = limitsOfBuckets.length - 2;
    return limitsOfBuckets.slice(1).map((to, i) => ({
      clicks: counts[i]?.clicks ?? 0,
      queries: counts[i]?.queries ?? 0,
      misses: counts[i]?.misses ?? 0,
      from: i === 0 ? outerLimit(period.from) : innerLimit(limitsOfBuckets[i] as number),
      to: i === last ? outerLimit(to) : innerLimit(to),
    }));
  }

  /** The part of a period of which events are kept: of older ones some may not be removed yet. */
  #kept(accountId: string, { from, to }: Period): Period {
    return { from: Math.max(from, analyticsSince(Date.now(), this.#retentionOf(accountId))), to };
  }
}

/** The period of a report, by default the last seven days. It ends with the current second, which is shown as whole. */
function periodOf({ from, to, isContradictory }: EventFilters): Period {
  const end = to ?? Math.max(from ?? 0, Math.ceil((Date.now() + 1) / 1000) * 1000);
  const begin = from ?? end - DEFAULT_DAYS * DAY;
  return { from: begin, to: isContradictory ? Math.max(begin, end) : end };
}

function parseReportPage(options: Options): PageRequest {
  const page = parsePage(options, PAGE_SIZE);
  if (page.current > limits.searchPage) throw optionErrors.tooLarge('Page current', limits.searchPage);
  return page;
}

const report = ({ size, current }: PageRequest, results: readonly object[]): object => ({
  results,
  meta: { page: { size, current } },
});
