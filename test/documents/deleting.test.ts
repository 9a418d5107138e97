import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { startTestService } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

suite('deleting documents', () => {
  test('the response says for each id, in order, whether it was deleted', async () => {
    const service = await sharedService();
    const engine = await service.engine({ documents: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] });
    const path = `/engines/${engine}/documents`;
    const answer = await service.call('DELETE', path, { body: ['c', 'FakeId', 'a'] });
    assert.equal(answer.status, 200);
    assert.equal(
      answer.text,
      '[{"id":"c","deleted":true},{"id":"FakeId","deleted":false},{"id":"a","deleted":true}]',
    );
    assert.deepEqual((await service.call('GET', `${path}/list`)).json.results, [{ id: 'b' }]);
    assert.deepEqual((await service.call('GET', path, { body: ['a', 'b', 'c'] })).json, [
      null,
      { id: 'b' },
      null,
    ]);
    const found = await service.call('POST', `/engines/${engine}/search`, { body: { query: '' } });
    assert.equal(found.json.meta.page.total_results, 1);
  });

  test('objects with an id, numbers and ids[] in the query string are accepted too', async () => {
    const service = await sharedService();
    const engine = await service.engine({ documents: ['a', '5', 'b', 'c'].map((id) => ({ id })) });
    const path = `/engines/${engine}/documents`;
    assert.deepEqual((await service.call('DELETE', path, { body: [{ id: 'a', x: 1 }, { id: 5 }] })).json, [
      { id: 'a', deleted: true },
      { id: '5', deleted: true },
    ]);
    assert.deepEqual((await service.call('DELETE', `${path}?ids[]=b&ids[]=a`)).json, [
      { id: 'b', deleted: true },
      { id: 'a', deleted: false },
    ]);
    assert.deepEqual((await service.call('GET', `${path}/list`)).json.results, [{ id: 'c' }]);
  });

  test('an id named twice is deleted once', async () => {
    const service = await sharedService();
    const engine = await service.engine({ documents: [{ id: 'a' }, { id: 'b' }] });
    const path = `/engines/${engine}/documents`;
    assert.deepEqual((await service.call('DELETE', path, { body: ['a', 'a'] })).json, [
      { id: 'a', deleted: true },
      { id: 'a', deleted: false },
    ]);
    assert.equal((await service.call('GET', `/engines/${engine}`)).json.document_count, 1);
  });

  test('many deletions at once delete each document once', async () => {
    const service = await sharedService();
    const ids = Array.from({ length: 50 }, (_, i) => `${i}`);
    const engine = await service.engine({ documents: ids.map((id) => ({ id })) });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => service.call('DELETE', `/engines/${engine}/documents`, { body: ids })),
    );
    const deleted = answers.flatMap(({ json }) => json).filter((entry) => entry.deleted);
    assert.deepEqual(deleted.map(({ id }) => id).sort(), ids.toSorted());
    assert.equal((await service.call('GET', `/engines/${engine}`)).json.document_count, 0);
  });

  test('fields stay in the schema when their last document is deleted', async () => {
    const service = await sharedService();
    const engine = await service.engine({ documents: [{ id: 'a', title: 'Dune' }] });
    await service.call('DELETE', `/engines/${engine}/documents`, { body: ['a'] });
    assert.deepEqual((await service.call('GET', `/engines/${engine}/schema`)).json, { title: 'text' });
  });

  test('a deletion survives a restart', async (t) => {
    const service = await startTestService(t);
    const engine = await service.engine({ documents: [{ id: 'a' }, { id: 'b' }] });
    await service.call('DELETE', `/engines/${engine}/documents`, { body: ['a'] });
    await service.restart();
    const list = await service.call('GET', `/engines/${engine}/documents/list`);
    assert.deepEqual(list.json.results, [{ id: 'b' }]);
  });
});
