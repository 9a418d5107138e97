import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { startService } from '../../src/main.ts';
import { opensearchProblem, sharedOpenSearch } from '../services/opensearch.ts';
import { startTestService, temporaryFolder } from '../support/service.ts';
import { until } from '../support/until.ts';

const problem = opensearchProblem();

/** An HTTP server that answers every request as a cluster does, or not at all. */
async function fakeCluster(t: TestContext, answer: () => unknown): Promise<string> {
  const server = createServer((_request, response) => {
    const json = answer();
    if (json === undefined) response.destroy();
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(json));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return `http://user:hidden-password@127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const startOn = (t: TestContext, url: string, lines: string[] = []) => {
  const env = {
    FINDLING_PORT: '0',
    FINDLING_HOST: '127.0.0.1',
    FINDLING_DATA: temporaryFolder(t),
    FINDLING_SAMPLE: 'off',
    FINDLING_SEARCH_URL: url,
  };
  return startService(
    readConfig(env, {}),
    pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }),
  );
};

suite('a service whose cluster is not what it should be', () => {
  for (const [what, version, sentence] of [
    ['another product', { number: '8.11.0' }, /is not OpenSearch \(version 8\.11\.0\): Findling needs/],
    ['an old version', { distribution: 'opensearch', number: '1.3.2' }, /OpenSearch 1\.3\.2: Findling needs/],
  ] as const) {
    test(`${what} is refused with a sentence`, async (t) => {
      const lines: string[] = [];
      await assert.rejects(startOn(t, await fakeCluster(t, () => ({ version })), lines), sentence);
      assert.ok(!lines.join('').includes('hidden-password'));
    });
  }

  test('an unreachable cluster is waited for, and the log says so without its password', async (t) => {
    const lines: string[] = [];
    let version: unknown;
    const url = await fakeCluster(t, () => version && { version });
    const starting = startOn(t, url, lines);
    const waiting = () =>
      lines.find((line) => /The start waits and tries again: The search cluster/.test(line));
    await until('the log says that the start waits', async () => waiting() !== undefined);
    version = { distribution: 'opensearch', number: '1.0.0' };
    await assert.rejects(starting, /OpenSearch 1\.0\.0/);
    assert.ok(!lines.join('').includes('hidden-password'));
  });
});

if (problem !== undefined) test('OpenSearch', { skip: `OpenSearch is not tested: ${problem}` });
else {
  suite('a service on OpenSearch', () => {
    test('writes, searches, reindexes and starts again', async (t) => {
      const settings = { FINDLING_SEARCH_URL: await sharedOpenSearch() };
      const { call, engine, settled, restart } = await startTestService(t, settings);
      const documents = [
        { id: 'a', title: 'American Samoa', year: '1988' },
        { id: 'b', title: 'Joshua Tree', year: '1994' },
        { id: 'c', title: 'Acadia', year: 1919 },
      ];
      const name = await engine({ documents });
      const ids = async (body: object): Promise<string[]> => {
        const { json } = await call('POST', `/engines/${name}/search`, { body });
        return json.results.map(({ id }: { id: { raw: string } }) => id.raw);
      };
      assert.deepEqual(await ids({ query: 'samoa' }), ['a']);
      await call('POST', `/engines/${name}/schema`, { body: { year: 'number' } });
      await settled(name);
      assert.deepEqual(await ids({ query: '', filters: { year: { from: 1950 } }, sort: { year: 'asc' } }), [
        'a',
        'b',
      ]);
      await call('DELETE', `/engines/${name}/documents`, { body: ['a'] });
      assert.deepEqual(await ids({ query: 'samoa tree' }), ['b']);
      await restart();
      assert.deepEqual((await ids({ query: '' })).sort(), ['b', 'c']);
      await call('DELETE', `/engines/${name}`);
      assert.equal((await call('POST', `/engines/${name}/search`, { body: { query: '' } })).status, 404);
    });
  });
}
