import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compareTexts } from '../../src/index/embedded/segment/dictionary.ts';
import { announcedSeed } from '../support/seed.ts';
import { dictionaryOf } from './dictionary-of.ts';

const seed = announcedSeed('dictionaries');

/**
 * U+FFFD and U+FF21 are above the surrogates, but below the astral characters: units and code points sort differently.
 */
const characters = fc.constantFrom(
  'a',
  'b',
  'ab',
  'z',
  'é',
  'ж',
  '\u07ff',
  '\u0800',
  '\uff21',
  '\ufffd',
  '𐀀',
  '😀',
  '𠮷',
);
const texts = fc.oneof(
  fc.array(characters, { maxLength: 5 }).map((list) => list.join('')),
  fc.string({ unit: 'grapheme-ascii', maxLength: 4 }),
  fc.string({ unit: 'binary', maxLength: 4 }),
);

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
const sortedOnce = (list: readonly string[]): string[] => [...new Set(list)].sort(byBytes);

test('texts are compared by their UTF-8 bytes', () => {
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      assert.equal(Math.sign(compareTexts(a, b)), Math.sign(byBytes(a, b)));
    }),
    { seed, numRuns: 2000 },
  );
});

test('characters beyond the basic plane sort after all others, despite their UTF-16 units', () => {
  assert.ok(compareTexts('\uffff', '😀') < 0);
  assert.ok(compareTexts('a\uff21', 'a😀b') < 0);
  assert.ok(compareTexts('😀', '😀😀') < 0);
  assert.ok(compareTexts('𐀀', '😀') < 0);
});

test('the ordinal of a text is its index, and other texts are not found', () => {
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 40 }), texts, (list, other) => {
      const sorted = sortedOnce(list);
      const dictionary = dictionaryOf(sorted);
      assert.equal(dictionary.size, sorted.length);
      for (const [ordinal, text] of sorted.entries()) {
        assert.equal(dictionary.text(ordinal), text);
        assert.equal(dictionary.find(text), ordinal);
      }
      assert.equal(dictionary.find(other), sorted.indexOf(other));
      assert.equal(dictionary.lowerBound(other), sorted.filter((text) => byBytes(text, other) < 0).length);
    }),
    { seed, numRuns: 500 },
  );
});

test('the range of a prefix has exactly the texts that begin with it', () => {
  fc.assert(
    fc.property(fc.array(texts, { maxLength: 40 }), texts, (list, prefix) => {
      const sorted = sortedOnce(list);
      const [from, to] = dictionaryOf(sorted).prefixRange(prefix);
      assert.deepEqual(
        sorted.slice(from, to),
        sorted.filter((text) => text.startsWith(prefix)),
      );
    }),
    { seed, numRuns: 1000 },
  );
});

test('a prefix without texts has an empty range, also at the ends', () => {
  const dictionary = dictionaryOf(['cave', 'glacier', 'moon']);
  assert.deepEqual(dictionary.prefixRange('a'), [0, 0]);
  assert.deepEqual(dictionary.prefixRange('d'), [1, 1]);
  assert.deepEqual(dictionary.prefixRange('z'), [3, 3]);
  assert.deepEqual(dictionary.prefixRange('glaciers'), [2, 2]);
});

test('an empty dictionary finds nothing', () => {
  const dictionary = dictionaryOf([]);
  assert.equal(dictionary.size, 0);
  assert.equal(dictionary.find('a'), -1);
  assert.deepEqual(dictionary.prefixRange(''), [0, 0]);
});

test('a text keeps its first character, even if that is a byte order mark', () => {
  const text = '\ufeffa';
  assert.equal(dictionaryOf([text]).text(0), text);
});
