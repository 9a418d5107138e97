import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProcess } from '../support/process.ts';
import { announcedSeed, Random, repetitions } from '../support/seed.ts';
import { request, startTestService, temporaryFolder } from '../support/service.ts';
import { until } from '../support/until.ts';
import { must, newPath } from './backed-up-service.ts';
import { documentsOf, EngineLoad } from './load.ts';

const ENGINES = 3;
const KEY = 'private-testtesttesttest';
const SECRET = { FINDLING_SECRET: 'a secret of the tests, long enough' };

type Settings = Record<string, string>;

/**
 * Backs up a service while clients write to it, and restores each backup: every engine must be in a state between the
 * beginning and the end of the backup, and searches must find the same documents.
 */
export async function backUpUnderLoad(
  t: TestContext,
  name: string,
  source: Settings,
  newTarget: () => Promise<Settings>,
): Promise<void> {
  const seed = announcedSeed(name);
  const random = new Random(seed);
  const data = temporaryFolder(t);
  const server = await startProcess(data, { FINDLING_LOG_LEVEL: 'error', ...SECRET, ...source });
  t.after(() => server.end('SIGKILL'));
  const loads = Array.from(
    { length: ENGINES },
    (_, n) => new EngineLoad(`load-${n}`, new Random(seed + n + 1)),
  );
  for (const { engine } of loads) {
    const url = `${server.baseUrl}/api/as/v1/engines`;
    assert.equal((await request(url, 'POST', { key: KEY, body: { name: engine } })).status, 200);
  }
  const running = Promise.all(loads.map((load) => load.run(server.baseUrl, KEY)));
  const backups: Array<{ readonly file: string; readonly from: number[]; readonly to: number[] }> = [];
  const counts = () => loads.map(({ acknowledged }) => acknowledged);
  await until('there are writes', async () => counts().every((count) => count > 5));
  for (let round = 0; round < repetitions('BACKUPS', 5); round++) {
    await sleep(random.below(150));
    const from = counts();
    const file = newPath(t, `${round}.backup`);
    await must(['backup', file], { FINDLING_DATA: data, ...SECRET, ...source });
    // The write under way may be in it as well.
    backups.push({ file, from, to: counts().map((count) => count + 1) });
  }
  for (const load of loads) load.stop();
  await running;
  assert.equal(await server.end('SIGTERM'), 0);

  const found: string[] = [];
  for (const { file, from, to } of backups) {
    const target = { FINDLING_DATA: newPath(t, 'restored'), ...SECRET, ...(await newTarget()) };
    await must(['restore', file], target);
    const copy = await startTestService(t, target);
    for (const [i, load] of loads.entries()) {
      const documents = await documentsOf(copy.baseUrl, KEY, load.engine);
      const writes = load.writesIn(documents, from[i] as number);
      assert.ok(writes <= (to[i] as number), `${load.engine}: ${writes} writes, at most ${to[i]} were begun`);
      found.push(`${from[i]}-${writes}-${to[i]}`);
      const { json } = await copy.call('POST', `/engines/${load.engine}/search`, {
        key: KEY,
        body: { query: '', page: { size: 1000 } },
      });
      assert.equal(json.meta.page.total_results, documents.size);
    }
    await copy.close();
  }
  process.stdout.write(`${name}: writes at the start, in the backup and at the end: ${found.join(', ')}\n`);
}
