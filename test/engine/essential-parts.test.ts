import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzerFor } from '../../src/analysis/language.ts';
import { runSearch } from '../../src/index/embedded/query/search.ts';
import { WINDOW } from '../../src/index/embedded/query/window.ts';
import { SegmentBuilder } from '../../src/index/embedded/segment/segment-builder.ts';
import { SegmentState } from '../../src/index/embedded/segment-state.ts';
import { View } from '../../src/index/embedded/view.ts';
import type { Schema } from '../../src/schema/types.ts';
import { announcedSeed, Random } from '../support/seed.ts';
import { FIELDS, plainPlan } from './counted-corpus.ts';

const random = new Random(announcedSeed('documents that cannot reach the page'));
const SCHEMA: Schema = new Map(FIELDS.map(({ name }) => [name, 'text']));
const DOCUMENTS = 2 * WINDOW + 3_000;
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

function viewOf(): View {
  const builder = new SegmentBuilder(analyzerFor('en'), true);
  for (let i = 0; i < DOCUMENTS; i++) {
    const fields = new Map([['body', text(random.below(50) === 0 ? 90 : 8)]]);
    if (random.below(4) === 0) fields.set('title', text(3));
    builder.add({ id: `d${i}`, sequence: i, fields }, SCHEMA);
  }
  const state = SegmentState.fresh(builder.seal());
  const dead = Array.from({ length: 2_000 }, (_, i) => i * 31);
  return new View([state.without(dead)], analyzerFor('en'));
}

test('where nobody counts, what is passed over changes no page', () => {
  const view = viewOf();
  let passed = 0;
  for (let i = 0; i < 150; i++) {
    const query = Array.from({ length: 1 + random.below(3) }, word).join(' ');
    const plan = plainPlan(query, {
      precision: 1 + random.below(11),
      limit: 1 + random.below(30),
      offset: random.below(3) === 0 ? random.below(40) : 0,
      fields: FIELDS.map(({ name }) => ({ name, weight: 0.5 + random.below(20) / 2 })),
    });
    const exact = runSearch(view, plan);
    const capped = runSearch(view, { ...plan, totalUpTo: CAP });
    assert.deepEqual(capped.hits, exact.hits, `${query}, precision ${plan.precision}`);
    assert.equal(capped.total, Math.min(exact.total, CAP));
    passed += (exact.counters?.postings ?? 0) > (capped.counters?.postings ?? 0) ? 1 : 0;
  }
  assert.ok(passed > 10, `only ${passed} of the queries read less`);
});
