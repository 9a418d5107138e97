import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { DIGIT_JOINER, JOINER, kindOf, SEPARATOR, SPACE } from '../../src/analysis/characters.ts';
import { foldWord, LONGEST_WORD } from '../../src/analysis/folding.ts';
import { wordsOf } from './analysed.ts';

const FOLDED: ReadonlyArray<readonly [written: string, folded: string]> = [
  ['Hello', 'hello'],
  ['Straße', 'strasse'],
  ['STRAẞE', 'strasse'],
  ['Ærø', 'aero'],
  ['Œuvre', 'oeuvre'],
  ['Þórður', 'thordur'],
  ['Đặng', 'dang'],
  ['Łódź', 'lodz'],
  ['Ħaż', 'haz'],
  ['ŋuŋ', 'nun'],
  ['Crème', 'creme'],
  ['Cre\u0300me', 'creme'],
  ['Ǽ', 'ae'],
  ['İstanbul', 'istanbul'],
  ['ısı', 'isi'],
  ['ΟΔΥΣΣΕΎΣ', 'οδυσσευσ'],
  ['ὀδυσσεύς', 'οδυσσευσ'],
  ['ᾍ', 'α'],
  ['Ёлка', 'елка'],
  ['йод', 'йод'],
  ['йод'.normalize('NFD'), 'йод'],
  ['ＡＢＣ１２３', 'abc123'],
  ['ﬁne', 'fine'],
  ['ſtrange', 'strange'],
  ['Ⅷ', 'viii'],
  ['µm', 'μm'],
  ['ŉ', 'ʼn'],
  ['O’Neil', "o'neil"],
  ['ﻣﺮﺣﺒﺎ', 'مرحبا'],
  ['نَص', 'نَص'],
  ['हिन्दी', 'हिन्दी'],
  ['1\ufe0f\u20e3', '1'],
];

suite('folding', () => {
  for (const [written, folded] of FOLDED) {
    test(`${written} is ${folded}`, () => assert.equal(foldWord(written), folded));
  }

  test('a long word is truncated to 128 units', () => {
    assert.deepEqual(wordsOf('a'.repeat(1000)), ['a'.repeat(LONGEST_WORD)]);
  });

  test('truncation does not split a surrogate pair', () => {
    assert.deepEqual(wordsOf(`a${'𐐨'.repeat(100)}`), [`a${'𐐨'.repeat(63)}`]);
  });

  test('truncation leaves no joiner at the end', () => {
    assert.deepEqual(wordsOf('a.'.repeat(100)), ['a.'.repeat(64).slice(0, -1)]);
  });

  test('folding is idempotent for every character, and the result is one word', () => {
    const wrong: string[] = [];
    for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
      const kind = kindOf(codePoint);
      if (kind === SEPARATOR || kind === SPACE || kind === JOINER || kind === DIGIT_JOINER) continue;
      for (const word of wordsOf(`x ж${String.fromCodePoint(codePoint)}`)) {
        const again = wordsOf(word);
        if (foldWord(word) !== word || again.length !== 1 || again[0] !== word) {
          wrong.push(codePoint.toString(16));
        }
      }
    }
    assert.deepEqual(wrong, []);
  });
});
