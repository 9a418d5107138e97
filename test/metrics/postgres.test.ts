import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { newDatabase, PostgresServer, withoutPostgres } from '../services/postgres.ts';
import { request } from '../support/service.ts';
import { until } from '../support/until.ts';
import { startScraped } from './scraped-service.ts';

suite('a node on PostgreSQL', { skip: withoutPostgres() }, () => {
  test('shows its connections and its lag, and is unready while the database is away', async (t) => {
    const server = await PostgresServer.start();
    t.after(() => server.stop());
    const { url } = await newDatabase(t, server);
    const service = await startScraped(t, {
      FINDLING_DATABASE_URL: url,
      FINDLING_SECRET: 's'.repeat(32),
      FINDLING_LOG_LEVEL: 'silent',
    });
    const statusOf = async (path: string) => (await request(`${service.baseUrl}${path}`, 'GET')).status;
    const statuses = async () => [
      await statusOf('/health/live'),
      await statusOf('/health/ready'),
      await statusOf('/health'),
    ];
    assert.deepEqual(await statuses(), [200, 200, 200]);
    assert.equal((await service.call('POST', '/engines', { body: { name: 'books' } })).status, 200);
    await until(
      'the node is not behind',
      async () => (await service.scrape()).value('findling_node_engines_behind') === 0,
    );
    const scrape = await service.scrape();
    const open = scrape.value('findling_database_connections') ?? 0;
    assert.ok(open >= 1 && open <= 10, `${open} connections`);
    assert.equal(scrape.value('findling_database_waiting'), 0);
    assert.ok((scrape.value('findling_node_lag_seconds') ?? Number.NaN) < 60);
    assert.equal(scrape.value('findling_disk_used_bytes', { part: 'store' }), undefined);

    await server.stop();
    await until('the node is unready', async () => (await statusOf('/health/ready')) === 503);
    assert.deepEqual(await statuses(), [200, 503, 200]);
    const { json } = await request(`${service.baseUrl}/health/ready`, 'GET');
    assert.deepEqual(json, {
      errors: ['The database cannot be reached or did not answer in time. Please try again.'],
    });
    await service.scrape();
    await server.start();
    await until('the node is ready again', async () => (await statusOf('/health/ready')) === 200);
  });
});
