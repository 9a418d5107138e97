import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { Operand, QueryPlan } from '../../src/index/plan.ts';
import { parseQueryText } from '../../src/search/query-text.ts';
import { processorTime } from '../support/processor-time.ts';
import { announcedSeed } from '../support/seed.ts';

// The operators of docs/matching.md, section 6.

/** A short notation for the table: `+` required, `?` optional, `-` forbidden; phrases in brackets. */
const written = (query: QueryPlan): string => {
  if (query.kind !== 'operators') return query.kind;
  const all = (sign: string, operands: readonly Operand[]) =>
    operands.map(({ kind, text }) => (kind === 'phrase' ? `${sign}[${text}]` : `${sign}${text}`));
  return [...all('+', query.required), ...all('?', query.wanted), ...all('-', query.forbidden)].join(' ');
};

const TABLE: Readonly<Record<string, ReadonlyArray<readonly [text: string, expected: string]>>> = {
  'a blank query asks for everything': [
    ['', 'everything'],
    [' ', 'everything'],
    ['\t\n\u00a0\u3000\ufeff', 'everything'],
  ],
  'words are plain, whatever signs they hold': [
    ['mountain', 'plain'],
    ['rocky mountain', 'plain'],
    ['e-commerce', 'plain'],
    ['C++', 'plain'],
    ['C++ -', 'plain'],
    ['a - b', 'plain'],
    ['a + b', 'plain'],
    ['-', 'plain'],
    ['+', 'plain'],
    ['+-', 'plain'],
    ['--', 'plain'],
    ['--verbose', 'plain'],
    ['++x', 'plain'],
    ['+-x', 'plain'],
    ['-...', 'plain'],
    ['-!?', 'plain'],
    ["rock'n'roll", 'plain'],
    ['title:dune', 'plain'],
    ['(a OR-b)', 'plain'],
    ['*', 'plain'],
    ['a~2', 'plain'],
    ['\\', 'plain'],
    ['?!', 'plain'],
    ['\u0000', 'plain'],
    ['\ud800', 'plain'],
    ['😀', 'plain'],
  ],
  'operators in other letters are plain': [
    ['a and b', 'plain'],
    ['a And b', 'plain'],
    ['a or b', 'plain'],
    ['not a', 'plain'],
    ['ANDROID', 'plain'],
    ['NOTE', 'plain'],
    ['a AND,b', 'plain'],
    ['a && b', 'plain'],
    ['!a', 'plain'],
  ],
  'operators without their operands are plain': [
    ['AND', 'plain'],
    ['OR', 'plain'],
    ['NOT', 'plain'],
    ['AND a', 'plain'],
    ['a AND', 'plain'],
    ['a OR', 'plain'],
    ['OR a', 'plain'],
    ['a NOT', 'plain'],
    ['NOT NOT', 'plain'],
    ['AND OR', 'plain'],
    ['a AND OR', 'plain'],
  ],
  'quotes that do not open a chunk and close one are plain': [
    ['"', 'plain'],
    ['""', 'plain'],
    ['" "', 'plain'],
    ['"open', 'plain'],
    ['open"', 'plain'],
    ['"open quote', 'plain'],
    ['say "open', 'plain'],
    ['5" pipe', 'plain'],
    ['a"b"c', 'plain'],
    ['-"open', 'plain'],
    ['+""', 'plain'],
    ['“curly quotes”', 'plain'],
  ],
  'a phrase': [
    ['"a"', '?[a]'],
    ['"a b"', '?[a b]'],
    ['"The Who"', '?[The Who]'],
    ['  "a b"  ', '?[a b]'],
    ['"a b" c', '?[a b] ?c'],
    ['c "a b"', '?c ?[a b]'],
    ['"a b" "c d"', '?[a b] ?[c d]'],
    ['" a "', '?[ a ]'],
    ['"a"b c"', '?[a"b c]'],
    ['"a b" "open', '?[a b] ?"open'],
    ['+"a b"', '+[a b]'],
    ['-"a b"', '-[a b]'],
    ['-"a b" c', '?c -[a b]'],
    ['"+a"', '?[+a]'],
    ['"a AND b"', '?[a AND b]'],
    ['"..."', '?[...]'],
  ],
  'required and forbidden words': [
    ['+a', '+a'],
    ['-a', '-a'],
    ['+a b', '+a ?b'],
    ['a -b', '?a -b'],
    ['+a -b c', '+a ?c -b'],
    ['-a -b', '-a -b'],
    ['-5', '-5'],
    ['-e-commerce', '-e-commerce'],
    ['+C++', '+C++'],
    ['+a +', '+a ?+'],
    ['-ä', '-ä'],
    ['-日本', '-日本'],
    ['-_x', '-_x'],
    ['-.5', '-.5'],
  ],
  'AND, OR and NOT': [
    ['a AND b', '+a +b'],
    ['a AND b AND c', '+a +b +c'],
    ['a OR b', '?a ?b'],
    ['a OR b OR c', '?a ?b ?c'],
    ['a AND b OR c', '+a +b ?c'],
    ['a OR b AND c', '+b +c ?a'],
    ['a AND b c', '+a +b ?c'],
    ['NOT a', '-a'],
    ['a NOT b', '?a -b'],
    ['a AND NOT b', '+a -b'],
    ['NOT a AND b', '+b -a'],
    ['NOT a OR b', '?b -a'],
    ['a AND -b', '+a -b'],
    ['-a AND b', '+b -a'],
    ['+a OR b', '+a ?b'],
    ['NOT NOT a', '-a'],
    ['NOT -a', '-a'],
    ['NOT +a', '-a'],
    ['"a b" AND c', '+[a b] +c'],
    ['a AND "b c"', '+a +[b c]'],
    ['NOT "a b"', '-[a b]'],
    ['a\nAND\tb', '+a +b'],
  ],
  'an operator in an odd place is a word like others': [
    ['a AND AND b', '+AND +b ?a'],
    ['AND a AND b', '+a +b ?AND'],
    ['a AND b OR', '+a +b ?OR'],
    ['+a AND', '+a ?AND'],
    ['-a NOT', '?NOT -a'],
    ['a NOT AND b', '+NOT +b ?a'],
  ],
};

for (const [what, rows] of Object.entries(TABLE)) {
  suite(what, () => {
    for (const [text, expected] of rows) {
      test(JSON.stringify(text), () => {
        const query = parseQueryText(text);
        assert.equal(written(query), expected);
        if (query.kind === 'plain') assert.equal(query.text, text);
      });
    }
  });
}

test('only the first 64 operands count', () => {
  const words = Array.from({ length: 70 }, (_, i) => `w${i}`);
  const query = parseQueryText(words.join(' OR '));
  assert.ok(query.kind === 'operators');
  assert.deepEqual(
    query.wanted.map(({ text }) => text),
    words.slice(0, 64),
  );
});

const SPLINTERS = ['"', '+', '-', ' ', 'AND', 'OR', 'NOT', 'a', 'b c', '\t', '\ud83d', '日本', '.', ''];

test('any text is a valid query, and contains every operand', () => {
  const seed = announcedSeed('query texts');
  const texts = fc
    .array(fc.oneof(fc.constantFrom(...SPLINTERS), fc.string({ unit: 'binary' })))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      const query = parseQueryText(text);
      if (query.kind === 'everything') assert.equal(text.trim(), '');
      if (query.kind === 'plain') assert.equal(query.text, text);
      if (query.kind !== 'operators') return;
      const operands = [...query.required, ...query.wanted, ...query.forbidden];
      assert.ok(operands.length > 0 && operands.length <= 64);
      for (const operand of operands) {
        assert.ok(operand.text !== '' && text.includes(operand.text));
        if (operand.kind === 'word') assert.doesNotMatch(operand.text, /\s/);
      }
    }),
    { seed, numRuns: 5_000 },
  );
});

test('parsing takes linear time on hostile texts', () => {
  const patterns = [
    '"a ',
    '"',
    'a" ',
    'NOT ',
    'AND ',
    'a AND ',
    '-"',
    '+',
    '-x ',
    '"a" ',
    ' ',
    'é',
    '- ',
    'NOT a ',
  ];
  for (const pattern of patterns) {
    const text = pattern.repeat(100_000 / pattern.length);
    const start = processorTime();
    parseQueryText(text);
    const taken = processorTime() - start;
    assert.ok(taken < 500, `${JSON.stringify(pattern)} took ${taken} ms`);
  }
});
