import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { Checkpoints } from '../../src/index/embedded/checkpoints/checkpoints.ts';
import { EmbeddedIndex } from '../../src/index/embedded/embedded-index.ts';
import type { DocumentRef } from '../../src/index/plan.ts';
import type { IndexChange } from '../../src/index/port.ts';
import { Pool } from '../../src/threads/pool.ts';
import { Thread } from '../../src/threads/thread.ts';
import { type Schema, schemaWith } from '../../src/values/types.ts';
import { assertSameOutcome } from '../oracle/compare.ts';
import { OracleIndex } from '../oracle/oracle-index.ts';
import { type Batch, randomEngine } from '../oracle/random-engine.ts';
import { randomPlan } from '../oracle/random-plan.ts';
import { BoundGeneration } from '../support/bound-generation.ts';
import { NO_INLINE_WORK } from '../support/no-inline-work.ts';
import { announcedSeed, Random, repetitions } from '../support/seed.ts';
import { temporaryFolder } from '../support/service.ts';

const ENGINES = repetitions('CASES', 60);
const PLANS_PER_BATCH = 4;
const PROGRAM = new URL('../../src/worker.ts', import.meta.url);

/** The highest sequence number of some changes. */
const lastOf = (changes: readonly IndexChange[]): number =>
  changes.reduce((last, { sequence }) => Math.max(last, sequence), 0);

test('an index with worker threads that is closed and opened again finds what the oracle finds', async (t) => {
  const random = new Random(announcedSeed('kept index against oracle'));
  const folder = temporaryFolder(t);
  const thread = new Thread({ program: PROGRAM, name: 'indexer' });
  const indexer = { builders: [thread], merger: thread };
  const searchers = new Pool({ program: PROGRAM, name: 'searcher', size: 2 });
  t.after(() => Promise.all([thread.close(), searchers.close()]));
  let reopened = 0;
  let compared = 0;

  for (let engineId = 1; engineId <= ENGINES; engineId++) {
    const { language, batches, ...engine } = randomEngine(random);
    const documents = new Map<string, IndexChange>();
    const open = () =>
      new EmbeddedIndex({
        indexer,
        searchers,
        inlineLimits: NO_INLINE_WORK,
        source: async (_engine, ids) =>
          new Map(ids.map((id) => [id, documents.get(id)?.fields ?? new Map()])),
        checkpoints: new Checkpoints({
          folder,
          identity: 'a store',
          covered: async () => {},
          say: (_level, message) => assert.fail(message),
          quiet: random.below(2) === 0 ? 0 : 1_000,
        }),
      });
    const oracle = await BoundGeneration.begin(new OracleIndex(), engineId, new Map(), language);
    let index = open();
    await index.publish(await index.begin(engineId, new Map(), language));
    let schema: Schema = new Map();
    let sequence = 0;

    const apply = async ({ fields, changes }: Batch): Promise<void> => {
      for (const change of changes) {
        if (change.sequence >= (documents.get(change.id)?.sequence ?? 0)) documents.set(change.id, change);
      }
      schema = schemaWith(schema, fields);
      sequence = Math.max(sequence, lastOf(changes));
      for (const generation of [oracle, await BoundGeneration.serving(index, engineId)]) {
        await generation.addFields(fields);
        await generation.apply(changes, sequence);
      }
    };

    for (const batch of batches) {
      await apply(batch);
      if (random.below(2) === 0) {
        await index.close();
        index = open();
        const opened = await index.restore({ engineId, schema, language, sequence, forgotten: 0 });
        assert.equal(opened?.sequence, sequence);
        assert.equal(
          await index.documentCount(opened.generation),
          [...documents.values()].filter(({ fields }) => fields).length,
        );
        reopened++;
      }
      for (let plans = 0; plans < PLANS_PER_BATCH; plans++) {
        const drawn = randomPlan(random, { ...engine, language, batches });
        const own = (refs: readonly DocumentRef[]) => refs.map(({ id }) => ({ engineId, id }));
        const [promoted, hidden] = [own(drawn.promoted), own(drawn.hidden)];
        const plan = { ...drawn, promoted, hidden, offset: 0, limit: 10_000 };
        const [actual, expected] = [
          await (await BoundGeneration.serving(index, engineId)).search(plan),
          await oracle.search(plan),
        ];
        try {
          assertSameOutcome(actual, expected, plan);
        } catch (difference) {
          throw new Error(`${String(difference)}\n${inspect({ engineId, plan }, { depth: 9 })}`);
        }
        compared++;
      }
    }
    await index.close();
  }
  process.stdout.write(
    `kept index: ${ENGINES} engines, ${reopened} times opened again, ${compared} searches compared\n`,
  );
  assert.ok(reopened > ENGINES / 4);
});
