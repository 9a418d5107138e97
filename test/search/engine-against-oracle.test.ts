import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { EmbeddedIndex } from '../../src/index/embedded/embedded-index.ts';
import type { SearchPlan } from '../../src/index/plan.ts';
import type { IndexChange, SearchIndex } from '../../src/index/port.ts';
import type { Schema } from '../../src/values/types.ts';
import { assertSameOutcome } from '../oracle/compare.ts';
import { OracleIndex } from '../oracle/oracle-index.ts';
import { type Batch, type RandomEngine, randomCrowdedEngine, randomEngine } from '../oracle/random-engine.ts';
import { randomCrowdPlan, randomPlan } from '../oracle/random-plan.ts';
import { smallestFailing } from '../oracle/shrink.ts';
import { BoundGeneration } from '../support/bound-generation.ts';
import { announcedSeed, Random, repetitions } from '../support/seed.ts';

/** The number of compared searches; every engine adds a few after each of its batches. */
const CASES = repetitions('CASES', 5_000);
const PLANS_PER_BATCH = 6;

const ENGINE_ID = 1;
const NO_FIELDS: Schema = new Map();

/** The engine under test, and the oracle. */
class Pair {
  readonly #documents = new Map<string, IndexChange>();
  readonly #indexes: readonly SearchIndex[];
  #generations: readonly BoundGeneration[] = [];

  /** The engine reads long texts again from the documents, as in the service. */
  private constructor() {
    const source = async (_engine: number, ids: readonly string[]) =>
      new Map(ids.map((id) => [id, this.#documents.get(id)?.fields ?? new Map()]));
    this.#indexes = [new EmbeddedIndex({ source }), new OracleIndex()];
  }

  static async begin({ language }: RandomEngine): Promise<Pair> {
    const pair = new Pair();
    pair.#generations = await Promise.all(
      pair.#indexes.map(async (index) => {
        const generation = await BoundGeneration.begin(index, ENGINE_ID, NO_FIELDS, language);
        await generation.publish();
        return generation;
      }),
    );
    return pair;
  }

  async apply({ fields, changes }: Batch): Promise<void> {
    for (const change of changes) {
      const known = this.#documents.get(change.id)?.sequence ?? 0;
      if (change.sequence >= known) this.#documents.set(change.id, change);
    }
    for (const generation of this.#generations) {
      if (fields.size > 0) await generation.addFields(fields);
      await generation.apply(changes);
    }
  }

  /**
   * The difference of the two outcomes; undefined if there is none. The whole lists are compared with each other, and
   * the page with the engine's own whole list: at the edge of a page a rounding difference would look like an error.
   */
  async difference(plan: SearchPlan): Promise<unknown> {
    const [engine, oracle] = this.#generations;
    const whole = { ...plan, offset: 0, limit: 10_000 };
    const expected = await oracle?.search(whole);
    try {
      const actual = await engine?.search(whole);
      const page = await engine?.search(plan);
      assert(actual !== undefined && expected !== undefined && page !== undefined);
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
