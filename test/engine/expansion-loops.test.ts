import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TouchedDocs, WindowAccumulators } from '../../src/index/embedded/query/scoring/accumulators.ts';
import { K_SLOPE } from '../../src/index/embedded/query/scoring/bm25.ts';
import { countList, countTerm, keepMax } from '../../src/index/embedded/query/scoring/expansion-loops.ts';
import { RankedBitSet } from '../../src/index/embedded/query/scoring/ranked-bit-set.ts';
import { listOf } from '../../src/index/embedded/query/terms/posting-list.ts';
import { BLOCK_SIZE } from '../../src/index/embedded/segment/postings.ts';
import { announcedSeed } from '../support/seed.ts';
import { postingsOf, spread } from './postings-of.ts';

const seed = announcedSeed('accumulators');
const WINDOW = 1 << 15;
/** Without a set loaded, all documents are candidates. */
const ALL_DOCS = new RankedBitSet(32);
const rangeOf = (from: number, to: number) => ({
  lengths: new Uint16Array(0),
  slope: 1,
  coverage: 1,
  isFirst: true,
  base: from,
  from,
  to,
});

/** Documents in order, in dense and sparse runs, each with a frequency. */
const lists = fc
  .array(fc.tuple(fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 900 })), fc.nat(4)), {
    minLength: 200,
    maxLength: 600,
    size: 'max',
  })
  .map(spread);
/** The start of a window: at a posting, often the first of a block, or near it. */
const prefixes = fc.tuple(
  fc.oneof(fc.constantFrom(0, BLOCK_SIZE, 2 * BLOCK_SIZE, 3 * BLOCK_SIZE), fc.nat(600)),
  fc.integer({ min: -3, max: 3 }),
);
const sizes = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: WINDOW }));

test('a window gets the frequencies of exactly its documents, from postings and from lists', () => {
  fc.assert(
    fc.property(lists, lists, prefixes, sizes, (one, other, [index, beside], size) => {
      const from = Math.max(0, (one[index % one.length]?.doc ?? 0) + beside);
      const to = from + size;
      const expected = new Map<number, number>();
      for (const { doc, count } of [...one, ...other]) {
        if (doc >= from && doc < to) expected.set(doc - from, (expected.get(doc - from) ?? 0) + count);
      }
      const postings = postingsOf([one, other], false);
      const counts = new Int32Array(WINDOW);
      const touched = new TouchedDocs(WINDOW);
      countTerm(postings, 0, rangeOf(from, to), counts, touched, ALL_DOCS);
      countTerm(postings, 1, rangeOf(from, to), counts, touched, ALL_DOCS);
      assertHeld(counts, touched, expected);

      const listCounts = new Int32Array(WINDOW);
      const listTouched = new TouchedDocs(WINDOW);
      for (const rows of [one, other]) {
        const list = listOf(
          rows.map(({ doc }) => doc),
          rows.map(({ count }) => count),
        );
        countList(list, rangeOf(from, to), listCounts, listTouched, ALL_DOCS);
      }
      assertHeld(listCounts, listTouched, expected);
    }),
    { seed, numRuns: 200 },
  );
});

function assertHeld(counts: Int32Array, touched: TouchedDocs, expected: ReadonlyMap<number, number>): void {
  const noted = Array.from(touched.docs.subarray(0, touched.count));
  assert.equal(new Set(noted).size, noted.length, 'each document is noted once');
  assert.deepEqual(new Map(noted.map((doc) => [doc, counts[doc]])), new Map([...expected]));
  assert.equal(counts.filter((count) => count > 0).length, expected.size);
}

test('a document keeps the better of two expansions, and the frequencies are reset', () => {
  const accumulators = new WindowAccumulators(64);
  const { frequencies, inExpansion, best, inTerm, zeros } = accumulators;
  const range = {
    lengths: Uint16Array.of(9, 9, 4, 4),
    slope: K_SLOPE / 4,
    coverage: 1,
    isFirst: true,
    base: 2,
    from: 2,
    to: 4,
  };
  const expansion = (weight: number, found: ReadonlyArray<readonly [number, number]>) => {
    for (const [doc, frequency] of found) {
      frequencies[doc] = frequency;
      inExpansion.docs[inExpansion.count++] = doc;
    }
    keepMax(weight, range, zeros, accumulators);
    assert.equal(inExpansion.count, 0);
    assert.ok(frequencies.every((frequency) => frequency === 0));
  };
  // Length and average are equal: tf / (tf + 1.2).
  expansion(1, [[0, 1]]);
  expansion(0.1, [
    [0, 1],
    [1, 2],
  ]);
  assert.deepEqual([...inTerm.docs.subarray(0, inTerm.count)], [0, 1]);
  assert.ok(Math.abs((best[0] as number) - 1 / 2.2) < 1e-12);
  assert.ok(Math.abs((best[1] as number) - 0.2 / 3.2) < 1e-12);
});

test('a window may begin and end at any document of a list', () => {
  const docs = Array.from({ length: 3 * BLOCK_SIZE }, (_, doc) => ({ doc, count: 1, places: [] }));
  const postings = postingsOf([docs], false);
  for (let from = 0; from < docs.length; from++) {
    const counts = new Int32Array(WINDOW);
    const touched = new TouchedDocs(WINDOW);
    const size = Math.min(2, docs.length - from);
    countTerm(postings, 0, rangeOf(from, from + size), counts, touched, ALL_DOCS);
    assert.deepEqual([...touched.docs.subarray(0, touched.count)], size === 2 ? [0, 1] : [0]);
  }
});
