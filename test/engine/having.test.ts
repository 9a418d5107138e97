import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Having } from '../../src/index/embedded/query/having.ts';
import { listOf } from '../../src/index/embedded/query/list.ts';
import { Touched } from '../../src/index/embedded/query/scratch.ts';
import { countList, countTerm } from '../../src/index/embedded/query/way-loops.ts';
import { WINDOW } from '../../src/index/embedded/query/window.ts';
import { announcedSeed } from '../support/seed.ts';
import { postingsOf, spread } from './postings-of.ts';

const seed = announcedSeed('documents that have a word');

const rowsOf = (gap: number) =>
  fc
    .array(fc.tuple(fc.integer({ min: 1, max: gap }), fc.nat(3)), {
      minLength: 1,
      maxLength: 700,
      size: 'max',
    })
    .map(spread);

test('of a term and of a list, the documents that have a word are counted, and no others', () => {
  fc.assert(
    fc.property(rowsOf(400), rowsOf(60), fc.nat(20_000), (rare, frequent, from) => {
      const to = from + WINDOW;
      const postings = postingsOf([rare, frequent], false);
      const having = new Having();
      const marked = having.addTerm(postings, 0, from, to);
      const inWindow = ({ doc }: { doc: number }): boolean => doc >= from && doc < to;
      const chosen = new Set(rare.filter(inWindow).map(({ doc }) => doc));
      assert.equal(marked, chosen.size);
      having.isOn = true;
      const expected = frequent
        .filter(({ doc }) => chosen.has(doc))
        .map(({ doc, count }): [number, number] => [doc - from, count]);
      const list = listOf(
        frequent.map(({ doc }) => doc),
        frequent.map(({ count }) => count),
      );
      for (const count of [
        (counts: Int32Array, touched: Touched) =>
          countTerm(postings, 1, from, from, to, counts, touched, having),
        (counts: Int32Array, touched: Touched) => countList(list, from, from, to, counts, touched, having),
      ]) {
        const counts = new Int32Array(WINDOW);
        const touched = new Touched();
        count(counts, touched);
        const found = [...touched.docs.subarray(0, touched.count)].map((doc) => [doc, counts[doc]]);
        assert.deepEqual(found, expected);
      }
      having.clear();
      assert.ok(having.docs.every((flag) => flag === 0) && having.chunks.every((flag) => flag === 0));
    }),
    { seed, numRuns: 150 },
  );
});
