import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import type { SearchOutcome, SearchPlan, SortKey } from '../../src/index/plan.ts';
import type { IndexChange } from '../../src/index/port.ts';
import { assertSameOutcome } from '../oracle/compare.ts';
import { type RandomEngine, randomDocument, randomEngine } from '../oracle/random-engine.ts';
import { randomPlan } from '../oracle/random-plan.ts';
import { plain, planWith } from '../oracle/small-engine.ts';
import { BoundGeneration } from '../support/bound-generation.ts';
import { announcedSeed, Random, repetitions } from '../support/seed.ts';
import { SourcedIndex } from '../support/sourced-index.ts';

const ENGINES = repetitions('CASES', 300);
const HISTORIES_PER_ENGINE = 3;
const PLANS_PER_ENGINE = 6;

const BY_ID: SortKey = { kind: 'field', field: 'id', descending: false };
const BY_SCORE: SortKey = { kind: 'score', descending: true };

/** Ids break ties: only ties may depend on the order of writes. */
const withoutTies = (plan: SearchPlan): SearchPlan => ({
  ...plan,
  sort: [...(plan.sort.length === 0 ? [BY_SCORE] : plan.sort), BY_ID],
  group: plan.group === null ? null : { ...plan.group, sort: BY_ID },
});

/**
 * The final changes: most ids are documents in the end, the others are deleted. Each has the highest sequence number of
 * its id, so it wins in any order of the changes.
 */
function finalChanges(random: Random, engine: RandomEngine): IndexChange[] {
  return engine.ids.map((id, index) => ({
    id,
    sequence: 1_000 + index,
    fields: random.below(4) === 0 ? null : randomDocument(random, engine),
  }));
}

const shuffled = <T>(random: Random, items: readonly T[]): T[] => {
  const left = [...items];
  return items.map(() => left.splice(random.below(left.length), 1)[0] as T);
};

/** A history of the final documents: with older versions, deletions and duplicates, in any order and batches. */
function history(random: Random, engine: RandomEngine, last: readonly IndexChange[]): IndexChange[][] {
  const older = Array.from({ length: random.below(30) }, () => ({
    id: random.pick(engine.ids),
    sequence: 1 + random.below(999),
    fields: random.below(3) === 0 ? null : randomDocument(random, engine),
  }));
  const repeated = last.filter(() => random.below(8) === 0);
  const changes = shuffled(random, [...last, ...older, ...repeated]);
  const batches: IndexChange[][] = [];
  while (changes.length > 0) batches.push(changes.splice(0, 1 + random.below(random.pick([1, 4, 60]))));
  return batches;
}

async function outcomes(
  engine: Pick<RandomEngine, 'schema' | 'language'>,
  batches: IndexChange[][],
  plans: readonly SearchPlan[],
) {
  const index = new SourcedIndex();
  const generation = await BoundGeneration.begin(index, 1, engine.schema, engine.language);
  for (const batch of batches) await generation.apply(batch);
  const found: SearchOutcome[] = [];
  for (const plan of plans) found.push(await generation.search(plan));
  await index.close();
  return found;
}

test('the same final documents give the same results and scores for any history, except for ties', async () => {
  const random = new Random(announcedSeed('history independence'));
  for (let engines = 0; engines < ENGINES; engines++) {
    const engine = randomEngine(random);
    const last = finalChanges(random, engine);
    const plans = Array.from({ length: PLANS_PER_ENGINE }, () => withoutTies(randomPlan(random, engine)));
    const expected = await outcomes(engine, [last], plans);
    for (let histories = 0; histories < HISTORIES_PER_ENGINE; histories++) {
      const batches = history(random, engine, last);
      for (const [place, outcome] of (await outcomes(engine, batches, plans)).entries()) {
        const plan = plans[place] as SearchPlan;
        try {
          assertSameOutcome(outcome, expected[place] as SearchOutcome, plan);
        } catch (difference) {
          const shown = inspect({ language: engine.language, batches, plan }, { depth: 9, breakLength: 110 });
          throw new Error(`${difference instanceof Error ? difference.message : difference}\n${shown}`);
        }
      }
    }
  }
});

test('single and shared subtokens are counted correctly after deletions', async () => {
  const fields = (title: string) => new Map([['title', title]]);
  const documents = ['power-shot', 'power-shot', 'power-shot', 'snow-tree'].map((title, i) => ({
    id: `doc-${i}`,
    sequence: 10 + i,
    fields: fields(title),
  }));
  const engine = { schema: new Map([['title', 'text']] as const), language: null };
  const plans = ['powershot', 'snowtree'].map((text) => planWith(plain(text)));
  const died = { id: 'gone', sequence: 1, fields: fields('other words') };
  const expected = await outcomes(engine, [documents], plans);
  const actual = await outcomes(
    engine,
    [[...documents, died], [{ ...died, sequence: 20, fields: null }]],
    plans,
  );
  assert.deepEqual(
    actual.map(({ hits }) => hits.length),
    [3, 1],
  );
  for (const [place, plan] of plans.entries()) {
    assertSameOutcome(actual[place] as SearchOutcome, expected[place] as SearchOutcome, plan);
  }
});
