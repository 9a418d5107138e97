import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { findling, freePort } from '../support/command.ts';
import { temporaryFolder } from '../support/folder.ts';
import { startProcess } from '../support/process.ts';
import { request, type TestService } from '../support/service.ts';
import { signedKey } from '../support/signed-key.ts';
import { until } from '../support/until.ts';
import { copied, DOCUMENTS, KEYS, search, serverWith, shadowedService, stateOf } from './shadow-service.ts';

const { FINDLING_PRIVATE_KEY: privateKey, FINDLING_SEARCH_KEY: searchKey } = KEYS;
const fileOf = ({ config }: TestService): string => join(config.data, 'shadow.ndjson');

/** The recorded searches; closing the service writes the last of them. */
const recorded = async (service: TestService) => {
  await copied(service);
  await service.close();
  return readFileSync(fileOf(service), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
};

/** A second Findling with the same documents, in a process of its own, and what else is done to it. */
async function oldService(t: TestContext, synonyms?: readonly string[]) {
  const old = await startProcess(temporaryFolder(t), { FINDLING_LOG_LEVEL: 'silent' });
  t.after(() => old.end('SIGTERM'));
  const call = (method: string, path: string, body: unknown) =>
    request(`${old.baseUrl}/api/as/v1${path}`, method, { key: privateKey, body });
  await call('POST', '/engines', { name: 'shoes' });
  await call('POST', '/engines/shoes/documents', DOCUMENTS);
  if (synonyms !== undefined) await call('POST', '/engines/shoes/synonyms', { synonyms });
  return { ...old, call };
}

suite('shadow mode with a second Findling', () => {
  test('records both answers, and `findling compare --shadow` shows them', async (t) => {
    const old = await oldService(t, ['sandal', 'shoe']);
    const service = await shadowedService(t, old.baseUrl);
    const facets = { color: { type: 'value' } };
    await search(service, { query: 'red', facets });
    await search(service, { query: 'sandal', page: { size: 2 } }, searchKey);
    await service.call('GET', '/engines/shoes/search?query=boot&page[size]=1');
    await service.call('GET', `/engines/shoes/search?query=boot&auth_token=${searchKey}`, { key: null });
    await search(service, { query: 'red', taco: 1 });
    const lines = await recorded(service);
    const byOptions = new Map(lines.map((line) => [JSON.stringify(line.options), line]));
    assert.deepEqual([...byOptions.keys()].sort(), [
      '{"query":"boot","page":{"size":"1"}}',
      '{"query":"boot"}',
      '{"query":"red","facets":{"color":{"type":"value"}}}',
      '{"query":"red","taco":1}',
      '{"query":"sandal","page":{"size":2}}',
    ]);
    const { time, left, right, ...rest } = byOptions.get('{"query":"sandal","page":{"size":2}}');
    assert.match(time, /^\d{4}-\d\d-\d\dT/);
    assert.deepEqual(rest, {
      engine: 'shoes',
      options: { query: 'sandal', page: { size: 2 } },
      facets: null,
    });
    assert.deepEqual([left.status, left.total, left.ids.toSorted()], [200, 2, ['a', 'c']]);
    assert.deepEqual([right.status, right.total, right.ids], [200, 0, []]);
    assert.ok(left.milliseconds > 0 && right.milliseconds > 0);
    const same = byOptions.get('{"query":"red","facets":{"color":{"type":"value"}}}');
    assert.deepEqual(same.left.ids, same.right.ids);
    assert.deepEqual(same.facets, { values: 1, differing: 0, differences: [] });
    assert.equal(byOptions.get('{"query":"red","taco":1}').left.error, 'Options contains invalid key: taco.');

    const counts = stateOf(service);
    assert.deepEqual(counts, {
      sampled: 5,
      skipped: 0,
      dropped: 0,
      failed: 0,
      compared: 5,
      different: 1,
      unrecorded: 0,
      running: 0,
      waiting: 0,
    });
    assert.equal(statSync(fileOf(service)).mode & 0o077, 0);
    assert.doesNotMatch(readFileSync(fileOf(service), 'utf8'), /testtest/);
    assert.doesNotMatch(service.logLines.join(''), /testtest/);
    const log = service.logLines.map((line) => JSON.parse(line));
    assert.ok(
      log.some(
        ({ msg, service: address, share }) =>
          /^shadow mode: /.test(msg) && address === old.baseUrl && share === 1,
      ),
    );
    assert.ok(log.some(({ msg, compared }) => msg === 'shadow mode has ended' && compared === 5));

    const report = join(temporaryFolder(t), 'report.html');
    const shown = await findling(['compare', '--shadow', '--report', report], {
      FINDLING_DATA: service.config.data,
    });
    assert.deepEqual([shown.code, shown.stderr], [1, ''], shown.stdout);
    assert.match(
      shown.stdout,
      /^Compared 5 searches from .*shadow\.ndjson\.\n {2}left {3}the shadow service\n/,
    );
    assert.match(shown.stdout, /\nThe worst:\n {2}0\.00 {2}shoes {2}"sandal" /);
    assert.match(readFileSync(report, 'utf8'), /<bdi>sandal<\/bdi>/);
    const named = await findling(['compare', '--shadow', fileOf(service), '--min-overlap', '0', '--json']);
    assert.deepEqual([named.code, JSON.parse(named.stdout).passed], [0, 5]);
  });

  test('sends the key of each search, so that a signed search key restricts both sides', async (t) => {
    const old = await oldService(t);
    const service = await shadowedService(t, old.baseUrl);
    const signed = signedKey({ name: 'private-key', key: privateKey }, { filters: { color: 'red' } });
    assert.equal((await search(service, { query: 'shoe' }, signed)).json.meta.page.total_results, 1);
    const [line] = await recorded(service);
    assert.deepEqual([line.left.ids, line.right.ids], [['a'], ['a']]);
  });

  test('is not counted by the analytics of the old service', async (t) => {
    const old = await oldService(t);
    const service = await shadowedService(t, old.baseUrl);
    await search(service, { query: 'shoe', record_analytics: true });
    await copied(service);
    assert.equal(stateOf(service).compared, 1);
    await old.call('POST', '/engines/shoes/search', { query: 'counted' });
    const queries = async () => (await old.call('POST', '/engines/shoes/analytics/queries', {})).json.results;
    await until('the other search is counted', async () => (await queries()).length > 0);
    assert.deepEqual(await queries(), [{ term: 'counted', clicks: 0, queries: 1 }]);
  });

  test('copies no copy, not even of a service that is its own shadow', async (t) => {
    const port = await freePort();
    const service = await shadowedService(t, `http://127.0.0.1:${port}`, { FINDLING_PORT: String(port) });
    for (const query of ['red', 'blue', 'shoe']) await search(service, { query });
    await copied(service);
    const { sampled, compared, different } = stateOf(service);
    assert.deepEqual({ sampled, compared, different }, { sampled: 3, compared: 3, different: 0 });
  });
});

suite('shadow mode', () => {
  test('is off by default', async (t) => {
    const service = await shadowedService(t, '');
    await search(service, { query: 'red' });
    assert.equal(service.service.shadow, undefined);
    await service.close();
    assert.ok(!existsSync(fileOf(service)));
  });

  test('sends all copies with its own key, if it has one, except those of signed search keys', async (t) => {
    const { url, requests } = await serverWith(t, (_, response) => response.end('{"results":[]}'));
    const service = await shadowedService(t, url, { FINDLING_SHADOW_KEY: 'search-of-the-old-service' });
    await search(service, { query: 'red' });
    await search(service, { query: 'red' }, searchKey);
    await search(service, { query: 'red' }, signedKey({ name: 'private-key', key: privateKey }));
    await copied(service);
    assert.deepEqual(
      requests.map(({ method, url: path, headers }) => [method, path, headers.authorization]),
      [
        ['POST', '/api/as/v1/engines/shoes/search', 'Bearer search-of-the-old-service'],
        ['POST', '/api/as/v1/engines/shoes/search', 'Bearer search-of-the-old-service'],
      ],
    );
    const { sampled, skipped, compared } = stateOf(service);
    assert.deepEqual({ sampled, skipped, compared }, { sampled: 2, skipped: 1, compared: 2 });
  });

  test('copies searches of the default account only', async (t) => {
    const { url, requests } = await serverWith(t, (_, response) => response.end('{"results":[]}'));
    const service = await shadowedService(t, url);
    const made = await findling(['accounts', 'create', 'team-b', '--json'], {
      FINDLING_DATA: service.config.data,
    });
    const { host_identifier: identifier, keys } = JSON.parse(made.stdout);
    const headers = { host: `${identifier}.api.localhost` };
    const { key } = keys.find(({ type }: { type: string }) => type === 'private');
    await service.call('POST', '/engines', { key, headers, body: { name: 'shoes' } });
    const found = await service.call('POST', '/engines/shoes/search', { key, headers, body: { query: '' } });
    assert.equal(found.status, 200);
    await search(service, { query: 'red' });
    await copied(service);
    assert.deepEqual([stateOf(service).sampled, requests.length], [1, 1]);
  });

  test('copies about the share that is set', async (t) => {
    const { url } = await serverWith(t, (_, response) => response.end('{"results":[]}'));
    const service = await shadowedService(t, url, { FINDLING_SHADOW_SHARE: '50%' });
    for (let i = 0; i < 200; i++) await search(service, { query: 'red' });
    const { sampled } = stateOf(service);
    // Eight standard deviations on both sides.
    assert.ok(sampled > 40 && sampled < 160, `${sampled} of 200`);
  });
});
