import { limits } from '../../src/limits.ts';
import { json, largest } from './bodies.ts';
import { ENGINES, MEDIUM, SAMPLE, TEXTS } from './engines.ts';
import { beyond, many, type Request, within } from './expensive-request.ts';
import { type SearchBody, searchesOn } from './search-options.ts';

/** Searches by every option: on the medium engine by every caller, on the others with the search key. */
export const SEARCHES: readonly Request[] = ENGINES.flatMap((engine) =>
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

export const bodyOf = (name: string): SearchBody =>
  searchesOn(MEDIUM.fields).find((search) => search.name === name)?.body ?? {};

export const filtersOf = (name: string): unknown => (bodyOf(name) as { filters?: unknown }).filters;

/** Highlighting in long texts. */
export const LONG_TEXTS = within(
  'snippets of long texts',
  { query: 'a', page: { size: 1000 }, result_fields: { title: { raw: {}, snippet: { size: 1000 } } } },
  { engine: TEXTS.name },
);

const tenOf = (count: number, body: SearchBody) => ({ queries: many(count, () => body) });
export const MULTI_SEARCHES: readonly Request[] = [
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

/** `count` queries in one that any of them satisfies. */
const anyOf = (count: number, query: (at: number) => object) => ({
  query: { bool: { should: many(count, query) } },
});
const nested = (levels: number): object =>
  levels === 0 ? { match: { '*': 'red' } } : { bool: { must_not: nested(levels - 1) } };
const { clauses, depth } = limits.elasticsearch;
export const ELASTICSEARCH: readonly Request[] = [
  within(
    '1,000 words',
    anyOf(clauses - 24, (at) => ({ match: { title: `red word${at}` } })),
    { engine: MEDIUM.name },
  ),
  within(
    '1,000 fuzzy words',
    anyOf(clauses - 24, (at) => ({
      fuzzy: { title: { value: `wor${at}`, fuzziness: 2, max_expansions: 32 } },
    })),
    { engine: TEXTS.name },
  ),
  within(
    '1,000 prefixes',
    anyOf(clauses - 24, () => ({ prefix: { title: '' } })),
    { engine: MEDIUM.name },
  ),
  within(
    '200 phrases',
    anyOf(200, () => ({ match_phrase: { title: { query: 'a a a red', slop: limits.elasticsearch.slop } } })),
    {
      engine: TEXTS.name,
    },
  ),
  within('deepest query', { query: nested(depth - 1) }, { engine: MEDIUM.name }),
  within('largest page', { size: limits.searchResults }, { engine: TEXTS.name }),
  within(
    '128 aggregations',
    {
      aggs: Object.fromEntries(
        many(limits.facets, (at) => [`a${at}`, { terms: { field: 'title', size: 250 } }]),
      ),
    },
    { engine: MEDIUM.name },
  ),
  beyond(
    'too many queries',
    anyOf(clauses, () => ({ match_all: {} })),
    { engine: MEDIUM.name },
  ),
  beyond('too deep', { query: nested(depth) }, { engine: MEDIUM.name }),
  beyond('too large a page', { size: limits.searchResults + 1 }, { engine: MEDIUM.name }),
];

/** A document of the middle of the engine, explained for expensive searches. */
const explained = (body: SearchBody) => ({ ...body, document_id: 'd8000' });
export const EXPLANATIONS: readonly Request[] = [
  ...['words with typos', 'distances', 'value facets', 'several options'].map((name) =>
    within(name, explained(bodyOf(name)), { engine: MEDIUM.name }),
  ),
  beyond('129 facets', explained(bodyOf('129 facets')), { engine: MEDIUM.name }),
];

export const SUGGESTIONS: readonly Request[] = [
  within('one letter', { query: 'a', size: limits.suggestions.most }, { engine: TEXTS.name }),
  within('long query', { query: 'red '.repeat(32), size: limits.suggestions.most }, { engine: MEDIUM.name }),
  beyond('21 suggestions', { query: 'a', size: limits.suggestions.most + 1 }, { engine: TEXTS.name }),
];
