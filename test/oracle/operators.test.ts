import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzerFor } from '../../src/analysis/language.ts';
import type { Operand, SearchPlan } from '../../src/index/plan.ts';
import { isNear } from './compare.ts';
import { FieldText } from './field-text.ts';
import { hasPhrase } from './phrases.ts';
import { foundIn, scoresIn } from './small-engine.ts';

/** `park` is a word, `"national park"` a phrase. */
const operand = (text: string): Operand =>
  text.startsWith('"') ? { kind: 'phrase', text: text.slice(1, -1) } : { kind: 'word', text };
const operators = (required: string[], wanted: string[], forbidden: string[]): Partial<SearchPlan> => ({
  query: {
    kind: 'operators',
    required: required.map(operand),
    wanted: wanted.map(operand),
    forbidden: forbidden.map(operand),
  },
});

test('a phrase may be out of place by two in all', () => {
  const table: Array<[phrase: string, text: string, found: boolean]> = [
    ['a b', 'a b', true],
    ['a b', 'a x b', true],
    ['a b', 'a x x b', true],
    ['a b', 'a x x x b', false],
    ['a b', 'b a', true],
    ['a b', 'b x a', false],
    ['a b c', 'a x b x c', true],
    ['a b c', 'a x b x x c', false],
    ['a b c', 'c b a', false],
    ['a b c', 'b a c', true],
    ['a a', 'a', false],
    ['a a', 'a x x a', true],
    ['a b a', 'a b', false],
    ['a b a', 'a b x a', true],
  ];
  const words = (text: string): FieldText => new FieldText([text], analyzerFor('en'), true);
  for (const [phrase, text, found] of table) {
    assert.equal(hasPhrase(words(text), phrase.split(' ')), found, `"${phrase}" in ${text}`);
  }
});

test('a phrase does not reach from one item of a list to the next', async () => {
  const documents = { list: { title: ['national', 'park'] }, text: 'national park' };
  assert.deepEqual(await foundIn(documents, operators([], ['"national park"'], [])), ['text']);
});

test('operators decide what is found', async () => {
  const documents = { a: 'cave', b: 'cave lake', c: 'cave lake river', d: 'river', e: 'tree' };
  const table: Array<[required: string[], wanted: string[], forbidden: string[], found: string]> = [
    [['cave'], [], [], 'abc'],
    [['cave', 'lake'], [], [], 'bc'],
    [['cave'], ['river'], [], 'abc'],
    [[], ['lake', 'river'], [], 'bcd'],
    [['cave'], [], ['river'], 'ab'],
    [[], ['river'], ['lake'], 'd'],
    [[], [], ['cave'], 'de'],
    [[], [], [], ''],
    [['cave'], [], ['"lake river"'], 'ab'],
    [['nothing'], ['cave'], [], ''],
    [['!!'], ['river'], [], 'cd'],
  ];
  for (const [required, wanted, forbidden, found] of table) {
    const ids = await foundIn(documents, operators(required, wanted, forbidden));
    assert.equal(ids.sort().join(''), found, `+${required} ${wanted} -${forbidden}`);
  }
});

test('operands match by stem, and not by prefix, fuzzy match, compound or subtoken', async () => {
  const documents = { a: 'parks', b: 'parkway', c: 'aprk', d: 'pa rk', e: 'xPark' };
  assert.deepEqual(await foundIn(documents, operators(['parking'], [], [])), ['a']);
});

test('an operand of several words needs them all in one field, in any order', async () => {
  const documents = { a: 'commerce e', b: { title: 'e', body: 'commerce' } };
  const fields = ['title', 'body'].map((name) => ({ name, weight: 1 }));
  assert.deepEqual(await foundIn(documents, { ...operators(['e-commerce'], [], []), fields }), ['a']);
});

test('unquoted stop words are dropped unless nothing else is left, phrases keep theirs', async () => {
  const documents = { a: 'the park', b: 'park', c: 'the who', d: 'lake' };
  const found = async (...query: Parameters<typeof operators>) =>
    (await foundIn(documents, operators(...query))).sort().join('');
  assert.equal(await found(['the', 'park'], [], []), 'ab');
  assert.equal(await found(['the'], [], []), 'ac');
  assert.equal(await found(['"the park"'], [], []), 'a');
  assert.equal(await found(['"the who"'], [], []), 'c');
  assert.equal(await found([], ['the'], ['park']), 'cd');
  assert.equal(await found([], [], ['the']), 'bd');
  assert.equal(await found(['the-park'], [], []), 'ab');
});

test('the score is the sum over operands of their fields by dis-max, without a bonus for coverage', async () => {
  const documents = { it: { title: 'national parks', body: 'park park' } };
  const fields = [
    { name: 'title', weight: 2 },
    { name: 'body', weight: 1 },
    { name: 'id', weight: 1 },
  ];
  const once = (Math.log(4 / 3) * 0.95) / 2.2;
  const twice = (Math.log(4 / 3) * 0.95 * 2) / 3.2;
  // The title is the better field; the body counts by the tie-breaker.
  const park = 2 * once + 0.4 * twice;
  const table: Array<[required: string[], wanted: string[], score: number]> = [
    [['park'], [], park],
    [['park'], ['native', 'nothing'], park],
    [['park'], ['national'], park + 2 * once],
    [['"national park"'], [], 2 * 2 * once],
    [['park'], ['park'], 2 * park],
    [['it'], [], Math.log(4 / 3) / 2.2],
    [['"park park"'], [], twice],
  ];
  for (const [required, wanted, score] of table) {
    const scores = await scoresIn(documents, { ...operators(required, wanted, []), fields });
    assert(
      isNear(scores.it ?? Number.NaN, score),
      `+${required} ${wanted}: ${scores.it} instead of ${score}`,
    );
  }
});

test('with nothing but forbidden operands everything else has score 1, if any field is searched', async () => {
  assert.deepEqual(await scoresIn({ a: 'park', b: 'lake' }, operators([], [], ['park'])), { b: 1 });
  assert.deepEqual(await foundIn({ a: 'park' }, { ...operators([], [], ['lake']), fields: [] }), []);
});
