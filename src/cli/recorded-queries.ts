import { USER_AGENT } from '../api/outgoing-request.ts';
import type { SentSearch } from '../comparison/search-pair.ts';
import { NOT_PARAMETERS, parseQueryString } from '../http/query-string.ts';
import { isObject } from '../json/object.ts';
import type { Queries } from './query-file.ts';
import type { SearchSide } from './search-side.ts';
import { TransferError } from './service-client.ts';

/** What a service shows of its analytics and its API log. */
const ANALYTICS_PAGE = 1000;
const LOG_PAGE = 100;
const LOG_PAGES = 100;

const DAY = 86_400_000;

export interface RecordedRequest {
  readonly engine: string;
  readonly limit: number;
  /** The last days whose searches count. */
  readonly days: number;
}

const periodOf = (days: number): { readonly from: string; readonly to: string } => {
  const now = Date.now();
  return { from: new Date(now - days * DAY).toISOString(), to: new Date(now).toISOString() };
};

/** The most frequent queries of an engine, from the analytics of a service. */
export async function queriesOfAnalytics(side: SearchSide, request: RecordedRequest): Promise<Queries> {
  const { engine, limit, days } = request;
  const { results } = await side.report(
    `/engines/${encodeURIComponent(engine)}/analytics/queries`,
    { filters: { date: periodOf(days) }, page: { size: Math.min(limit, ANALYTICS_PAGE) } },
    'its analytics',
  );
  const terms = (results as readonly unknown[]).flatMap((entry) =>
    isObject(entry) && typeof entry.term === 'string' ? [entry.term] : [],
  );
  if (terms.length === 0) throw noSearches('analytics', side, request);
  const searches = terms.slice(0, limit).map((query) => ({ engine, options: { query } }));
  return { searches, source: `analytics of "${engine}", the last ${days} days`, notes: [] };
}

/** Real searches of an engine, from the API log of a service: the newest first, each once. */
export async function queriesOfLogs(side: SearchSide, request: RecordedRequest): Promise<Queries> {
  const { engine, limit, days } = request;
  const date = periodOf(days);
  const found = new Map<string, SentSearch>();
  let unreadable = 0;
  for (let current = 1; current <= LOG_PAGES && found.size < limit; current++) {
    const { results, meta } = await side.report(
      `/engines/${encodeURIComponent(engine)}/logs/api`,
      {
        filters: { date, status: 200 },
        query: 'search',
        sort_direction: 'desc',
        page: { current, size: LOG_PAGE },
      },
      'its API log',
    );
    for (const entry of results as readonly unknown[]) {
      const searches = loggedSearches(entry);
      if (searches === undefined) unreadable++;
      for (const options of searches ?? []) {
        if (found.size < limit) found.set(JSON.stringify(options), { engine, options });
      }
    }
    const page = isObject(meta) ? meta.page : undefined;
    if (!isObject(page) || Number(page.total_pages) <= current) break;
  }
  if (found.size === 0) throw noSearches('API log', side, request);
  const notes =
    unreadable === 0
      ? []
      : [`${unreadable} searches of the API log were left out: they are not complete there.`];
  const source = `API log of "${engine}", the last ${days} days`;
  return { searches: [...found.values()], source, notes };
}

const noSearches = (where: string, { url }: SearchSide, { engine, days }: RecordedRequest): TransferError =>
  new TransferError(
    `There are no searches of "${engine}" in the ${where} of ${url} in the last ${days} days.`,
    0,
  );

/** The addresses of searches, also as the browser client calls them. */
const SEARCH = /\/engines\/[^/?]+\/(?:multi_)?search(?:\.json)?\/?$/;

type Options = Readonly<Record<string, unknown>>;

/** The searches of an entry of the API log; undefined if they cannot be read, such as a body that was cut. */
function loggedSearches(entry: unknown): readonly Options[] | undefined {
  if (!isObject(entry)) return [];
  const { full_request_path: fullPath, request_body: body, user_agent: agent } = entry;
  const [path = '', query = ''] = String(fullPath ?? '').split('?', 2);
  // Searches of `findling compare` itself are not those of users.
  if (!SEARCH.test(path) || agent === USER_AGENT) return [];
  try {
    const sent: unknown = typeof body === 'string' && body.trim() !== '' ? JSON.parse(body) : {};
    const options: Record<string, unknown> = { ...parseQueryString(query), ...(isObject(sent) ? sent : {}) };
    for (const name of NOT_PARAMETERS) delete options[name];
    const list = Array.isArray(options.queries) ? options.queries : [options];
    const searches = list.filter(isObject).filter(({ query: text }) => text !== undefined && text !== null);
    return searches.length === list.length ? searches : undefined;
  } catch {
    return undefined;
  }
}
