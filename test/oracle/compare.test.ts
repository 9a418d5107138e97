import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hit, SearchOutcome } from '../../src/index/plan.ts';
import { assertSameOutcome } from './compare.ts';
import { planWith } from './small-engine.ts';

/** `a1 b0.5` are two hits with their scores. */
const outcome = (hits: string): SearchOutcome => ({
  total: 9,
  facets: [{ kind: 'counts', counts: [1] }],
  hits: hits
    .split(' ')
    .filter(Boolean)
    .map((hit): Hit => ({ engineId: 1, id: hit.slice(0, 1), sequence: 1, score: Number(hit.slice(1)) })),
});
const grouped = (key: string, hits: string): SearchOutcome => {
  const [head, ...others] = outcome(hits).hits;
  return { ...outcome(''), hits: head === undefined ? [] : [{ ...head, group: { key, others } }] };
};

test('outcomes are the same if only rounding tells them apart', () => {
  const same: Array<[actual: string, expected: string]> = [
    ['', ''],
    ['a2 b1', 'a2 b1'],
    ['a2.00001 b1', 'a2 b1'],
    ['b1 a1', 'a1.000001 b1'],
    ['b1.000001 a1', 'a1 b1'],
    // At the edge of a page another document with a near score may stand.
    ['a2 c1.000001', 'a2 b1'],
  ];
  for (const [actual, expected] of same) assertSameOutcome(outcome(actual), outcome(expected));
  assertSameOutcome(grouped('x', 'b1 a1'), grouped('x', 'a1.000001 b1'));
});

test('outcomes differ if ids, order, scores, totals, facets or groups do', () => {
  const different: Array<[actual: string, expected: string]> = [
    ['a1', ''],
    ['', 'a1'],
    ['a1', 'b2'],
    ['a1.001', 'a1'],
    ['b1 a2', 'a2 b1'],
    // Equal on both sides: the newest write comes first.
    ['b1 a1', 'a1 b1'],
    ['a2 a2', 'a2 b2'],
    ['a2 c1', 'a2 b1'],
    ['b1.7014118346046921e38 a1.7014116317805965e38', 'a1.7014118346046921e38 b1.7014116317805965e38'],
  ];
  for (const [actual, expected] of different) {
    assert.throws(() => assertSameOutcome(outcome(actual), outcome(expected)), `${actual} | ${expected}`);
  }
  assert.throws(() => assertSameOutcome({ ...outcome(''), total: 8 }, outcome('')));
  assert.throws(() => assertSameOutcome({ ...outcome(''), facets: [] }, outcome('')));
  assert.throws(() => assertSameOutcome(grouped('x', 'a2 b1'), grouped('y', 'a2 b1')));
  assert.throws(() => assertSameOutcome(grouped('x', 'a2 b1'), grouped('x', 'a2')));
  assert.throws(() => assertSameOutcome(outcome('a2'), grouped('x', 'a2')));
});

test('under a sort by a field alone the order is exact and scores are free', () => {
  const plan = planWith({ sort: [{ kind: 'field', field: 'id', descending: false }] });
  assertSameOutcome(outcome('a0 b0'), outcome('a2 b1'), plan);
  assert.throws(() => assertSameOutcome(outcome('b1.000001 a1'), outcome('a1 b1'), plan));
});
