import { limits } from '../../src/limits.ts';
import type { RegisteredRoute } from '../support/router.ts';
import type { Attack, Body, CallerKind } from './attack.ts';
import { bodiesFor, brotli, json, largest, manyMembers, plain } from './bodies.ts';
import { DELETED, ENGINES, longText, MEDIUM, SAMPLE, TEXTS, WRITTEN } from './engines.ts';
import { type SearchBody, searchesOn } from './search-options.ts';

/**
 * The attacks on every route of the router: its most expensive requests within the limits, and the smallest beyond them.
 * A route without a row fails a test.
 */

interface Request {
  readonly name: string;
  readonly isWithin: boolean;
  readonly body?: () => Body;
  /** A query string, without `?`. */
  readonly query?: string;
  readonly engine?: string;
  readonly prepare?: Attack['prepare'];
  /** All by default. */
  readonly callers?: readonly CallerKind[];
  readonly counts?: readonly number[];
}

const within = (name: string, body?: unknown, more: Partial<Request> = {}): Request => ({
  name,
  isWithin: true,
  ...(body !== undefined && { body: () => json(body) }),
  ...more,
});
const beyond = (name: string, body: unknown, more: Partial<Request> = {}): Request => ({
  ...within(name, body, more),
  isWithin: false,
});

const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** Four bytes in UTF-8, two UTF-16 code units. */
const ASTRAL = '𝒜';

/** Searches by every option: on the medium engine by every caller, on the others with the search key. */
const SEARCHES: readonly Request[] = ENGINES.flatMap((engine) =>
  searchesOn(engine.fields).map(
    ({ name, isWithin, body }): Request => ({
      name: `${name}, ${engine.documents.toLocaleString('en-US')} documents`,
      isWithin,
      body: () => json(body),
      engine: engine.name,
      ...(engine !== MEDIUM && { callers: ['search key'] }),
    }),
  ),
);

const bodyOf = (name: string): SearchBody =>
  searchesOn(MEDIUM.fields).find((search) => search.name === name)?.body ?? {};

/** Highlighting in long texts. */
const LONG_TEXTS = within(
  'snippets of long texts',
  { query: 'a', page: { size: 1000 }, result_fields: { title: { raw: {}, snippet: { size: 1000 } } } },
  { engine: TEXTS.name },
);

const tenOf = (count: number, body: SearchBody) => ({ queries: many(count, () => body) });
const MULTI_SEARCHES: readonly Request[] = [
  ...['value facets', 'distances', 'last page', 'words with typos'].map((name) =>
    within(`10 times ${name}`, tenOf(limits.searchesPerRequest, bodyOf(name)), { engine: MEDIUM.name }),
  ),
  within(
    '10 times number ranges',
    largest(limits.filterValues, (n) =>
      tenOf(limits.searchesPerRequest, {
        query: '',
        filters: { any: many(32, (c) => ({ size: many(n, (at) => ({ from: 1e6 + c * n + at })) })) },
      }),
    ),
    { engine: MEDIUM.name },
  ),
  within('10 times largest page', tenOf(limits.searchesPerRequest, bodyOf('largest page')), {
    engine: SAMPLE.name,
    callers: ['search key'],
  }),
  beyond('11 searches', tenOf(limits.searchesPerRequest + 1, { query: 'a' }), { engine: MEDIUM.name }),
];

const SUGGESTIONS: readonly Request[] = [
  within('one letter', { query: 'a', size: limits.suggestions.most }, { engine: TEXTS.name }),
  within('long query', { query: 'red '.repeat(32), size: limits.suggestions.most }, { engine: MEDIUM.name }),
  beyond('21 suggestions', { query: 'a', size: limits.suggestions.most + 1 }, { engine: TEXTS.name }),
];

const click = (id: number, request: number) => ({
  query: 'x'.repeat(limits.queryLength),
  document_id: ASTRAL.repeat(id),
  request_id: 'r'.repeat(request),
  tags: many(limits.tags, () => ASTRAL.repeat(limits.tagLength)),
});

const longId = (at: number): string => `${at}${'x'.repeat(limits.documentIdLength - 5)}`;
const ids = (count: number) => many(count, longId);

/** 100 documents that fill the body. */
const longDocuments = () =>
  json(many(limits.documentsPerRequest, (n) => ({ id: `w${n}`, title: longText(n) })));
const shortDocuments = (count: number) => many(count, (n) => ({ id: `w${n}`, title: `red ${n}`, size: n }));
const manyNames = (): Body => plain(`[{"id":"names",${manyMembers(limits.bodies.documents - 40).slice(1)}]`);

const DOCUMENTS: readonly Request[] = [
  { name: 'a million names', isWithin: true, body: manyNames, engine: WRITTEN },
  {
    name: 'a million names, brotli',
    isWithin: true,
    body: () => brotli(`[{"id":"names",${manyMembers(limits.bodies.documents - 40).slice(1)}]`),
    engine: WRITTEN,
  },
  {
    name: 'a document of 10 MB',
    isWithin: true,
    body: () => json([{ id: 'long', title: 'x'.repeat(limits.bodies.documents - 100) }]),
    engine: WRITTEN,
  },
  {
    name: '64 fields of many values',
    isWithin: true,
    body: () =>
      json(
        many(limits.documentsPerRequest, (n) => ({
          id: `v${n}`,
          title: many(9000, (at) => `w${(n * 9000 + at).toString(36)}`),
        })),
      ),
    engine: WRITTEN,
  },
  { name: '100 documents of 95 KB', isWithin: true, body: longDocuments, engine: WRITTEN },
  beyond('101 documents', shortDocuments(limits.documentsPerRequest + 1), { engine: WRITTEN }),
];

const IDS: readonly Request[] = [
  within('100 long ids', ids(limits.documentsPerRequest), { engine: WRITTEN }),
  within(
    '100 large documents',
    many(limits.documentsPerRequest, (n) => `d${n}`),
    { engine: TEXTS.name },
  ),
  beyond('101 ids', ids(limits.documentsPerRequest + 1), { engine: WRITTEN }),
];
const DELETED_IDS = IDS.filter(({ engine }) => engine === WRITTEN);

const settings = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) });
const scope = (count: number) => ({
  name: 'scoped',
  type: 'search',
  engines: many(count, (at) => `${at}${'x'.repeat(58)}`),
});
const KEYS: readonly Request[] = [
  within('1,000 engines', scope(limits.scopeEngines), { prepare: 'key' }),
  beyond('1,001 engines', scope(limits.scopeEngines + 1), { prepare: 'key' }),
];

/** Members with names of maximum length. */
const schema = (fields: number) =>
  Object.fromEntries(
    many(fields, (at) => [`f${String(at).padEnd(limits.fieldNameLength - 1, '_')}x`.slice(0, 64), 'text']),
  );

const LAST_PAGE = within('last page', { page: { size: 100, current: 100 } });
const NOTHING: readonly Request[] = [];

const API: Readonly<Record<string, readonly Request[]>> = {
  'GET /engines': [LAST_PAGE],
  'POST /engines': [
    within(
      'settings of 16 KB',
      { name: DELETED, index_create_settings_override: settings(limits.createSettingsBytes) },
      { prepare: 'no engine' },
    ),
    beyond('settings too large', {
      name: 'refused',
      index_create_settings_override: settings(limits.createSettingsBytes + 1),
    }),
  ],
  'GET /engines/:engine': NOTHING,
  'DELETE /engines/:engine': [within('an engine', undefined, { engine: DELETED, prepare: 'engine' })],

  'GET /engines/:engine/documents': IDS,
  'POST /engines/:engine/documents': DOCUMENTS,
  'PATCH /engines/:engine/documents': DOCUMENTS,
  'DELETE /engines/:engine/documents': DELETED_IDS,
  'GET /engines/:engine/documents/list': [
    within('last page', { page: { size: limits.documentsPerPage, current: 100 } }, { engine: MEDIUM.name }),
    within('large documents', { page: { size: limits.documentsPerPage } }, { engine: TEXTS.name }),
  ],

  'GET /engines/:engine/schema': NOTHING,
  'POST /engines/:engine/schema': [
    // The second change undoes the first.
    within('reindex of 16,000 documents', { size: 'text' }, { engine: MEDIUM.name, counts: [1] }),
    within('reindex back', { size: 'number' }, { engine: MEDIUM.name, counts: [1] }),
    beyond('65 fields', schema(limits.schemaFields + 1), { engine: WRITTEN }),
  ],
  'GET /engines/:engine/schema/reindex': NOTHING,
  'GET /engines/:engine/schema/reindex/failures': [LAST_PAGE],
  'POST /engines/:engine/schema/reindex/cancel': NOTHING,

  'GET /engines/:engine/search': [
    within('several options', bodyOf('several options'), { engine: MEDIUM.name }),
    beyond('129 facets', bodyOf('129 facets'), { engine: MEDIUM.name }),
  ],
  'POST /engines/:engine/search': [...SEARCHES, LONG_TEXTS],
  'GET /engines/:engine/multi_search': MULTI_SEARCHES.slice(0, 1),
  'POST /engines/:engine/multi_search': MULTI_SEARCHES,
  'GET /engines/:engine/query_suggestion': SUGGESTIONS.slice(0, 1),
  'POST /engines/:engine/query_suggestion': SUGGESTIONS,
  'POST /engines/:engine/click': [
    within('longest click', click(limits.documentIdLength, limits.requestIdLength)),
    beyond('a long id', click(limits.documentIdLength + 1, limits.requestIdLength)),
    beyond('a long request id', click(1, limits.requestIdLength + 1)),
  ],

  'GET /credentials': [within('largest page', { page: { size: limits.credentialsPerPage.most } })],
  'POST /credentials': KEYS,
  'PUT /credentials': KEYS,
  'GET /credentials/:name': NOTHING,
  'PUT /credentials/:name': KEYS,
  'DELETE /credentials/:name': [within('a key', undefined, { prepare: 'key' })],
};

/** Passwords are hashed, which is slow on purpose. */
const longest = 'x'.repeat(limits.passwordLength.most);

const DASHBOARD: Readonly<Record<string, readonly Request[]>> = {
  'GET /session': NOTHING,
  'POST /session': [
    within('wrong password', { login: 'owner', password: longest }),
    beyond('long password', { login: 'owner', password: `${longest}x` }),
  ],
  'DELETE /session': NOTHING,
  'POST /setup': [within('wrong token', { token: 'x', name: 'x', password: longest })],
  'POST /reset': [within('wrong token', { token: 'x', password: longest })],
  'POST /links/inspect': [within('wrong token', { token: 'x'.repeat(1000) })],
  'POST /invitations/accept': [within('wrong token', { token: 'x', name: 'x', password: longest })],

  'GET /sessions': NOTHING,
  'DELETE /sessions': NOTHING,
  'DELETE /sessions/:id': NOTHING,
  'POST /password': [within('wrong password', { current: longest, password: longest })],

  'POST /accounts': [beyond('a long name', { name: 'x'.repeat(limits.accountNameLength + 1) })],
  'GET /accounts/:account': NOTHING,
  'GET /accounts/:account/people': NOTHING,
  'PATCH /accounts/:account/people/:id': [within('no such person', { role: 'analyst' })],
  'DELETE /accounts/:account/people/:id': NOTHING,
  'POST /accounts/:account/invitations': [within('an invitation', { role: 'analyst' })],
  'DELETE /accounts/:account/invitations/:id': NOTHING,
  'GET /accounts/:account/audit': [within('largest page', { page: { size: limits.auditPerPage.most } })],

  'GET /accounts/:account/engines': [within('largest page', { page: { size: limits.listedEngines.most } })],
  'POST /accounts/:account/samples': [
    within('an engine that exists', { sample: 'national-parks', name: SAMPLE.name }),
  ],
  'GET /accounts/:account/engines/:engine/overview': [
    within('50,000 documents', undefined, { engine: 'large' }),
  ],
  'GET /accounts/:account/engines/:engine/originals': [
    within('100 large documents', { ids: many(100, (n) => `d${n}`) }, { engine: TEXTS.name }),
  ],
  'POST /accounts/:account/engines/:engine/schema/confirm': [
    within('many fields', { fields: many(1000, (at) => `f${at}`) }),
  ],
  'POST /accounts/:account/engines/:engine/search-as': [
    within('several options', { token: 'x', ...bodyOf('several options') }, { engine: MEDIUM.name }),
  ],
  'POST /accounts/:account/tokens/sign': [
    within('large claims', { key: 'search-key', claims: { filters: { id: many(5000, (at) => `${at}`) } } }),
  ],
  'POST /accounts/:account/tokens/inspect': [within('a long token', { token: `${'x'.repeat(60_000)}.y.z` })],
};

const OTHERS: Readonly<Record<string, readonly Request[]>> = {
  'GET /': NOTHING,
  'GET /login': NOTHING,
  'GET /health': NOTHING,
  'GET /openapi.json': [within('the description')],
  'GET /api/ent/v1/internal/health': NOTHING,
  'GET /api/ent/v1/internal/version': NOTHING,
};

const API_PATH = '/api/as/v1';
const DASHBOARD_PATH = '/dashboard/api';
const DATA_PATH = `${DASHBOARD_PATH}/accounts/:account/as/v1`;

const WITH_KEYS: readonly CallerKind[] = ['no key', 'search key', 'signed key', 'private key'];
const ADMIN: readonly CallerKind[] = [...WITH_KEYS, 'admin key'];
const VISITORS: readonly CallerKind[] = ['no key', 'session'];
/** With a session, they would end it. */
const ENDS_SESSIONS = ['DELETE /dashboard/api/session', 'DELETE /dashboard/api/sessions'];

interface Row {
  readonly requests: readonly Request[];
  readonly callers: readonly CallerKind[];
}

/** The row of a route, undefined if it has none; HEAD has that of GET. */
export function rowOf({ method, url }: RegisteredRoute): Row | undefined {
  const verb = method === 'HEAD' ? 'GET' : method;
  const found = (table: Readonly<Record<string, readonly Request[]>>, path: string) =>
    table[`${verb} ${path}`];
  const row = (requests: readonly Request[] | undefined, callers: readonly CallerKind[]) =>
    requests && { requests: method === 'HEAD' ? requests.slice(0, 1) : requests, callers };
  if (url.startsWith(DATA_PATH)) return row(found(API, url.slice(DATA_PATH.length)), ['session']);
  if (ENDS_SESSIONS.includes(`${verb} ${url}`)) return row(NOTHING, ['no key']);
  if (url.startsWith(DASHBOARD_PATH))
    return row(found(DASHBOARD, url.slice(DASHBOARD_PATH.length)), VISITORS);
  if (!url.startsWith(API_PATH)) return row(found(OTHERS, url), ['no key', 'search key']);
  return row(found(API, url.slice(API_PATH.length)), url.includes('/credentials') ? ADMIN : WITH_KEYS);
}

/** Routes of the tables that a router might not have. */
export const tabledRoutes = (): string[] => [
  ...Object.keys(API).map((name) => name.replace(' ', ` ${API_PATH}`)),
  ...Object.keys(DASHBOARD).map((name) => name.replace(' ', ` ${DASHBOARD_PATH}`)),
  ...Object.keys(OTHERS),
];

/** As many parameters as fit into a request line. */
const longAddress = manyMembers(limits.headerBytes - 2000, 6000)
  .slice(1, -1)
  .replaceAll(/"(\w+)":1/g, 'p$1=1')
  .replaceAll(',', '&');

/** The requests that every route receives: bodies by its limit, and a long address. */
const requestsForAll = (bodyLimit: number): Request[] => [
  ...bodiesFor(bodyLimit),
  { name: 'long address', isWithin: true, query: longAddress },
];

/** What stands for the parameters of a path. */
export interface Parameters {
  readonly account: string;
}

/** The attacks on one route. */
export function attacksOn(route: RegisteredRoute, { account }: Parameters): Attack[] {
  const row = rowOf(route);
  if (row === undefined) return [];
  const { method, url, bodyLimit = limits.bodies.open } = route;
  // The dashboard passes requests of the API on: their bodies and addresses are read by the same code.
  const isPassedOn = url.startsWith(DATA_PATH) || method === 'HEAD';
  const general = isPassedOn ? [] : requestsForAll(bodyLimit);
  return [...row.requests, ...general].map((request): Attack => {
    const path = url
      .replace(':engine', request.engine ?? WRITTEN)
      .replace(':name', 'scoped')
      .replace(':account', account)
      .replace(':id', '00000000-0000-0000-0000-000000000000');
    const callers = isPassedOn ? row.callers.slice(-1) : (request.callers ?? row.callers);
    return {
      route: `${method} ${url}`,
      name: request.name,
      isWithin: request.isWithin,
      method,
      path: request.query === undefined ? path : `${path}?${request.query}`,
      callers: url.startsWith(DATA_PATH) ? ['session'] : callers,
      ...(request.body && { body: request.body }),
      ...(request.prepare && { prepare: request.prepare }),
      ...(request.counts && { counts: request.counts }),
    };
  });
}

const SEARCH_ROUTE = `GET ${API_PATH}/engines/:engine/search`;
const SEARCH_PATH = `${API_PATH}/engines/${SAMPLE.name}/search`;

/** What clients do with their connections, sent to one route. */
export const connectionAttacks = (): Attack[] =>
  (
    [
      ['pipelining', '5,000 pipelined searches', SEARCH_PATH],
      ['slow bodies', 'bodies that arrive slowly', `${API_PATH}/engines/${WRITTEN}/documents`],
      ['slow headers', 'headers that arrive slowly', SEARCH_PATH],
      ['hanging up', 'searches whose client hangs up', `${API_PATH}/engines/${MEDIUM.name}/search`],
    ] as const
  ).map(([connection, name, path]) => ({
    route: connection === 'slow bodies' ? `POST ${API_PATH}/engines/:engine/documents` : SEARCH_ROUTE,
    name,
    isWithin: true,
    method: connection === 'slow bodies' || connection === 'hanging up' ? 'POST' : 'GET',
    path,
    callers: ['private key'],
    connection,
    ...(connection === 'hanging up' && { body: () => json(bodyOf('several options')) }),
  }));
