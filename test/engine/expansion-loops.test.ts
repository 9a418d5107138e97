import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { NO_COUNTS, Touched } from '../../src/index/embedded/query/scoring/accumulators.ts';
import { K_SLOPE } from '../../src/index/embedded/query/scoring/bm25.ts';
import { countList, countTerm, keepBest } from '../../src/index/embedded/query/scoring/expansion-loops.ts';
import { WINDOW } from '../../src/index/embedded/query/scoring/window.ts';
import { listOf } from '../../src/index/embedded/query/terms/posting-list.ts';
import { BLOCK_SIZE } from '../../src/index/embedded/segment/postings.ts';
import { announcedSeed } from '../support/seed.ts';
import { postingsOf, spread } from './postings-of.ts';

const seed = announcedSeed('accumulators');

/** Documents in order, some runs of them dense and some thin, with a count each. */
const lists = fc
  .array(fc.tuple(fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 900 })), fc.nat(4)), {
    minLength: 200,
    maxLength: 600,
    size: 'max',
  })
  .map(spread);
/** Where a window begins: at a posting, more often than not the first of a block, or a little beside it. */
const beginnings = fc.tuple(
  fc.oneof(fc.constantFrom(0, BLOCK_SIZE, 2 * BLOCK_SIZE, 3 * BLOCK_SIZE), fc.nat(600)),
  fc.integer({ min: -3, max: 3 }),
);
const sizes = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: WINDOW }));

test('a window gets the counts of exactly its own documents, from postings and from lists alike', () => {
  fc.assert(
    fc.property(lists, lists, beginnings, sizes, (one, other, [index, beside], size) => {
      const from = Math.max(0, (one[index % one.length]?.doc ?? 0) + beside);
      const to = from + size;
      const expected = new Map<number, number>();
      for (const { doc, count } of [...one, ...other]) {
        if (doc >= from && doc < to) expected.set(doc - from, (expected.get(doc - from) ?? 0) + count);
      }
      const postings = postingsOf([one, other], false);
      const counts = new Int32Array(WINDOW);
      const touched = new Touched();
      countTerm(postings, 0, from, from, to, counts, touched);
      countTerm(postings, 1, from, from, to, counts, touched);
      assertHeld(counts, touched, expected);

      const listCounts = new Int32Array(WINDOW);
      const listTouched = new Touched();
      for (const rows of [one, other]) {
        const list = listOf(
          rows.map(({ doc }) => doc),
          rows.map(({ count }) => count),
        );
        countList(list, from, from, to, listCounts, listTouched);
      }
      assertHeld(listCounts, listTouched, expected);
    }),
    { seed, numRuns: 200 },
  );
});

function assertHeld(counts: Int32Array, touched: Touched, expected: ReadonlyMap<number, number>): void {
  const noted = Array.from(touched.docs.subarray(0, touched.count));
  assert.equal(new Set(noted).size, noted.length, 'each document is noted once');
  assert.deepEqual(new Map(noted.map((doc) => [doc, counts[doc]])), new Map([...expected]));
  assert.equal(counts.filter((count) => count > 0).length, expected.size);
}

test('of two ways a document keeps the better one, and the counts are zero again', () => {
  const counts = new Int32Array(WINDOW);
  const best = new Float64Array(WINDOW);
  const inWay = new Touched();
  const inWord = new Touched();
  const lengths = Uint16Array.of(9, 9, 4, 4);
  const way = (weight: number, found: ReadonlyArray<readonly [number, number]>) => {
    for (const [doc, count] of found) {
      counts[doc] = count;
      inWay.docs[inWay.count++] = doc;
    }
    keepBest(weight, K_SLOPE / 4, lengths, 2, counts, NO_COUNTS, inWay, best, inWord);
    assert.equal(inWay.count, 0);
    assert.ok(counts.every((count) => count === 0));
  };
  // Length and average are equal: tf / (tf + 1.2).
  way(1, [[0, 1]]);
  way(0.1, [
    [0, 1],
    [1, 2],
  ]);
  assert.deepEqual([...inWord.docs.subarray(0, inWord.count)], [0, 1]);
  assert.ok(Math.abs((best[0] as number) - 1 / 2.2) < 1e-12);
  assert.ok(Math.abs((best[1] as number) - 0.2 / 3.2) < 1e-12);
});

test('a window may begin and end at any document of a list that has them all', () => {
  const docs = Array.from({ length: 3 * BLOCK_SIZE }, (_, doc) => ({ doc, count: 1, places: [] }));
  const postings = postingsOf([docs], false);
  for (let from = 0; from < docs.length; from++) {
    const counts = new Int32Array(WINDOW);
    const touched = new Touched();
    const size = Math.min(2, docs.length - from);
    countTerm(postings, 0, from, from, from + size, counts, touched);
    assert.deepEqual([...touched.docs.subarray(0, touched.count)], size === 2 ? [0, 1] : [0]);
  }
});
