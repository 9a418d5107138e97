import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { analyzerFor } from '../../src/analysis/language.ts';
import { compareTexts } from '../../src/index/embedded/segment/dictionary.ts';
import { type Variant, Vocabulary } from '../../src/index/embedded/vocabulary.ts';
import { variantOf } from '../oracle/typos.ts';
import { announcedSeed } from '../support/seed.ts';

const seed = announcedSeed('vocabulary');

const analyzer = analyzerFor('en');
const inOrder = (words: Iterable<string>): string[] => [...new Set(words)].sort(compareTexts);

/** A vocabulary to which these segments' words came one after another. */
const vocabularyOf = (segments: ReadonlyArray<readonly string[]>): Vocabulary =>
  segments.reduce(
    (vocabulary, words) => vocabulary.with(inOrder(words)),
    Vocabulary.empty((word) => analyzer.stem(word)),
  );

const byWord = (variants: readonly Variant[]): Variant[] =>
  variants.toSorted((a, b) => compareTexts(a.word, b.word));
const wordsFor = (word: string, ...segments: string[][]): string[] =>
  byWord(vocabularyOf(segments).variants(word)).map((variant) => variant.word);

/** Endings among the words, so that stems differ from them; a character beyond the basic plane, too. */
const words = fc
  .tuple(
    fc.constantFrom('pa', 'pr', 'p😀'),
    fc.array(fc.constantFrom('a', 'k', 'r', 's', '😀'), { maxLength: 5 }),
    fc.constantFrom('', '', 's', 'ing', 'ed'),
  )
  .map(([beginning, middle, ending]) => beginning + middle.join('') + ending);

test('the variants are those of all words, however many segments brought them', () => {
  fc.assert(
    fc.property(fc.array(fc.array(words, { maxLength: 12 }), { maxLength: 12 }), words, (segments, word) => {
      const expected = inOrder(segments.flat()).flatMap((candidate): Variant[] => {
        const comparison = variantOf(word, candidate, analyzer);
        return comparison === undefined || comparison.edits === 0 ? [] : [{ word: candidate, ...comparison }];
      });
      assert.deepEqual(byWord(vocabularyOf(segments).variants(word)), expected);
    }),
    { seed, numRuns: 1500 },
  );
});

test('a vocabulary that grew leaves the one before it as it was', () => {
  const before = vocabularyOf([['park']]);
  const after = before.with(['pard', 'perk']);
  assert.deepEqual(
    before.variants('parc').map(({ word }) => word),
    ['park'],
  );
  assert.deepEqual(
    byWord(after.variants('parc')).map(({ word }) => word),
    ['pard', 'park'],
  );
  assert.equal(before.with([]), before);
});

test('short words have no variants, middle ones may have one edit, long ones two', () => {
  assert.deepEqual(wordsFor('ca', ['cab', 'cat']), []);
  assert.deepEqual(wordsFor('cat', ['cart', 'carts', 'cat', 'cta']), ['cart', 'carts']);
  assert.deepEqual(wordsFor('canyno', ['canoy', 'canyon', 'cany']), ['cany', 'canyon']);
});

test('the first two characters are never misspelt', () => {
  assert.deepEqual(wordsFor('canyon', ['banyon', 'cbnyon', 'acnyon', 'canyom', 'can', 'c']), ['canyom']);
});

test('a word with the stem of the misspelt one is no variant of it', () => {
  assert.deepEqual(wordsFor('parks', ['park', 'parked', 'parks', 'parts']), ['parts']);
});

test('an inflected word is reached by its stem, with the edits and the length of the stem', () => {
  const variants = vocabularyOf([['commercing', 'unrelated']]).variants('comerce');
  assert.deepEqual(variants, [{ word: 'commercing', edits: 1, length: 6 }]);
});
