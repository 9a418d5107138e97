import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { startTestService } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';
import { fresh, NO_ENGINE } from './engine-responses.ts';

suite('deleting an engine', () => {
  test('removes it at once with its documents and schema, and frees its name', async (t) => {
    const service = await startTestService(t);
    const documents = Array.from({ length: 1200 }, (_, i) => ({ id: `${i}`, title: 'dune' }));
    const name = await service.engine({ schema: { year: 'number' }, documents });
    const answer = await service.call('DELETE', `/engines/${name}`, { body: {} });
    assert.deepEqual({ status: answer.status, json: answer.json }, { status: 200, json: { deleted: true } });

    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/documents/list'],
      ['GET', '/schema'],
      ['POST', '/search'],
    ] as const) {
      const gone = await service.call(method, `/engines/${name}${path}`, { body: { query: '' } });
      assert.deepEqual({ status: gone.status, json: gone.json }, { status: 404, json: NO_ENGINE }, path);
    }
    assert.deepEqual((await service.call('GET', '/engines')).json.results, []);

    const again = await service.call('POST', '/engines', { body: { name } });
    assert.deepEqual(again.json, fresh(name));
    assert.deepEqual((await service.call('GET', `/engines/${name}/schema`)).json, {});
    assert.deepEqual((await service.call('GET', `/engines/${name}/documents/list`)).json.results, []);
    const found = await service.call('POST', `/engines/${name}/search`, { body: { query: 'dune' } });
    assert.equal(found.json.meta.page.total_results, 0);
    await service.restart();
    assert.deepEqual((await service.call('GET', `/engines/${name}`)).json, fresh(name));
    assert.deepEqual((await service.call('GET', `/engines/${name}/documents`, { body: ['1'] })).json, [null]);
  });

  test('page by page empties the account', async (t) => {
    const service = await startTestService(t);
    for (let i = 0; i < 30; i++) await service.call('POST', '/engines', { body: { name: `e-${i}` } });
    const sizes: number[] = [];
    for (;;) {
      const { results } = (await service.call('GET', '/engines')).json;
      sizes.push(results.length);
      if (results.length === 0) break;
      for (const { name } of results) {
        assert.equal((await service.call('DELETE', `/engines/${name}`)).status, 200);
      }
    }
    assert.deepEqual(sizes, [25, 5, 0]);
  });

  test('succeeds for one of two concurrent requests', async () => {
    const service = await sharedService();
    const name = await service.engine();
    const answers = await Promise.all([1, 2, 3].map(() => service.call('DELETE', `/engines/${name}`)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404, 404]);
  });
});
