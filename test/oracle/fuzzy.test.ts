import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzerFor } from '../../src/analysis/language.ts';
import { OracleDocument } from './document.ts';
import { editDistance, fuzzyComparison, fuzzyMatchesOf } from './fuzzy.ts';
import { queryTerms } from './query-terms.ts';
import { SearchedField } from './searched-field.ts';
import { foundIn, plain } from './small-engine.ts';

const english = analyzerFor('en');

test('edits are counted by optimal string alignment', () => {
  const table: Array<[a: string, b: string, edits: number]> = [
    ['', '', 0],
    ['', 'abc', 3],
    ['park', 'park', 0],
    ['park', 'pakr', 1],
    ['park', 'par', 1],
    ['park', 'parck', 1],
    ['park', 'perk', 1],
    ['kitten', 'sitting', 3],
    // No character is edited twice: with free transpositions it would be 2.
    ['ca', 'abc', 3],
    ['𠮷野', '野𠮷', 1],
  ];
  for (const [a, b, edits] of table) {
    assert.equal(editDistance(a, b), edits, `${a} ${b}`);
    assert.equal(editDistance(b, a), edits, `${b} ${a}`);
  }
});

test('the length of the form decides how many edits are allowed, and its first two letters are fixed', () => {
  const table: Array<[q: string, v: string, match: { edits: number; length: number } | undefined]> = [
    ['ca', 'cat', undefined],
    ['cat', 'cart', { edits: 1, length: 3 }],
    ['cat', 'catxy', undefined],
    ['cat', 'carts', { edits: 1, length: 3 }],
    ['cat', 'cot', undefined],
    ['lemon', 'lemno', { edits: 1, length: 5 }],
    ['lemon', 'leomno', undefined],
    ['banana', 'bannaan', { edits: 2, length: 6 }],
    ['banana', 'bananas', undefined],
    ['banana', 'abnana', undefined],
  ];
  for (const [q, v, match] of table) assert.deepEqual(fuzzyComparison(q, v, english), match, `${q} ${v}`);
});

test('stems are compared as well, and the smaller number of edits counts', () => {
  // connectin / connected: three edits as words; as stems connectin / connect two.
  assert.deepEqual(fuzzyComparison('connectin', 'connected', english), { edits: 2, length: 9 });
  // conect / connections: four edits as words; conect / connect is one.
  assert.deepEqual(fuzzyComparison('conect', 'connections', english), { edits: 1, length: 6 });
  // Equal numbers: the word, which is longer.
  assert.deepEqual(fuzzyComparison('parkes', 'parlkes', english)?.length, 6);
});

test('a word with the stem of the query word is no fuzzy match', () => {
  assert.equal(fuzzyComparison('park', 'parks', english), undefined);
});

test('the best fifty fuzzy matches count: fewest edits, then most documents, then bytes', () => {
  const digits = [...'0123456789'];
  const once = digits.map((digit) => `banan${digit}`);
  const twice = digits.flatMap((digit) => digits.map((other) => `bana${digit}${other}`));
  const texts = [...twice, ...once, 'bana77 bana77', 'bana99', 'bana99', 'bana88', 'abnana', 'banan5'];
  const documents = texts.map(
    (text, index) => new OracleDocument(`${index}`, index, new Map([['title', text]]), english),
  );
  const [banana] = queryTerms('banana', english);
  assert(banana);
  const words = fuzzyMatchesOf(banana, [new SearchedField('title', 1, documents)], english).map(
    ({ word }) => word,
  );
  assert.deepEqual(words, [
    'banan5',
    ...once.filter((word) => word !== 'banan5'),
    ...['bana99', 'bana77', 'bana88'],
    ...twice.slice(0, 37),
  ]);
});

test('words that only the fields of a search do not have are no fuzzy matches', async () => {
  const documents = { a: { title: 'lake', body: 'commerce' }, b: { title: 'commerce' } };
  assert.deepEqual(await foundIn(documents, plain('comerce')), ['b']);
});
