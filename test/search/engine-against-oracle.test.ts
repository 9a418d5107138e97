import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { EmbeddedIndex } from '../../src/index/embedded/embedded-index.ts';
import type { SearchOutcome, SearchPlan } from '../../src/index/plan.ts';
import type { IndexChange, SearchIndex } from '../../src/index/port.ts';
import type { Schema } from '../../src/values/types.ts';
import { assertSameOutcome } from '../oracle/compare.ts';
import { OracleIndex } from '../oracle/oracle-index.ts';
import {
  type Batch,
  type RandomEngine,
  randomCrowdedEngine,
  randomEngine,
  sourceOf,
} from '../oracle/random-engine.ts';
import { randomCrowdPlan, randomPlan } from '../oracle/random-plan.ts';
import { smallestFailing } from '../oracle/shrink.ts';
import { BoundGeneration } from '../support/bound-generation.ts';
import { announcedSeed, Random, repetitions } from '../support/seed.ts';

/** The number of compared searches; every engine adds a few after each of its batches. */
const CASES = repetitions('CASES', 5_000);
const PLANS_PER_BATCH = 6;

const NO_FIELDS: Schema = new Map();

/** An index with the generations of all sources. */
interface Side {
  readonly index: SearchIndex;
  readonly generations: readonly BoundGeneration[];
}

const searched = ({ index, generations }: Side, plan: SearchPlan): Promise<SearchOutcome> =>
  index.search(
    generations.map(({ info }) => info),
    plan,
  );

/** The engine under test, and the oracle. Documents are distributed to the sources, which are searched together. */
class Pair {
  readonly #documents = new Map<string, IndexChange>();
  readonly #engine: RandomEngine;
  readonly #indexes: readonly SearchIndex[];
  #sides: readonly Side[] = [];

  /** The engine reads long texts again from the documents, as in the service. */
  private constructor(engine: RandomEngine) {
    this.#engine = engine;
    const source = async (_engine: number, ids: readonly string[]) =>
      new Map(ids.map((id) => [id, this.#documents.get(id)?.fields ?? new Map()]));
    this.#indexes = [new EmbeddedIndex({ source }), new OracleIndex()];
  }

  static async begin(engine: RandomEngine): Promise<Pair> {
    const pair = new Pair(engine);
    pair.#sides = await Promise.all(
      pair.#indexes.map(async (index) => {
        const generations: BoundGeneration[] = [];
        for (let engineId = 1; engineId <= engine.sources; engineId++) {
          const generation = await BoundGeneration.begin(index, engineId, NO_FIELDS, engine.language);
          await generation.publish();
          generations.push(generation);
        }
        return { index, generations };
      }),
    );
    return pair;
  }

  async apply({ fields, changes }: Batch): Promise<void> {
    for (const change of changes) {
      const known = this.#documents.get(change.id)?.sequence ?? 0;
      if (change.sequence >= known) this.#documents.set(change.id, change);
    }
    for (const generation of this.#sides.flatMap(({ generations }) => generations)) {
      if (fields.size > 0) await generation.addFields(fields);
      await generation.apply(changes.filter(({ id }) => sourceOf(this.#engine, id) === generation.engineId));
    }
  }

  /**
   * The difference of the two outcomes; undefined if there is none. The whole lists are compared with each other, and
   * the page with the engine's own whole list: at the edge of a page a rounding difference would look like an error.
   */
  async difference(plan: SearchPlan): Promise<unknown> {
    const [engine, oracle] = this.#sides;
    assert(engine !== undefined && oracle !== undefined);
    const whole = { ...plan, offset: 0, limit: 10_000 };
    const expected = await searched(oracle, whole);
    try {
      const actual = await searched(engine, whole);
      const page = await searched(engine, plan);
      assertSameOutcome(actual, expected, plan);
      const hits = actual.hits.slice(plan.offset, plan.offset + plan.limit);
      assertSameOutcome(page, { ...actual, hits }, plan);
      return undefined;
    } catch (difference) {
      return difference;
    }
  }

  async close(): Promise<void> {
    for (const index of this.#indexes) await index.close();
  }
}

async function differenceAfter(engine: RandomEngine, batches: readonly Batch[], plan: SearchPlan) {
  const pair = await Pair.begin(engine);
  try {
    for (const batch of batches) await pair.apply(batch);
    return await pair.difference(plan);
  } finally {
    await pair.close();
  }
}

/** Fails with a minimal history that still shows the difference: shrinks the changes one by one. */
async function report(engine: RandomEngine, batches: readonly Batch[], plan: SearchPlan, found: unknown) {
  const one = (changes: readonly IndexChange[]): Batch[] => [{ fields: engine.schema, changes }];
  const fails = async (changes: readonly IndexChange[]): Promise<boolean> =>
    (await differenceAfter(engine, one(changes), plan)) !== undefined;
  const changes = batches.flatMap((batch) => batch.changes);
  const isShrinkable = await fails(changes);
  const left = isShrinkable ? one(await smallestFailing(changes, fails)) : batches;
  const difference = isShrinkable ? await differenceAfter(engine, left, plan) : found;
  const shown = inspect({ language: engine.language, batches: left, plan }, { depth: 9, breakLength: 110 });
  assert.fail(`${difference instanceof Error ? difference.message : inspect(difference)}\n${shown}`);
}

type MakePlan = (random: Random, engine: RandomEngine) => SearchPlan;

/** Compares searches after every batch of an engine's history; returns their number. */
async function compareAlong(random: Random, engine: RandomEngine, makePlan: MakePlan): Promise<number> {
  const pair = await Pair.begin(engine);
  for (const [index, batch] of engine.batches.entries()) {
    await pair.apply(batch);
    for (let plans = 0; plans < PLANS_PER_BATCH; plans++) {
      const plan = makePlan(random, engine);
      const difference = await pair.difference(plan);
      if (difference !== undefined)
        await report(engine, engine.batches.slice(0, index + 1), plan, difference);
    }
  }
  await pair.close();
  return engine.batches.length * PLANS_PER_BATCH;
}

test('the engine finds, counts, scores and orders like the oracle, on random engines', async () => {
  const random = new Random(announcedSeed('engine against oracle'));
  let cases = 0;
  while (cases < CASES) cases += await compareAlong(random, randomEngine(random), randomPlan);
});

test('the engine selects the same fuzzy matches and words as the oracle if there are too many', async () => {
  const random = new Random(announcedSeed('crowded engines'));
  for (let cases = 0; cases < CASES / 100; ) {
    cases += await compareAlong(random, randomCrowdedEngine(random), randomCrowdPlan);
  }
});
