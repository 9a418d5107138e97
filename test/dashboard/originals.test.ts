import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startDashboard } from '../support/dashboard.ts';

test('originals of documents are as they were sent, whatever the field types, with the version for saving', async (t) => {
  const { service, owner } = await startDashboard(t);
  const document = {
    id: 'a',
    year: 'unknown',
    place: [-83.5, 35.6],
    flag: true,
    nested: { n: 1 },
    none_yet: null,
  };
  const engine = await service.engine({ documents: [document] });
  await service.call('POST', `/engines/${engine}/schema`, { body: { year: 'number', place: 'geolocation' } });
  await service.settled(engine);
  const shown = await owner.data('GET', `/engines/${engine}/documents?ids[]=a`);
  assert.equal(shown.json[0].year, null, 'the view hides it');

  const read = await owner.account('GET', `/engines/${engine}/originals?ids[]=a&ids[]=nobody`);
  const version = shown.headers.get('etag')?.replaceAll('"', '');
  assert.deepEqual(read.json, { results: [{ document, version }, null] });
  const missing = await owner.account('GET', `/engines/${engine}/originals`);
  assert.deepEqual([missing.status, missing.json], [400, { errors: ['Missing required parameter: ids'] }]);

  const back = { ...document, year: '1984' };
  const saved = await owner.data('POST', `/engines/${engine}/documents`, {
    body: back,
    headers: { 'if-match': `"${version}"` },
  });
  assert.deepEqual(saved.json, [{ id: 'a', errors: [] }]);
  const again = await owner.account('GET', `/engines/${engine}/originals?ids[]=a`);
  assert.deepEqual(again.json.results[0].document, back);
  assert.notEqual(again.json.results[0].version, version);
});
