import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { type Answer, type CallOptions, startTestService, type TestService } from '../support/service.ts';
import { signedKey } from '../support/signed-key.ts';
import { until } from '../support/until.ts';

/** Calls below `/api/as/v1` of a service, with a key that may do everything with engines. */
export type Call = (method: string, path: string, options?: CallOptions) => Promise<Answer>;

const COLOURS = [
  'amber',
  'black',
  'crimson',
  'golden',
  'indigo',
  'ivory',
  'russet',
  'scarlet',
  'silver',
  'violet',
];
const THINGS = [
  ...['anchor', 'bridge', 'candle', 'dagger', 'engine', 'forest', 'garden', 'harbour', 'island'],
  ...['jungle', 'kettle', 'lantern', 'mirror', 'needle', 'orchard', 'piano', 'quarry', 'river'],
  ...['saddle', 'temple', 'umbrella', 'valley', 'window', 'yard', 'zebra'],
];
const AUTHORS = ['Ada Quill', 'Bela Stone', 'Cora Finch'];

/** Titles of one colour differ in their length, and so in their scores. */
const book = (n: number) => ({
  id: `book-${n}`,
  title: `The ${COLOURS[n % 10]} ${THINGS[Math.floor(n / 10)]}${' story'.repeat(Math.floor(n / 10))}`,
  author: AUTHORS[n % 3],
  year: 1900 + (n % 120),
  tags: n % 2 === 0 ? ['novel'] : ['novel', 'crime'],
});

const film = (n: number) => ({ id: `film-${n}`, title: `Return to the ${THINGS[n % 25]}`, year: 1960 + n });

const QUERIES = ['amber river', 'lantern', 'crimson', 'golden', 'the silver zebra'];

/** What the reader of the guide brings along. */
export interface OldService {
  readonly service: TestService;
  /** A signed search key of the key `web`. */
  readonly signedKey: string;
}

/** A Findling that plays the App Search of the guide: the engines, keys and queries that its outputs show. */
export async function startOldService(t: TestContext): Promise<OldService> {
  const service = await startTestService(t);
  const send = async (path: string, body: unknown, options: CallOptions & { method?: string } = {}) => {
    const { status, text, json } = await service.call(options.method ?? 'POST', path, { ...options, body });
    assert.equal(status, 200, `${path}: ${text}`);
    return json;
  };
  for (const [name, make, count] of [
    ['books', book, 250],
    ['films', film, 40],
  ] as const) {
    await send('/engines', { name, language: 'en' });
    await send(`/engines/${name}/schema`, { year: 'number' });
    for (let first = 0; first < count; first += 50) {
      const documents = Array.from({ length: Math.min(50, count - first) }, (_, at) => make(first + at));
      await send(`/engines/${name}/documents`, documents);
    }
  }
  await send('/engines', { name: 'catalog', type: 'meta', source_engines: ['books', 'films'] });
  await send('/engines/books/synonyms', { synonyms: ['lantern', 'lamp'] });
  await send('/engines/books/curations', { queries: ['golden'], promoted: ['book-33'], hidden: ['book-3'] });
  const settings = { search_fields: { title: { weight: 5 }, author: { weight: 2 }, tags: { weight: 1 } } };
  await send('/engines/books/search_settings', settings, { method: 'PUT' });

  const admin = { key: service.adminKey };
  const web = await send('/credentials', { name: 'web', type: 'search', engines: ['books'] }, admin);
  await send('/credentials', { name: 'indexer', type: 'private', write: true, engines: ['books'] }, admin);
  await send('/credentials', { name: 'reporting', type: 'private', read: true }, admin);

  for (const query of QUERIES) await send('/engines/books/search', { query }, { key: service.searchKey });
  await until('the searches are in analytics', async () => {
    const { json } = await service.call('GET', '/engines/books/analytics/queries');
    return json.results.length === QUERIES.length;
  });
  return { service, signedKey: signedKey({ name: 'web', key: web.key }, { filters: { tags: 'crime' } }) };
}

/** What an engine consists of, in a form in which two services can be compared. */
export async function contentsOf(call: Call, engine: string): Promise<unknown> {
  const path = `/engines/${engine}`;
  const { json: facts } = await call('GET', path);
  const { json: schema } = await call('GET', `${path}/schema`);
  const { json: settings } = await call('GET', `${path}/search_settings`);
  const { json: synonyms } = await call('GET', `${path}/synonyms`);
  const { json: curations } = await call('GET', `${path}/curations`);
  return {
    facts,
    schema,
    settings,
    synonyms: synonyms.results,
    curations: curations.results,
    documents: facts.type === 'meta' ? [] : await documentsOf(call, engine),
  };
}

/** The documents of an engine by id, as far as they are listed. */
export async function documentsOf(call: Call, engine: string): Promise<ReadonlyMap<string, unknown>> {
  const documents = new Map<string, unknown>();
  for (let current = 1; ; current++) {
    const { json } = await call('GET', `/engines/${engine}/documents/list`, { body: { page: { current } } });
    for (const document of json.results) documents.set(document.id, document);
    if (current >= json.meta.page.total_pages) return documents;
  }
}
