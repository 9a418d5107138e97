import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { EmbeddedIndex } from '../../src/index/embedded/embedded-index.ts';
import type { Explanation } from '../../src/index/explanation.ts';
import type { DocumentRef, Hit, SearchPlan } from '../../src/index/plan.ts';
import type { GenerationInfo } from '../../src/index/port.ts';
import { type RandomEngine, randomEngine, sourceOf } from '../oracle/random-engine.ts';
import { randomPlan } from '../oracle/random-plan.ts';
import { planWith, refs } from '../oracle/small-engine.ts';
import { BoundGeneration } from '../support/bound-generation.ts';
import { announcedSeed, Random, repetitions } from '../support/seed.ts';
import { SourcedIndex } from '../support/sourced-index.ts';

const CASES = repetitions('CASES', 1_000);
const PLANS_PER_ENGINE = 8;
const DOCUMENTS_PER_PLAN = 6;

async function loaded(index: SourcedIndex, engine: RandomEngine): Promise<GenerationInfo[]> {
  const infos: GenerationInfo[] = [];
  for (let engineId = 1; engineId <= engine.sources; engineId++) {
    const generation = await BoundGeneration.begin(index, engineId, new Map(), engine.language);
    await generation.publish();
    for (const { fields, changes } of engine.batches) {
      await generation.addFields(fields);
      await generation.apply(changes.filter(({ id }) => sourceOf(engine, id) === engineId));
    }
    infos.push(generation.info);
  }
  return infos;
}

const isNear = (a: number, b: number): boolean => a === b || Math.abs(a - b) <= 1e-6 * Math.abs(b);

/** Holds an explanation to what the search found. */
function assertExplains(explanation: Explanation, ref: DocumentRef, plan: SearchPlan, hits: readonly Hit[]) {
  const { isFound, curation, filter, query, score, parts, position } = explanation;
  const isIt = ({ engineId, id }: DocumentRef): boolean => engineId === ref.engineId && id === ref.id;
  const at = hits.findIndex((hit) => isIt(hit) || hit.group?.others.some(isIt));
  assert.equal(position, at < 0 ? null : at + 1, 'position');
  const isResult =
    isFound && curation !== 'hidden' && filter.passes && (query.matches || curation === 'promoted');
  if (plan.group === null) assert.equal(at >= 0, isResult, 'whether it is a result');
  else if (at >= 0) assert.ok(isResult, 'a result');
  const sum = parts.reduce((total, part) => total + part.score, 0);
  assert.ok(isNear(sum, score ?? 0), `parts add up to ${sum}, not to ${score}`);
  if (at < 0) return;
  const hit = [hits[at] as Hit, ...(hits[at]?.group?.others ?? [])].find(isIt);
  assert.ok(hit !== undefined && isNear(score ?? Number.NaN, hit.score), `score ${score}, not ${hit?.score}`);
}

test('an explanation has the score, the place and the verdicts of the search, on random engines', async () => {
  const random = new Random(announcedSeed('explanations'));
  for (let cases = 0; cases < CASES; cases += PLANS_PER_ENGINE * DOCUMENTS_PER_PLAN) {
    const engine = randomEngine(random);
    const index = new SourcedIndex();
    const infos = await loaded(index, engine);
    for (let i = 0; i < PLANS_PER_ENGINE; i++) {
      const plan = { ...randomPlan(random, engine), offset: 0, limit: 10_000 };
      const { hits } = await index.search(infos, plan);
      for (let k = 0; k < DOCUMENTS_PER_PLAN; k++) {
        const id = random.pick(engine.ids);
        const hit = hits[random.below(hits.length)];
        const ref = hit !== undefined && k % 2 === 0 ? hit : { engineId: sourceOf(engine, id), id };
        const explanation = await index.explain(infos, plan, ref);
        try {
          assertExplains(explanation, ref, plan, hits);
        } catch (difference) {
          assert.fail(`${difference}\n${inspect({ plan, ref, explanation, hits }, { depth: 9 })}`);
        }
      }
    }
    await index.close();
  }
});

test('an explanation names the stage that keeps a document out, and the parts of a score', async (t) => {
  const index = new EmbeddedIndex({ source: async () => new Map() });
  t.after(() => index.close());
  const schema = new Map([
    ['title', 'text'],
    ['size', 'number'],
  ] as const);
  const generation = await BoundGeneration.begin(index, 1, schema, null);
  await generation.publish();
  const titles = { a: 'park lake', b: 'lake', c: 'parks', d: 'river' };
  await generation.apply(
    Object.entries(titles).map(([id, title], i) => ({
      id,
      sequence: i + 1,
      fields: new Map<string, string | number>([
        ['title', title],
        ['size', i],
      ]),
    })),
  );
  const explain = (id: string, more: Partial<SearchPlan> = {}) =>
    index.explain(
      [generation.info],
      planWith({ query: { kind: 'plain', text: 'park lake', synonyms: [] }, ...more }),
      { engineId: 1, id },
    );

  const first = await explain('a');
  assert.equal(first.position, 1);
  assert.deepEqual(
    first.parts.map((part) => part.kind === 'term' && [part.term, part.expansion, part.words]),
    [
      ['park', 'exact', ['park']],
      ['lake', 'exact', ['lake']],
    ],
  );
  const stemmed = await explain('c');
  assert.deepEqual(
    stemmed.parts.map((part) => part.kind === 'term' && [part.expansion, part.weight, part.words]),
    [['stem', 0.95, ['parks']]],
  );
  assert.equal((await explain('nobody')).isFound, false);
  const unmatched = await explain('d');
  assert.deepEqual([unmatched.query.matches, unmatched.query.found, unmatched.query.needed], [false, 0, 1]);
  const filter = { kind: 'range', field: 'size', from: 1, to: undefined } as const;
  const filtered = await explain('a', { filter: { kind: 'all', of: [filter] } });
  assert.deepEqual(
    [filtered.filter.passes, filtered.filter.of.map(({ passes }) => passes), filtered.position],
    [false, [false], null],
  );
  assert.equal((await explain('a', { hidden: refs('a') })).curation, 'hidden');
  const promoted = await explain('d', { promoted: refs('b', 'd') });
  assert.deepEqual(
    [promoted.curation, promoted.position, promoted.parts],
    ['promoted', 2, [{ kind: 'promotion', rank: 1, score: 2 ** 127 - 2 ** 104 }]],
  );
  const boost = {
    kind: 'functional',
    field: 'size',
    function: 'linear',
    operation: 'add',
    factor: 2,
  } as const;
  const boosted = (await explain('c', { boosts: [boost] })).parts.at(-1);
  assert.ok(boosted?.kind === 'boost' && boosted.boost === boost && isNear(boosted.score, 4));
  const operators = {
    kind: 'operators',
    required: [{ kind: 'word', text: 'lake' }],
    wanted: [],
    forbidden: [],
  };
  const required = await explain('b', { query: operators as SearchPlan['query'] });
  assert.deepEqual(
    required.parts.map((part) => part.kind === 'operand' && part.text),
    ['lake'],
  );
});
