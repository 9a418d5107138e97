import assert from 'node:assert/strict';
import test from 'node:test';
import { brokenNameRules, isFieldName, NAME_MESSAGES } from '../../src/values/field-name.ts';
import { processorTime } from '../support/processor-time.ts';

const whitespace = 'Name cannot contain whitespace';
const underscore = 'Name cannot have a leading underscore';
const tooLong = 'Name cannot contain more than 64 characters';
const reserved =
  'Name cannot be a reserved field (external_id, engine_id, highlight, or, and, not, any, all, none)';
const characters = 'Name can only contain lowercase letters, numbers, and underscores';
const noLetter = 'Name must contain a lowercase letter';
const unique = 'Name must be unique';

const names: ReadonlyArray<readonly [name: string, messages: readonly string[]]> = [
  ['title', []],
  ['a', []],
  ['a1_', []],
  ['1a', []],
  ['a__b', []],
  ['toString'.toLowerCase(), []],
  ['constructor', []],
  ['a'.repeat(64), []],
  ['ids', []],
  ['_', [underscore, noLetter]],
  ['__proto__', [underscore]],
  ['_invalid_field_name', [underscore]],
  ['12', [noLetter]],
  ['1_2', [noLetter]],
  ['', [noLetter]],
  [' ', [whitespace, characters, noLetter]],
  ['invalid field name', [whitespace, characters]],
  ['invalid-field-name', [characters]],
  ['invalidFieldName', [characters]],
  ['invalid.field.name', [characters]],
  ['INVALID', [characters, noLetter]],
  ['hasOwnProperty', [characters]],
  ['a\n', [whitespace, characters]],
  ['\na', [whitespace, characters]],
  ['a\u0000', [characters]],
  ['id', [unique]],
  ['a'.repeat(65), [tooLong]],
  ['_'.repeat(65), [underscore, tooLong, noLetter]],
  ['9'.repeat(65), [tooLong, noLetter]],
  // 64 characters are 64 code points, regardless of their UTF-16 units.
  ['😀'.repeat(64), [characters, noLetter]],
  ['😀'.repeat(65), [tooLong, characters, noLetter]],
  ['_ '.repeat(33), [whitespace, underscore, tooLong, characters, noLetter]],
  ['external_id', [reserved]],
  ['engine_id', [reserved]],
  ['highlight', [reserved]],
  ['or', [reserved]],
  ['and', [reserved]],
  ['not', [reserved]],
  ['any', [reserved]],
  ['all', [reserved]],
  ['none', [reserved]],
  ['OR', [characters, noLetter]],
  ['ors', []],
];

const lookalikes: ReadonlyArray<readonly [what: string, name: string, messages: readonly string[]]> = [
  ['fullwidth digit', 'a１', [characters]],
  ['fullwidth letter alone', 'ａ', [characters, noLetter]],
  ['fullwidth underscore', '＿a', [characters]],
  ['Arabic digit', 'a١', [characters]],
  ['superscript two', 'm²', [characters]],
  ['Turkish dotless i', 'tıtle', [characters]],
  ['Turkish dotted capital I', 'tİtle', [characters]],
  ['Cyrillic a', 'titlе', [characters]],
  ['long s', 'ſ', [characters, noLetter]],
  ['ligature fi', 'ﬁeld', [characters]],
  ['Kelvin sign', '\u212a', [characters, noLetter]],
  ['e acute, composed', 'caf\u00e9', [characters]],
  ['e acute, decomposed', 'cafe\u0301', [characters]],
  ['zero width joiner', 'a\u200db', [characters]],
  ['zero width space', 'a\u200bb', [characters]],
  ['right-to-left override', 'a\u202eb', [characters]],
  ['soft hyphen', 'a\u00adb', [characters]],
  ['lone high surrogate', 'a\ud800', [characters]],
  ['lone low surrogate', '\udc00a', [characters]],
  ['Mongolian vowel separator', 'a\u180eb', [characters]],
  ['no-break space', 'a\u00a0b', [whitespace, characters]],
  ['next line', 'a\u0085b', [whitespace, characters]],
  ['line separator', 'a\u2028b', [whitespace, characters]],
  ['ideographic space', 'a\u3000b', [whitespace, characters]],
  ['byte order mark', '\ufeffa', [whitespace, characters]],
];

test('a name gets all its error messages, once each and in order', () => {
  for (const [name, messages] of names) {
    assert.deepEqual(brokenNameRules(name), messages, JSON.stringify(name).slice(0, 80));
    assert.equal(isFieldName(name), messages.length === 0, JSON.stringify(name).slice(0, 80));
  }
});

test('a lookalike of a valid name is rejected', () => {
  for (const [what, name, messages] of lookalikes) assert.deepEqual(brokenNameRules(name), messages, what);
});

test('the messages about names are listed in the order of report', () => {
  assert.deepEqual(NAME_MESSAGES, [whitespace, underscore, tooLong, reserved, characters, noLetter, unique]);
});

test('of all 1,114,112 code points only a-z, 0-9 and _ are allowed in a name, first, within or last', (t) => {
  // Copied from the Unicode Character Database (PropList, White_Space), independently of the rule.
  const spaces = new Set([0x20, 0x85, 0xa0, 0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff]);
  for (let code = 0x09; code <= 0x0d; code += 1) spaces.add(code);
  for (let code = 0x2000; code <= 0x200a; code += 1) spaces.add(code);

  let accepted = 0;
  let checked = 0;
  const check = (name: string, expected: string, code: number): void => {
    checked += 1;
    const messages = brokenNameRules(name).join();
    if (messages === '') accepted += 1;
    if (messages !== expected) assert.fail(`U+${code.toString(16)}: "${messages}", not "${expected}"`);
  };
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    const good =
      (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === '_'.charCodeAt(0);
    const expected = good ? '' : spaces.has(code) ? [whitespace, characters].join() : characters;
    check(`${character}a`, character === '_' ? underscore : expected, code);
    check(`a${character}a`, expected, code);
    check(`a${character}`, expected, code);
  }
  assert.equal(checked, 3 * 1_114_112);
  assert.equal(accepted, 3 * 37 - 1);
  t.diagnostic(`${checked} names checked, ${accepted} accepted`);
});

test('a name of 100,000 characters is checked in linear time', () => {
  for (const part of ['a', '_', ' ', 'A', '1', '😀', '\ud800', '_a', 'a ', 'or']) {
    const name = part.repeat(100_000 / part.length);
    const start = processorTime();
    assert.ok(brokenNameRules(name).includes(tooLong));
    assert.ok(processorTime() - start < 100, JSON.stringify(part));
  }
});
