import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { analyzerFor } from '../../src/analysis/language.ts';
import { DictionarySeek } from '../../src/index/embedded/query/terms/dictionary-seek.ts';
import { FuzzySearch } from '../../src/index/embedded/query/terms/fuzzy-candidates.ts';
import { runToCompletion } from '../../src/index/embedded/runtime/time-slice.ts';
import { compareTexts } from '../../src/index/embedded/segment/dictionary.ts';
import type { Segment } from '../../src/index/embedded/segment/segment.ts';
import { SegmentBuilder } from '../../src/index/embedded/segment/segment-builder.ts';
import { fuzzyComparison } from '../oracle/fuzzy.ts';
import { announcedSeed } from '../support/seed.ts';

const seed = announcedSeed('near words');

const analyzer = analyzerFor('en');
const inOrder = (words: Iterable<string>): string[] => [...new Set(words)].sort(compareTexts);

/** A segment whose documents have these words as titles, one each. */
function segmentOf(words: readonly string[]): Segment {
  const builder = new SegmentBuilder(analyzer);
  for (const [i, word] of words.entries()) {
    builder.add({ id: `${word}-${i}`, sequence: i, fields: new Map([['title', word]]) }, TITLES);
  }
  return runToCompletion(builder.seal());
}
const TITLES = new Map([['title', 'text']] as const);

interface Near {
  readonly word: string;
  readonly edits: number;
  readonly length: number;
}

/** What a word may have meant in the titles of a segment, in order. */
function nearIn(segment: Segment, word: string): Near[] {
  const text = segment.text('title');
  if (text === undefined) return [];
  assert.ok(text.stems);
  const walked = new DictionarySeek(word).through(text.words);
  const stem = analyzer.stem(word);
  const near = new FuzzySearch(word, stem).in(text, walked, new DictionarySeek(stem).through(text.stems));
  assert.deepEqual(
    Array.from(near.ordinals, (ordinal) => text.words.text(ordinal)),
    near.words,
  );
  return near.words
    .map((word, i) => ({ word, edits: near.edits[i] as number, length: near.lengths[i] as number }))
    .sort((a, b) => compareTexts(a.word, b.word));
}

const wordsFor = (word: string, words: readonly string[]): string[] =>
  nearIn(segmentOf(words), word).map((near) => near.word);

/** Endings among the words, so that stems differ from them; a letter beyond the basic plane, too. */
const words = fc
  .tuple(
    fc.constantFrom('pa', 'pr', 'p𐐨'),
    fc.array(fc.constantFrom('a', 'k', 'r', 's', '𐐨'), { maxLength: 5 }),
    fc.constantFrom('', '', 's', 'ing', 'ed'),
  )
  .map(([beginning, middle, ending]) => beginning + middle.join('') + ending);

test('the near words of a field are those that the rule compares with success', () => {
  fc.assert(
    fc.property(fc.array(words, { maxLength: 40 }), words, (list, word) => {
      const expected = inOrder(list).flatMap((candidate): Near[] => {
        const comparison = fuzzyComparison(word, candidate, analyzer);
        return comparison === undefined || comparison.edits === 0 ? [] : [{ word: candidate, ...comparison }];
      });
      assert.deepEqual(nearIn(segmentOf(list), word), expected);
    }),
    { seed, numRuns: 1500 },
  );
});

test('what is found in a large field is found again', () => {
  const many = Array.from({ length: 5_000 }, (_, i) => `canyon${i}`);
  const segment = segmentOf([...many, 'canyons', 'canons']);
  const first = nearIn(segment, 'canyno');
  assert.ok(first.length > 0);
  assert.deepEqual(nearIn(segment, 'canyno'), first);
  assert.deepEqual(nearIn(segment, 'cranes'), []);
});

test('words that share a beginning that is too far are passed over, and those after them are not', () => {
  const many = Array.from({ length: 300 }, (_, i) => `caxxx${String(i).padStart(3, '0')}`);
  assert.deepEqual(wordsFor('canyons', [...many, 'cansyon', 'caxyons', 'caxxxyon', 'cayon', 'cznyons']), [
    'cansyon',
    'caxyons',
    'cayon',
  ]);
});

test('short words have no near ones, middle ones may have one edit, long ones two', () => {
  assert.deepEqual(wordsFor('ca', ['cab', 'cat']), []);
  assert.deepEqual(wordsFor('cat', ['cart', 'carts', 'cat', 'cta']), ['cart', 'carts']);
  assert.deepEqual(wordsFor('canyno', ['canoy', 'canyon', 'cany']), ['cany', 'canyon']);
});

test('the first two characters are never misspelt', () => {
  assert.deepEqual(wordsFor('canyon', ['banyon', 'cbnyon', 'acnyon', 'canyom', 'can', 'c']), ['canyom']);
});

test('a word with the stem of the misspelt one is not near it', () => {
  assert.deepEqual(wordsFor('parks', ['park', 'parked', 'parks', 'parts']), ['parts']);
});

test('an inflected word is reached by its stem, with the edits and the length of the stem', () => {
  assert.deepEqual(nearIn(segmentOf(['commercing', 'unrelated']), 'comerce'), [
    { word: 'commercing', edits: 1, length: 6 },
  ]);
});
