import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { findling } from '../support/command.ts';
import { startProcess } from '../support/process.ts';
import { announcedSeed, Random } from '../support/seed.ts';
import { type CallOptions, request, temporaryFolder } from '../support/service.ts';
import { CATALOGUE_SCHEMA, catalogueLines } from './catalogue.ts';
import { startCommand } from './migrating.ts';

const DOCUMENTS = 35_000;
const KILLS = 5;
/** Requests per minute of a key: a migration needs more than these, so that the source may ask for a slower pace. */
const RATE_LIMIT = '380';

const KEYS = {
  private: 'private-testtesttesttest',
  search: 'search-testtesttesttest',
  admin: 'admin-testtesttesttest',
};

/** A service in its own process, with calls to its API. */
async function startSide(t: TestContext, settings: Record<string, string> = {}) {
  const data = join(temporaryFolder(t), 'data');
  const server = await startProcess(data, settings);
  t.after(() => server.end('SIGKILL'));
  const call = (method: string, path: string, options: CallOptions = {}) =>
    request(`${server.baseUrl}/api/as/v1${path}`, method, { key: KEYS.private, ...options });
  return { data, call, baseUrl: server.baseUrl };
}

type Side = Awaited<ReturnType<typeof startSide>>;

/** Three engines, one of them of others, with all that belongs to them, and six keys. Returns the key to migrate with. */
async function fill(t: TestContext, { call, baseUrl }: Side, seed: number): Promise<string> {
  for (const [name, language] of [
    ['catalogue', 'en'],
    ['notes', 'en'],
  ]) {
    await call('POST', '/engines', { body: { name, language } });
  }
  await call('POST', '/engines/catalogue/schema', { body: CATALOGUE_SCHEMA });
  const file = join(temporaryFolder(t), 'catalogue.ndjson');
  writeFileSync(file, `${[...catalogueLines(DOCUMENTS, seed)].join('\n')}\n`);
  const settings = { FINDLING_URL: baseUrl, FINDLING_PRIVATE_KEY: KEYS.private };
  const imported = await findling(['import', 'catalogue', file], settings);
  assert.equal(imported.code, 0, imported.stderr);
  for (const first of [0, 100, 200]) {
    const body = Array.from({ length: 100 }, (_, n) => ({ id: `note-${first + n}`, text: `note ${n}` }));
    await call('POST', '/engines/notes/documents', { body });
  }
  await call('POST', '/engines', {
    body: { name: 'everything', type: 'meta', source_engines: ['catalogue', 'notes'] },
  });
  for (const engine of ['catalogue', 'everything']) {
    for (let n = 0; n < 30; n++) {
      await call('POST', `/engines/${engine}/synonyms`, { body: { synonyms: [`term ${n}`, `word ${n}`] } });
    }
  }
  for (let n = 0; n < 30; n++) {
    const body = {
      queries: [`query ${n}`],
      promoted: [`item-00${1000 + n}`],
      hidden: [`item-00${2000 + n}`],
    };
    await call('POST', '/engines/catalogue/curations', { body });
  }
  await call('POST', '/engines/everything/curations', {
    body: { queries: ['note'], promoted: ['notes|note-7'] },
  });
  await call('PUT', '/engines/catalogue/search_settings', {
    body: {
      search_fields: { title: { weight: 5 }, body: { weight: 1.5 } },
      result_fields: { title: { raw: {} }, price: { raw: {} } },
      boosts: { rating: [{ type: 'functional', function: 'linear', factor: 1.5, operation: 'add' }] },
      precision: 3,
    },
  });
  const key = { key: KEYS.admin };
  for (const body of [
    { name: 'web', type: 'search', engines: ['catalogue'] },
    { name: 'writer', type: 'private', read: false, write: true, engines: ['notes', 'catalogue'] },
  ]) {
    await call('POST', '/credentials', { ...key, body });
  }
  const reader = { name: 'migration', type: 'private', read: true, write: false };
  return (await call('POST', '/credentials', { ...key, body: reader })).json.key;
}

const lines = async ({ call }: Side, engine: string): Promise<string[]> =>
  (await call('GET', `/engines/${engine}/documents/export`)).text.split('\n').slice(0, -1).toSorted();

/** All keys with their values, without what depends on the instance. */
async function keysOf({ data }: Side): Promise<unknown> {
  const { stdout } = await findling(['keys', 'list', '--show', '--json'], { FINDLING_DATA: data });
  return JSON.parse(stdout).map(({ id: _id, last_used_at: _used, ...key }: Record<string, unknown>) => key);
}

/** Waits until some more documents have arrived; not for long, as the source may have asked for a pause. */
async function progressed({ call }: Side, documents: number): Promise<void> {
  const count = async (): Promise<number> =>
    (await call('GET', '/engines/catalogue')).json.document_count ?? 0;
  const end = performance.now() + 12_000;
  for (const goal = (await count()) + documents; (await count()) < goal && performance.now() < end; ) {
    await pause(50);
  }
}

test(`${DOCUMENTS} documents and everything else arrive although the migration is killed ${KILLS} times`, {
  timeout: 600_000,
}, async (t) => {
  const seed = announcedSeed('killed migration');
  const random = new Random(seed);
  const [from, to] = await Promise.all([startSide(t, { FINDLING_RATE_LIMIT: RATE_LIMIT }), startSide(t)]);
  const key = await fill(t, from, seed);
  const folder = temporaryFolder(t);
  const [state, report] = [join(folder, 'state.json'), join(folder, 'report.json')];
  const args = ['migrate', '--from', from.baseUrl, '--state', state, '--report', report];
  const settings = {
    FINDLING_OLD_KEY: key,
    FINDLING_OLD_ADMIN_KEY: KEYS.admin,
    FINDLING_URL: to.baseUrl,
    FINDLING_PRIVATE_KEY: KEYS.private,
    FINDLING_DATA: to.data,
  };
  const planned = await findling([...args, '--requests-per-second', '200', '--dry-run', '--json'], settings);
  const [catalogue] = JSON.parse(planned.stdout).engines;
  assert.deepEqual([catalogue.documents, catalogue.unreached], [DOCUMENTS, []]);
  assert.ok(catalogue.parts > 3, `${catalogue.parts} parts`);
  for (let kills = 0; kills < KILLS; kills++) {
    const { child, ended } = startCommand([...args, '--requests-per-second', '200'], settings);
    await progressed(to, random.below(6000));
    await pause(random.below(500));
    assert.equal(child.exitCode, null, 'the migration is still running');
    child.kill('SIGKILL');
    await ended;
    const text = existsSync(state) ? readFileSync(state, 'utf8') : '';
    const noted = text === '' ? [] : Object.values(JSON.parse(text).engines).flat();
    t.diagnostic(`kill ${kills + 1}: ${noted.length} parts are noted as copied`);
    assert.ok(![key, ...Object.values(KEYS)].some((secret) => text.includes(secret)));
  }

  const { code, stdout, stderr } = await findling([...args, '--requests-per-second', '200'], settings);
  assert.equal(code, 0, `${stdout}${stderr}`);
  const { engines, retries, requests } = JSON.parse(readFileSync(report, 'utf8'));
  t.diagnostic(`${requests} requests of the last run, ${retries} of them repetitions`);
  assert.deepEqual(engines[0].unreached, []);
  assert.equal(engines[0].documents.target, DOCUMENTS);
  assert.ok(!existsSync(state));

  for (const engine of ['catalogue', 'notes']) {
    const [there, here] = [await lines(from, engine), await lines(to, engine)];
    assert.equal(here.length, there.length);
    assert.ok(
      here.every((line, at) => line === there[at]),
      `the documents of ${engine} are the same`,
    );
  }
  for (const engine of ['catalogue', 'notes', 'everything']) {
    for (const path of ['', '/configuration', '/search_settings', '/schema']) {
      const [there, here] = await Promise.all(
        [from, to].map(({ call }) => call('GET', `/engines/${engine}${path}`)),
      );
      assert.deepEqual(here?.json, there?.json, `${engine}${path}`);
    }
  }
  assert.deepEqual(await keysOf(to), await keysOf(from));
  await sameSearches(t, from, to, seed);
});

/** Searches with the search key that was copied. Equal scores are ordered by id: the order of writing may differ. */
async function sameSearches(t: TestContext, from: Side, to: Side, seed: number): Promise<void> {
  const sort = [{ _score: 'desc' }, { id: 'asc' }];
  const titles = [...catalogueLines(60, seed)].map((line) => JSON.parse(line).title as string).slice(40);
  const facets = { category: { type: 'value', size: 20 }, rating: { type: 'value', size: 10 } };
  const searches = [
    ...titles.map((query) => ({ query, facets, sort })),
    ...titles.map((title) => ({ query: title.split(' ')[0], sort })),
    ...titles.map((title, n) => ({ query: title, filters: { rating: [n % 5] }, sort })),
    { engine: 'notes', query: 'note 7', sort },
    { engine: 'everything', query: 'note', sort },
  ];
  const file = join(temporaryFolder(t), 'searches.ndjson');
  writeFileSync(file, searches.map((search) => `${JSON.stringify(search)}\n`).join(''));
  const args = ['compare', '--left', from.baseUrl, '--right', to.baseUrl, '--queries', file];
  const { code, stdout, stderr } = await findling([...args, '--engine', 'catalogue', '--json'], {
    FINDLING_COMPARE_LEFT_KEY: KEYS.search,
    FINDLING_COMPARE_RIGHT_KEY: KEYS.search,
  });
  assert.equal(code, 0, `${stdout.slice(0, 4000)}${stderr}`);
  const { searches: compared, mean_overlap: overlap } = JSON.parse(stdout);
  assert.deepEqual([compared, overlap], [searches.length, 1]);
  t.diagnostic(`findling compare: ${compared} searches, overlap ${overlap}`);
}
