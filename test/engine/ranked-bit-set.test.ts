import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { uniteClause } from '../../src/index/embedded/query/candidates/union.ts';
import { TouchedDocs } from '../../src/index/embedded/query/scoring/accumulators.ts';
import { countList, countTerm } from '../../src/index/embedded/query/scoring/expansion-loops.ts';
import { RankedBitSet } from '../../src/index/embedded/query/scoring/ranked-bit-set.ts';
import { listOf } from '../../src/index/embedded/query/terms/posting-list.ts';
import { runToCompletion } from '../../src/index/embedded/runtime/time-slice.ts';
import { countBits, newBitSet, setBit } from '../../src/index/embedded/segment/bits.ts';
import { announcedSeed } from '../support/seed.ts';
import { postingsOf, spread } from './postings-of.ts';

const seed = announcedSeed('ranked bit sets');
const WINDOW = 1 << 15;
const NO_EXPANSIONS = {
  expansions: [],
  fuzzy: new Uint32Array(0),
  fuzzyWeights: new Float64Array(0),
  leastDocs: 0,
};

const rowsOf = (gap: number) =>
  fc
    .array(fc.tuple(fc.integer({ min: 1, max: gap }), fc.nat(3)), {
      minLength: 1,
      maxLength: 700,
      size: 'max',
    })
    .map(spread);

test('for a term and for a list, exactly the candidates are counted, under their ranks', () => {
  fc.assert(
    fc.property(rowsOf(400), rowsOf(60), fc.nat(600), fc.nat(200_000), (rare, frequent, word, size) => {
      const from = word * 32;
      const to = from + size;
      const postings = postingsOf([rare, frequent], false);
      const inRange = ({ doc }: { doc: number }): boolean => doc >= from && doc < to;
      const chosen = rare.filter(inRange).map(({ doc }) => doc);
      const docCount = Math.max(to, ...[...rare, ...frequent].map(({ doc }) => doc + 1));
      const set = newBitSet(docCount);
      const expansions = { ...NO_EXPANSIONS, postings, exact: 0 };
      runToCompletion(uniteClause({ kind: 'expansions', expansions }, from, to, set));
      assert.equal(countBits(set, docCount), chosen.length);
      const ranked = new RankedBitSet(WINDOW);
      // Few candidates are looked up, many are found chunk by chunk.
      const few = rare.length % 2 === 0 ? 512 : 0;
      const range = {
        lengths: new Uint16Array(docCount),
        slope: 1,
        coverage: 1,
        isFirst: true,
        base: 0,
        from,
        to,
      };
      assert.equal(ranked.load(set, from, to, few), to);
      assert.deepEqual([...ranked.docs.subarray(0, ranked.count)], chosen);
      if (!ranked.isActive) return;
      const numbers = new Map(chosen.map((doc, i) => [doc, i]));
      const expected = frequent
        .filter(({ doc }) => numbers.has(doc))
        .map(({ doc, count }) => [numbers.get(doc), count]);
      const list = listOf(
        frequent.map(({ doc }) => doc),
        frequent.map(({ count }) => count),
      );
      for (const count of [
        (counts: Int32Array, touched: TouchedDocs) => countTerm(postings, 1, range, counts, touched, ranked),
        (counts: Int32Array, touched: TouchedDocs) => countList(list, range, counts, touched, ranked),
      ]) {
        const counts = new Int32Array(WINDOW);
        const touched = new TouchedDocs(WINDOW);
        count(counts, touched);
        const found = [...touched.docs.subarray(0, touched.count)].map((doc) => [doc, counts[doc]]);
        assert.deepEqual(found, expected);
      }
      ranked.clear();
      assert.ok(chosen.every((doc) => ranked.rankOf(doc) === -1));
    }),
    { seed, numRuns: 150 },
  );
});

test('no more candidates are loaded than fit, and the rest can be loaded afterwards', () => {
  const set = newBitSet(3 * WINDOW);
  for (let doc = 0; doc < 3 * WINDOW; doc++) if (doc % 3 !== 1) setBit(set, doc);
  const ranked = new RankedBitSet(WINDOW);
  const chosen: number[] = [];
  for (let at = 0; at < 3 * WINDOW; ) {
    at = ranked.load(set, at, 3 * WINDOW, 512);
    assert.ok(ranked.count > WINDOW - 32 || at === 3 * WINDOW);
    chosen.push(...ranked.docs.subarray(0, ranked.count));
    ranked.clear();
  }
  assert.deepEqual(
    chosen,
    Array.from({ length: 3 * WINDOW }, (_, doc) => doc).filter((doc) => doc % 3 !== 1),
  );
});
