import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { analyzerFor } from '../../src/analysis/language.ts';
import { atOnce } from '../../src/index/embedded/pace.ts';
import { compareTexts } from '../../src/index/embedded/segment/dictionary.ts';
import type { Segment } from '../../src/index/embedded/segment/segment.ts';
import { SegmentBuilder } from '../../src/index/embedded/segment/segment-builder.ts';
import {
  mergedRuns,
  runOfSegments,
  runsToMerge,
  type Variant,
  Vocabulary,
  VocabularyRun,
} from '../../src/index/embedded/vocabulary.ts';
import type { Schema } from '../../src/schema/types.ts';
import { variantOf } from '../oracle/typos.ts';
import { announcedSeed } from '../support/seed.ts';

const seed = announcedSeed('vocabulary');

const analyzer = analyzerFor('en');
const inOrder = (words: Iterable<string>): string[] => [...new Set(words)].sort(compareTexts);

const SCHEMA: Schema = new Map([
  ['title', 'text'],
  ['body', 'text'],
]);

/** A segment that has these words, some in one field and some in another, some in both. */
function segmentOf(words: readonly string[]): Segment {
  const builder = new SegmentBuilder(analyzer, true);
  for (const [i, word] of words.entries()) {
    const fields = new Map([['title', 'body'], ['title'], ['body']][i % 3]?.map((field) => [field, word]));
    builder.add({ id: `${word}-${i}`, sequence: i, fields }, SCHEMA);
  }
  return builder.seal();
}

/** Runs to which a segment's words came as a run; runs of like size are made into one. */
function withWords(runs: readonly VocabularyRun[], words: readonly string[]): VocabularyRun[] {
  const all = [...runs, atOnce(runOfSegments([segmentOf(words)]))];
  for (let count = runsToMerge(all); count > 0; count = runsToMerge(all)) {
    all.push(atOnce(mergedRuns(all.splice(-count))));
  }
  return all;
}

const vocabularyWith = (runs: readonly VocabularyRun[]): Vocabulary =>
  new Vocabulary(runs, (word) => analyzer.stem(word));

/** A vocabulary to which these segments' words came one after another. */
const vocabularyOf = (segments: ReadonlyArray<readonly string[]>): Vocabulary =>
  vocabularyWith(segments.reduce(withWords, [] as VocabularyRun[]));

const byWord = (variants: readonly Variant[]): Variant[] =>
  variants.toSorted((a, b) => compareTexts(a.word, b.word));
const wordsFor = (word: string, ...segments: string[][]): string[] =>
  byWord(vocabularyOf(segments).variants(word)).map((variant) => variant.word);

/** Endings among the words, so that stems differ from them; a letter beyond the basic plane, too. */
const words = fc
  .tuple(
    fc.constantFrom('pa', 'pr', 'p𐐨'),
    fc.array(fc.constantFrom('a', 'k', 'r', 's', '𐐨'), { maxLength: 5 }),
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

test('however the words are cut into runs, and whether runs are made into one, the variants are the same', () => {
  fc.assert(
    fc.property(fc.array(fc.array(words, { maxLength: 12 }), { maxLength: 8 }), words, (lists, word) => {
      const segments = lists.map(segmentOf);
      const single = segments.map((segment) => atOnce(runOfSegments([segment])));
      const expected = byWord(vocabularyWith(single).variants(word));
      const whole = atOnce(runOfSegments(segments));
      assert.deepEqual(byWord(vocabularyWith([whole]).variants(word)), expected);
      assert.deepEqual(contentOf(atOnce(mergedRuns(single))), contentOf(whole));
    }),
    { seed, numRuns: 300 },
  );
});

/** All that a run says. */
const contentOf = ({ words, stems, stemStarts, stemWords }: VocabularyRun) =>
  Array.from({ length: stems.size }, (_, stem) => [
    stems.text(stem),
    Array.from(stemWords.subarray(stemStarts[stem], stemStarts[stem + 1]), (word) => words.text(word)),
  ]);

test('a run has each word of the text fields once and knows its stem, and has none of the ids', () => {
  const run = atOnce(runOfSegments([segmentOf(['parks', 'park', 'lake']), segmentOf(['parks', 'moons'])]));
  assert.equal(run.size, 4);
  assert.deepEqual(contentOf(run), [
    ['lake', ['lake']],
    ['moon', ['moons']],
    ['park', ['park', 'parks']],
  ]);
});

test('a run crosses threads as its image, which shares the buffer', () => {
  const run = atOnce(runOfSegments([segmentOf(['park', 'pard'])]));
  const { buffer, entries } = run.image;
  const other = VocabularyRun.of({ buffer, entries: structuredClone(entries) });
  assert.equal(other.image.buffer, buffer);
  assert.equal(other.byteLength, buffer.byteLength);
  assert.deepEqual(contentOf(other), contentOf(run));
});

test('no words at all make a run that knows none', () => {
  const none = atOnce(runOfSegments([]));
  assert.equal(none.size, 0);
  assert.equal(atOnce(mergedRuns([none, none])).size, 0);
  assert.deepEqual(vocabularyWith([none]).variants('canyon'), []);
});

test('the newest runs are made into one while the one before is less than twice as long', () => {
  const runs = (...sizes: number[]): VocabularyRun[] =>
    sizes.map((size) => atOnce(runOfSegments([segmentOf(Array.from({ length: size }, (_, i) => `w${i}`))])));
  assert.equal(runsToMerge([]), 0);
  assert.equal(runsToMerge(runs(3)), 0);
  assert.equal(runsToMerge(runs(4, 2)), 0);
  assert.equal(runsToMerge(runs(8, 4, 2, 1)), 0);
  assert.equal(runsToMerge(runs(3, 2)), 2);
  assert.equal(runsToMerge(runs(20, 9, 5, 3)), 3);
  assert.equal(runsToMerge(runs(2, 8)), 2);
});

test('words that share a beginning that is too far are passed over, and those after them are not', () => {
  const many = Array.from({ length: 300 }, (_, i) => `caxxx${String(i).padStart(3, '0')}`);
  assert.deepEqual(wordsFor('canyons', [...many, 'cansyon', 'caxyons', 'caxxxyon', 'cayon', 'cznyons']), [
    'cansyon',
    'caxyons',
    'cayon',
  ]);
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
