import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { analyzerFor } from '../../src/analysis/language.ts';
import { runToCompletion } from '../../src/index/embedded/runtime/time-slice.ts';
import { idSlots } from '../../src/index/embedded/segment/id-table.ts';
import type { Segment } from '../../src/index/embedded/segment/segment.ts';
import { SegmentBuilder } from '../../src/index/embedded/segment/segment-builder.ts';
import { announcedSeed } from '../support/seed.ts';

const seed = announcedSeed('ids');

function segmentOf(ids: readonly string[]): Segment {
  const builder = new SegmentBuilder(analyzerFor(null));
  for (const [i, id] of ids.entries()) builder.add({ id, sequence: i, fields: new Map() }, new Map());
  return runToCompletion(builder.seal());
}

const ids = fc.oneof(
  fc.nat(300).map((n) => `doc-${n}`),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 5 }).filter((id) => id.isWellFormed()),
  fc.constantFrom('é', 'e\u0301', '가'.repeat(300), 'x'.repeat(800), '😀', '\0', '\0\0', '\ufeffa', 'a'),
);

test('every document is found by its id, and no other id is found', () => {
  fc.assert(
    fc.property(fc.uniqueArray(ids, { maxLength: 300, size: 'max' }), ids, (list, other) => {
      const segment = segmentOf(list);
      for (const [doc, id] of list.entries()) {
        assert.equal(segment.docWithId(id), doc);
        assert.equal(segment.id(doc), id);
      }
      assert.equal(segment.docWithId(other), list.indexOf(other));
      const inOrder = list.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      assert.deepEqual(
        Array.from(segment.docOfId, (doc) => list[doc]),
        inOrder,
      );
      for (const [doc, id] of list.entries()) assert.equal(inOrder[segment.idOf[doc] as number], id);
    }),
    { seed, numRuns: 200 },
  );
});

test('a table always has free slots, so that a lookup of an unknown id ends', () => {
  for (const count of [0, 1, 2, 3, 7, 10, 1_000, 1_000_003]) {
    const hashes = Uint32Array.from({ length: count }, (_, i) => Math.imul(i, 0x9e3779b1));
    assert.ok(runToCompletion(idSlots(hashes)).length * 0.7 >= count - 1e-6);
  }
  assert.equal(segmentOf([]).docWithId('a'), -1);
});
