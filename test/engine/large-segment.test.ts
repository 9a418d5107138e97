import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { analyzerFor } from '../../src/analysis/language.ts';
import { WINDOW } from '../../src/index/embedded/query/scoring/window.ts';
import { runSearch } from '../../src/index/embedded/query/search.ts';
import { runToCompletion } from '../../src/index/embedded/runtime/time-slice.ts';
import { SegmentBuilder } from '../../src/index/embedded/segment/segment-builder.ts';
import { SegmentReader } from '../../src/index/embedded/snapshot/segment-reader.ts';
import { Snapshot } from '../../src/index/embedded/snapshot/snapshot.ts';
import { EVERYTHING, type Filter, type SearchPlan, type SortKey } from '../../src/index/plan.ts';
import { matchRules } from '../../src/search/precision.ts';
import type { Schema } from '../../src/values/types.ts';
import type { TypedValue } from '../../src/values/value.ts';
import { announcedSeed, Random } from '../support/seed.ts';
import { plainPlan } from './counted-corpus.ts';

/*
 * In large segments what matches is worked out before anything is scored, and little is scored. In small ones every
 * document is scored and handed over. How documents are spread over segments must not change any answer.
 */

const random = new Random(announcedSeed('large and small segments'));
const SCHEMA: Schema = new Map([
  ['title', 'text'],
  ['body', 'text'],
  ['kind', 'text'],
  ['size', 'number'],
]);
const DOCUMENTS = 4 * WINDOW + 3_000;
const SMALL = 20_000;
const CAP = 50;

const ROOTS = 'walk run jump paint build carry listen open answer travel'.split(' ');
const ENDINGS = ['', '', 's', 'ing', 'er', 'ed', 'able'];
/** Few roots, so that words share stems, begin alike and look alike; those of a low rank are far more frequent. */
const word = (): string => {
  const rank = Math.floor(60 * (random.below(1_000) / 1_000) ** 2);
  const root = ROOTS[rank % ROOTS.length] as string;
  return `${root}${rank < ROOTS.length ? '' : 'abcdefg'[rank % 7]}${ENDINGS[random.below(ENDINGS.length)]}`;
};
const text = (most: number): string => Array.from({ length: 1 + random.below(most) }, word).join(' ');

interface Written {
  readonly id: string;
  readonly sequence: number;
  readonly fields: Map<string, TypedValue>;
}

function written(i: number): Written {
  const fields = new Map<string, TypedValue>([['body', text(random.below(50) === 0 ? 90 : 6)]]);
  if (random.below(4) === 0) fields.set('title', text(3));
  if (random.below(10) > 0) fields.set('kind', `kind ${random.below(12)}`);
  if (random.below(10) > 0) fields.set('size', random.below(5_000));
  return { id: `d${i}`, sequence: i, fields };
}

/** All but every 31st document lives. */
function stateOf(documents: readonly Written[]): SegmentReader {
  const builder = new SegmentBuilder(analyzerFor('en'));
  for (const document of documents) builder.add(document, SCHEMA);
  const dead = [...documents.keys()].filter((i) => (documents[i] as Written).sequence % 31 === 0);
  return SegmentReader.opened(runToCompletion(builder.seal())).withDeleted(dead);
}

let large: Snapshot;
let small: Snapshot;

before(() => {
  const documents = Array.from({ length: DOCUMENTS }, (_, i) => written(i));
  const pieces: SegmentReader[] = [];
  for (let at = 0; at < DOCUMENTS; at += SMALL) pieces.push(stateOf(documents.slice(at, at + SMALL)));
  small = new Snapshot(pieces, analyzerFor('en'));
  // The last documents are in a small segment, as they are after a write.
  large = new Snapshot(
    [stateOf(documents.slice(0, DOCUMENTS - 900)), stateOf(documents.slice(DOCUMENTS - 900))],
    analyzerFor('en'),
  );
});

const FILTERS: readonly Filter[] = [
  { kind: 'value', field: 'kind', values: ['kind 3', 'kind 7'] },
  { kind: 'range', field: 'size', from: 100, to: 900 },
  { kind: 'value', field: 'kind', values: ['none such'] },
];
const SORTS: ReadonlyArray<readonly SortKey[]> = [
  [{ kind: 'field', field: 'size', descending: true }],
  [
    { kind: 'field', field: 'kind', descending: false },
    { kind: 'field', field: 'size', descending: false },
  ],
  [
    { kind: 'score', descending: true },
    { kind: 'field', field: 'size', descending: true },
  ],
  [
    { kind: 'field', field: 'kind', descending: true },
    { kind: 'score', descending: true },
  ],
];
const one = <T>(list: readonly T[]): T => list[random.below(list.length)] as T;

function randomPlan(): SearchPlan {
  const query = Array.from({ length: 1 + random.below(4) }, word).join(' ');
  const weight = (): number => 0.5 + random.below(20) / 2;
  return plainPlan(query, {
    matching: matchRules(1 + random.below(11)),
    limit: random.below(12) === 0 ? 0 : 1 + random.below(30),
    offset: random.below(3) === 0 ? random.below(40) : 0,
    fields: ['title', 'body', 'kind'].map((name) => ({ name, weight: weight() })),
    filter: random.below(3) === 0 ? one(FILTERS) : EVERYTHING,
    sort: random.below(3) === 0 ? one(SORTS) : [],
    facets:
      random.below(3) === 0
        ? [{ kind: 'value', field: 'kind', size: 20, sort: { by: 'count', descending: true } }]
        : [],
  });
}

test('a large segment gives the answers of many small ones', () => {
  for (let i = 0; i < 150; i++) {
    const plan = randomPlan();
    const { counters: _, ...found } = runSearch(large, plan);
    const { counters: __, ...expected } = runSearch(small, plan);
    assert.deepEqual(found, expected, JSON.stringify(plan));
  }
});

test('where nobody counts, what is passed over changes no page', () => {
  for (let i = 0; i < 150; i++) {
    const { fields, ...any } = randomPlan();
    const plan = { ...any, fields: fields.slice(0, 2), filter: EVERYTHING, facets: [], sort: [] };
    const exact = runSearch(small, plan);
    const capped = runSearch(large, { ...plan, totalUpTo: CAP });
    assert.deepEqual(capped.hits, exact.hits, JSON.stringify(plan));
    assert.equal(capped.total, Math.min(exact.total, CAP));
  }
});

test('documents that do not pass the filter are not scored', () => {
  const filter: Filter = { kind: 'range', field: 'size', from: 100, to: 101 };
  assert.ok((runSearch(large, plainPlan('walk', { filter })).counters?.passedBlocks ?? 0) > 0);
});
