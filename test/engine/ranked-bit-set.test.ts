import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { markTerm } from '../../src/index/embedded/query/candidates/union.ts';
import { Touched } from '../../src/index/embedded/query/scoring/accumulators.ts';
import { countList, countTerm } from '../../src/index/embedded/query/scoring/expansion-loops.ts';
import { Having } from '../../src/index/embedded/query/scoring/ranked-bit-set.ts';
import { WINDOW } from '../../src/index/embedded/query/scoring/window.ts';
import { listOf } from '../../src/index/embedded/query/terms/posting-list.ts';
import { countBits, newBitSet, setBit } from '../../src/index/embedded/segment/bits.ts';
import { announcedSeed } from '../support/seed.ts';
import { postingsOf, spread } from './postings-of.ts';

const seed = announcedSeed('documents that are chosen');

const rowsOf = (gap: number) =>
  fc
    .array(fc.tuple(fc.integer({ min: 1, max: gap }), fc.nat(3)), {
      minLength: 1,
      maxLength: 700,
      size: 'max',
    })
    .map(spread);

test('of a term and of a list, the documents that are chosen are counted under their own numbers, and no others', () => {
  fc.assert(
    fc.property(rowsOf(400), rowsOf(60), fc.nat(600), fc.nat(200_000), (rare, frequent, word, size) => {
      const from = word * 32;
      const to = from + size;
      const postings = postingsOf([rare, frequent], false);
      const inRange = ({ doc }: { doc: number }): boolean => doc >= from && doc < to;
      const chosen = rare.filter(inRange).map(({ doc }) => doc);
      const docCount = Math.max(to, ...[...rare, ...frequent].map(({ doc }) => doc + 1));
      const set = newBitSet(docCount);
      markTerm(postings, 0, from, to, set);
      assert.equal(countBits(set, docCount), chosen.length);
      const having = new Having();
      assert.equal(having.choose(set, from, to), to);
      assert.deepEqual([...having.docs.subarray(0, having.count)], chosen);
      if (!having.isOn) return;
      const numbers = new Map(chosen.map((doc, i) => [doc, i]));
      const expected = frequent
        .filter(({ doc }) => numbers.has(doc))
        .map(({ doc, count }) => [numbers.get(doc), count]);
      const list = listOf(
        frequent.map(({ doc }) => doc),
        frequent.map(({ count }) => count),
      );
      for (const count of [
        (counts: Int32Array, touched: Touched) =>
          countTerm(postings, 1, 0, from, to, counts, touched, having),
        (counts: Int32Array, touched: Touched) => countList(list, 0, from, to, counts, touched, having),
      ]) {
        const counts = new Int32Array(WINDOW);
        const touched = new Touched();
        count(counts, touched);
        const found = [...touched.docs.subarray(0, touched.count)].map((doc) => [doc, counts[doc]]);
        assert.deepEqual(found, expected);
      }
      having.clear();
      assert.ok(chosen.every((doc) => having.numberOf(doc) === -1));
    }),
    { seed, numRuns: 150 },
  );
});

test('no more are chosen than there is room for, and the rest can be chosen afterwards', () => {
  const set = newBitSet(3 * WINDOW);
  for (let doc = 0; doc < 3 * WINDOW; doc++) if (doc % 3 !== 1) setBit(set, doc);
  const having = new Having();
  const chosen: number[] = [];
  for (let at = 0; at < 3 * WINDOW; ) {
    at = having.choose(set, at, 3 * WINDOW);
    assert.ok(having.count > WINDOW - 32 || at === 3 * WINDOW);
    chosen.push(...having.docs.subarray(0, having.count));
    having.clear();
  }
  assert.deepEqual(
    chosen,
    Array.from({ length: 3 * WINDOW }, (_, doc) => doc).filter((doc) => doc % 3 !== 1),
  );
});
