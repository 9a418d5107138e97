import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { limits } from '../../src/limits.ts';
import { inMilliseconds, startWatchedService } from '../support/watched-service.ts';

const TOO_LARGE = ['Exceeds maximum allowed document size of 102400 bytes'];

/** Nearly 10 MB of members with different names. */
const members = Array.from({ length: 700_000 }, (_, i) => `"k${i}":1`).join(',');
/** Nearly 10 MB of empty objects, which take sixty times as much when parsed. */
const empties = '{},'.repeat(3_400_000);

suite('documents of more than 100 KB', () => {
  test('are refused in a moment, away from searches, and do not affect others of the batch', async (t) => {
    const service = await startWatchedService(t, { FINDLING_WORKERS: '1' });
    await service.call('POST', '/engines', { body: { name: 'books' } });
    const path = '/engines/books/documents';
    const { rss } = await service.watch('fresh');
    const hostile: ReadonlyArray<readonly [string, string, string, string]> = [
      ['POST', 'a million names', `{"id":"big",${members}}`, 'big'],
      ['POST', 'the id at the end', `{${members},"id":7}`, '7'],
      ['POST', 'empty objects', `{"i\\u0064":"big","list":[${empties}{}]}`, 'big'],
      ['POST', 'no id', `{"list":[${empties}{}]}`, ''],
      ['PATCH', 'a patch', `{"id":"small",${members}}`, 'small'],
    ];
    for (const [method, what, document, id] of hostile) {
      assert.ok(document.length > 8_000_000 && document.length < limits.bodies.documents - 100);
      const began = performance.now();
      const { status, json } = await service.call(method, path, {
        body: `[${document},{"id":"small","n":1}]`,
      });
      t.diagnostic(`${method} ${what}: ${Math.round(performance.now() - began)} ms`);
      assert.equal(status, 200);
      assert.deepEqual(json, [
        { id, errors: TOO_LARGE },
        { id: 'small', errors: [] },
      ]);
    }
    const alone = await service.call('POST', path, { body: `{"id":"big",${members}}` });
    assert.deepEqual(alone.json, [{ id: 'big', errors: TOO_LARGE }]);
    const missing = await service.call('PATCH', path, { body: `{"id":"nobody",${members}}` });
    assert.deepEqual(missing.json, [{ id: 'nobody', errors: ['Document not found with id: nobody'] }]);

    const watched = await service.watch();
    t.diagnostic(`delay of the main thread ${inMilliseconds(watched.delay)}`);
    assert.equal(watched.busiest, 0, 'the thread for searches had to work');
    const grown = watched.peak - rss;
    t.diagnostic(`resident memory grew by ${Math.round(grown / 2 ** 20)} MB`);
    assert.ok(grown < 25 * limits.bodies.documents, `resident memory grew by ${grown} bytes`);
  });

  test('are objects all the same', async (t) => {
    const service = await startWatchedService(t);
    await service.call('POST', '/engines', { body: { name: 'books' } });
    const path = '/engines/books/documents';
    const { json } = await service.call('POST', path, { body: `[[${empties}{}],{"id":"a"}]` });
    assert.deepEqual(json, [
      { id: '', errors: ['Document must be an object'] },
      { id: 'a', errors: [] },
    ]);
    const scalar = await service.call('POST', path, { body: JSON.stringify('x'.repeat(200_000)) });
    assert.deepEqual(
      [scalar.status, scalar.json],
      [400, { errors: ['Documents must be an array of objects'] }],
    );
    const many = await service.call('POST', path, { body: `[${empties}{}]` });
    assert.deepEqual(
      [many.status, many.json],
      [400, { errors: ['Cannot exceed 100 documents in a single request'] }],
    );
    const cut = await service.call('POST', path, { body: `[{"list":[${empties}` });
    assert.equal(cut.status, 400);
  });
});
