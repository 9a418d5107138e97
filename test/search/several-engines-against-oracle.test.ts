import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { inspect } from 'node:util';
import type { GenerationInfo, SearchIndex } from '../../src/index/port.ts';
import { Pool } from '../../src/threads/pool.ts';
import { assertSameOutcome } from '../oracle/compare.ts';
import { OracleIndex } from '../oracle/oracle-index.ts';
import { type RandomEngine, randomEngine } from '../oracle/random-engine.ts';
import { randomPlan } from '../oracle/random-plan.ts';
import { BoundGeneration } from '../support/bound-generation.ts';
import { NO_INLINE_WORK } from '../support/no-inline-work.ts';
import { announcedSeed, Random, repetitions } from '../support/seed.ts';
import { SourcedIndex } from '../support/sourced-index.ts';

const ROUNDS = repetitions('CASES', 600) / 10;
const PLANS_PER_ROUND = 10;

const searchers = new Pool({
  program: new URL('../../src/worker.ts', import.meta.url),
  name: 'searcher',
  size: 1,
});
after(() => searchers.close());

/** Two to four engines with one language. */
function randomEngines(random: Random): RandomEngine[] {
  const engines = Array.from({ length: 2 + random.below(3) }, () => randomEngine(random));
  const language = engines[0]?.language ?? null;
  return engines.map((engine) => ({ ...engine, language, sources: engines.length }));
}

/** The generations of all engines after their histories. */
async function loaded(index: SearchIndex, engines: readonly RandomEngine[]): Promise<GenerationInfo[]> {
  const infos: GenerationInfo[] = [];
  for (const [i, { language, batches }] of engines.entries()) {
    const generation = await BoundGeneration.begin(index, i + 1, new Map(), language);
    await generation.publish();
    for (const { fields, changes } of batches) {
      if (fields.size > 0) await generation.addFields(fields);
      await generation.apply(changes);
    }
    infos.push(generation.info);
  }
  return infos;
}

for (const [where, makeIndex] of [
  ['on this thread', () => new SourcedIndex()],
  ['in a worker', () => new SourcedIndex({ searchers, inlineLimits: { ...NO_INLINE_WORK, text: 1e9 } })],
] as const) {
  test(`a search over several engines ${where} finds, counts, scores and orders like the oracle`, async () => {
    const random = new Random(announcedSeed(`several engines ${where}`));
    for (let round = 0; round < ROUNDS; round++) {
      const engines = randomEngines(random);
      const [index, oracle] = [makeIndex(), new OracleIndex()];
      const [actual, expected] = [await loaded(index, engines), await loaded(oracle, engines)];
      for (let plans = 0; plans < PLANS_PER_ROUND; plans++) {
        const plan = randomPlan(random, random.pick(engines));
        const whole = { ...plan, offset: 0, limit: 10_000 };
        const searched = actual.map((_, i) => i).filter((i) => i < 2 || random.below(2) === 0);
        const pick = (infos: readonly GenerationInfo[]) => searched.map((i) => infos[i] as GenerationInfo);
        try {
          const outcome = await index.search(pick(actual), whole);
          assertSameOutcome(outcome, await oracle.search(pick(expected), whole), plan);
          const hits = outcome.hits.slice(plan.offset, plan.offset + plan.limit);
          assertSameOutcome(await index.search(pick(actual), plan), { ...outcome, hits }, plan);
        } catch (difference) {
          const shown = inspect({ searched, plan, engines }, { depth: 9, breakLength: 110 });
          assert.fail(`${difference}\n${shown.slice(0, 20_000)}`);
        }
      }
      await index.close();
    }
  });
}
