import assert from 'node:assert/strict';
import test from 'node:test';
import { startTestService } from '../support/service.ts';
import { signedKey } from '../support/signed-key.ts';
import { BROUGHT, findling } from './canaries.ts';

test('a change of a key takes effect with the next request', async (t) => {
  const service = await startTestService(t);
  const engine = await service.engine({ documents: [{ id: 'a' }] });
  const admin = (method: string, path: string, body?: unknown) =>
    service.call(method, path, { key: service.adminKey, body });
  const statuses = async (key: string) => {
    const tries = [
      service.call('POST', `/engines/${engine}/search`, { key, body: { query: '' } }),
      service.call('GET', `/engines/${engine}/schema`, { key }),
      service.call('POST', `/engines/${engine}/documents`, { key, body: { id: 'a' } }),
    ];
    return (await Promise.all(tries)).map((answer) => answer.status);
  };
  const { key } = (await admin('POST', '/credentials', { name: 'k', type: 'private' })).json;
  const steps: ReadonlyArray<readonly [body: object, statuses: readonly number[]]> = [
    [{}, [200, 200, 200]],
    [{ write: false }, [200, 200, 401]],
    [{ read: false, write: true }, [401, 401, 200]],
    [{ read: true }, [200, 200, 200]],
    [{ engines: ['elsewhere'] }, [401, 401, 401]],
    [{ engines: ['elsewhere', engine] }, [200, 200, 200]],
    [{ access_all_engines: true }, [200, 200, 200]],
  ];
  for (const [body, expected] of steps) {
    await admin('PUT', '/credentials/k', body);
    assert.deepEqual(await statuses(key), expected, JSON.stringify(body));
  }
  await admin('DELETE', '/credentials/k');
  assert.deepEqual(await statuses(key), [401, 401, 401]);
  await admin('POST', '/credentials', { name: 'k', type: 'private' });
  assert.deepEqual(await statuses(key), [401, 401, 401], 'the name came back, the value did not');
});

test('no request that begins after the response to a deletion is accepted, even under load', async (t) => {
  const service = await startTestService(t);
  const engine = await service.engine({ documents: [{ id: 'a' }] });
  const admin = (method: string, path: string, body?: unknown) =>
    service.call(method, path, { key: service.adminKey, body });
  for (let round = 0; round < 30; round++) {
    const { key } = (await admin('POST', '/credentials', { name: 'k', type: 'search' })).json;
    const search = async () =>
      (await service.call('POST', `/engines/${engine}/search`, { key, body: { query: '' } })).status;
    const underWay = Array.from({ length: 20 }, search);
    const { status } = await admin('DELETE', '/credentials/k');
    assert.equal(status, 200);
    assert.deepEqual(await Promise.all([search(), search(), search()]), [401, 401, 401]);
    for (const answer of await Promise.all(underWay)) assert.ok([200, 401].includes(answer), String(answer));
  }
});

test('a key created or deleted on the command line takes effect with the next request of a running server', async (t) => {
  const service = await startTestService(t);
  const engine = await service.engine({ documents: [{ id: 'a' }] });
  const { data } = service.config;
  const search = async (key: string) =>
    (await service.call('POST', `/engines/${engine}/search`, { key, body: { query: '' } })).status;

  assert.equal(await search(BROUGHT), 401);
  await findling(data, 'keys', 'create', '--name', 'old', '--type', 'private', '--read', '--key', BROUGHT);
  assert.equal(await search(BROUGHT), 200);
  const made = JSON.parse(
    await findling(data, 'keys', 'create', '--name', 'new', '--type', 'search', '--json'),
  );
  assert.equal(await search(made.key), 200);
  const token = signedKey({ name: 'old', key: BROUGHT });
  assert.equal(await search(token), 200);

  await findling(data, 'keys', 'delete', 'old');
  assert.deepEqual([await search(BROUGHT), await search(token), await search(made.key)], [401, 401, 200]);
  await findling(data, 'keys', 'delete', 'new');
  assert.equal(await search(made.key), 401);
});
