import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { driftOf, growthOf, verdictsOf } from './verdict.ts';

const lines = (count: number, at: (minute: number) => { rss: number; p99: number }) =>
  Array.from({ length: count }, (_, minute) => at(minute));

suite('the verdict of a soak', () => {
  test('is that flat memory and flat response times pass, whatever the warm-up was', () => {
    const flat = lines(60, (minute) => ({
      rss: minute < 15 ? 10 * minute : 300 + (minute % 3),
      p99: 10 + (minute % 4),
    }));
    assert.deepEqual(verdictsOf(flat), []);
    assert.ok(Math.abs(growthOf(flat)) < 1);
  });

  test('is that memory which grows by a megabyte a minute fails', () => {
    const growing = lines(60, (minute) => ({ rss: 300 + minute, p99: 10 }));
    assert.equal(Math.round(growthOf(growing)), 44);
    assert.deepEqual(verdictsOf(growing), ['memory grew by 44 MB after the warm-up, from a level of 337 MB']);
  });

  test('is that slower searches at the end fail, and a single slow minute does not', () => {
    const slower = lines(60, (minute) => ({ rss: 300, p99: 10 + minute }));
    assert.deepEqual(driftOf(slower), { first: 32, last: 62 });
    assert.deepEqual(verdictsOf(lines(60, (minute) => ({ rss: 300, p99: minute < 45 ? 10 : 60 }))), [
      'the p99 of small searches went from 10 to 60 ms',
    ]);
    assert.deepEqual(verdictsOf(lines(60, (minute) => ({ rss: 300, p99: minute === 50 ? 500 : 10 }))), []);
  });
});
