import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { meanOf, measuresOf } from '../../src/relevance/measures.ts';

const graded = (grades: Record<string, number>): ReadonlyMap<string, number> =>
  new Map(Object.entries(grades));

const near = (actual: number | undefined, expected: number): void =>
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) < 1e-12, `${actual} is not ${expected}`);

/** Computed by hand: 1/log2(3) is 0.630929…, 1/log2(5) is 0.430676…. */
const THIRD = 0.6309297535714575;
const FIFTH = 0.43067655807339306;

suite('nDCG', () => {
  test('is 1 for the best order and 0 if nothing relevant is found', () => {
    const grades = graded({ a: 3, b: 2, c: 0 });
    assert.deepEqual(measuresOf(['a', 'b', 'x'], grades, 10), { ndcg: 1, mrr: 1 });
    assert.deepEqual(measuresOf(['x', 'c'], grades, 10), { ndcg: 0, mrr: 0 });
    assert.deepEqual(measuresOf([], grades, 10), { ndcg: 0, mrr: 0 });
  });

  test('has the gain 2^grade - 1 and the discount log2(rank + 1)', () => {
    // DCG 3 + 7/log2(3) = 7.416508…; ideal 7 + 3/log2(3) = 8.892789….
    const { ndcg, mrr } = measuresOf(['b', 'a'], graded({ a: 3, b: 2 }), 10) ?? { ndcg: 0, mrr: 0 };
    near(ndcg, (3 + 7 * THIRD) / (7 + 3 * THIRD));
    near(ndcg, 0.8339912323981488);
    assert.equal(mrr, 1);
  });

  test('counts unjudged documents as grade 0, which take a rank', () => {
    // The relevant documents have ranks 2 and 4: 1/log2(3) + 1/log2(5), ideal 1 + 1/log2(3).
    const measures = measuresOf(['x', 'a', 'y', 'b'], graded({ a: 1, b: 1 }), 10);
    near(measures?.ndcg, (THIRD + FIFTH) / (1 + THIRD));
    assert.equal(measures?.mrr, 0.5);
  });

  test('counts the first k results only, in the best order as well', () => {
    const grades = graded({ a: 1, b: 1, c: 1 });
    assert.equal(measuresOf(['a', 'x', 'b'], grades, 1)?.ndcg, 1);
    near(measuresOf(['a', 'x', 'b'], grades, 2)?.ndcg, 1 / (1 + THIRD));
    assert.deepEqual(measuresOf(['x', 'y', 'a'], grades, 2), { ndcg: 0, mrr: 0 });
  });

  test('is undefined if no document is relevant', () => {
    assert.equal(measuresOf(['a'], graded({ a: 0 }), 10), null);
    assert.equal(measuresOf(['a'], graded({}), 10), null);
  });
});

test('means are those of all queries, and undefined without any', () => {
  assert.deepEqual(
    meanOf([
      { ndcg: 1, mrr: 1 },
      { ndcg: 0.5, mrr: 0.25 },
    ]),
    { ndcg: 0.75, mrr: 0.625 },
  );
  assert.equal(meanOf([]), null);
});
