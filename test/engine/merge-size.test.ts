import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzerFor } from '../../src/analysis/language.ts';
import { runToCompletion } from '../../src/index/embedded/runtime/time-slice.ts';
import { mergeSegments } from '../../src/index/embedded/segment/merge.ts';
import { maxMergedBytes } from '../../src/index/embedded/segment/merge-size.ts';
import type { Segment } from '../../src/index/embedded/segment/segment.ts';
import { SegmentBuilder } from '../../src/index/embedded/segment/segment-builder.ts';
import { SegmentTooLarge } from '../../src/index/embedded/segment/segment-too-large.ts';
import type { Schema } from '../../src/values/types.ts';
import type { TypedValue } from '../../src/values/value.ts';
import { randomDocument, randomEngine } from '../oracle/random-engine.ts';
import { announcedSeed, Random } from '../support/seed.ts';

const random = new Random(announcedSeed('sizes of merges'));

function segmentOf(
  documents: ReadonlyArray<ReadonlyMap<string, TypedValue>>,
  schema: Schema,
  first: number,
): Segment {
  const builder = new SegmentBuilder(analyzerFor(null));
  for (const [i, fields] of documents.entries()) {
    builder.add({ id: `d${first + i}`, sequence: first + i, fields }, schema);
  }
  return runToCompletion(builder.seal());
}

function assertBounded(segments: readonly Segment[]): void {
  const inputs = segments.map((segment) => ({ segment, liveDocs: null }));
  const { segment } = runToCompletion(mergeSegments(inputs));
  const size = segment.sections.byteLength;
  assert.ok(maxMergedBytes(segments) >= size, `${maxMergedBytes(segments)} is not enough for ${size}`);
}

test('a merged segment is never larger than estimated', () => {
  for (let round = 0; round < 40; round++) {
    const { schema } = randomEngine(random);
    const engine = { ...randomEngine(random), schema };
    const segments = Array.from({ length: 1 + random.below(9) }, (_, i) =>
      segmentOf(
        Array.from({ length: 1 + random.below(random.pick([2, 40])) }, () => randomDocument(random, engine)),
        schema,
        100 * i,
      ),
    );
    assertBounded(segments);
  }
});

test('the estimate holds for wide gaps, wide frequencies and fields in one segment only', () => {
  const schema: Schema = new Map([
    ['title', 'text'],
    ['made', 'date'],
    ['size', 'number'],
  ]);
  const segments = Array.from({ length: 9 }, (_, i) =>
    segmentOf(
      Array.from({ length: 9_000 }, (_, doc): ReadonlyMap<string, TypedValue> => {
        if (doc % 4_000 !== 0) return new Map();
        const title = i === 0 && doc === 0 ? 'rare '.repeat(300) : 'rare';
        const fields = new Map<string, TypedValue>([['title', title]]);
        if (i > 3) fields.set('made', i === 5 ? '2020-01-01T00:00:00.000000001Z' : '2020-01-01T00:00:00Z');
        if (i === 8) fields.set('size', 1);
        return fields;
      }),
      schema,
      10_000 * i,
    ),
  );
  assertBounded(segments);
});

test('segments that might not fit into one are rejected before any work', () => {
  const fields = new Map([['title', Array.from({ length: 20_000 }, (_, i) => `w${i}`).join(' ')]]);
  const segment = segmentOf([fields], new Map([['title', 'text']]), 0);
  const times = Math.ceil(2 ** 32 / segment.sections.byteLength) + 1;
  const steps = mergeSegments(new Array(times).fill({ segment, liveDocs: null }));
  assert.throws(
    () => steps.next(),
    (error) => error instanceof SegmentTooLarge && /a merged segment would be \d+/.test(error.message),
  );
});
