import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { idleMerge, nextMerge } from '../../src/index/embedded/generation/merge-policy.ts';
import type { SegmentReader } from '../../src/index/embedded/snapshot/segment-reader.ts';

const MB = 2 ** 20;

/** A segment as the merge policy sees it. */
const segment = (liveCount: number, byteLength = liveCount * 100, docCount = liveCount): SegmentReader =>
  ({ liveCount, segment: { docCount, sections: { byteLength } } }) as unknown as SegmentReader;
const segments = (count: number, ...of: Parameters<typeof segment>): SegmentReader[] =>
  Array.from({ length: count }, () => segment(...of));
const sizes = (inputs: readonly SegmentReader[] | undefined) => inputs?.map(({ liveCount }) => liveCount);

suite('the next merge', () => {
  test('is empty while sizes decrease from old to new', () => {
    assert.equal(nextMerge([...segments(3, 1200), ...segments(3, 70)]), undefined);
  });

  test('has four segments of a tier, and smaller ones before a larger one', () => {
    assert.deepEqual(sizes(nextMerge([segment(600), ...segments(4, 70)])), Array(4).fill(70));
    assert.equal(nextMerge([...segments(4, 70), segment(600)])?.length, 5);
  });

  test('has up to 64 segments of a tier after many writes', () => {
    assert.equal(nextMerge([segment(600), ...segments(20, 70)])?.length, 20);
    assert.equal(nextMerge(segments(200, 70))?.length, 64);
  });

  test('has small segments in a burst of writes only once there are many', () => {
    const inBurst = (readers: readonly SegmentReader[]) => nextMerge(readers, () => true, true)?.length;
    assert.equal(inBurst([...segments(3, 1200), ...segments(20, 100)]), undefined);
    assert.equal(inBurst([...segments(3, 1200), ...segments(21, 100)]), 21);
    assert.equal(inBurst([...segments(4, 14_000), ...segments(11, 100)]), 4);
    assert.equal(inBurst([segment(14_000), ...segments(13, 1200), ...segments(10, 100)]), 13);
  });

  test('includes larger segments that are always followed by new small ones', () => {
    const [large, small] = [segments(9, 5000), segments(6, 70)];
    assert.deepEqual(nextMerge([segment(90_000), ...large, ...small]), large);
    assert.deepEqual(nextMerge([...large.slice(0, 5), ...small]), small);
    assert.deepEqual(nextMerge([...segments(4, 5000, 300 * MB), ...segments(3, 70)]), undefined);
  });

  test('keeps the number of segments low under continuous writes, however far behind merges are', () => {
    // A merge takes time in proportion to its documents; meanwhile more arrive, up to the bound at which writers wait.
    let states: SegmentReader[] = [];
    let most = 0;
    for (let round = 0; round < 3000; round++) {
      const inputs = nextMerge(states);
      const merged = inputs?.reduce((sum, { liveCount }) => sum + liveCount, 0) ?? 0;
      const came = Math.max(1, Math.min(Math.round(merged / 100), 64 - states.length));
      const at = inputs === undefined ? states.length : states.indexOf(inputs[0] as SegmentReader);
      states = [
        ...states.slice(0, at),
        ...(inputs === undefined ? [] : [segment(merged)]),
        ...states.slice(at + (inputs?.length ?? 0)),
        ...segments(came, 100),
      ];
      most = Math.max(most, states.length);
    }
    assert.ok(most <= 64, `${most} segments`);
    assert.ok(states.reduce((sum, { liveCount }) => sum + liveCount, 0) > 1_000_000);
  });

  test('is limited by the size of a segment and the available memory, but has at least four segments', () => {
    const rush = segments(64, 5000, 20 * MB);
    assert.equal(nextMerge(rush)?.length, 51);
    assert.equal(nextMerge(rush, (inputs) => inputs.length <= 12)?.length, 12);
    assert.equal(nextMerge(rush, () => false)?.length, 4);
    assert.equal(nextMerge(segments(64, 5000, 300 * MB)), undefined);
  });

  test('prefers a segment of which less than half is live', () => {
    const dead = segment(2000, 3 * MB, 5000);
    assert.deepEqual(nextMerge([dead, ...segments(8, 70)]), [dead]);
  });
});

suite('the next merge without writes', () => {
  test('is empty if every segment is at least twice as large as all later ones', () => {
    assert.equal(idleMerge([]), undefined);
    assert.equal(idleMerge([segment(1)]), undefined);
    assert.equal(idleMerge([segment(900), segment(200), segment(70), segment(30)]), undefined);
  });

  test('begins with the first segment that is not', () => {
    assert.deepEqual(sizes(idleMerge([segment(900), ...segments(3, 70)])), [70, 70, 70]);
    assert.deepEqual(sizes(idleMerge([...segments(7, 600), ...segments(7, 70)]))?.length, 14);
    assert.deepEqual(sizes(idleMerge([segment(900), segment(400), segment(70)])), [900, 400, 70]);
  });

  test('is limited by the size of a segment', () => {
    assert.equal(idleMerge(segments(20, 5000, 100 * MB))?.length, 10);
    assert.equal(idleMerge(segments(2, 5000, 600 * MB)), undefined);
  });
});
