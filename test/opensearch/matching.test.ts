import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { Hit, SearchOutcome, SearchPlan, SortKey } from '../../src/index/plan.ts';
import type { SearchIndex } from '../../src/index/port.ts';
import type { Schema } from '../../src/values/types.ts';
import { OracleIndex } from '../oracle/oracle-index.ts';
import { type RandomEngine, randomEngine, sourceOf } from '../oracle/random-engine.ts';
import { randomPlan } from '../oracle/random-plan.ts';
import { randomTree } from '../oracle/random-tree.ts';
import { opensearchProblem } from '../services/opensearch.ts';
import { BoundGeneration } from '../support/bound-generation.ts';
import { openSearchIndex } from '../support/opensearch-index.ts';
import { announcedSeed, Random, repetitions } from '../support/seed.ts';

/** The number of compared searches. */
const CASES = repetitions('CASES', 200);
const PLANS_PER_ENGINE = 20;
/** Pairs of documents whose scores are at least this far apart are compared in their order, which is only reported. */
const CLEAR = 1.5;

const NO_FIELDS: Schema = new Map();

/** The last change of every document, in one batch with all fields. */
function lastState({ batches }: RandomEngine): RandomEngine['batches'] {
  const inOrder = batches.flatMap(({ changes }) => changes).sort((a, b) => a.sequence - b.sequence);
  const last = new Map(inOrder.map((change) => [change.id, change]));
  const fields = new Map(batches.flatMap(({ fields }) => [...fields]));
  return [{ fields, changes: [...last.values()].filter(({ fields }) => fields !== null) }];
}

/** The generations of all sources in one index, with all documents. */
async function loaded(
  index: SearchIndex,
  engine: RandomEngine,
  batches = engine.batches,
): Promise<readonly BoundGeneration[]> {
  const generations: BoundGeneration[] = [];
  for (let engineId = 1; engineId <= engine.sources; engineId++) {
    const generation = await BoundGeneration.begin(index, engineId, NO_FIELDS, engine.language);
    await generation.publish();
    for (const { fields, changes } of batches) {
      if (fields.size > 0) await generation.addFields(fields);
      await generation.apply(changes.filter(({ id }) => sourceOf(engine, id) === engineId));
    }
    generations.push(generation);
  }
  return generations;
}

const usesScore = (keys: readonly SortKey[]): boolean =>
  keys.length === 0 || keys.some(({ kind }) => kind === 'score');

const documentKey = ({ engineId, id, sequence }: Hit): string => `${engineId} ${id} ${sequence}`;
/** A group by its value and documents; which of them is the head may depend on scores. */
const rowKey = (hit: Hit, isOrdered: boolean): string => {
  if (hit.group === undefined) return documentKey(hit);
  const members = [hit, ...hit.group.others].map(documentKey);
  return `${hit.group.key}: ${(isOrdered ? members : members.sort()).join()}`;
};

/** The largest difference of two scores that are computed from the same numbers, as a share of the larger one. */
const ROUNDING = 0.002;

/** Whether none of the differences between scores applies that docs/opensearch.md names, rounding aside. */
const hasSameScores = ({ query, matching }: SearchPlan): boolean =>
  query.kind === 'operators' ||
  (query.kind === 'plain' &&
    query.synonyms.length === 0 &&
    matching.expansions.every((expansion) => expansion === 'exact' || expansion === 'stem'));

/** Scores that were compared. */
let scores = 0;

function assertSameScores(actual: readonly Hit[], expected: readonly Hit[]): void {
  const found = new Map(actual.map((hit) => [documentKey(hit), hit.score]));
  for (const hit of expected) {
    const score = found.get(documentKey(hit)) ?? Number.NaN;
    const isSame = Math.abs(score - hit.score) <= ROUNDING * Math.max(score, hit.score);
    assert.ok(isSame, `score of ${hit.id}: ${score} instead of ${hit.score}`);
    scores++;
  }
}

/** With replaced documents, whether a term is established is an estimate (docs/opensearch.md, number 1). */
const withoutEstablishedTerms = (plan: SearchPlan): SearchPlan => ({
  ...plan,
  matching: { ...plan.matching, establishedDocs: 1_000_000 },
});

/** Pairs of documents whose scores are clearly different, and those of them that are in the other order. */
interface Pairs {
  clear: number;
  swapped: number;
}
const pairs: { readonly fresh: Pairs; readonly changed: Pairs } = {
  fresh: { clear: 0, swapped: 0 },
  changed: { clear: 0, swapped: 0 },
};

/**
 * Asserts that the same documents were found, in the same order where no scores decide it; for an index without replaced
 * documents also that they have the same scores, as far as that can be.
 */
function assertSameMatches(
  actual: SearchOutcome,
  expected: SearchOutcome,
  plan: SearchPlan,
  isFresh: boolean,
): void {
  assert.equal(actual.total, expected.total, 'total');
  assert.deepEqual(actual.facets, expected.facets, 'facets');
  const groupsByScore = plan.group !== null && usesScore([plan.group.sort]);
  // Which documents of a large group are shown depends on their order too.
  const rows = (hits: readonly Hit[]): string[] =>
    groupsByScore ? hits.map(({ group }) => String(group?.key)) : hits.map((hit) => rowKey(hit, true));
  if (!usesScore(plan.sort) && !groupsByScore) {
    assert.deepEqual(rows(actual.hits), rows(expected.hits), 'order');
    return;
  }
  assert.deepEqual(rows(actual.hits).sort(), rows(expected.hits).sort(), 'hits');
  if (plan.sort.length > 0 || plan.group !== null) return;
  if (isFresh && hasSameScores(plan)) assertSameScores(actual.hits, expected.hits);
  const places = new Map(actual.hits.map((hit, place) => [documentKey(hit), place]));
  for (const [i, better] of expected.hits.entries()) {
    for (const worse of expected.hits.slice(i + 1)) {
      if (better.score < CLEAR * worse.score) continue;
      const [first = 0, second = 0] = [places.get(documentKey(better)), places.get(documentKey(worse))];
      const counted = isFresh ? pairs.fresh : pairs.changed;
      counted.clear++;
      if (first > second) counted.swapped++;
    }
  }
}

const problem = opensearchProblem();
const skip = problem === undefined ? false : `OpenSearch is not tested: ${problem}`;

test('OpenSearch finds what the oracle finds', { skip }, async (t) => {
  const seed = announcedSeed('OpenSearch against the oracle');
  const indexes = await Promise.all([1, 2].map((shards) => openSearchIndex(t, { shards })));
  for (let round = 0; round * PLANS_PER_ENGINE < CASES; round++) {
    const random = new Random(seed + round);
    const engine = randomEngine(random);
    const shards = random.pick([1, 1, 2]);
    const index = indexes[shards - 1];
    assert.ok(index);
    const oracle = new OracleIndex();
    // Documents that were replaced or deleted count in the rarity of terms for hours.
    const isFresh = random.below(2) === 0;
    const batches = isFresh ? lastState(engine) : engine.batches;
    const sides = [await loaded(index, engine, batches), await loaded(oracle, engine)] as const;
    if (!isFresh) {
      // How many documents were replaced is asked for once a second.
      await sleep(1100);
      for (const { engineId } of sides[0]) await index.serving(engineId);
    }
    for (let i = 0; i < PLANS_PER_ENGINE; i++) {
      const some = randomPlan(random, engine);
      const tree = { kind: 'tree', root: randomTree(random, engine, 2) } as const;
      const drawn = random.below(4) === 0 ? { ...some, query: tree } : some;
      const plan = isFresh ? drawn : withoutEstablishedTerms(drawn);
      const search = (
        side: readonly BoundGeneration[],
        part: Partial<SearchPlan>,
      ): Promise<SearchOutcome> => {
        const [first] = side;
        assert.ok(first);
        return first.index.search(
          side.map(({ info }) => info),
          { ...plan, ...part },
        );
      };
      try {
        const whole = { offset: 0, limit: 10_000 };
        const actual = await search(sides[0], whole);
        assertSameMatches(actual, await search(sides[1], whole), plan, isFresh);
        const page = await search(sides[0], {});
        assert.deepEqual(page.hits, actual.hits.slice(plan.offset, plan.offset + plan.limit), 'page');
      } catch (difference) {
        assert.fail(
          `seed ${seed}, round ${round}, plan ${i}, ${shards} shards, language ${engine.language}, ${engine.sources} sources:\n${inspect(plan, { depth: 12 })}\n${inspect(difference)}`,
        );
      }
    }
    for (const { engineId } of sides[0]) await index.drop(engineId);
  }
  t.diagnostic(`${scores} scores are the same`);
  for (const [name, { swapped, clear }] of Object.entries(pairs))
    t.diagnostic(`${name} engines: ${swapped} of ${clear} pairs of documents are in another order`);
});
