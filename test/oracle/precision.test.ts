import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SynonymExpansion } from '../../src/index/plan.ts';
import { HIGHEST_PRECISION, matchRules, queryRules } from '../../src/search/precision.ts';
import { precisionIn, precisionOf } from './precision.ts';
import { foundIn, plain } from './small-engine.ts';

const ALL_LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

/** The precisions at which a query finds a document. */
async function levelsThatFind(query: string, document: string | Record<string, string>): Promise<number[]> {
  const fields = ['id', 'title', 'body'].map((name) => ({ name, weight: 1 }));
  const found = await Promise.all(
    ALL_LEVELS.map((precision) =>
      foundIn({ it: document }, { ...plain(query), fields, matching: matchRules(precision) }),
    ),
  );
  return ALL_LEVELS.filter((_, index) => found[index]?.length === 1);
}
const upTo = (level: number): number[] => ALL_LEVELS.slice(0, level);

test('a number of words is needed that grows with the precision', () => {
  const table: Array<[level: number, needed: number[]]> = [
    [1, [1, 1, 1, 1, 1, 1, 1, 1]],
    [2, [1, 1, 2, 1, 2, 2, 3, 3]],
    [3, [1, 2, 2, 2, 3, 3, 4, 4]],
    [4, [1, 2, 3, 3, 3, 4, 5, 6]],
    [5, [1, 2, 3, 4, 4, 5, 6, 7]],
    [6, [1, 2, 3, 4, 5, 6, 7, 8]],
    [11, [1, 2, 3, 4, 5, 6, 7, 8]],
  ];
  for (const [level, needed] of table) {
    assert.deepEqual([1, 2, 3, 4, 5, 6, 7, 8].map(precisionOf(level).needed), needed, `precision ${level}`);
  }
});

test('the examples of the documentation find American Samoa National Park or not', async () => {
  const examples: Array<[query: string, level: number, found: boolean]> = [
    ['Joshua Tree Park', 1, true],
    ['Joshua Tree Park', 2, false],
    ['Joshua Tree National Park', 2, true],
    ['Joshua Tree National Park', 4, false],
    ['Joshua Park', 3, false],
    ['Joshua Tree American National Park', 4, true],
    ['American Tree National Park', 5, false],
    ['American Samoa Tree National Park', 5, true],
  ];
  for (const [query, level, found] of examples) {
    const levels = await levelsThatFind(query, 'American Samoa National Park');
    assert.equal(levels.includes(level), found, `${query} at precision ${level}`);
  }
});

test('words that are split over two fields are found up to precision 6', async () => {
  const document = { title: 'e-commerce', body: 'FY 2022' };
  assert.deepEqual(await levelsThatFind('e-commerce FY 2022', document), upTo(6));
});

test('joined words are found up to precision 9, both expansions', async () => {
  assert.deepEqual(await levelsThatFind('FY2022', 'FY 2022'), upTo(9));
  assert.deepEqual(await levelsThatFind('FY 2022', 'FY2022'), upTo(9));
});

test('stems are found up to precision 10, prefixes up to 8, fuzzy matches up to 7, subtokens up to 8', async () => {
  assert.deepEqual(await levelsThatFind('resulting', 'results'), upTo(10));
  assert.deepEqual(await levelsThatFind('res', 'results'), upTo(8));
  assert.deepEqual(await levelsThatFind('comerc', 'commerce'), upTo(7));
  assert.deepEqual(await levelsThatFind('shot', 'PowerShot'), upTo(8));
  assert.deepEqual(await levelsThatFind('RESULTS', 'results'), ALL_LEVELS);
});

test('stop words count as found, so that no precision needs them', async () => {
  assert.deepEqual(await levelsThatFind('the park', 'the park'), ALL_LEVELS);
  assert.deepEqual(await levelsThatFind('the park', 'park'), ALL_LEVELS);
  assert.deepEqual(await levelsThatFind('where is the best of all parks', 'parks'), upTo(5));
});

test('a query of nothing but stop words takes them as ordinary words', async () => {
  assert.deepEqual(await levelsThatFind('the who', 'The Who'), ALL_LEVELS);
});

test('a stop word alone finds no document of a query that has other words, in no field', async () => {
  const fields = ['id', 'title'].map((name) => ({ name, weight: 1 }));
  for (const precision of ALL_LEVELS) {
    const options = { ...plain('the park'), fields, matching: matchRules(precision) };
    assert.deepEqual(await foundIn({ 'the-1': 'the theatre' }, options), [], `precision ${precision}`);
  }
});

test('the rules of every precision are those of the specification', () => {
  assert.equal(HIGHEST_PRECISION, ALL_LEVELS.length);
  for (const level of ALL_LEVELS) {
    const [is, should] = [precisionIn(matchRules(level)), precisionOf(level)];
    assert.deepEqual({ ...is, needed: null }, { ...should, needed: null }, `precision ${level}`);
    for (let n = 1; n <= 64; n++)
      assert.equal(is.needed(n), should.needed(n), `precision ${level}, ${n} words`);
    assert.equal(matchRules(level).needed.length, 65);
  }
});

test('synonyms are searched at precision 2 whatever the request says', async () => {
  const documents = { it: 'American Samoa National Park' };
  const found = (text: string, synonyms: readonly SynonymExpansion[] = []) => {
    const query = { kind: 'plain', text, synonyms } as const;
    return foundIn(documents, { query, matching: queryRules(query, 11) });
  };
  assert.deepEqual(await found('Joshua Tree National Park'), []);
  assert.deepEqual(
    await found('Joshua Tree National Park', [{ words: ['tree'], alternatives: ['nothing'] }]),
    ['it'],
  );
});
