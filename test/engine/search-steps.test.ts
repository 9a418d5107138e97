import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzerFor } from '../../src/analysis/language.ts';
import { searchSteps } from '../../src/index/embedded/query/search.ts';
import { runToCompletion } from '../../src/index/embedded/runtime/time-slice.ts';
import { SegmentBuilder } from '../../src/index/embedded/segment/segment-builder.ts';
import { SegmentReader } from '../../src/index/embedded/snapshot/segment-reader.ts';
import { Snapshot } from '../../src/index/embedded/snapshot/snapshot.ts';
import type { FacetPlan, SearchPlan } from '../../src/index/plan.ts';
import { matchRules } from '../../src/search/precision.ts';
import type { Schema } from '../../src/values/types.ts';
import { planWith, refs } from '../oracle/small-engine.ts';

// Between two steps other requests get their turn, so whatever takes long has many steps.

const DOCUMENTS = 12_000;
const SCHEMA: Schema = new Map([
  ['title', 'text'],
  ['size', 'number'],
]);

function largeView(): Snapshot {
  const builder = new SegmentBuilder(analyzerFor(null));
  for (let doc = 0; doc < DOCUMENTS; doc++) {
    const fields = new Map<string, string | number>([
      ['title', `a${doc} b${doc % 1_000} the the stone`],
      ['size', doc],
    ]);
    builder.add({ id: `d${doc}`, sequence: doc + 1, fields }, SCHEMA);
  }
  return new Snapshot([SegmentReader.opened(runToCompletion(builder.seal()))], analyzerFor(null));
}

const view = largeView();

function stepsOf(plan: Partial<SearchPlan>): number {
  const fields = [{ name: 'title', weight: 1 }];
  const steps = searchSteps(view, planWith({ fields, matching: matchRules(1), limit: 10, ...plan }));
  let count = 1;
  while (!steps.next().done) count++;
  return count;
}

const values = (field: string): FacetPlan => ({
  kind: 'value',
  field,
  size: 250,
  sort: { by: 'value', descending: true },
});
const phrase = { kind: 'phrase', text: 'the the stone' } as const;
const word = { kind: 'word', text: 'stone' } as const;

const PLANS: ReadonlyArray<readonly [what: string, steps: number, plan: Partial<SearchPlan>]> = [
  ['a short prefix of many words', 3, { query: { kind: 'plain', text: 'a', synonyms: [] } }],
  [
    'synonyms of several frequent words',
    3,
    {
      query: {
        kind: 'plain',
        text: 'x',
        synonyms: [{ words: ['x'], alternatives: ['the stone', 'stone b1 the'] }],
      },
    },
  ],
  [
    'many synonyms',
    3,
    {
      query: {
        kind: 'plain',
        text: 'x',
        synonyms: [{ words: ['x'], alternatives: Array.from({ length: 400 }, (_, i) => `b${i} stone`) }],
      },
    },
  ],
  ['many promoted documents', 3, { promoted: refs(...Array.from({ length: 1_000 }, (_, i) => `d${i}`)) }],
  ['a short prefix for suggestions', 3, { query: { kind: 'prefix', text: 'a' } }],
  [
    'a phrase in many documents',
    100,
    { query: { kind: 'operators', required: [phrase], wanted: [], forbidden: [] } },
  ],
  ['a negative word', 3, { query: { kind: 'operators', required: [], wanted: [], forbidden: [word] } }],
  ['facets of many texts', 10, { facets: [values('title'), values('title')] }],
  ['facets of many numbers', 10, { facets: [values('size'), values('size')] }],
  ['a deep page', 20, { offset: 9_000, limit: 1_000 }],
  [
    'a deep page that is sorted',
    50,
    { offset: 9_000, sort: [{ kind: 'field', field: 'title', descending: false }] },
  ],
  [
    'many groups',
    20,
    {
      group: { field: 'size', size: 2, sort: { kind: 'score', descending: true } },
      offset: 5_000,
      limit: 100,
    },
  ],
  [
    'a filter of many values',
    3,
    { filter: { kind: 'value', field: 'title', values: Array.from({ length: 2_000 }, (_, i) => `v${i}`) } },
  ],
];

for (const [what, least, plan] of PLANS) {
  test(`a search yields for ${what}`, () => {
    const steps = stepsOf(plan);
    assert(steps >= least, `${steps} steps`);
  });
}
