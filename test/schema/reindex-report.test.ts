import assert from 'node:assert/strict';
import test from 'node:test';
import { beginChange, FAILING_IDS, LARGE, LARGE_COUNT, startLargeService } from '../support/large-engine.ts';
import { sharedService } from '../support/shared-service.ts';
import { failuresOf, idsOf, post, statusOf, write } from './reindex-calls.ts';

/** An engine whose last change failed for `count` documents. */
async function failed(count: number) {
  const service = await sharedService();
  const documents = Array.from({ length: count }, (_, i) => ({ id: `d${i}`, year: `x${i}`, place: '1,1' }));
  const engine = await service.engine({ documents: [...documents, { id: 'good', year: '1' }] });
  await post(service, engine, { year: 'number' });
  const { last_job } = await statusOf(service, engine);
  return { service, engine, job: last_job.id as number };
}

test('a failure names document, field, type, value and reason', async () => {
  const { service, engine, job } = await failed(1);
  const { status, json } = await service.call('GET', `/engines/${engine}/schema/reindex/failures`);
  assert.equal(status, 200);
  assert.deepEqual(json, {
    meta: { page: { current: 1, total_pages: 1, total_results: 1, size: 100 }, job },
    results: [
      {
        document_id: 'd0',
        field: 'year',
        type: 'number',
        value: 'x0',
        reason: "Value 'x0' cannot be parsed as a float",
      },
    ],
  });
});

test('an engine that was never changed has an empty report', async () => {
  const service = await sharedService();
  const engine = await service.engine({ documents: [{ id: 'a', year: 'x' }] });
  const { status, json } = await service.call('GET', `/engines/${engine}/schema/reindex/failures`);
  assert.deepEqual([status, json.results, json.meta.page.total_pages], [200, [], 0]);
});

test('failures come in pages', async () => {
  const { service, engine } = await failed(105);
  const page = async (query: string) =>
    (await service.call('GET', `/engines/${engine}/schema/reindex/failures${query}`)).json;
  const first = await page('');
  assert.deepEqual(first.meta.page, { current: 1, total_pages: 2, total_results: 105, size: 100 });
  const second = await page('?page[current]=2');
  assert.equal(second.results.length, 5);
  assert.deepEqual((await page('?page[current]=3')).results, []);
  assert.deepEqual((await page('?page[size]=1000')).meta.page.size, 100);
  assert.deepEqual((await page('?page[size]=2&page[current]=2')).results, first.results.slice(2, 4));
  const expected = Array.from({ length: 105 }, (_, i) => `d${i}`);
  assert.deepEqual(idsOf([...first.results, ...second.results]), expected);
});

test('all failures are returned as lines of JSON to clients that accept it', async () => {
  const { service, engine } = await failed(105);
  const { text, headers } = await service.call('GET', `/engines/${engine}/schema/reindex/failures`, {
    headers: { accept: 'application/x-ndjson' },
  });
  assert.match(headers.get('content-type') ?? '', /^application\/x-ndjson/);
  assert.ok(text.endsWith('\n'));
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(lines, await failuresOf(service, engine));
  assert.equal(lines.length, 105);
});

test('the report is that of the last job that changed a type', async () => {
  const { service, engine, job } = await failed(2);
  for (const body of [{ extra: 'number' }, {}, { year: 'number' }]) await post(service, engine, body);
  const { json } = await service.call('GET', `/engines/${engine}/schema/reindex/failures`);
  assert.deepEqual([json.meta.job, json.results.length], [job, 2]);
  await post(service, engine, { place: 'geolocation' });
  assert.deepEqual(await failuresOf(service, engine), []);
});

test('?job= selects another stored job; an unknown one gets 404', async () => {
  const { service, engine, job } = await failed(2);
  await post(service, engine, { year: 'date' });
  assert.deepEqual(
    (await failuresOf(service, engine)).map(({ type }) => type),
    ['date', 'date', 'date'],
  );
  assert.deepEqual(
    (await failuresOf(service, engine, job)).map(({ type }) => type),
    ['number', 'number'],
  );
  for (const query of [job + 1000, 'x', -1, '1e0', `${job}.0`]) {
    const { status, json } = await service.call(
      'GET',
      `/engines/${engine}/schema/reindex/failures?job=${query}`,
    );
    assert.deepEqual([status, json], [404, { errors: ['Could not find reindex job.'] }], String(query));
  }
});

test('a job of another engine counts as unknown', async () => {
  const { service, engine, job } = await failed(2);
  const other = await service.engine({ schema: { year: 'text' } });
  assert.notEqual(other, engine);
  const { status } = await service.call('GET', `/engines/${other}/schema/reindex/failures?job=${job}`);
  assert.equal(status, 404);
});

test('ten jobs are kept, and the last that changed a type in addition', async () => {
  const { service, engine, job } = await failed(1);
  const jobs: number[] = [];
  for (let n = 0; n < 12; n++) {
    await post(service, engine, {});
    jobs.push((await statusOf(service, engine)).last_job.id);
  }
  const isKept = async (id: number) =>
    (await service.call('GET', `/engines/${engine}/schema/reindex/failures?job=${id}`)).status === 200;
  const kept: boolean[] = [];
  for (const id of jobs) kept.push(await isKept(id));
  assert.deepEqual(kept, [false, false, ...Array(10).fill(true)]);
  assert.equal(await isKept(job), true);
  assert.deepEqual(idsOf(await failuresOf(service, engine)), ['d0']);
});

test('a document that was fixed, replaced or deleted while the job ran is not in its report', async (t) => {
  const service = await startLargeService(t);
  const { job } = await beginChange(service);
  await service.call('PATCH', `/engines/${LARGE}/documents`, { body: [{ id: 'd3', year: 1 }] });
  await write(service, [{ id: 'd13', name: 'no year' }]);
  await service.call('DELETE', `/engines/${LARGE}/documents`, { body: ['d1093'] });
  assert.equal((await statusOf(service)).state, 'reindexing');
  await service.settled(LARGE);
  const expected = FAILING_IDS.filter((id) => !['d3', 'd13', 'd1093'].includes(id));
  assert.deepEqual(idsOf(await failuresOf(service)).sort(), expected.toSorted());
  const { last_job } = await statusOf(service);
  assert.deepEqual(
    [last_job.id, last_job.failures, last_job.documents_total],
    [job, expected.length, LARGE_COUNT - 1],
  );
});
