import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { newDatabase, withoutPostgres } from '../services/postgres.ts';
import { startProcess } from '../support/process.ts';
import { request, temporaryFolder } from '../support/service.ts';
import { until } from '../support/until.ts';

const ADMIN = 'admin-testtesttesttest';
const ROUNDS = 5;

test('a node that was stopped while a key was deleted refuses the key as soon as it continues', {
  skip: withoutPostgres(),
}, async (t) => {
  const { url } = await newDatabase(t);
  const settings = { FINDLING_DATABASE_URL: url, FINDLING_SECRET: 's'.repeat(32) };
  const nodes = [
    await startProcess(temporaryFolder(t), settings),
    await startProcess(temporaryFolder(t), settings),
  ] as const;
  t.after(async () => {
    for (const { child } of nodes) child.kill('SIGCONT');
    await Promise.all(nodes.map((node) => node.end('SIGTERM')));
  });
  const [first, second] = nodes;
  const call = (node: typeof first, method: string, path: string, key: string, body?: unknown) =>
    request(`${node.baseUrl}/api/as/v1${path}`, method, { key, body });
  for (let round = 0; round < ROUNDS; round++) {
    const name = `reader-${round}`;
    const made = await call(first, 'POST', '/credentials', ADMIN, {
      name,
      type: 'private',
      read: true,
      write: false,
      access_all_engines: true,
    });
    assert.equal(made.status, 200, made.text);
    const { key } = made.json;
    await until(
      'the other node accepts the key',
      async () => (await call(second, 'GET', '/engines', key)).status === 200,
    );
    second.child.kill('SIGSTOP');
    await sleep(50);
    // Waits in the node's socket until it continues.
    const early = call(second, 'GET', '/engines', key);
    assert.equal((await call(first, 'DELETE', `/credentials/${name}`, ADMIN)).status, 200);
    const late = Array.from({ length: 5 }, () => call(second, 'GET', '/engines', key));
    second.child.kill('SIGCONT');
    for (const { status, text } of await Promise.all(late)) assert.equal(status, 401, text);
    // It was sent before the deletion was answered, so it may be either.
    assert.ok([200, 401].includes((await early).status));
    assert.equal((await call(first, 'GET', '/engines', key)).status, 401);
  }
});
