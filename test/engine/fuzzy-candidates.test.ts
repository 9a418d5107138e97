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

const seed = announcedSeed('fuzzy candidates');

const analyzer = analyzerFor('en');
const inOrder = (words: Iterable<string>): string[] => [...new Set(words)].sort(compareTexts);

/** A segment with one document per word, as its title. */
function segmentOf(words: readonly string[]): Segment {
  const builder = new SegmentBuilder(analyzer);
  for (const [i, word] of words.entries()) {
    builder.add({ id: `${word}-${i}`, sequence: i, fields: new Map([['title', word]]) }, TITLES);
  }
  return runToCompletion(builder.seal());
}
const TITLES = new Map([['title', 'text']] as const);

interface Candidate {
  readonly word: string;
  readonly edits: number;
  readonly length: number;
}

/** The fuzzy candidates of a word in the titles of a segment, in order. */
function candidatesIn(segment: Segment, word: string): Candidate[] {
  const text = segment.text('title');
  if (text === undefined) return [];
  const seek = new DictionarySeek(word).in(text.words);
  const candidates = runToCompletion(new FuzzySearch(word, analyzer.stem(word)).in(text, seek));
  assert.deepEqual(
    Array.from(candidates.ordinals, (ordinal) => text.words.text(ordinal)),
    candidates.words,
  );
  return candidates.words
    .map((word, i) => ({
      word,
      edits: candidates.edits[i] as number,
      length: candidates.lengths[i] as number,
    }))
    .sort((a, b) => compareTexts(a.word, b.word));
}

const wordsFor = (word: string, words: readonly string[]): string[] =>
  candidatesIn(segmentOf(words), word).map((candidate) => candidate.word);

/** Suffixes, so that stems differ from the words, and a letter beyond the basic plane. */
const words = fc
  .tuple(
    fc.constantFrom('pa', 'pr', 'p𐐨'),
    fc.array(fc.constantFrom('a', 'k', 'r', 's', '𐐨'), { maxLength: 5 }),
    fc.constantFrom('', '', 's', 'ing', 'ed'),
  )
  .map(([beginning, middle, ending]) => beginning + middle.join('') + ending);

test('the fuzzy candidates in a field are those of the rule', () => {
  fc.assert(
    fc.property(fc.array(words, { maxLength: 40 }), words, (list, word) => {
      const expected = inOrder(list).flatMap((candidate): Candidate[] => {
        const comparison = fuzzyComparison(word, candidate, analyzer);
        return comparison === undefined || comparison.edits === 0 ? [] : [{ word: candidate, ...comparison }];
      });
      assert.deepEqual(candidatesIn(segmentOf(list), word), expected);
    }),
    { seed, numRuns: 1500 },
  );
});

test('candidates in a large field are the same from the cache', () => {
  const many = Array.from({ length: 5_000 }, (_, i) => `canyon${i}`);
  const segment = segmentOf([...many, 'canyons', 'canons']);
  const first = candidatesIn(segment, 'canyno');
  assert.ok(first.length > 0);
  assert.deepEqual(candidatesIn(segment, 'canyno'), first);
  assert.deepEqual(candidatesIn(segment, 'cranes'), []);
});

test('words with a prefix that rules out matches are skipped, words after them are not', () => {
  const many = Array.from({ length: 300 }, (_, i) => `caxxx${String(i).padStart(3, '0')}`);
  assert.deepEqual(wordsFor('canyons', [...many, 'cansyon', 'caxyons', 'caxxxyon', 'cayon', 'cznyons']), [
    'cansyon',
    'caxyons',
    'cayon',
  ]);
});

test('short words have no fuzzy candidates, longer words allow one edit, long words two', () => {
  assert.deepEqual(wordsFor('ca', ['cab', 'cat']), []);
  assert.deepEqual(wordsFor('cat', ['cart', 'carts', 'cat', 'cta']), ['cart', 'carts']);
  assert.deepEqual(wordsFor('canyno', ['canoy', 'canyon', 'cany']), ['cany', 'canyon']);
});

test('the first two characters must be equal', () => {
  assert.deepEqual(wordsFor('canyon', ['banyon', 'cbnyon', 'acnyon', 'canyom', 'can', 'c']), ['canyom']);
});

test('a word with the stem of the query term is not a fuzzy candidate', () => {
  assert.deepEqual(wordsFor('parks', ['park', 'parked', 'parks', 'parts']), ['parts']);
});

test('an inflected word is reached by its stem, with the edits and the length of the stem', () => {
  assert.deepEqual(candidatesIn(segmentOf(['commercing', 'unrelated']), 'comerce'), [
    { word: 'commercing', edits: 1, length: 6 },
  ]);
});
