import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzerFor } from '../../src/analysis/language.ts';
import { runToCompletion } from '../../src/index/embedded/runtime/time-slice.ts';
import { SegmentBuilder } from '../../src/index/embedded/segment/segment-builder.ts';
import { SegmentReader } from '../../src/index/embedded/snapshot/segment-reader.ts';
import { Snapshot } from '../../src/index/embedded/snapshot/snapshot.ts';
import type { FacetPlan, SearchPlan } from '../../src/index/plan.ts';
import type { Schema } from '../../src/values/types.ts';
import { planWith } from '../oracle/small-engine.ts';
import { runSearch } from './run-search.ts';

const DOCUMENTS = 20_000;
const SCHEMA: Schema = new Map([
  ['kind', 'text'],
  ['size', 'number'],
]);

function largeView(): Snapshot {
  const builder = new SegmentBuilder(analyzerFor(null));
  for (let doc = 0; doc < DOCUMENTS; doc++) {
    // Distinct sizes in no particular order.
    const fields = new Map<string, string | number>([
      ['kind', `k${doc % 7}`],
      ['size', (doc * 7_919) % DOCUMENTS],
    ]);
    builder.add({ id: `d${doc}`, sequence: doc + 1, fields }, SCHEMA);
  }
  const state = SegmentReader.opened(runToCompletion(builder.seal())).withDeleted([3, 5_000, 19_999]);
  return new Snapshot([state], analyzerFor(null));
}

const view = largeView();
const KINDS: FacetPlan = {
  kind: 'value',
  field: 'kind',
  size: 10,
  sort: { by: 'count', descending: true },
};

function valuesFor(options: Partial<SearchPlan>): number {
  const { counters } = runSearch(view, planWith({ limit: 10, ...options }));
  assert(counters !== undefined);
  return counters.values;
}

test('a query for everything with text facets reads no documents', () => {
  assert.equal(valuesFor({ facets: [KINDS] }), 0);
});

test('a sort by number reads few values of the matching documents', () => {
  const values = valuesFor({ sort: [{ kind: 'field', field: 'size', descending: true }] });
  assert(values > 0 && values < DOCUMENTS / 4, `${values} values`);
});

test('a filter reads every document, and later stages only those that pass', () => {
  const filter = { kind: 'value', field: 'kind', values: ['k1'] } as const;
  const passing = runSearch(view, planWith({ filter })).total;
  assert.equal(valuesFor({ filter, facets: [KINDS] }), DOCUMENTS - 3 + passing);
});
