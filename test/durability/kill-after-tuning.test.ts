import assert from 'node:assert/strict';
import test from 'node:test';
import { temporaryFolder } from '../support/folder.ts';
import { startProcess } from '../support/process.ts';
import { request } from '../support/service.ts';

test('acknowledged settings, synonym sets, curations and sources survive kill -9', async (t) => {
  const data = temporaryFolder(t);
  let server = await startProcess(data);
  t.after(() => server.end('SIGKILL'));
  const call = async (method: string, path: string, body?: unknown) => {
    const { status, json, text } = await request(`${server.baseUrl}/api/as/v1/engines${path}`, method, {
      key: 'private-testtesttesttest',
      ...(body !== undefined && { body }),
    });
    assert.equal(status, 200, text);
    return json;
  };
  const kill = async () => {
    await server.end('SIGKILL');
    server = await startProcess(data);
  };
  const ids = async (query: string): Promise<string[]> =>
    (await call('POST', '/parks/search', { query })).results.map(({ id }: { id: { raw: string } }) => id.raw);

  await call('POST', '', { name: 'parks' });
  await call('POST', '/parks/documents', [
    { id: 'a', title: 'lake', notes: 'pond' },
    { id: 'b', title: 'mountain', notes: 'lake' },
    { id: 'c', title: 'pond' },
  ]);
  const settings = await call('PUT', '/parks/search_settings', { search_fields: { title: { weight: 2.4 } } });
  await kill();
  assert.deepEqual(await call('GET', '/parks/search_settings'), settings);
  assert.deepEqual(await ids('lake'), ['a']);

  const set = await call('POST', '/parks/synonyms', { synonyms: ['lake', 'pond'] });
  await kill();
  assert.deepEqual(await call('GET', `/parks/synonyms/${set.id}`), set);
  assert.deepEqual(await ids('lake'), ['a', 'c']);

  const { id } = await call('POST', '/parks/curations', {
    queries: ['lake'],
    promoted: ['b'],
    hidden: ['a'],
  });
  await kill();
  assert.deepEqual((await call('GET', `/parks/curations/${id}`)).promoted, ['b']);
  assert.deepEqual(await ids('lake'), ['b', 'c']);

  await call('POST', '', { name: 'lakes' });
  await call('POST', '', { name: 'places', type: 'meta', source_engines: ['parks'] });
  const places = await call('POST', '/places/source_engines', ['lakes']);
  await kill();
  assert.deepEqual(await call('GET', '/places'), places);
  assert.equal((await call('POST', '/places/search', { query: '' })).meta.page.total_results, 3);

  await call('DELETE', '/places/source_engines', ['parks']);
  await call('DELETE', `/parks/curations/${id}`);
  await call('DELETE', `/parks/synonyms/${set.id}`);
  await call('POST', '/parks/search_settings/reset');
  await kill();
  assert.deepEqual((await ids('lake')).toSorted(), ['a', 'b']);
  assert.deepEqual((await call('GET', '/places')).source_engines, ['lakes']);
});
