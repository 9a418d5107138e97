import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzerFor } from '../../src/analysis/language.ts';
import { runToCompletion } from '../../src/index/embedded/runtime/time-slice.ts';
import { MAX_BOUND } from '../../src/index/embedded/segment/postings.ts';
import type { Segment } from '../../src/index/embedded/segment/segment.ts';
import { SegmentBuilder } from '../../src/index/embedded/segment/segment-builder.ts';
import { SegmentReader } from '../../src/index/embedded/snapshot/segment-reader.ts';
import { Snapshot } from '../../src/index/embedded/snapshot/snapshot.ts';
import type { SearchOutcome, SynonymExpansion } from '../../src/index/plan.ts';
import type { Schema } from '../../src/values/types.ts';
import { randomRules } from '../oracle/random-plan.ts';
import { plain, planWith } from '../oracle/small-engine.ts';
import { announcedSeed, Random } from '../support/seed.ts';
import { runSearch } from './run-search.ts';

const random = new Random(announcedSeed('pruning'));

const SCHEMA: Schema = new Map([
  ['title', 'text'],
  ['body', 'text'],
]);
const FIELDS = [
  { name: 'title', weight: 5 },
  { name: 'body', weight: 1 },
];
/** Words, each half as frequent as the one before; some share a stem or a prefix. */
const WORDS = [
  'cave',
  'caves',
  'river',
  'caveman',
  'moon',
  'rivers',
  'glacier',
  'riverbed',
  'moonlit',
  'sea',
];

const word = (): string => {
  let at = 0;
  while (at < WORDS.length - 1 && random.below(2) === 0) at++;
  return WORDS[at] as string;
};
const text = (most: number): string => Array.from({ length: 1 + random.below(most) }, word).join(' ');

function segment(first: number, size: number): Segment {
  const builder = new SegmentBuilder(analyzerFor(null));
  for (let i = 0; i < size; i++) {
    // Sometimes long ones: their frequencies and lengths exceed the range of the bounds.
    const body = random.below(300) === 0 ? `${'cave '.repeat(MAX_BOUND + 20)}${text(40)}` : text(30);
    const fields = new Map([['body', body]]);
    if (random.below(3) === 0) fields.set('title', text(3));
    builder.add({ id: `d${first + i}`, sequence: first + i, fields }, SCHEMA);
  }
  return runToCompletion(builder.seal());
}

function viewOf(sizes: readonly number[]): Snapshot {
  let first = 0;
  const states = sizes.map((size) => {
    const fresh = SegmentReader.opened(segment(first, size));
    first += size;
    const dead = Array.from({ length: size }, (_, doc) => doc).filter(() => random.below(20) === 0);
    return random.below(3) === 0 ? fresh : fresh.withDeleted(dead);
  });
  const analyzer = analyzerFor(null);
  return new Snapshot(states, analyzer);
}

/** Now and then synonyms of the first word. */
const synonymsOf = (asked: string): SynonymExpansion[] =>
  random.below(3) > 0
    ? []
    : [{ words: asked.split(' ').slice(0, 1), alternatives: [word(), `${word()} ${word()}`] }];

const VIEWS = [viewOf([9_000, 3_000, 700]), viewOf([13_000]), viewOf([300, 300, 40])];

function assertSame(capped: SearchOutcome, exact: SearchOutcome, cap: number, what: string): void {
  assert.deepEqual(capped.hits, exact.hits, what);
  assert.equal(capped.total, Math.min(exact.total, cap), what);
}

test('a plain query with a capped total returns the same page as one that reads everything', () => {
  for (let round = 0; round < 120; round++) {
    const view = random.pick(VIEWS);
    const asked = Array.from({ length: 1 + random.below(3) }, word).join(' ');
    const fields = random.below(4) === 0 ? FIELDS.slice(1) : FIELDS;
    const plan = {
      fields,
      matching: randomRules(random, 1 + random.below(11)),
      ...plain(asked, synonymsOf(asked)),
      limit: 1 + random.below(12),
      offset: random.below(3),
    };
    const cap = random.pick([0, 10, 500, 100_000]);
    const capped = runSearch(view, planWith({ ...plan, totalUpTo: cap }));
    assertSame(capped, runSearch(view, planWith(plan)), cap, JSON.stringify({ plan, cap }));
  }
});

test('no posting exceeds the bounds of its block, in frequency or field length', () => {
  for (const { segment: one } of VIEWS.flatMap((view) => view.readers)) {
    for (const { name } of FIELDS) {
      const { words, postings, lengths } = one.text(name) ?? assert.fail(`no text in ${name}`);
      for (let term = 0; term < words.size; term++) {
        const end = postings.firstBlock[term + 1] as number;
        for (let block = postings.firstBlock[term] as number; block < end; block++) {
          const size = postings.decode(term, block);
          const counts = [...postings.frequencies.subarray(0, size)];
          const inBlock = [...postings.docs.subarray(0, size)].map((doc) => lengths[doc] as number);
          assert.equal(postings.maxFrequency(block), Math.min(MAX_BOUND, Math.max(...counts)));
          assert.equal(postings.minLength(block), Math.min(MAX_BOUND, ...inBlock));
        }
      }
    }
  }
});
