import assert from 'node:assert/strict';
import test from 'node:test';
import { analyzerFor } from '../../src/analysis/language.ts';
import { termPlan, warmTerms } from '../../src/index/embedded/query/terms/term-lookup.ts';
import { runToCompletion } from '../../src/index/embedded/runtime/time-slice.ts';
import type { Segment } from '../../src/index/embedded/segment/segment.ts';
import { SegmentBuilder } from '../../src/index/embedded/segment/segment-builder.ts';
import { SegmentReader } from '../../src/index/embedded/snapshot/segment-reader.ts';
import { Snapshot } from '../../src/index/embedded/snapshot/snapshot.ts';
import { precisionOf } from '../../src/index/terms/expansion-kinds.ts';
import { queryTerms } from '../../src/index/terms/query-terms.ts';
import { matchRules } from '../../src/search/precision.ts';

const analyzer = analyzerFor('en');
const TITLES = new Map([['title', 'text']] as const);

function segmentOf(...titles: string[]): Segment {
  const builder = new SegmentBuilder(analyzer);
  for (const [i, title] of titles.entries()) {
    builder.add({ id: `d${i}`, sequence: i + 1, fields: new Map([['title', title]]) }, TITLES);
  }
  return runToCompletion(builder.seal());
}

/** Counts the reads of a segment's texts from now on. A plan reads the frequency of the stem; a lookup reads once more. */
function readsOf(segment: Segment): () => number {
  let reads = 0;
  const text = segment.text.bind(segment);
  Object.assign(segment, {
    text: (field: string) => {
      reads++;
      return text(field);
    },
  });
  return () => reads;
}

function planIn(segments: readonly Segment[], word: string) {
  const snapshot = new Snapshot(
    segments.map((segment) => SegmentReader.opened(segment)),
    analyzer,
  );
  const precision = precisionOf(matchRules(2));
  const [term] = queryTerms(analyzer, word, [], precision);
  assert.ok(term);
  const plan = termPlan(snapshot, term, ['title'], precision);
  return 'next' in plan ? runToCompletion(plan) : plan;
}

test('a term is looked up once per segment for all snapshots', () => {
  const [old, fresh] = [segmentOf('moss and stone', 'mosses'), segmentOf('a mossy cave', 'moos')];
  planIn([old], 'moss');
  const reads = [old, fresh].map(readsOf);
  const [both] = planIn([old, fresh], 'moss');
  assert.deepEqual(
    reads.map((count) => count()),
    [1, 2],
  );
  const [alone] = planIn([segmentOf('moss and stone', 'mosses')], 'moss');
  assert.deepEqual(both?.bySegment[0]?.exact, alone?.bySegment[0]?.exact);
  assert.ok((both?.bySegment[1]?.fuzzy.length ?? 0) > 0, 'moos');
});

test('a new segment is warmed with the terms cached for others', () => {
  const [old, merged] = [segmentOf('moss and stone'), segmentOf('moss and stone', 'a cave')];
  planIn([old], 'moss');
  planIn([old], 'nowhere');
  for (const _ of warmTerms(merged, [old]));
  const reads = readsOf(merged);
  const [found] = planIn([merged], 'moss');
  assert.equal(planIn([merged], 'nowhere')[0], undefined);
  assert.equal(reads(), 2);
  assert.deepEqual(found, planIn([segmentOf('moss and stone', 'a cave')], 'moss')[0]);
  planIn([merged], 'cave');
  assert.equal(reads(), 4);
});
