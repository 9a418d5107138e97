import assert from 'node:assert/strict';
import test from 'node:test';
import {
  beginChange,
  LARGE,
  LARGE_CHANGE,
  LARGE_COUNT,
  LARGE_SCHEMA,
  startLargeService,
} from '../support/large-engine.ts';
import { announcedSeed, Random } from '../support/seed.ts';
import { startTestService } from '../support/service.ts';
import {
  cancel,
  failuresOf,
  hitsOf,
  post,
  read,
  schemaOf,
  search,
  statusOf,
  write,
} from './reindex-calls.ts';

test('a cancel without a running job gets 400', async (t) => {
  const service = await startTestService(t);
  const engine = await service.engine({ documents: [{ id: 'a', year: '1' }] });
  for (const change of [undefined, { year: 'number' }]) {
    if (change) await post(service, engine, change);
    const { status, json } = await cancel(service, engine);
    assert.deepEqual([status, json], [400, { errors: ['Engine is not reindexing.'] }]);
  }
  assert.deepEqual(await schemaOf(service, engine), { year: 'number' });
});

test('a cancel restores the old types in schema, documents and search, and further changes are accepted', async (t) => {
  const service = await startLargeService(t);
  const { job, answer } = await beginChange(service, { ...LARGE_CHANGE, pages: 'number' });
  const { status, json } = await cancel(service);
  assert.deepEqual([status, json.state, json.progress], [200, 'idle', null]);
  assert.deepEqual([json.last_job.id, json.last_job.state, json.last_job.failures], [job, 'cancelled', 0]);
  assert.equal((await answer).status, 200);
  assert.deepEqual(await schemaOf(service), LARGE_SCHEMA);
  const [good, bad] = await read(service, ['d1', 'd3']);
  assert.deepEqual([good.year, bad.year], ['1001.50', 'about 1003']);
  assert.deepEqual(hitsOf(await search(service, { filters: { year: 'about 1003' } })), ['d3']);
  assert.deepEqual(await failuresOf(service), []);
  assert.equal((await cancel(service)).status, 400);
  assert.equal((await post(service, LARGE, { extra: 'text' })).status, 200);
  await service.settled(LARGE);
  assert.deepEqual(await schemaOf(service), { ...LARGE_SCHEMA, extra: 'text' });
  await service.restart();
  assert.deepEqual(await schemaOf(service), { ...LARGE_SCHEMA, extra: 'text' });
  assert.equal((await search(service, {})).json.meta.page.total_results, LARGE_COUNT);
});

test('a job stays cancelled, whatever its progress and whatever is written meanwhile', async (t) => {
  const service = await startLargeService(t);
  const seed = announcedSeed('moments of cancelling');
  const random = new Random(seed);
  for (let round = 0; round < 4; round++) {
    const { job } = await beginChange(service);
    const until = random.below(LARGE_COUNT / 2);
    for (let done = 0; done < until; )
      done = (await statusOf(service)).progress?.documents_done ?? LARGE_COUNT;
    await write(service, [{ id: 'meanwhile', year: round, moments: '2001-01-01' }]);
    assert.equal((await cancel(service)).status, 200, `seed ${seed}, round ${round}`);
    // Each call gives the cancelled run time for further steps.
    for (let call = 0; call < 10; call++) {
      const { last_job, state } = await statusOf(service);
      assert.deepEqual(
        [state, last_job.id, last_job.state],
        ['idle', job, 'cancelled'],
        `seed ${seed}, round ${round}`,
      );
    }
    assert.deepEqual(await failuresOf(service), [], `seed ${seed}, round ${round}`);
  }
  await service.restart();
  assert.equal((await statusOf(service)).state, 'idle');
});

test('a cancel keeps fields that documents added meanwhile', async (t) => {
  const service = await startLargeService(t);
  await beginChange(service, { ...LARGE_CHANGE, pages: 'number', unused: 'date' });
  await write(service, [{ id: 'new', author: 'Austen', pages: 12 }]);
  assert.equal((await cancel(service)).status, 200);
  // The change added `pages`; a document has it by now, and without the change it would have the type text.
  assert.deepEqual(await schemaOf(service), { ...LARGE_SCHEMA, pages: 'text', author: 'text' });
  assert.deepEqual(await read(service, ['new']), [{ id: 'new', author: 'Austen', pages: '12' }]);
  for (const filters of [{ author: 'Austen' }, { pages: '12' }]) {
    assert.deepEqual(hitsOf(await search(service, { filters })), ['new']);
  }
});

test('a cancel checks documents written meanwhile against the old types, and reports them', async (t) => {
  const service = await startLargeService(t);
  // The old type is number: values written during the change to text may not convert to it.
  await post(service, LARGE, { year: 'number' });
  await service.settled(LARGE);
  const { job } = await beginChange(service, { year: 'text', moments: 'date' });
  await write(service, [
    { id: 'fits', year: '12' },
    { id: 'fits-not', year: 'twelve' },
    { id: 'deleted', year: 'thirteen' },
    { id: 'd1', year: 'fourteen' },
  ]);
  await service.call('DELETE', `/engines/${LARGE}/documents`, { body: ['deleted'] });
  assert.equal((await cancel(service)).status, 200);
  assert.equal((await schemaOf(service)).year, 'number');
  assert.deepEqual(await read(service, ['fits', 'fits-not', 'deleted']), [
    { id: 'fits', year: 12 },
    { id: 'fits-not', year: null },
    null,
  ]);
  const failures = await failuresOf(service, LARGE, job);
  assert.deepEqual(
    failures.map(({ document_id, field, type, value }) => [document_id, field, type, value]),
    [
      ['fits-not', 'year', 'number', 'twelve'],
      ['d1', 'year', 'number', 'fourteen'],
    ],
  );
  assert.equal((await statusOf(service)).last_job.failures, 2);
  assert.deepEqual(hitsOf(await search(service, { filters: { year: 12 } })), ['fits']);
  assert.equal((await search(service, {})).json.meta.page.total_results, LARGE_COUNT + 2);
});

test('a job found at start can be cancelled too', async (t) => {
  const service = await startLargeService(t);
  await beginChange(service);
  await service.restart();
  assert.equal((await cancel(service)).status, 200);
  assert.deepEqual(await schemaOf(service), LARGE_SCHEMA);
  assert.deepEqual(hitsOf(await search(service, { filters: { year: 'about 1003' } })), ['d3']);
});

test('of many concurrent cancels one succeeds', async (t) => {
  const service = await startLargeService(t);
  await beginChange(service);
  const answers = await Promise.all(Array.from({ length: 8 }, () => cancel(service)));
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  assert.deepEqual([count(200), count(400)], [1, 7]);
  assert.deepEqual(await schemaOf(service), LARGE_SCHEMA);
});
