import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COVERAGE_BONUS } from '../../src/index/embedded/query/scoring/bm25.ts';
import { matchRules } from '../../src/search/precision.ts';
import { isNear } from './compare.ts';
import { plain, scoresIn } from './small-engine.ts';

function assertScores(actual: Record<string, number>, expected: Record<string, number>): void {
  assert.deepEqual(Object.keys(actual).sort(), Object.keys(expected).sort());
  for (const [id, score] of Object.entries(expected)) {
    assert(isNear(actual[id] ?? Number.NaN, score), `${id}: ${actual[id]} instead of ${score}`);
  }
}

// With one document N and df are 1, and its length is the average.
const RARITY = Math.log(1 + 0.5 / 1.5);
const ONCE = 1 / (1 + 1.2);
const TWICE = 2 / (2 + 1.2);
const COVERED = 1 + COVERAGE_BONUS;
const HALF_COVERED = 1 + COVERAGE_BONUS / 2;

const alone: Array<[way: string, query: string, title: string, score: number]> = [
  ['word', 'park', 'park', COVERED * RARITY * ONCE],
  ['word, twice', 'park', 'park park', HALF_COVERED * RARITY * TWICE],
  ['stem', 'park', 'parks', COVERED * RARITY * 0.95 * ONCE],
  ['stem over word, as more words have it', 'park', 'park parks', HALF_COVERED * RARITY * 0.95 * TWICE],
  ['joined in the document', 'ecommerce', 'e commerce', HALF_COVERED * RARITY * 0.75 * ONCE],
  ['joined in the query, for both words', 'e commerce', 'ecommerce', COVERED * 2 * RARITY * 0.75 * ONCE],
  ['joined with itself', 'bye bye', 'byebye', COVERED * RARITY * 0.75 * ONCE],
  ['delimiter part', 'shot', 'PowerShot', COVERED * RARITY * 0.4 * ONCE],
  ['delimiter part, twice', 'shot', 'PowerShot HeadShot', HALF_COVERED * RARITY * 0.4 * TWICE],
  ['delimiter parts of the query', 'PowerShot', 'shot power', HALF_COVERED * RARITY * 0.4 * ONCE],
  ['prefix', 'cat', 'caterpillar', COVERED * RARITY * 0.1 * ONCE],
  ['prefix, of two words', 'cat', 'caterpillar category', HALF_COVERED * RARITY * 0.1 * TWICE],
  ['typo, one edit of seven letters', 'comerce', 'commerce', COVERED * RARITY * 0.1 * (1 - 1 / 7) * ONCE],
  ['typo, two edits of six letters', 'comerc', 'commerce', COVERED * RARITY * 0.1 * (1 - 1 / 6) * ONCE],
];

for (const [way, query, title, score] of alone) {
  test(`the score of a match by ${way}: ${query} in ${title}`, async () => {
    assertScores(await scoresIn({ it: title }, plain(query)), { it: score });
  });
}

test('a glued word of more than 16 characters is not joined, a prefix has at most 12', async () => {
  assertScores(await scoresIn({ it: 'abcdefgh ijklmnop' }, plain('abcdefghijklmnop')), {
    it: HALF_COVERED * RARITY * 0.75 * ONCE,
  });
  assertScores(await scoresIn({ it: 'abcdefgh ijklmnopq' }, plain('abcdefghijklmnopq')), {});
  assertScores(await scoresIn({ it: 'abcdefghijklzzzz' }, plain('abcdefghijkl')), {
    it: COVERED * RARITY * 0.1 * ONCE,
  });
  assertScores(await scoresIn({ it: 'abcdefghijklmzzz' }, plain('abcdefghijklm')), {});
});

test('two words of different items of a list are not next to each other', async () => {
  assertScores(await scoresIn({ it: { title: ['e', 'commerce'] } }, plain('ecommerce')), {});
});

test('id knows whole words only', async () => {
  const fields = [{ name: 'id', weight: 1 }];
  assertScores(await scoresIn({ 'park-1': 'x' }, { ...plain('park'), fields }), {
    'park-1': HALF_COVERED * RARITY * ONCE,
  });
  assertScores(await scoresIn({ 'parks-1': 'x' }, { ...plain('park'), fields }), {});
});

test('longer fields are worth less, and covering more of a field is worth more', async () => {
  // The average length is 2, so the lengths of 1 and 3 weigh 1.2 · (0.25 + 0.375) and 1.2 · (0.25 + 1.125).
  assertScores(await scoresIn({ short: 'park', long: 'park lake river' }, plain('park')), {
    short: COVERED * Math.log(1.2) * (1 / 1.75),
    long: (1 + COVERAGE_BONUS / 3) * Math.log(1.2) * (1 / 2.65),
  });
});

test('the word and its inflections share one rarity', async () => {
  assertScores(await scoresIn({ a: 'park', b: 'parks', c: 'lake' }, plain('park')), {
    a: COVERED * Math.log(1 + 1.5 / 2.5) * ONCE,
    b: COVERED * Math.log(1 + 1.5 / 2.5) * 0.95 * ONCE,
  });
});

test('without its stem the rarity of a word is that of all that stands in for it, each word once', async () => {
  // `cart` is a typo of `cat`, `category` begins with it, `cats` would have its stem.
  const documents = { a: 'cart', b: 'category', c: 'lake', d: 'river' };
  const rarity = Math.log(1 + (4 - 2 + 0.5) / 2.5);
  assertScores(await scoresIn(documents, plain('cat')), {
    a: COVERED * rarity * 0.1 * (1 - 1 / 3) * ONCE,
    b: COVERED * rarity * 0.1 * ONCE,
  });
});

test('every pair that makes a word counts for its rarity', async () => {
  const documents = { a: 'ab cde', b: 'abc de', c: 'lake shore' };
  const rarity = Math.log(1 + (3 - 2 + 0.5) / 2.5);
  assertScores(await scoresIn(documents, { ...plain('abcde'), matching: matchRules(9) }), {
    a: HALF_COVERED * rarity * 0.75 * ONCE,
    b: HALF_COVERED * rarity * 0.75 * ONCE,
  });
});

test('fields add up by their weights, and one of weight 0 is not searched', async () => {
  const documents = { it: { title: 'park', body: 'park', tags: 'park' } };
  const fields = [
    { name: 'title', weight: 3 },
    { name: 'body', weight: 0.5 },
    { name: 'tags', weight: 0 },
  ];
  assertScores(await scoresIn(documents, { ...plain('park'), fields }), {
    it: 3.5 * COVERED * RARITY * ONCE,
  });
  assertScores(await scoresIn({ it: { tags: 'park' } }, { ...plain('park'), fields }), {});
});

test('of several texts the best score counts', async () => {
  const single = await scoresIn({ it: 'park lake' }, plain('park lake'));
  assertScores(await scoresIn({ it: 'park lake' }, plain('parks', 'park lake', 'lak')), single);
});

test('words beyond the first 64 different ones are not looked at', async () => {
  const words = Array.from({ length: 64 }, (_, index) => `w${index}`).join(' ');
  assertScores(await scoresIn({ it: 'park' }, plain(`${words} park`)), {});
});

test('everything has score 1, and a text without words finds nothing', async () => {
  assertScores(await scoresIn({ a: 'park', b: {} }, {}), { a: 1, b: 1 });
  assertScores(await scoresIn({ a: 'park' }, plain('!?')), {});
  assertScores(await scoresIn({ a: 'park' }, { ...plain('park'), fields: [] }), {});
});

test('a beginning needs all words in one field, the last as the beginning of one', async () => {
  const documents = { a: 'national parks', b: { title: 'national', body: 'parks' }, c: 'nations parks' };
  const fields = ['title', 'body'].map((name) => ({ name, weight: 2 }));
  const query = { kind: 'beginning', text: 'national pa' } as const;
  assertScores(await scoresIn(documents, { query, fields }), { a: 1 });
});
