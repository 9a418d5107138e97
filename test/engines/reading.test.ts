import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { startTestService } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';
import { NO_ENGINE } from './engine-responses.ts';

suite('getting an engine', () => {
  test('returns 404 for an unknown one on every method', async () => {
    const service = await sharedService();
    for (const [method, path] of [
      ['GET', '/engines/nowhere'],
      ['DELETE', '/engines/nowhere'],
      ['GET', '/engines/nowhere/documents/list'],
      ['POST', '/engines/nowhere/documents'],
      ['GET', '/engines/nowhere/schema'],
      ['POST', '/engines/nowhere/search'],
    ] as const) {
      const answer = await service.call(method, path, { body: {} });
      assert.deepEqual({ status: answer.status, json: answer.json }, { status: 404, json: NO_ENGINE });
    }
  });

  test('compares names exactly', async () => {
    const service = await sharedService();
    const name = await service.engine();
    for (const other of [name.toUpperCase(), `${name}%20`, `%20${name}`, `${name}%00`, `${name}x`]) {
      assert.equal((await service.call('GET', `/engines/${other}`)).status, 404, other);
    }
  });

  test('document_count is exact after every kind of write', async (t) => {
    const service = await startTestService(t);
    const name = await service.engine();
    const steps: Array<[string, string, unknown, number]> = [
      ['two new documents', 'POST', [{ id: 'a' }, { id: 'b' }], 2],
      ['one of them again', 'POST', [{ id: 'a', x: '1' }], 2],
      ['one new document twice in a batch', 'POST', [{ id: 'c' }, { id: 'c' }], 3],
      ['an invalid one with a valid one', 'POST', [{ id: 'd', Bad: 1 }, { id: 'e' }], 4],
      ['one without an id', 'POST', { x: '2' }, 5],
      ['a patch', 'PATCH', [{ id: 'a', x: '3' }], 5],
      ['a patch of nothing', 'PATCH', [{ id: 'nobody', x: '3' }], 5],
      ['a deletion, one of nothing, one twice', 'DELETE', ['a', 'nobody', 'a'], 4],
      ['a deletion of the deleted', 'DELETE', ['a'], 4],
      ['the deleted one again', 'POST', [{ id: 'a' }], 5],
    ];
    for (const [what, method, body, count] of steps) {
      assert.equal((await service.call(method, `/engines/${name}/documents`, { body })).status, 200);
      assert.equal((await service.call('GET', `/engines/${name}`)).json.document_count, count, what);
      const list = await service.call('GET', '/engines');
      assert.equal(list.json.results[0].document_count, count, what);
    }
    await service.restart();
    assert.equal((await service.call('GET', `/engines/${name}`)).json.document_count, 5);
  });
});
