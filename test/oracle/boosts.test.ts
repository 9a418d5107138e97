import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzerFor } from '../../src/analysis/language.ts';
import type { Boost } from '../../src/index/plan.ts';
import type { TypedValue } from '../../src/values/value.ts';
import { boosted } from './boosts.ts';
import { isNear } from './compare.ts';
import { OracleDocument } from './document.ts';
import { scoresIn } from './small-engine.ts';

const documentOf = (fields: Record<string, TypedValue>): OracleDocument =>
  new OracleDocument('it', 1, new Map(Object.entries(fields)), analyzerFor(null));

const value = (values: Array<string | number>): Boost => ({
  kind: 'value',
  field: 'v',
  operation: 'add',
  factor: 3,
  values,
});
const functional = (
  name: 'linear' | 'exponential' | 'logarithmic',
  operation: 'add' | 'multiply' = 'add',
): Boost => ({
  kind: 'functional',
  field: 'v',
  operation,
  factor: 0.5,
  function: name,
});
const proximity = (
  name: 'linear' | 'exponential' | 'gaussian',
  center: number | { lat: number; lon: number },
): Boost => ({
  kind: 'proximity',
  field: 'v',
  operation: 'add',
  factor: 4,
  function: name,
  center,
});

/** What each boost makes of a score of 2. */
const table: Array<[boost: Boost, v: TypedValue | undefined, score: number]> = [
  [value(['red']), 'red', 5],
  [value(['red', 'blue']), ['green', null, 'blue'], 5],
  [value(['red']), 'Red', 2],
  [value(['red']), undefined, 2],
  [{ ...value([7]), operation: 'multiply' }, 7, 6],
  [{ ...value([7]), operation: 'multiply', factor: 0.5 }, 7, 2],
  [functional('linear'), 10, 7],
  [functional('linear'), [10, 4, null], 4],
  [functional('linear'), -10, 2],
  [functional('linear'), undefined, 2],
  [functional('linear', 'multiply'), 10, 10],
  [functional('linear', 'multiply'), 1, 2],
  [functional('exponential'), 1, 2 + Math.E / 2],
  [functional('exponential'), null, 2.5],
  [functional('exponential'), 1000, 2 + 0.5e30],
  [functional('logarithmic'), Math.E - 1, 2.5],
  [functional('logarithmic'), -0.5, 2],
  [functional('logarithmic'), undefined, 2],
  // Numbers: the scale is a tenth of the center, but at least 1.
  [proximity('linear', 100), 110, 4],
  [proximity('linear', 100), 120, 2],
  [proximity('exponential', 100), [130, 90], 4],
  [proximity('gaussian', 100), 80, 2.25],
  [proximity('exponential', 0), 2, 3],
  [proximity('linear', 100), undefined, 2],
  // Dates: a day. Places: ten kilometres; a hundredth of a degree of latitude is 1,111.95 m.
  [proximity('linear', Date.UTC(2024, 0, 1)), '2024-01-02T00:00:00+00:00', 4],
  [proximity('gaussian', Date.UTC(2024, 0, 1)), '2023-12-30T00:00:00+00:00', 2.25],
  [proximity('linear', { lat: 0, lon: 0 }), ['10,10', '0.01,0'], 6 - 2 * 0.111195],
  [proximity('exponential', { lat: 0, lon: 0 }), '0,0', 6],
];

test('a boost adds what its function says, and never takes away', () => {
  for (const [boost, v, score] of table) {
    const actual = boosted(2, [boost], documentOf(v === undefined ? {} : { v }));
    assert(isNear(actual, score), `${JSON.stringify(boost)} of ${v}: ${actual} instead of ${score}`);
  }
});

test('all boosts see the same score', () => {
  const boosts = [value([10]), functional('linear', 'multiply'), functional('linear')];
  assert.equal(boosted(2, boosts, documentOf({ v: 10 })), 2 + 3 + (10 - 2) + 5);
});

test('boosts count for everything too, and change the order', async () => {
  const boosts: Boost[] = [
    { kind: 'functional', field: 'size', operation: 'add', factor: 1, function: 'linear' },
  ];
  const scores = await scoresIn({ a: { size: 3 }, b: { size: 1 }, c: {} }, { boosts });
  assert.deepEqual(Object.entries(scores), [
    ['a', 4],
    ['b', 2],
    ['c', 1],
  ]);
});
