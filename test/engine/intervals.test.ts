import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RangeCells } from '../../src/index/embedded/query/facets/range-cells.ts';
import { Intervals } from '../../src/index/embedded/query/filters/intervals.ts';
import { announcedSeed, Random } from '../support/seed.ts';

const random = new Random(announcedSeed('intervals and cells'));
const below = (most: number): number => random.below(most);

interface Bounds {
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** Ranges with few different bounds, so that they touch, overlap, are empty and are open. */
const someRanges = (count: number): Bounds[] =>
  Array.from({ length: count }, () => ({
    from: below(6) === 0 ? undefined : below(12),
    to: below(6) === 0 ? undefined : below(12),
  }));

const isWithin = (value: number, { from, to }: Bounds): boolean =>
  (from === undefined || value >= from) && (to === undefined || value < to);

test('intervals hold the values of any range', () => {
  for (let i = 0; i < 2000; i++) {
    const ranges = someRanges(below(8));
    const bound = (value: number | undefined) => (value === undefined ? undefined : { value, nanos: 0 });
    const intervals = new Intervals(ranges.map(({ from, to }) => ({ from: bound(from), to: bound(to) })));
    for (let value = -1; value <= 12; value++) {
      const expected = ranges.some((range) => isWithin(value, range));
      assert.equal(intervals.has(value, 0), expected, `${value} in ${JSON.stringify(ranges)}`);
    }
  }
});

test('intervals distinguish the nanoseconds of a date', () => {
  const at = (value: number, nanos: number) => ({ value, nanos });
  const intervals = new Intervals([
    { from: at(5, 10), to: at(5, 20) },
    { from: at(5, 20), to: at(6, 0) },
    { from: at(7, 1), to: undefined },
  ]);
  const found = [at(5, 9), at(5, 10), at(5, 20), at(5, 999), at(6, 0), at(7, 0), at(7, 1), at(9, 0)].filter(
    ({ value, nanos }) => intervals.has(value, nanos),
  );
  assert.deepEqual(found, [at(5, 10), at(5, 20), at(5, 999), at(7, 1), at(9, 0)]);
});

test('cells count the values of every range', () => {
  for (let i = 0; i < 2000; i++) {
    const bounds = someRanges(1 + below(8));
    const ranges = bounds.map(({ from, to }) => ({
      from: from ?? Number.NEGATIVE_INFINITY,
      to: to ?? Number.POSITIVE_INFINITY,
    }));
    const values = Float64Array.from({ length: 20 }, () => below(14) - 1);
    const docs = Uint32Array.from(values.keys()).filter(() => below(3) > 0);
    const cells = new RangeCells(ranges);
    cells.count(docs, docs.length, values);
    const counts = ranges.map(() => 1);
    cells.addTo(counts);
    const expected = bounds.map(
      (range) => 1 + docs.filter((doc) => isWithin(values[doc] ?? Number.NaN, range)).length,
    );
    assert.deepEqual(counts, expected, JSON.stringify(bounds));
  }
});
