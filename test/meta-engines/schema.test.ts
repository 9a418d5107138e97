import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedService } from '../support/shared-service.ts';

test('the schema is the union of the sources; a field with two types has that of the first', async () => {
  const service = await sharedService();
  const books = await service.engine({ schema: { title: 'text', year: 'number', isbn: 'text' } });
  const films = await service.engine({ schema: { year: 'date', title: 'text', length: 'number' } });
  await service.call('POST', '/engines', {
    body: { name: 'media', type: 'meta', source_engines: [books, films] },
  });
  const { json } = await service.call('GET', '/engines/media/schema');
  assert.deepEqual(json, { title: 'text', year: 'number', isbn: 'text', length: 'number' });
});

test('the schema cannot be changed', async () => {
  const service = await sharedService();
  const books = await service.engine({ schema: { year: 'number' } });
  await service.call('POST', '/engines', {
    body: { name: 'fixed', type: 'meta', source_engines: [books] },
  });
  const message = 'The schema of a meta engine cannot be changed. Change the schemas of its source engines.';
  for (const query of ['', '?dry_run=true']) {
    const { status, json } = await service.call('POST', `/engines/fixed/schema${query}`, {
      body: { year: 'text' },
    });
    assert.deepEqual({ status, json }, { status: 400, json: { errors: [message] } });
  }
  assert.deepEqual((await service.call('GET', `/engines/${books}/schema`)).json, { year: 'number' });
});

test('a meta engine is never reindexing', async () => {
  const service = await sharedService();
  const books = await service.engine({ schema: { year: 'number' } });
  await service.call('POST', '/engines', { body: { name: 'idle', type: 'meta', source_engines: [books] } });
  const status = await service.call('GET', '/engines/idle/schema/reindex');
  assert.deepEqual(status.json, { state: 'idle', progress: null, last_job: null });
  const failures = await service.call('GET', '/engines/idle/schema/reindex/failures');
  assert.deepEqual(failures.json.results, []);
  const cancelled = await service.call('POST', '/engines/idle/schema/reindex/cancel');
  assert.deepEqual(cancelled.json, { errors: ['Engine is not reindexing.'] });
});
