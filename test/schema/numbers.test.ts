import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { losesDigits, parseNumber } from '../../src/values/number-value.ts';
import { convertValue, typedValue } from '../../src/values/value.ts';
import { processorTime } from '../support/processor-time.ts';

const numbers: ReadonlyArray<readonly [text: string, value: number]> = [
  ['0', 0],
  ['-0', 0],
  ['+0', 0],
  ['-0.0e5', 0],
  ['1', 1],
  ['+1', 1],
  ['-1', -1],
  ['007', 7],
  ['.5', 0.5],
  ['-.5', -0.5],
  ['5.', 5],
  ['+5.e1', 50],
  ['1985.50', 1985.5],
  ['1e5', 100_000],
  ['1E5', 100_000],
  ['1e+5', 100_000],
  ['1e-5', 0.00001],
  ['1e05', 100_000],
  ['0e999', 0],
  ['0.30000000000000004', 0.1 + 0.2],
  ['1e308', 1e308],
  ['-1.7976931348623157e308', -Number.MAX_VALUE],
  ['5e-324', 5e-324],
  ['2.2250738585072014e-308', 2.2250738585072014e-308],
  ['9007199254740991', 2 ** 53 - 1],
  ['9007199254740992', 2 ** 53],
  ['9007199254740993', 2 ** 53],
  ['1e-400', 0],
  [`${'1'.padEnd(300, '0')}`, 1e299],
  [`0.${'3'.repeat(400)}`, 1 / 3],
  [`${'0'.repeat(400)}7`, 7],
];

const refused: readonly string[] = [
  '',
  ' ',
  '.',
  '+',
  '-',
  'e5',
  '.e5',
  '1e',
  '1e+',
  '1e5.0',
  '1e5e5',
  '1.2.3',
  '--1',
  '+-1',
  '1-',
  ' 1',
  '1 ',
  ' 1 ',
  '1\n',
  '\t1',
  '1\u00a0',
  '\ufeff1',
  '1 000',
  '1_000',
  '1,000',
  '1,5',
  "1'000",
  '0x10',
  '0b1',
  '0o7',
  '1n',
  '1f',
  '１',
  '١',
  '१',
  '²',
  '½',
  '−1',
  '1\u0000',
  'NaN',
  'Infinity',
  '-Infinity',
  'inf',
  '∞',
  'null',
  'true',
  'foo',
  '$5',
  '5%',
  '1e309',
  '-1e309',
  '1.7976931348623159e308',
  '1e999999999999',
  '9'.repeat(400),
];

test('a decimal number is parsed, with sign, point or exponent', () => {
  for (const [text, value] of numbers) assert.ok(Object.is(parseNumber(text), value), `${text}: ${value}`);
});

test('any other text is not a number', () => {
  for (const text of refused) assert.equal(parseNumber(text), undefined, JSON.stringify(text));
});

test('a text converted to a number and back is unchanged', () => {
  for (const text of [...numbers.map(([text]) => text), ...refused]) {
    const view = convertValue(text, 'number');
    assert.equal(view.ok, parseNumber(text) !== undefined, text);
    assert.equal(typedValue(text, 'number'), parseNumber(text) ?? null, text);
    assert.equal(typedValue(text, 'text'), text);
  }
});

test('a text is reported as losing digits if its number has fewer', () => {
  const table: ReadonlyArray<readonly [text: string, loses: boolean]> = [
    ['0', false],
    ['-0.000', false],
    ['0e99', false],
    ['1985.50', false],
    ['-1985.50', false],
    ['+0012.e1', false],
    ['.5', false],
    ['1200', false],
    ['1.2e3', false],
    ['12E+2', false],
    ['1e21', false],
    ['123456789e-20', false],
    ['0.1', false],
    ['0.30000000000000004', false],
    ['5e-324', false],
    ['9007199254740992', false],
    ['9007199254740993', true],
    ['-9007199254740993.0', true],
    ['0.1000000000000000055511151231257827', true],
    ['1e-400', true],
    ['3e-324', true],
    [`0.${'3'.repeat(400)}`, true],
    [`1${'0'.repeat(300)}`, false],
    [`1${'0'.repeat(299)}1`, true],
  ];
  for (const [text, loses] of table)
    assert.equal(losesDigits(text, parseNumber(text) ?? Number.NaN), loses, text);
});

/** The grammar again, character by character. */
const isDecimal = (text: string): boolean => {
  let at = 0;
  const digits = (): number => {
    const from = at;
    while ('0123456789'.includes(text[at] ?? 'x')) at += 1;
    return at - from;
  };
  if (text[at] === '+' || text[at] === '-') at += 1;
  let count = digits();
  if (text[at] === '.') {
    at += 1;
    count += digits();
  }
  if (count === 0) return false;
  if (text[at] === 'e' || text[at] === 'E') {
    at += 1;
    if (text[at] === '+' || text[at] === '-') at += 1;
    if (digits() === 0) return false;
  }
  return at === text.length;
};

test('any text is parsed by the grammar, and any double is read back from its digits', (t) => {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  t.diagnostic(`seed ${seed}`);
  const text = fc.string({ unit: fc.constantFrom(...'0123456789015.+-eE _x'), maxLength: 9 });
  fc.assert(
    fc.property(text, (sent) => {
      const finite = Number.isFinite(Number(sent));
      assert.equal(parseNumber(sent), isDecimal(sent) && finite ? Number(sent) + 0 : undefined);
    }),
    { seed, numRuns: 20_000 },
  );
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      assert.ok(Object.is(parseNumber(String(value)), value + 0));
      assert.equal(losesDigits(String(value), value), false);
    }),
    { seed, numRuns: 20_000 },
  );
  t.diagnostic('20000 texts, 20000 doubles');
});

test('a text of 100,000 characters is parsed in linear time', () => {
  for (const part of ['1', '.', '1.', 'e', '1e', '-', '0', ' ']) {
    for (const end of ['', 'x', '.', 'e']) {
      const text = part.repeat(100_000) + end;
      const start = processorTime();
      parseNumber(text);
      assert.ok(processorTime() - start < 100, `${part}…${end}`);
    }
  }
});
