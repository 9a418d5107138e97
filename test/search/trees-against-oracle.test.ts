import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { EmbeddedIndex } from '../../src/index/embedded/embedded-index.ts';
import type { SearchPlan } from '../../src/index/plan.ts';
import type { IndexChange } from '../../src/index/port.ts';
import { assertSameOutcome } from '../oracle/compare.ts';
import { OracleIndex } from '../oracle/oracle-index.ts';
import { type RandomEngine, randomEngine } from '../oracle/random-engine.ts';
import { randomPlan } from '../oracle/random-plan.ts';
import { randomTree } from '../oracle/random-tree.ts';
import { randomThresholds, SMALL_THRESHOLDS } from '../oracle/small-thresholds.ts';
import { BoundGeneration } from '../support/bound-generation.ts';
import { announcedSeed, Random, repetitions } from '../support/seed.ts';

const CASES = repetitions('CASES', 3_000);
const PLANS_PER_BATCH = 8;
const ENGINE_ID = 1;

/** Any plan, with a tree as its query and with the sums of its facets. */
function treePlan(random: Random, engine: RandomEngine): SearchPlan {
  const plan = randomPlan(random, engine);
  const facets = plan.facets.map((facet) => (facet.kind === 'value' ? { ...facet, hasSum: true } : facet));
  return { ...plan, facets, query: { kind: 'tree', root: randomTree(random, engine, 3) } };
}

/** The whole list is compared with the oracle's, and the page with the engine's own list. */
async function compare(engine: BoundGeneration, oracle: BoundGeneration, plan: SearchPlan): Promise<void> {
  const whole = { ...plan, offset: 0, limit: 10_000 };
  const all = await engine.search(whole);
  assertSameOutcome(all, await oracle.search(whole), plan);
  const hits = all.hits.slice(plan.offset, plan.offset + plan.limit);
  assertSameOutcome(await engine.search(plan), { ...all, hits }, plan);
}

test('trees of conditions find, count, score and order like the oracle', async () => {
  const random = new Random(announcedSeed('trees against oracle'));
  for (let cases = 0; cases < CASES; ) {
    const made = randomEngine(random);
    const stored = new Map<string, IndexChange>();
    const source = async (_engine: number, ids: readonly string[]) =>
      new Map(ids.map((id) => [id, stored.get(id)?.fields ?? new Map()]));
    // Small windows, so that a few dozen documents take several of them.
    const thresholds = random.below(2) === 0 ? SMALL_THRESHOLDS : { ...randomThresholds(random), window: 32 };
    const index = new EmbeddedIndex({ source, thresholds });
    const [engine, oracle] = [
      await BoundGeneration.begin(index, ENGINE_ID, new Map(), made.language),
      await BoundGeneration.begin(new OracleIndex(), ENGINE_ID, new Map(), made.language),
    ];
    for (const generation of [engine, oracle]) await generation.publish();
    for (const { fields, changes } of made.batches) {
      for (const change of changes) {
        if (change.sequence >= (stored.get(change.id)?.sequence ?? 0)) stored.set(change.id, change);
      }
      for (const generation of [engine, oracle]) {
        if (fields.size > 0) await generation.addFields(fields);
        await generation.apply(changes);
      }
      for (let plans = 0; plans < PLANS_PER_BATCH; plans++, cases++) {
        const plan = treePlan(random, made);
        try {
          await compare(engine, oracle, plan);
        } catch (difference) {
          assert.fail(`${difference}\n${inspect({ thresholds, plan }, { depth: 12, breakLength: 110 })}`);
        }
      }
    }
    await index.close();
  }
});
