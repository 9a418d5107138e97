import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzerFor } from '../../src/analysis/language.ts';
import { runToCompletion } from '../../src/index/embedded/runtime/time-slice.ts';
import { SegmentBuilder } from '../../src/index/embedded/segment/segment-builder.ts';
import { SegmentReader } from '../../src/index/embedded/snapshot/segment-reader.ts';
import { Snapshot } from '../../src/index/embedded/snapshot/snapshot.ts';
import type { SearchPlan } from '../../src/index/plan.ts';
import { matchRules } from '../../src/search/precision.ts';
import type { Schema } from '../../src/values/types.ts';
import { plain, planWith } from '../oracle/small-engine.ts';
import { SMALL_THRESHOLDS } from '../oracle/small-thresholds.ts';
import { announcedSeed, Random } from '../support/seed.ts';
import { runSearch } from './run-search.ts';

const SCHEMA: Schema = new Map([
  ['title', 'text'],
  ['kind', 'text'],
]);
const WINDOW = SMALL_THRESHOLDS.window;
const DOCUMENTS = 2 * WINDOW + 37;
const BORDERS = [0, 1, WINDOW - 1, WINDOW, WINDOW + 1, 2 * WINDOW - 1, 2 * WINDOW, DOCUMENTS - 1];

/**
 * One segment of more than two windows. Every title has two words, so all lengths are equal and a score depends only on
 * the words.
 */
function largeSegment(titleOf: (doc: number) => string): SegmentReader {
  const builder = new SegmentBuilder(analyzerFor(null));
  for (let doc = 0; doc < DOCUMENTS; doc++) {
    const fields = new Map([
      ['title', titleOf(doc)],
      ['kind', `k${doc % 3}`],
    ]);
    builder.add({ id: `d${doc}`, sequence: doc + 1, fields }, SCHEMA);
  }
  return SegmentReader.opened(runToCompletion(builder.seal()));
}

function searching(state: SegmentReader, options: Partial<SearchPlan>) {
  const analyzer = analyzerFor(null);
  const view = new Snapshot([state], analyzer);
  const outcome = runSearch(view, planWith({ limit: DOCUMENTS, ...options }), SMALL_THRESHOLDS);
  return { ...outcome, docs: outcome.hits.map(({ id }) => Number(id.slice(1))) };
}

const random = new Random(announcedSeed('windows'));
const rare = new Set([...BORDERS, ...Array.from({ length: 20 }, () => random.below(DOCUMENTS))]);
const common = (doc: number): boolean => doc % 2 === 0;
const all = Array.from({ length: DOCUMENTS }, (_, doc) => doc);
/** Equal scores are ordered by newest write first. */
const rareDocs = all.filter((doc) => rare.has(doc)).reverse();
const state = largeSegment(
  (doc) => `${rare.has(doc) ? 'glacier' : 'stone'} ${common(doc) ? 'cave' : 'moon'}`,
);
const scoresOf = ({ hits }: ReturnType<typeof searching>) => new Set(hits.map(({ score }) => score)).size;

test('documents at window boundaries are found once each, with the same score', () => {
  const found = searching(state, plain('glacier'));
  assert.deepEqual(found.docs, rareDocs);
  assert.equal(scoresOf(found), 1);
});

test('two words are counted together in every window', () => {
  const found = searching(state, { ...plain('glacier cave'), matching: matchRules(6) });
  assert.deepEqual(found.docs, rareDocs.filter(common));
  assert.equal(scoresOf(found), 1);
});

test('totals, facets and the first page cover all windows', () => {
  const found = searching(state, {
    ...plain('glacier cave'),
    limit: 5,
    facets: [{ kind: 'value', field: 'kind', size: 3, sort: { by: 'value', descending: false } }],
  });
  const expected = all.filter((doc) => rare.has(doc) || common(doc));
  assert.equal(found.total, expected.length);
  const counts = [0, 1, 2].map((kind) => expected.filter((doc) => doc % 3 === kind).length);
  assert.deepEqual(found.facets, [
    { kind: 'value', values: counts.map((count, kind) => ({ value: `k${kind}`, count })) },
  ]);
  assert.deepEqual(found.docs, rareDocs.filter(common).slice(0, 5));
});

test('a phrase is found in documents of every window', () => {
  const required = [{ kind: 'phrase', text: 'glacier moon' }] as const;
  const found = searching(state, { query: { kind: 'operators', required, wanted: [], forbidden: [] } });
  assert.deepEqual(
    found.docs,
    rareDocs.filter((doc) => !common(doc)),
  );
});

test('deleted documents are neither found nor counted, in any window', () => {
  const dead = [...BORDERS, 5, WINDOW + 5];
  const found = searching(state.withDeleted(dead), plain('glacier'));
  const live = rareDocs.filter((doc) => !dead.includes(doc));
  assert.deepEqual(found.docs, live);
  assert.equal(found.total, live.length);
});
