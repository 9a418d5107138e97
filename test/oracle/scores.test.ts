import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchRules } from '../../src/search/precision.ts';
import { isNear } from './compare.ts';
import { foundIn, plain, scoresIn } from './small-engine.ts';

function assertScores(actual: Record<string, number>, expected: Record<string, number>): void {
  assert.deepEqual(Object.keys(actual).sort(), Object.keys(expected).sort());
  for (const [id, score] of Object.entries(expected)) {
    assert(isNear(actual[id] ?? Number.NaN, score), `${id}: ${actual[id]} instead of ${score}`);
  }
}

// With one document N and df are 1, and its length is the average.
const IDF = Math.log(1 + 0.5 / 1.5);
const ONCE = 1 / (1 + 1.2);
const TWICE = 2 / (2 + 1.2);
// The whole query is found, and it is the whole field, or half of it.
const COVERED = 2;
const HALF_COVERED = 1.5;
/** The term is twice in the query. */
const REPEATED = 1 + Math.log(2);
/** One of two terms of the query, which is the whole field. */
const ONE_OF_TWO = 1.5;
/** One of two terms, which is half of the field. */
const ONE_OF_TWO_IN_TWO = 1.25;

const alone: Array<[expansion: string, query: string, title: string, score: number]> = [
  ['exact', 'park', 'park', COVERED * IDF * ONCE],
  ['exact, twice', 'park', 'park park', HALF_COVERED * IDF * TWICE],
  ['stem', 'park', 'parks', COVERED * IDF * 0.95 * ONCE],
  ['stem over word, as more words have it', 'park', 'park parks', HALF_COVERED * IDF * 0.95 * TWICE],
  ['compound in the document', 'ecommerce', 'e commerce', HALF_COVERED * IDF * 0.75 * ONCE],
  ['compound in the query, for both words', 'e commerce', 'ecommerce', COVERED * 2 * IDF * 0.75 * ONCE],
  ['compound with itself', 'bye bye', 'byebye', COVERED * REPEATED * IDF * 0.75 * ONCE],
  ['exact, of a repeated word', 'park lake park', 'park', ONE_OF_TWO * REPEATED * IDF * ONCE],
  ['subtoken part', 'shot', 'PowerShot', COVERED * IDF * 0.4 * ONCE],
  ['subtoken part, twice', 'shot', 'PowerShot HeadShot', HALF_COVERED * IDF * 0.4 * TWICE],
  ['subtoken parts of the query', 'PowerShot', 'shot power', HALF_COVERED * IDF * 0.4 * ONCE],
  ['prefix of the last word', 'cat', 'caterpillar', COVERED * IDF * 0.5 * ONCE],
  ['prefix, of two words', 'cat', 'caterpillar category', HALF_COVERED * IDF * 0.5 * TWICE],
  ['prefix of an earlier word', 'cat lake', 'caterpillar', ONE_OF_TWO * IDF * 0.1 * ONCE],
  ['fuzzy, one edit of seven letters', 'comerce', 'commerce', COVERED * IDF * 0.9 * (1 - 1 / 7) * ONCE],
  ['fuzzy, two edits of six letters', 'comerc', 'commerce', COVERED * IDF * 0.9 * (1 - 1 / 6) * ONCE],
  [
    'fuzzy, which is better than the prefix',
    'commerc lake',
    'commercx',
    ONE_OF_TWO * IDF * 0.9 * (1 - 1 / 7) * ONCE,
  ],
  ['stop word, exactly', 'the lake', 'the lake', COVERED * (0.2 + 1) * IDF * ONCE],
  ['stop word, not as a prefix', 'the lake', 'theory lake', ONE_OF_TWO_IN_TWO * IDF * ONCE],
  ['stop word that is last, as a prefix', 'lake the', 'theory lake', COVERED * (0.5 + 1) * IDF * ONCE],
];

for (const [expansion, query, title, score] of alone) {
  test(`the score of a match by ${expansion}: ${query} in ${title}`, async () => {
    assertScores(await scoresIn({ it: title }, plain(query)), { it: score });
  });
}

test('a compounds word of more than 16 characters is not joined, a prefix has at most 12', async () => {
  assertScores(await scoresIn({ it: 'abcdefgh ijklmnop' }, plain('abcdefghijklmnop')), {
    it: HALF_COVERED * IDF * 0.75 * ONCE,
  });
  assertScores(await scoresIn({ it: 'abcdefgh ijklmnopq' }, plain('abcdefghijklmnopq')), {});
  assertScores(await scoresIn({ it: 'abcdefghijklzzzz' }, plain('abcdefghijkl')), {
    it: COVERED * IDF * 0.5 * ONCE,
  });
  assertScores(await scoresIn({ it: 'abcdefghijklmzzz' }, plain('abcdefghijklm')), {});
});

test('two words of different items of a list are not next to each other', async () => {
  assertScores(await scoresIn({ it: { title: ['e', 'commerce'] } }, plain('ecommerce')), {});
});

test('id knows whole words only', async () => {
  const fields = [{ name: 'id', weight: 1 }];
  assertScores(await scoresIn({ 'park-1': 'x' }, { ...plain('park'), fields }), {
    'park-1': HALF_COVERED * IDF * ONCE,
  });
  assertScores(await scoresIn({ 'parks-1': 'x' }, { ...plain('park'), fields }), {});
});

test('in id a stop word has the weight of other words', async () => {
  const options = { ...plain('the park'), fields: [{ name: 'id', weight: 1 }] };
  assertScores(await scoresIn({ 'the-park': 'x' }, options), { 'the-park': COVERED * 2 * IDF * ONCE });
});

test('an unfinished last word is not taken for misspelt', async () => {
  // `comm` is a prefix of `commerce`, and one edit from `coma`.
  const documents = { a: 'commerce', b: 'coma' };
  const idf = Math.log(1 + (2 - 2 + 0.5) / 2.5);
  assertScores(await scoresIn(documents, plain('comm')), {
    a: COVERED * idf * 0.5 * ONCE,
    b: COVERED * idf * 0.1 * (1 - 1 / 4) * ONCE,
  });
});

test('a misspelling of a term that some document knows weighs little', async () => {
  const idf = Math.log(1 + (2 - 1 + 0.5) / 1.5);
  assertScores(await scoresIn({ a: 'comerce', b: 'commerce' }, plain('comerce')), {
    a: COVERED * idf * ONCE,
    b: COVERED * idf * 0.1 * (1 - 1 / 7) * ONCE,
  });
});

test('longer fields are worth less, and covering more of a field is worth more', async () => {
  // The average length is 2, so the lengths of 1 and 3 weigh 1.2 · (0.5 + 0.25) and 1.2 · (0.5 + 0.75).
  assertScores(await scoresIn({ short: 'park', long: 'park lake river' }, plain('park')), {
    short: COVERED * Math.log(1.2) * (1 / 1.9),
    long: (1 + 1 / 3) * Math.log(1.2) * (1 / 2.5),
  });
});

test('the word and its inflections share one idf', async () => {
  assertScores(await scoresIn({ a: 'park', b: 'parks', c: 'lake' }, plain('park')), {
    a: COVERED * Math.log(1 + 1.5 / 2.5) * ONCE,
    b: COVERED * Math.log(1 + 1.5 / 2.5) * 0.95 * ONCE,
  });
});

test('without its stem the idf of a word is that of all that stands in for it, each word once', async () => {
  // `cart` is a fuzzy match of `cat`, `category` begins with it, `cats` would have its stem.
  const documents = { a: 'cart', b: 'category', c: 'lake', d: 'river' };
  const idf = Math.log(1 + (4 - 2 + 0.5) / 2.5);
  assertScores(await scoresIn(documents, plain('cat')), {
    a: COVERED * idf * 0.1 * (1 - 1 / 3) * ONCE,
    b: COVERED * idf * 0.5 * ONCE,
  });
});

test('a word that enough documents have in one field matches no similar words, and prefixes only at the end', async () => {
  const documents = { a: 'cat', b: 'cats', c: 'cart', d: 'category' };
  const found = (query: string, establishedDocs: number) =>
    foundIn(documents, { ...plain(query), matching: { ...matchRules(1), establishedDocs } });
  assert.deepEqual(await found('cat nothing', 3), ['a', 'b', 'd', 'c']);
  assert.deepEqual(await found('cat nothing', 2), ['a', 'b']);
  assert.deepEqual(await found('nothing cat', 2), ['a', 'b', 'd']);
  const fields = ['title', 'body'].map((name) => ({ name, weight: 1 }));
  const apart = { a: { title: 'cat' }, b: { body: 'cat' }, c: { title: 'cart' } };
  const rules = { ...matchRules(1), establishedDocs: 2 };
  assert.deepEqual(await foundIn(apart, { ...plain('cat'), fields, matching: rules }), ['a', 'b', 'c']);
});

test('a word with a digit is never established', async () => {
  const documents = { a: '2018', b: '2018', c: '2019' };
  const matching = { ...matchRules(1), establishedDocs: 1 };
  assert.deepEqual(await foundIn(documents, { ...plain('2018'), matching }), ['b', 'a', 'c']);
});

test('every pair that makes a word counts for its idf', async () => {
  const documents = { a: 'ab cde', b: 'abc de', c: 'lake shore' };
  const idf = Math.log(1 + (3 - 2 + 0.5) / 2.5);
  assertScores(await scoresIn(documents, { ...plain('abcde'), matching: matchRules(9) }), {
    a: HALF_COVERED * idf * 0.75 * ONCE,
    b: HALF_COVERED * idf * 0.75 * ONCE,
  });
});

test('the best field counts in full, the others by the tie-breaker, and one of weight 0 is not searched', async () => {
  const documents = { it: { title: 'park', body: 'park', tags: 'park' } };
  const fields = [
    { name: 'title', weight: 3 },
    { name: 'body', weight: 0.5 },
    { name: 'tags', weight: 0 },
  ];
  assertScores(await scoresIn(documents, { ...plain('park'), fields }), {
    it: (3 + 0.4 * 0.5) * COVERED * IDF * ONCE,
  });
  assertScores(await scoresIn({ it: { tags: 'park' } }, { ...plain('park'), fields }), {});
});

test('a synonym counts nine tenths, and a term has the rarity of its most frequent alternative', async () => {
  const synonyms = [{ words: ['park'], alternatives: ['reserve', 'green space', 'parks'] }];
  const scores = await scoresIn(
    { a: 'park', b: 'reserves', c: 'space green', d: 'green', e: 'reserve' },
    plain('park', synonyms),
  );
  const idf = Math.log(1 + (5 - 2 + 0.5) / (2 + 0.5));
  const share = (tf: number, length: number) => tf / (tf + 1.2 * (0.5 + (0.5 * length) / 1.2));
  assertScores(scores, {
    a: 2 * idf * share(1, 1),
    b: 2 * idf * 0.9 * share(1, 1),
    c: 1.5 * idf * 0.9 * share(1, 2),
    e: 2 * idf * 0.9 * share(1, 1),
  });
});

test('a synonym of several words is found where they are adjacent in the query, and counts for each', async () => {
  const synonyms = [{ words: ['green', 'space'], alternatives: ['park'] }];
  const found = async (query: string) => Object.keys(await scoresIn({ a: 'park' }, plain(query, synonyms)));
  assert.deepEqual(await found('green space'), ['a']);
  assert.deepEqual(await found('Green-Space'), ['a']);
  assert.deepEqual(await found('greens space'), []);
  assert.deepEqual(await found('green open space'), []);
  assert.deepEqual(await found('space green'), []);
  assert.deepEqual(
    await foundIn({ a: 'park' }, { ...plain('green space', synonyms), matching: matchRules(11) }),
    ['a'],
  );
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
  const query = { kind: 'prefix', text: 'national pa' } as const;
  assertScores(await scoresIn(documents, { query, fields }), { a: 1 });
});
