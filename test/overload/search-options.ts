import { limits } from '../../src/limits.ts';
import { HIGHEST_PRECISION } from '../../src/search/precision.ts';
import { largest } from './bodies.ts';
import type { Fields } from './engines.ts';

/**
 * The most expensive values of every search option, and the smallest ones beyond its limits. Each entry is a search body;
 * `query` is '' (every document) unless the entry has another.
 */

export type SearchBody = Readonly<Record<string, unknown>>;

export interface OptionAttacks {
  /** Search bodies by a name for the table. */
  readonly within: Readonly<Record<string, SearchBody>>;
  /** Empty if the option has no limit. */
  readonly beyond: Readonly<Record<string, SearchBody>>;
}

const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

const moment = (at: number): string => new Date(9e11 + at * 1e6).toISOString();
/** Further away than any place, so that every document is tested against every one. */
const farAway = (at: number) => ({ center: `${at % 80},${at % 170}`, from: 20_001 + at / 1000, unit: 'km' });

/** `count` conditions on a field with `size` values or ranges each. */
const conditions = (count: number, size: number, field: string, value: (at: number) => unknown) => ({
  filters: { any: many(count, (c) => ({ [field]: many(size, (at) => value(c * size + at)) })) },
});

const WORDS = 'red cave rivr natonal prk gren montain lak old brige '.repeat(20);
const LETTERS = 'a b c d e f g h i j k l m n o p q r s t u v w x y z '.repeat(20);
const wordQuery = WORDS.slice(0, limits.queryLength);
const letterQuery = LETTERS.slice(0, limits.queryLength);

export const SEARCH_OPTIONS: Readonly<Record<string, (fields: Fields) => OptionAttacks>> = {
  query: () => ({
    within: { 'words with typos': { query: wordQuery }, letters: { query: letterQuery } },
    beyond: { 'a character too long': { query: `${wordQuery}x` } },
  }),
  page: () => ({
    within: {
      'last page': { page: { size: 1000, current: limits.searchResults / 1000 } },
      'largest page': { page: { size: limits.searchResultsPerPage.most } },
    },
    beyond: {
      'page too large': { page: { size: limits.searchResultsPerPage.most + 1 } },
      'page too far': { page: { current: limits.searchPage + 1 } },
    },
  }),
  sort: ({ text, geolocation }) => {
    const keys = (count: number) =>
      many(count, (at) =>
        at === count - 1
          ? { [text]: 'asc' }
          : { [geolocation]: { center: `${at},${at}`, order: 'asc', mode: 'median' } },
      );
    return {
      within: { '10 sort keys': { sort: keys(limits.sortFields), page: { size: 1000 } } },
      beyond: { '11 sort keys': { sort: keys(limits.sortFields + 1) } },
    };
  },
  group: ({ text, number }) => ({
    within: {
      'groups of 10': {
        group: { field: text, size: limits.groupSize, sort: { [number]: 'desc' } },
        page: { size: 1000 },
      },
    },
    beyond: { 'groups of 11': { group: { field: text, size: limits.groupSize + 1 } } },
  }),
  facets: ({ text, number, date, geolocation }) => {
    /** `count` facets that share all ranges that a search may have. */
    const ranges = (count: number, field: string, from: (at: number) => unknown, more: object = {}) => {
      const each = limits.allFacetRanges / count;
      return {
        facets: {
          [field]: many(count, (f) => ({
            type: 'range',
            ...more,
            ranges: many(each, (at) => ({ from: from(f * each + at) })),
          })),
        },
      };
    };
    const distances = (count: number) =>
      ranges(count, geolocation, (at) => at, { center: '1,2', unit: 'km' });
    const values = (count: number) => ({
      facets: { [text]: many(count, () => ({ type: 'value', size: limits.facetValues.most })) },
    });
    const oneRange = (count: number) => ({
      facets: { [number]: { type: 'range', ranges: many(count, (at) => ({ from: at })) } },
    });
    return {
      within: {
        'value facets': values(limits.facets),
        'number range facets': ranges(limits.facets, number, (at) => at),
        'date range facets': ranges(limits.facets, date, moment),
        'distance facets': distances(limits.facetDistances),
      },
      beyond: {
        '129 facets': values(limits.facets + 1),
        '251 values': { facets: { [text]: { type: 'value', size: limits.facetValues.most + 1 } } },
        '251 ranges': oneRange(limits.facetRanges + 1),
        '33 distance facets': {
          facets: {
            [geolocation]: many(limits.facetDistances + 1, () => ({
              type: 'range',
              center: '1,2',
              ranges: [{ from: 1 }],
            })),
          },
        },
        '2,049 ranges': {
          facets: {
            [number]: [
              ...many(limits.facets - 1, () => ({
                type: 'range',
                ranges: many(limits.allFacetRanges / limits.facets, (at) => ({ from: at })),
              })),
              {
                type: 'range',
                ranges: many(limits.allFacetRanges / limits.facets + 1, (at) => ({ from: at })),
              },
            ],
          },
        },
      },
    };
  },
  filters: ({ text, number, date, geolocation }) => {
    const all = limits.filterConditions;
    const deep = (levels: number): object =>
      levels === 0 ? { [number]: { from: 1 } } : { any: [deep(levels - 1), { [text]: 'x' }] };
    return {
      within: {
        'number ranges': largest(limits.filterValues, (n) =>
          conditions(all, n, number, (at) => ({ from: 1e6 + at, to: 1e6 + at })),
        ),
        'date ranges': largest(limits.filterValues, (n) =>
          conditions(all, n, date, (at) => ({ from: moment(at), to: moment(at) })),
        ),
        dates: largest(limits.filterValues, (n) => conditions(all, n, date, moment)),
        values: largest(limits.filterValues, (n) => conditions(all, n, text, (at) => `v${at}`)),
        distances: conditions(all, limits.filterDistances / all, geolocation, farAway),
        'distances and a word': {
          ...conditions(all, limits.filterDistances / all, geolocation, farAway),
          query: 'red',
        },
        '5 levels': { filters: deep(limits.filterDepth) },
      },
      beyond: {
        '33 conditions': conditions(all + 1, 1, number, (at) => at),
        '1,025 values': conditions(1, limits.filterValues + 1, number, (at) => at),
        '257 distances': conditions(1, limits.filterDistances + 1, geolocation, farAway),
        '6 levels': { filters: deep(limits.filterDepth + 1) },
      },
    };
  },
  precision: () => ({
    within: { 'lowest precision': { precision: 1, query: wordQuery, page: { size: 1000 } } },
    beyond: { 'precision 12': { precision: HIGHEST_PRECISION + 1 } },
  }),
  boosts: ({ text, number, geolocation }) => {
    const near = (count: number) => ({
      query: 'red',
      boosts: {
        [geolocation]: many(count, (at) => ({
          type: 'proximity',
          function: 'gaussian',
          center: `${at},1`,
          factor: 2,
        })),
      },
    });
    return {
      within: {
        'proximity boosts': near(limits.boosts),
        'value boosts': largest(limits.filterValues, (n) => ({
          query: 'red',
          boosts: {
            [text]: many(limits.boosts, (b) => ({ type: 'value', value: many(n, (at) => `v${b * n + at}`) })),
          },
        })),
      },
      beyond: {
        '33 boosts': near(limits.boosts + 1),
        'factor 11': {
          boosts: { [number]: { type: 'functional', function: 'linear', factor: limits.boostFactor + 1 } },
        },
      },
    };
  },
  search_fields: ({ text }) => ({
    within: { 'weighted fields': { query: wordQuery, search_fields: { [text]: { weight: 10 } } } },
    beyond: { 'weight 11': { query: 'red', search_fields: { [text]: { weight: limits.fieldWeight + 1 } } } },
  }),
  result_fields: ({ text, number, date }) => {
    const snippets = (size: number) => ({
      query: letterQuery,
      page: { size: 1000 },
      result_fields: {
        [text]: { raw: { size }, snippet: { size, fallback: true } },
        [number]: {},
        [date]: {},
      },
    });
    return {
      within: { 'snippets of 1,000 characters': snippets(limits.resultSize.most) },
      beyond: { 'snippets of 1,001 characters': snippets(limits.resultSize.most + 1) },
    };
  },
  analytics: () => {
    const tags = (count: number, length: number) => ({
      analytics: { tags: many(count, () => '𝒜'.repeat(length)) },
    });
    return {
      within: { '16 tags': tags(limits.tags, limits.tagLength) },
      beyond: { '17 tags': tags(limits.tags + 1, 1), 'a long tag': tags(1, limits.tagLength + 1) },
    };
  },
  record_analytics: () => ({ within: { 'without analytics': { record_analytics: false } }, beyond: {} }),
};

/** Several options at their limits at once, as far as they fit into one body. */
const together = (fields: Fields): SearchBody => {
  const { within: facets } = attacksOn('facets', fields);
  const { within: sort } = attacksOn('sort', fields);
  const { within: boosts } = attacksOn('boosts', fields);
  const { within: filters } = attacksOn('filters', fields);
  return {
    query: wordQuery,
    facets: facets['value facets']?.facets,
    boosts: boosts['proximity boosts']?.boosts,
    filters: { none: filters.distances?.filters },
    sort: sort['10 sort keys']?.sort,
    page: { size: 1000 },
  };
};

const attacksOn = (option: string, fields: Fields): OptionAttacks => {
  const make = SEARCH_OPTIONS[option];
  if (make === undefined) throw new Error(`search-options.ts has no entry for ${option}`);
  return make(fields);
};

export interface NamedSearch {
  readonly name: string;
  readonly isWithin: boolean;
  readonly body: SearchBody;
}

const known = new Map<Fields, readonly NamedSearch[]>();

/** The attacks by all options of a search, in the order of the table. Made once for each kind of fields. */
export function searchesOn(fields: Fields): readonly NamedSearch[] {
  const made = known.get(fields) ?? allSearches(fields);
  known.set(fields, made);
  return made;
}

function allSearches(fields: Fields): readonly NamedSearch[] {
  const named = Object.keys(SEARCH_OPTIONS).flatMap((option) => {
    const { within, beyond } = attacksOn(option, fields);
    return [
      ...Object.entries(within).map(([name, body]) => ({ name, isWithin: true, body })),
      ...Object.entries(beyond).map(([name, body]) => ({ name, isWithin: false, body })),
    ];
  });
  const all = [...named, { name: 'several options', isWithin: true, body: together(fields) }];
  return all.map(({ body, ...rest }) => ({ ...rest, body: { query: '', ...body } }));
}
