import { Random } from '../../test/support/seed.ts';
import type { Ask } from './client.ts';
import type { Queries, Query } from './corpus.ts';

/** Queries that read few documents: they should stay fast under any other load. */
const LIGHT = ['and2', 'typo1'];
/** Queries that read many documents; prefixes of one letter are among them. */
const HEAVY = ['allfacet', 'or2cc'];
const LETTERS = [...'abcdefghilmnoprstuvw'];

const PATH = '/engines/bench/search';

/** Ten hits with snippets of two texts, as a results page would request them. */
function search({ terms, op, filter, geo, facets, sort }: Query): object {
  const conditions = [
    ...(filter ? [{ section: filter.section }, { size: { from: filter.size[0], to: filter.size[1] } }] : []),
    ...(geo ? [{ location: { center: `${geo[0]},${geo[1]}`, distance: geo[2], unit: 'km' } }] : []),
  ];
  return {
    query: terms.join(' '),
    page: { size: 10 },
    search_fields: { name: { weight: 5 }, summary: { weight: 3 }, body: { weight: 1 } },
    result_fields: {
      name: { raw: {} },
      summary: { snippet: { size: 200, fallback: true } },
      body: { snippet: { size: 200, fallback: true } },
    },
    // All words are required.
    ...(op === 'and' && { precision: 6 }),
    ...(conditions.length > 0 && { filters: { all: conditions } }),
    ...(facets && {
      facets: Object.fromEntries(facets.map((name) => [name, { type: 'value', size: 10 }])),
    }),
    ...(sort && { sort: { [sort]: 'desc' } }),
  };
}

const ask =
  (kind: string) =>
  (query: Query): Ask => ({ kind, method: 'POST', path: PATH, body: JSON.stringify(search(query)) });

/** In a random order that depends on the seed. */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const result = [...items];
  for (let i = result.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [result[i], result[j]] = [result[j] as T, result[i] as T];
  }
  return result;
}

export interface Questions {
  readonly light: readonly Ask[];
  readonly heavy: readonly Ask[];
  /** All classes equally often. */
  readonly all: readonly Ask[];
}

/** Repeats the items of each list up to the length of the longest; empty lists are left out. */
function evenly<T>(lists: ReadonlyArray<readonly T[]>): T[] {
  const filled = lists.filter((list) => list.length > 0);
  const most = Math.max(...filled.map((list) => list.length));
  return filled.flatMap((list) => Array.from({ length: most }, (_, i) => list[i % list.length] as T));
}

export function questionsOf(queries: Queries, seed: number): Questions {
  const random = new Random(seed);
  const ofClasses = (names: readonly string[]): Array<readonly Query[]> =>
    names.map((name) => queries[name] ?? []);
  const beginnings = LETTERS.map((letter): Query => ({ terms: [letter] }));
  return {
    light: shuffled(evenly(ofClasses(LIGHT)), random).map(ask('light search')),
    heavy: shuffled(evenly([...ofClasses(HEAVY), beginnings]), random).map(ask('heavy search')),
    all: shuffled(evenly(Object.values(queries)), random).map(ask('search')),
  };
}
