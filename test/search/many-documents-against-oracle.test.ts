import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchPlan } from '../../src/index/plan.ts';
import type { IndexChange } from '../../src/index/port.ts';
import { matchRules } from '../../src/search/precision.ts';
import type { Schema } from '../../src/values/types.ts';
import type { TypedValue } from '../../src/values/value.ts';
import { assertSameOutcome } from '../oracle/compare.ts';
import { OracleIndex } from '../oracle/oracle-index.ts';
import { DATES, NUMBERS, PLACES, type RandomEngine } from '../oracle/random-engine.ts';
import { randomPlan } from '../oracle/random-plan.ts';
import { BoundGeneration } from '../support/bound-generation.ts';
import { announcedSeed, Random } from '../support/seed.ts';
import { SourcedIndex } from '../support/sourced-index.ts';

/*
 * Columns of thousands of documents, which filters, facets and sorts process in batches. Fields with exactly one value
 * per document have their own loops, so most fields here are of that kind.
 */

const SIZES = [2_500, 300, 20];
const PLANS = 50;
const CHANGES = 200;
const ENGINE_ID = 1;

const schema: Schema = new Map([
  ['title', 'text'],
  ['tags', 'text'],
  ['kind', 'text'],
  ['colors', 'text'],
  ['price', 'number'],
  ['year', 'number'],
  ['made', 'date'],
  ['place', 'geolocation'],
]);
const vocabulary = ['cave', 'caves', 'moon', 'glacier', 'stone'];
const labels = [...vocabulary, 'Moon cave', 'ice', 'ice age', 'éa', '\u{1f9ca}', '\uffee'];
const ids = Array.from({ length: SIZES.reduce((sum, size) => sum + size) }, (_, number) => `doc-${number}`);
/** The engine that plans are generated for; their queries are replaced. */
const engine: RandomEngine = {
  language: null,
  schema,
  vocabulary,
  labels,
  ids,
  sources: 1,
  batches: [{ fields: schema, changes: [] }],
};

function newDocument(random: Random, id: string, sequence: number): IndexChange {
  const [lat = 0, lon = 0] = random.pick(PLACES).split(',').map(Number);
  const near = (degrees: number, most: number): number =>
    Math.max(-most, Math.min(most, degrees + (random.below(2000) - 1000) / 7_000));
  const fields = new Map<string, TypedValue>([
    ['title', random.pick(vocabulary)],
    ['tags', Array.from({ length: random.below(4) }, () => random.pick(labels))],
    ['colors', labels.filter(() => random.below(6) === 0)],
    ['kind', random.below(6) === 0 ? `one of a kind ${sequence}` : random.pick(labels)],
    ['price', random.below(2) === 0 ? random.pick(NUMBERS) : random.below(10_000) / 8],
    ['year', random.below(5) === 0 ? null : random.pick(NUMBERS)],
    ['made', random.pick(DATES.slice(0, 3))],
    ['place', `${near(lat, 90)},${near(lon, 180)}`],
  ]);
  return { id, sequence, fields };
}

async function assertAgree(generations: readonly BoundGeneration[], random: Random): Promise<void> {
  const [actual, expected] = generations as readonly [BoundGeneration, BoundGeneration];
  for (let plans = 0; plans < PLANS; plans++) {
    const options = randomPlan(random, engine);
    const plan: SearchPlan = {
      ...options,
      query: random.pick([{ kind: 'everything' }, { kind: 'plain', text: 'moon', synonyms: [] }]),
      matching: matchRules(11),
      limit: random.below(4) === 0 ? 200 : 1 + random.below(12),
    };
    try {
      assertSameOutcome(await actual.search(plan), await expected.search(plan), plan);
    } catch (error) {
      assert.fail(`${error}\n${JSON.stringify(plan)}`);
    }
  }
}

test('filters, facets, sorts and groups over many documents equal those of the oracle, before and after changes', async () => {
  const random = new Random(announcedSeed('many documents against oracle'));
  const indexes = [new SourcedIndex(), new OracleIndex()];
  const generations: BoundGeneration[] = [];
  for (const index of indexes) {
    const generation = await BoundGeneration.begin(index, ENGINE_ID, schema, null);
    await generation.publish();
    generations.push(generation);
  }
  let sequence = 0;
  for (const size of SIZES) {
    const changes = ids
      .slice(sequence, sequence + size)
      .map((id, k) => newDocument(random, id, sequence + k + 1));
    sequence += size;
    for (const generation of generations) await generation.apply(changes);
  }
  await assertAgree(generations, random);
  const changes = Array.from({ length: CHANGES }, (): IndexChange => {
    const id = random.pick(ids);
    return random.below(2) === 0
      ? newDocument(random, id, ++sequence)
      : { id, sequence: ++sequence, fields: null };
  });
  for (const generation of generations) await generation.apply(changes);
  await assertAgree(generations, random);
  for (const index of indexes) await index.close();
});
