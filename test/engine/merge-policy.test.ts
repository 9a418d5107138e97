import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { idleMerge, nextMerge } from '../../src/index/embedded/generation/merge-policy.ts';
import type { SegmentReader } from '../../src/index/embedded/snapshot/segment-reader.ts';

const MB = 2 ** 20;

/** A segment as far as plans look at it. */
const segment = (liveCount: number, byteLength = liveCount * 100, docCount = liveCount): SegmentReader =>
  ({ liveCount, segment: { docCount, sections: { byteLength } } }) as unknown as SegmentReader;
const segments = (count: number, ...of: Parameters<typeof segment>): SegmentReader[] =>
  Array.from({ length: count }, () => segment(...of));
const sizes = (inputs: readonly SegmentReader[] | undefined) => inputs?.map(({ liveCount }) => liveCount);

suite('what is merged next', () => {
  test('nothing while sizes fall from old to new', () => {
    assert.equal(nextMerge([...segments(3, 1200), ...segments(3, 70)]), undefined);
  });

  test('four of a size, and the smaller ones before a larger one', () => {
    assert.deepEqual(sizes(nextMerge([segment(600), ...segments(4, 70)])), Array(4).fill(70));
    assert.equal(nextMerge([...segments(4, 70), segment(600)])?.length, 5);
  });

  test('after a rush of writes up to 64 of a size', () => {
    assert.equal(nextMerge([segment(600), ...segments(20, 70)])?.length, 20);
    assert.equal(nextMerge(segments(200, 70))?.length, 64);
  });

  test('larger ones too, behind which there are always new small ones', () => {
    const [large, small] = [segments(9, 5000), segments(6, 70)];
    assert.deepEqual(nextMerge([segment(90_000), ...large, ...small]), large);
    assert.deepEqual(nextMerge([...large.slice(0, 5), ...small]), small);
    assert.deepEqual(nextMerge([...segments(4, 5000, 300 * MB), ...segments(3, 70)]), undefined);
  });

  test('writes without pause leave few segments, however far behind merges are', () => {
    // A merge takes as long as its documents; meanwhile more come, up to the bound at which writers wait.
    let states: SegmentReader[] = [];
    let most = 0;
    for (let round = 0; round < 3000; round++) {
      const inputs = nextMerge(states);
      const merged = inputs?.reduce((sum, { liveCount }) => sum + liveCount, 0) ?? 0;
      const came = Math.max(1, Math.min(Math.round(merged / 100), 48 - states.length));
      const at = inputs === undefined ? states.length : states.indexOf(inputs[0] as SegmentReader);
      states = [
        ...states.slice(0, at),
        ...(inputs === undefined ? [] : [segment(merged)]),
        ...states.slice(at + (inputs?.length ?? 0)),
        ...segments(came, 100),
      ];
      most = Math.max(most, states.length);
    }
    assert.ok(most <= 48, `${most} segments`);
    assert.ok(states.reduce((sum, { liveCount }) => sum + liveCount, 0) > 1_000_000);
  });

  test('no more of them than one segment may hold, and no more than can be afforded, but never fewer than four', () => {
    const rush = segments(64, 5000, 20 * MB);
    assert.equal(nextMerge(rush)?.length, 51);
    assert.equal(nextMerge(rush, (inputs) => inputs.length <= 12)?.length, 12);
    assert.equal(nextMerge(rush, () => false)?.length, 4);
    assert.equal(nextMerge(segments(64, 5000, 300 * MB)), undefined);
  });

  test('one of which less than half lives, before all others', () => {
    const dead = segment(2000, 3 * MB, 5000);
    assert.deepEqual(nextMerge([dead, ...segments(8, 70)]), [dead]);
  });
});

suite('what is merged when nobody writes', () => {
  test('nothing where every segment is at least twice as large as all behind it', () => {
    assert.equal(idleMerge([]), undefined);
    assert.equal(idleMerge([segment(1)]), undefined);
    assert.equal(idleMerge([segment(900), segment(200), segment(70), segment(30)]), undefined);
  });

  test('those from the first on that is not', () => {
    assert.deepEqual(sizes(idleMerge([segment(900), ...segments(3, 70)])), [70, 70, 70]);
    assert.deepEqual(sizes(idleMerge([...segments(7, 600), ...segments(7, 70)]))?.length, 14);
    assert.deepEqual(sizes(idleMerge([segment(900), segment(400), segment(70)])), [900, 400, 70]);
  });

  test('no more of them than one segment may hold', () => {
    assert.equal(idleMerge(segments(20, 5000, 100 * MB))?.length, 10);
    assert.equal(idleMerge(segments(2, 5000, 600 * MB)), undefined);
  });
});
