import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Client } from '@elastic/enterprise-search';
import { PASSWORD, startDashboard } from '../support/dashboard.ts';
import type { TestService } from '../support/service.ts';
import { refusal, UNKNOWN } from './enterprise-search-client.ts';

// The official suites of the 8.x clients sign in with name and password for everything.

/** A client that sends name and password. */
function connected(t: TestContext, { baseUrl }: TestService, username: string, password = PASSWORD) {
  const client = new Client({ url: baseUrl, auth: { username, password } });
  t.after(() => client.close());
  return client.app;
}

test('@elastic/enterprise-search with name and password: engines, documents, searches and keys', async (t) => {
  const { service, join } = await startDashboard(t);
  const app = connected(t, service, 'ada@example.org');
  const created = await app.createEngine({ body: { name: 'books' } });
  assert.equal(created.name, 'books');
  await app.indexDocuments({
    engine_name: 'books',
    documents: [
      { id: 'dune', title: 'Dune' },
      { id: 'emma', title: 'Emma' },
    ],
  });
  const found = await app.search({ engine_name: 'books', body: { query: 'emma' } });
  assert.deepEqual(
    found.results.map((result) => (result as { id: { raw: string } }).id.raw),
    ['emma'],
  );
  const many = await app.multiSearch({
    engine_name: 'books',
    body: { queries: [{ query: 'dune' }, { query: 'emma' }] },
  });
  assert.equal(many.length, 2);
  await app.putSchema({ engine_name: 'books', schema: { year: 'number' } });
  assert.deepEqual(await app.getSchema({ engine_name: 'books' }), { title: 'text', year: 'number' });
  await app.createSynonymSet({ engine_name: 'books', body: { synonyms: ['dune', 'arrakis'] } });

  const key = await app.createApiKey({ body: { name: 'web', type: 'search', access_all_engines: true } });
  assert.match((key as unknown as { key: string }).key, /^search-/);
  const { results } = await app.listApiKeys();
  assert.ok(results.some(({ name }) => name === 'web'));
  assert.deepEqual(await app.deleteApiKey({ api_key_name: 'web' }), { deleted: true });
  assert.deepEqual(await app.deleteEngine({ engine_name: 'books' }), { deleted: true });

  await join('Eddy', 'editor');
  for (const [username, password] of [
    ['Eddy', PASSWORD],
    ['Ada', 'wrong'],
  ] as const) {
    const stranger = connected(t, service, username, password);
    assert.deepEqual(await refusal(stranger.listEngines()), UNKNOWN, username);
  }
});
