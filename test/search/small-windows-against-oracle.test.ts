import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { EmbeddedIndex } from '../../src/index/embedded/embedded-index.ts';
import {
  EVERYTHING,
  type Filter,
  type QueryPlan,
  type SearchPlan,
  type SortKey,
} from '../../src/index/plan.ts';
import type { IndexChange } from '../../src/index/port.ts';
import type { Schema } from '../../src/values/types.ts';
import type { TypedValue } from '../../src/values/value.ts';
import { assertSameOutcome } from '../oracle/compare.ts';
import { OracleIndex } from '../oracle/oracle-index.ts';
import { randomRules } from '../oracle/random-plan.ts';
import { planWith } from '../oracle/small-engine.ts';
import { randomThresholds, SMALL_THRESHOLDS } from '../oracle/small-thresholds.ts';
import { BoundGeneration } from '../support/bound-generation.ts';
import { announcedSeed, Random, repetitions } from '../support/seed.ts';

/*
 * Engines of a few hundred documents in several segments, with deletions, searched in windows of 64 documents: each
 * search has many windows and uses every kind of candidate set, as in an engine of millions of documents.
 */

const CASES = repetitions('CASES', 1_000);
const PLANS_PER_ENGINE = 125;
const ENGINE_ID = 1;

const SCHEMA: Schema = new Map([
  ['title', 'text'],
  ['body', 'text'],
  ['kind', 'text'],
  ['size', 'number'],
]);
const ROOTS = 'walk run jump paint build carry listen open answer travel'.split(' ');
const ENDINGS = ['', '', 's', 'ing', 'er', 'ed'];

/**
 * Few roots, so that words share stems and prefixes and have fuzzy matches; words of low rank are far more frequent.
 */
function someWord(random: Random): string {
  const rank = Math.floor(40 * (random.below(1_000) / 1_000) ** 2);
  const root = ROOTS[rank % ROOTS.length] as string;
  return `${root}${rank < ROOTS.length ? '' : 'abcd'[rank % 4]}${random.pick(ENDINGS)}`;
}

const someText = (random: Random, most: number): string =>
  Array.from({ length: 1 + random.below(most) }, () => someWord(random)).join(' ');

function someDocument(random: Random, number: number, sequence: number): IndexChange {
  const fields = new Map<string, TypedValue>([['body', someText(random, random.below(20) === 0 ? 30 : 5)]]);
  // Titles are rare and weigh more: their documents raise the threshold far above the scores of bodies.
  if (random.below(6) === 0) fields.set('title', someText(random, 3));
  if (random.below(10) > 0) fields.set('kind', `kind ${random.below(5)}`);
  if (random.below(10) > 0) fields.set('size', random.below(500));
  return { id: `d${number}`, sequence, fields };
}

/** Three segments, of which the first is large; then some documents are replaced or deleted. */
function someHistory(random: Random): IndexChange[][] {
  let sequence = 0;
  let number = 0;
  const batches = [130 + random.below(150), 20 + random.below(60), 1 + random.below(30)].map((size) =>
    Array.from({ length: size }, () => someDocument(random, number++, ++sequence)),
  );
  const changes = Array.from({ length: random.below(60) }, () => {
    const changed = random.below(number);
    return random.below(3) === 0
      ? someDocument(random, changed, ++sequence)
      : { id: `d${changed}`, sequence: ++sequence, fields: null };
  });
  return [...batches, changes];
}

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

function someFilter(random: Random): Filter {
  const from = random.below(400);
  return random.pick<Filter>([
    { kind: 'value', field: 'kind', values: ['kind 1', 'kind 3'] },
    { kind: 'range', field: 'size', from, to: from + random.below(200) },
    { kind: 'none', of: [{ kind: 'value', field: 'kind', values: ['kind 2'] }] },
  ]);
}

/** Mostly words; a third of them with synonyms. */
function someQuery(random: Random): QueryPlan {
  if (random.below(12) === 0) return { kind: 'everything' };
  const text = someText(random, 4);
  if (random.below(3) > 0) return { kind: 'plain', text, synonyms: [] };
  const words = text.split(' ');
  const synonyms = Array.from({ length: 1 + random.below(2) }, () => {
    const start = random.below(words.length);
    const alternatives = Array.from({ length: 1 + random.below(3) }, () => someText(random, 3));
    return { words: words.slice(start, start + 1 + random.below(2)), alternatives };
  });
  return { kind: 'plain', text, synonyms };
}

function somePlan(random: Random): SearchPlan {
  const few = <T>(make: () => T): T[] =>
    random.below(6) === 0 ? Array.from({ length: 1 + random.below(8) }, make) : [];
  const weight = (): number => 0.5 + random.below(20) / 2;
  const someRef = () => ({ engineId: ENGINE_ID, id: `d${random.below(200)}` });
  return planWith({
    query: someQuery(random),
    matching: randomRules(random, 1 + random.below(11)),
    fields: ['title', 'body', 'kind']
      .slice(0, 2 + random.below(2))
      .map((name) => ({ name, weight: name === 'title' ? 4 * weight() : weight() })),
    limit: random.below(15) === 0 ? 0 : 1 + random.below(15),
    offset: random.below(4) === 0 ? random.below(20) : 0,
    filter: random.below(4) === 0 ? someFilter(random) : EVERYTHING,
    sort: random.below(4) === 0 ? random.pick(SORTS) : [],
    facets:
      random.below(4) === 0
        ? [{ kind: 'value', field: 'kind', size: 20, sort: { by: 'count', descending: true } }]
        : [],
    promoted: few(someRef),
    hidden: few(someRef),
  });
}

/** Compares the whole list with the oracle's, and pages, with and without a cap, with the engine's own list. */
async function compare(
  engine: BoundGeneration,
  oracle: BoundGeneration,
  plan: SearchPlan,
  cap: number,
): Promise<void> {
  const whole = { ...plan, offset: 0, limit: 10_000 };
  const all = await engine.search(whole);
  assertSameOutcome(all, await oracle.search(whole), plan);
  const hits = all.hits.slice(plan.offset, plan.offset + plan.limit);
  assertSameOutcome(await engine.search(plan), { ...all, hits }, plan);
  const total = Math.min(all.total, cap);
  assertSameOutcome(await engine.search({ ...plan, totalUpTo: cap }), { ...all, hits, total }, plan);
}

test('searches in windows of 64 documents find, count, score and order like the oracle', async () => {
  const random = new Random(announcedSeed('small windows against oracle'));
  for (let cases = 0; cases < CASES; cases += PLANS_PER_ENGINE) {
    const thresholds = random.below(2) === 0 ? SMALL_THRESHOLDS : randomThresholds(random);
    const index = new EmbeddedIndex({ source: async () => new Map(), thresholds });
    const engine = await BoundGeneration.begin(index, ENGINE_ID, SCHEMA, 'en');
    const oracle = await BoundGeneration.begin(new OracleIndex(), ENGINE_ID, SCHEMA, 'en');
    for (const generation of [engine, oracle]) await generation.publish();
    for (const changes of someHistory(random)) {
      await engine.apply(changes);
      await oracle.apply(changes);
    }
    for (let plans = 0; plans < PLANS_PER_ENGINE; plans++) {
      const plan = somePlan(random);
      const cap = random.pick([1, 5, 20, 100]);
      try {
        await compare(engine, oracle, plan, cap);
      } catch (difference) {
        assert.fail(`${difference}\n${inspect({ thresholds, plan, cap }, { depth: 9, breakLength: 110 })}`);
      }
    }
    await index.close();
  }
});
