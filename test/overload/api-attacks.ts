import { limits } from '../../src/limits.ts';
import { ANALYTICS } from './analytics-attacks.ts';
import type { Body } from './attack.ts';
import { brotli, json, lines, manyMembers, plain } from './bodies.ts';
import { DELETED, longText, MEDIUM, TEXTS, WRITTEN } from './engines.ts';
import { beyond, many, NOTHING, type Request, within } from './expensive-request.ts';
import { RELEVANCE } from './relevance-attacks.ts';
import {
  bodyOf,
  ELASTICSEARCH,
  EXPLANATIONS,
  filtersOf,
  LONG_TEXTS,
  MULTI_SEARCHES,
  SEARCHES,
  SUGGESTIONS,
} from './search-attacks.ts';

/** Four bytes in UTF-8, two UTF-16 code units. */
const ASTRAL = '𝒜';

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
    name: '100 documents of 9,000 values',
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
  {
    name: 'import of 50,000 lines',
    isWithin: true,
    body: () => lines(many(50_000, (n) => `{"id":"w${n % 100}","title":"red ${n}"}\n`).join('')),
    engine: WRITTEN,
  },
  {
    name: 'import of 100,000 broken lines',
    isWithin: true,
    body: () => lines('{"id":\n'.repeat(100_000)),
    engine: WRITTEN,
  },
  {
    name: 'import of 10 million blank lines',
    isWithin: true,
    body: () => lines('\n'.repeat(10_000_000)),
    engine: WRITTEN,
  },
  {
    name: 'import of a line that does not end',
    isWithin: false,
    body: () => lines('x'.repeat(limits.discardedBytes + 1_000_000)),
    engine: WRITTEN,
  },
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

const claim = 'x'.repeat(limits.revokedClaimLength);
const REVOCATIONS: readonly Request[] = [
  within('longest claims', { jti: claim, sub: claim, issued_before: 1 }),
  beyond('longer claims', { jti: `${claim}x`, sub: `${claim}x` }),
  beyond('many members', Object.fromEntries(many(1000, (at) => [`${at}${'x'.repeat(50)}`, at]))),
];

/** Members with names of maximum length. */
const schema = (fields: number) =>
  Object.fromEntries(
    many(fields, (at) => [`f${String(at).padEnd(limits.fieldNameLength - 1, '_')}x`.slice(0, 64), 'text']),
  );

const SOURCES: readonly Request[] = [
  beyond(
    '16 sources',
    many(limits.sourceEngines + 1, (at) => `${at}${'x'.repeat(58)}`),
  ),
  beyond(
    'many sources',
    many(1000, (at) => `${at}${'x'.repeat(58)}`),
  ),
];

const LAST_PAGE = within('last page', { page: { size: 100, current: 100 } });

export const API: Readonly<Record<string, readonly Request[]>> = {
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
  'POST /engines/:engine/source_engines': SOURCES,
  'DELETE /engines/:engine/source_engines': SOURCES,

  'GET /engines/:engine/documents': IDS,
  'POST /engines/:engine/documents': DOCUMENTS,
  'PATCH /engines/:engine/documents': DOCUMENTS,
  'DELETE /engines/:engine/documents': DELETED_IDS,
  'GET /engines/:engine/documents/list': [
    within('last page', { page: { size: limits.documentsPerPage, current: 100 } }, { engine: MEDIUM.name }),
    within('large documents', { page: { size: limits.documentsPerPage } }, { engine: TEXTS.name }),
  ],
  'GET /engines/:engine/documents/export': [
    within('16,000 documents', undefined, { engine: MEDIUM.name }),
    within('large documents', undefined, { engine: TEXTS.name }),
    beyond('forged cursor', undefined, { engine: MEDIUM.name, query: `cursor=${'x'.repeat(8000)}` }),
  ],
  'POST /engines/:engine/documents/delete_by_filter': [
    within('distances', { filters: filtersOf('distances'), dry_run: true }, { engine: MEDIUM.name }),
    within('values', { filters: filtersOf('values'), dry_run: true }, { engine: MEDIUM.name }),
    within('all written documents', { filters: { none: [{ id: 'nobody' }] } }, { engine: WRITTEN }),
    beyond(
      'many empty objects',
      { filters: { all: many(limits.filterValues + 1, () => ({})) } },
      { engine: MEDIUM.name },
    ),
  ],

  'GET /engines/:engine/schema': NOTHING,
  'POST /engines/:engine/schema': [
    // The second change undoes the first.
    within('reindex of 16,000 documents', { size: 'text' }, { engine: MEDIUM.name, counts: [1] }),
    within('reindex back', { size: 'number' }, { engine: MEDIUM.name, counts: [1], prepare: 'no reindex' }),
    beyond('65 fields', schema(limits.schemaFields + 1), { engine: WRITTEN }),
  ],
  'GET /engines/:engine/schema/reindex': NOTHING,
  'GET /engines/:engine/schema/reindex/failures': [LAST_PAGE],
  'POST /engines/:engine/schema/reindex/cancel': NOTHING,

  'GET /engines/:engine/search_settings': NOTHING,
  'PUT /engines/:engine/search_settings': [
    within(
      '32 boosts by 100 values',
      {
        boosts: {
          title: many(limits.boosts, () => ({ type: 'value', value: many(100, (n) => `red ${n}`) })),
        },
      },
      { engine: WRITTEN },
    ),
    beyond(
      '33 boosts',
      { boosts: { title: many(limits.boosts + 1, () => ({ type: 'value', value: 'a' })) } },
      { engine: WRITTEN },
    ),
  ],
  'POST /engines/:engine/search_settings/reset': NOTHING,

  'GET /engines/:engine/curations': [LAST_PAGE],
  'POST /engines/:engine/curations': [
    beyond(
      '100 unknown documents with long ids',
      {
        queries: many(limits.curationQueries, (n) => `${n} ${'x'.repeat(limits.curationQueryLength - 4)}`),
        promoted: many(limits.curatedDocuments, longId),
        hidden: many(limits.curatedDocuments, (n) => longId(1000 + n)),
      },
      { engine: WRITTEN },
    ),
    beyond(
      '101 queries',
      { queries: many(limits.curationQueries + 1, String), promoted: ['w1'] },
      { engine: WRITTEN },
    ),
  ],
  'GET /engines/:engine/curations/:id': NOTHING,
  'PUT /engines/:engine/curations/:id': NOTHING,
  'DELETE /engines/:engine/curations/:id': NOTHING,

  'GET /engines/:engine/configuration': NOTHING,
  'PUT /engines/:engine/configuration': [
    within(
      '256 synonym sets',
      {
        version: 1,
        synonyms: many(limits.synonymSets, (set) => ({
          synonyms: many(limits.synonymTerms.most, (n) => `${set} ${n} ${'x'.repeat(60)}`),
        })),
      },
      { engine: WRITTEN },
    ),
    beyond(
      '257 synonym sets',
      { version: 1, synonyms: many(limits.synonymSets + 1, (n) => ({ synonyms: [`a${n}`, `b${n}`] })) },
      { engine: WRITTEN },
    ),
  ],
  'GET /engines/:engine/configuration/versions': [LAST_PAGE],
  'GET /engines/:engine/configuration/versions/:version': NOTHING,
  'POST /engines/:engine/configuration/versions/:version/restore': NOTHING,

  'GET /engines/:engine/synonyms': [LAST_PAGE],
  'POST /engines/:engine/synonyms': [
    within(
      '32 long terms',
      { synonyms: many(limits.synonymTerms.most, (n) => `${n} ${'x'.repeat(limits.synonymLength - 4)}`) },
      { engine: WRITTEN },
    ),
    beyond('33 terms', { synonyms: many(limits.synonymTerms.most + 1, String) }, { engine: WRITTEN }),
  ],
  'GET /engines/:engine/synonyms/:id': NOTHING,
  'PUT /engines/:engine/synonyms/:id': NOTHING,
  'DELETE /engines/:engine/synonyms/:id': NOTHING,

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

  'GET /engines/:engine/search_explain': EXPLANATIONS.slice(0, 1),
  'POST /engines/:engine/search_explain': EXPLANATIONS,
  'GET /engines/:engine/elasticsearch/_search': ELASTICSEARCH.slice(0, 1),
  'POST /engines/:engine/elasticsearch/_search': ELASTICSEARCH,

  ...ANALYTICS,
  ...RELEVANCE,

  'GET /credentials': [within('largest page', { page: { size: limits.credentialsPerPage.most } })],
  'POST /credentials': KEYS,
  'PUT /credentials': KEYS,
  'GET /credentials/:name': NOTHING,
  'PUT /credentials/:name': KEYS,
  'POST /credentials/:name/rotate': [
    within('longest overlap', { overlap_seconds: limits.rotationOverlap.most }, { prepare: 'key' }),
    beyond('longer overlap', { overlap_seconds: limits.rotationOverlap.most + 1 }, { prepare: 'key' }),
  ],
  'GET /signed_search_keys/revocations': [
    within('largest page', { page: { size: limits.credentialsPerPage.most } }),
  ],
  'POST /signed_search_keys/revocations': REVOCATIONS,
  'DELETE /signed_search_keys/revocations': REVOCATIONS,
  'DELETE /signed_search_keys/revocations/:id': NOTHING,
  'POST /signed_search_keys/inspect': [
    within('a long token', { token: `${'x'.repeat(30_000)}.${'y'.repeat(30_000)}.z` }),
  ],
  'DELETE /credentials/:name': [within('a key', undefined, { prepare: 'key' })],
};
