import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { kendallTauOf, overlapOf, rankBiasedOverlapOf } from '../../src/comparison/rank-measures.ts';
import { announcedSeed, repetitions } from '../support/seed.ts';

const seed = announcedSeed('rank measures');
const runs = { seed, numRuns: repetitions('RUNS', 2000) };

const near = (actual: number | null, expected: number): void =>
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) < 1e-12, `${actual} is not ${expected}`);

/** Rankings of few ids, so that two of them have some in common; an id may occur twice. */
const ranking = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), { maxLength: 10 });
const distinct = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), { maxLength: 8 });

/** How many results two lists have in common: each takes one equal result of the other away. */
function commonCount(left: readonly string[], right: readonly string[]): number {
  const rest = [...right];
  let count = 0;
  for (const id of left) {
    const at = rest.indexOf(id);
    if (at === -1) continue;
    rest.splice(at, 1);
    count++;
  }
  return count;
}

function slowRankBiasedOverlap(left: readonly string[], right: readonly string[]): number {
  const depth = Math.max(left.length, right.length);
  if (depth === 0) return 1;
  const depths = Array.from({ length: depth }, (_, at) => at + 1);
  const weighted = depths.map((d) => 0.9 ** (d - 1) * (commonCount(left.slice(0, d), right.slice(0, d)) / d));
  const weights = depths.map((d) => 0.9 ** (d - 1));
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  return sum(weighted) / sum(weights);
}

/** Of rankings without repeated ids. */
function slowKendallTau(left: readonly string[], right: readonly string[]): number | null {
  const common = left.filter((id) => right.includes(id));
  const signs = common.flatMap((a) =>
    common
      .filter((b) => a !== b)
      .map((b) => Math.sign((left.indexOf(a) - left.indexOf(b)) * (right.indexOf(a) - right.indexOf(b)))),
  );
  return signs.length === 0 ? null : signs.reduce((sum, sign) => sum + sign, 0) / signs.length;
}

suite('overlap', () => {
  test('is the share of common results, whatever their order', () => {
    assert.equal(overlapOf(['a', 'b', 'c'], ['c', 'a', 'b']), 1);
    assert.equal(overlapOf(['a', 'b', 'c', 'd'], ['a', 'x', 'y', 'z']), 0.25);
    assert.equal(overlapOf(['a'], ['a', 'b']), 0.5);
    assert.equal(overlapOf([], []), 1);
    assert.equal(overlapOf([], ['a']), 0);
  });

  test('counts an id that occurs twice as two results', () => {
    assert.equal(overlapOf(['a', 'a'], ['a', 'b']), 0.5);
    assert.equal(overlapOf(['a', 'a'], ['a', 'a']), 1);
  });

  test('is that of the definition, and the same from both sides', () => {
    fc.assert(
      fc.property(ranking, ranking, (left, right) => {
        const most = Math.max(left.length, right.length);
        assert.equal(overlapOf(left, right), most === 0 ? 1 : commonCount(left, right) / most);
        assert.equal(overlapOf(left, right), overlapOf(right, left));
      }),
      runs,
    );
  });
});

suite('rank-biased overlap', () => {
  test('of two swapped results is 0.9 / 1.9: nothing at depth 1, everything at depth 2', () => {
    near(rankBiasedOverlapOf(['a', 'b'], ['b', 'a']), 0.9 / 1.9);
  });

  test('of a ranking and its beginning is below 1', () => {
    // Depths 1 and 2 agree, depth 3 has 2 of 3.
    near(rankBiasedOverlapOf(['a', 'b'], ['a', 'b', 'c']), (1 + 0.9 + 0.81 * (2 / 3)) / (1 + 0.9 + 0.81));
  });

  test('loses more by a change at the top than by the same change further down', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    const top = rankBiasedOverlapOf(ids, ['b', 'a', 'c', 'd', 'e', 'f']);
    const bottom = rankBiasedOverlapOf(ids, ['a', 'b', 'c', 'd', 'f', 'e']);
    assert.ok(top < bottom && bottom < 1, `${top} and ${bottom}`);
  });

  test('is that of the definition, the same from both sides, and 1 only for the same ranking', () => {
    fc.assert(
      fc.property(ranking, ranking, (left, right) => {
        const value = rankBiasedOverlapOf(left, right);
        near(value, slowRankBiasedOverlap(left, right));
        assert.equal(value, rankBiasedOverlapOf(right, left));
        assert.ok(value >= 0 && value <= 1);
        assert.equal(value === 1, left.join() === right.join());
        assert.equal(value === 0, commonCount(left, right) === 0 && left.length + right.length > 0);
        assert.equal(rankBiasedOverlapOf(left, left), 1);
      }),
      runs,
    );
  });
});

suite("Kendall's tau", () => {
  test('is 1 for the same order, -1 for the reverse, and looks at common results only', () => {
    assert.equal(kendallTauOf(['a', 'b', 'c'], ['a', 'b', 'c']), 1);
    assert.equal(kendallTauOf(['a', 'b', 'c'], ['c', 'b', 'a']), -1);
    assert.equal(kendallTauOf(['a', 'x', 'b'], ['y', 'a', 'b', 'z']), 1);
    near(kendallTauOf(['a', 'b', 'c'], ['a', 'c', 'b']), 1 / 3);
  });

  test('is undefined with fewer than two common results', () => {
    assert.equal(kendallTauOf(['a', 'b'], ['a', 'c']), null);
    assert.equal(kendallTauOf([], []), null);
  });

  test('is that of the definition', () => {
    fc.assert(
      fc.property(distinct, distinct, (left, right) => {
        const expected = slowKendallTau(left, right);
        if (expected === null) assert.equal(kendallTauOf(left, right), null);
        else near(kendallTauOf(left, right), expected);
      }),
      runs,
    );
  });
});
