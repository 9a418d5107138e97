import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { findling, type Settings } from '../support/command.ts';
import { startTestService, type TestService, temporaryFolder } from '../support/service.ts';
import { signedKey } from '../support/signed-key.ts';

export const DOCUMENTS = 350;

/** A path in a new folder; nothing is there. */
export const newPath = (t: Pick<TestContext, 'after'>, name: string): string =>
  join(temporaryFolder(t), name);

/** Runs a command that must succeed. */
export async function must(args: readonly string[], settings: Settings): Promise<string> {
  const { code, stdout, stderr } = await findling(args, settings);
  assert.equal(code, 0, stderr);
  return stdout;
}

/** Runs a command that must fail with a sentence, and gives the sentence. */
export async function refused(args: readonly string[], settings: Settings): Promise<string> {
  const { code, stdout, stderr } = await findling(args, settings);
  assert.deepEqual([code, stdout], [1, ''], stderr);
  assert.match(stderr, /^[^\n]+\.\n$/);
  return stderr.trimEnd();
}

/** Fills a service with data of many kinds, and gives the name of the engine. */
export async function fill(service: TestService): Promise<string> {
  const documents = Array.from({ length: DOCUMENTS }, (_, n) => ({
    id: `d${n}`,
    title: `ä😀 "quoted" word${n % 7} number ${n}`,
    year: n,
  }));
  const engine = await service.engine({ schema: { year: 'number' }, documents });
  const call = async (method: string, path: string, body: unknown, key = service.privateKey) => {
    const { status, text } = await service.call(method, path, { key, body });
    assert.equal(status, 200, text);
  };
  await call('DELETE', `/engines/${engine}/documents`, ['d7']);
  await call('POST', `/engines/${engine}/synonyms`, { synonyms: ['cited', 'quoted'] });
  await call('POST', `/engines/${engine}/curations`, {
    queries: ['word3'],
    promoted: ['d11'],
    hidden: ['d3'],
  });
  await call('PUT', `/engines/${engine}/search_settings`, { search_fields: { title: { weight: 3 } } });
  for (const query of ['quoted', 'nothing at all', 'nul\0']) {
    await call('POST', `/engines/${engine}/search`, { query, analytics: { tags: ['web'] } });
  }
  await call(
    'POST',
    '/credentials',
    { name: 'reader', type: 'private', read: true, write: false, access_all_engines: true },
    service.adminKey,
  );
  return engine;
}

/** The answers of a service about its data, by keys that were made before. */
export async function shown(service: TestService, before: TestService, engine: string) {
  const call = async (method: string, path: string, body?: unknown, key = before.privateKey) => {
    const { status, json, text } = await service.call(method, path, { key, body });
    assert.equal(status, 200, `${method} ${path}: ${text}`);
    return json;
  };
  const ids = async (query: string, key?: string) =>
    (await call('POST', `/engines/${engine}/search`, { query, page: { size: 1000 } }, key)).results.map(
      ({ id, _meta }: { id: { raw: string }; _meta: { score: number } }) => [id.raw, _meta.score],
    );
  const signed = signedKey(
    { name: 'search-key', key: before.searchKey },
    { filters: { year: { from: 100, to: 110 } } },
  );
  const dates = { filters: { date: { from: '2020-01-01', to: '2100-01-01' } } };
  const analytics = await call('POST', `/engines/${engine}/analytics/queries`, dates);
  return {
    synonym: await ids('cited'),
    curated: await ids('word3', before.searchKey),
    signed: await ids('', signed),
    schema: await call('GET', `/engines/${engine}/schema`),
    settings: await call('GET', `/engines/${engine}/search_settings`),
    keys: (await call('GET', '/credentials', undefined, before.adminKey)).results.map(
      ({ name, key }: { name: string; key: string }) => [name, key],
    ),
    searched: analytics.results.map(({ term }: { term: string }) => term).sort(),
  };
}

/** Starts a service on restored data, compares its answers with those from before, and writes to it. */
export async function assertServes(
  t: TestContext,
  settings: Record<string, string>,
  before: TestService,
  expected: Awaited<ReturnType<typeof shown>>,
  engine: string,
): Promise<TestService> {
  const service = await startTestService(t, settings);
  assert.equal(service.service.firstAccount, undefined, 'it is not a first start');
  const { searched, ...answers } = await shown(service, before, engine);
  const { searched: searchedBefore, ...answersBefore } = expected;
  assert.deepEqual(answers, answersBefore);
  for (const term of searchedBefore) assert.ok(searched.includes(term), `${term} is in ${searched}`);
  const written = await service.call('POST', `/engines/${engine}/documents`, {
    key: before.privateKey,
    body: [{ id: 'later', title: 'a document written later' }],
  });
  assert.equal(written.status, 200, written.text);
  const found = await service.call('POST', `/engines/${engine}/search`, {
    key: before.privateKey,
    body: { query: 'written later', precision: 11 },
  });
  assert.deepEqual(
    found.json.results.map(({ id }: { id: { raw: string } }) => id.raw),
    ['later'],
  );
  return service;
}
