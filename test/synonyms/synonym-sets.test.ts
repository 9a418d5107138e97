import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { limits } from '../../src/limits.ts';
import { startTestService } from '../support/service.ts';

const SET = '/engines/books/synonyms';

suite('synonym sets', () => {
  test('are created, read, listed, replaced and deleted', async (t) => {
    const { call } = await startTestService(t);
    await call('POST', '/engines', { body: { name: 'books' } });
    const made = await call('POST', SET, { body: { synonyms: ['park', 'National Reserve'] } });
    assert.equal(made.status, 200);
    assert.match(made.json.id, /^syn-[0-9a-f]{24}$/);
    assert.deepEqual(made.json, { id: made.json.id, synonyms: ['park', 'National Reserve'] });
    const one = `${SET}/${made.json.id}`;
    assert.deepEqual((await call('GET', one)).json, made.json);
    assert.deepEqual((await call('GET', SET)).json, {
      meta: { page: { current: 1, total_pages: 1, total_results: 1, size: 25 } },
      results: [made.json],
    });
    const changed = await call('PUT', one, { body: { synonyms: ['park', 'trail', 'path'] } });
    assert.deepEqual(changed.json, { id: made.json.id, synonyms: ['park', 'trail', 'path'] });
    assert.deepEqual((await call('GET', one)).json, changed.json);
    assert.deepEqual((await call('DELETE', one, { body: {} })).json, { deleted: true });
    const missing = { errors: [`Could not find synonym set with id: ${made.json.id}`] };
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const body = method === 'PUT' ? { synonyms: ['a', 'b'] } : undefined;
      const answer = await call(method, one, { body });
      assert.deepEqual([answer.status, answer.json], [404, missing], method);
    }
  });

  test('are paged, 25 at most', async (t) => {
    const { call } = await startTestService(t);
    await call('POST', '/engines', { body: { name: 'books' } });
    const empty = await call('GET', `${SET}?page[current]=2&page[size]=10`);
    assert.deepEqual(empty.json, {
      meta: { page: { current: 2, total_pages: 0, total_results: 0, size: 10 } },
      results: [],
    });
    for (let n = 0; n < 27; n++) await call('POST', SET, { body: { synonyms: [`a${n}`, `b${n}`] } });
    const first = (await call('GET', SET, { body: { page: { size: 1000 } } })).json;
    assert.deepEqual(first.meta.page, { current: 1, total_pages: 2, total_results: 27, size: 25 });
    assert.deepEqual(first.results[0].synonyms, ['a0', 'b0']);
    const second = (await call('GET', SET, { body: { page: { current: 2 } } })).json;
    assert.deepEqual(
      second.results.map(({ synonyms }: { synonyms: string[] }) => synonyms[0]),
      ['a25', 'a26'],
    );
  });

  test('that cannot be used are refused, and nothing changes', async (t) => {
    const { call } = await startTestService(t);
    await call('POST', '/engines', { body: { name: 'books' } });
    const { id } = (await call('POST', SET, { body: { synonyms: ['a', 'b'] } })).json;
    const unusable = 'Synonyms must be an array of at least 2 unique strings';
    const cases: Array<[unknown, string]> = [
      [{}, 'Missing required parameter: synonyms'],
      [{ synonyms: null }, 'Missing required parameter: synonyms'],
      [{ synonyms: 'a, b' }, unusable],
      [{ synonyms: [] }, unusable],
      [{ synonyms: ['one'] }, unusable],
      [{ synonyms: ['one', 'One'] }, unusable],
      [{ synonyms: ['new  york', ' New york '] }, unusable],
      [{ synonyms: ['one', ''] }, unusable],
      [{ synonyms: ['one', ' \t'] }, unusable],
      [{ synonyms: ['one', 2] }, unusable],
      [{ synonyms: ['one', null] }, unusable],
      [
        {
          synonyms: [
            ['a', 'b'],
            ['c', 'd'],
          ],
        },
        unusable,
      ],
      [
        { synonyms: Array.from({ length: 33 }, (_, n) => `term ${n}`) },
        'Synonyms cannot have more than 32 terms',
      ],
      [{ synonyms: ['one', 'x'.repeat(129)] }, 'Synonyms cannot be longer than 128 characters'],
    ];
    for (const [body, message] of cases) {
      for (const [method, path] of [['POST', SET] as const, ['PUT', `${SET}/${id}`] as const]) {
        const answer = await call(method, path, { body });
        assert.deepEqual([answer.status, answer.json], [400, { errors: [message] }], JSON.stringify(body));
      }
    }
    const { results } = (await call('GET', SET)).json;
    assert.deepEqual(results, [{ id, synonyms: ['a', 'b'] }]);
    const most = await call('POST', SET, {
      body: { synonyms: Array.from({ length: 32 }, (_, n) => `${n} ${'x'.repeat(120)}`) },
    });
    assert.equal(most.status, 200);
  });

  test('are limited in number', async (t) => {
    const { call } = await startTestService(t);
    await call('POST', '/engines', { body: { name: 'books' } });
    for (let n = 0; n < limits.synonymSets; n++) {
      assert.equal((await call('POST', SET, { body: { synonyms: [`a${n}`, `b${n}`] } })).status, 200);
    }
    const beyond = await call('POST', SET, { body: { synonyms: ['a', 'b'] } });
    assert.deepEqual(
      [beyond.status, beyond.json],
      [400, { errors: ['Cannot exceed 256 synonym sets in an engine'] }],
    );
    assert.equal((await call('GET', SET)).json.meta.page.total_results, limits.synonymSets);
  });

  test('belong to one engine and are gone with it', async (t) => {
    const { call } = await startTestService(t);
    await call('POST', '/engines', { body: { name: 'books' } });
    await call('POST', '/engines', { body: { name: 'films' } });
    const { id } = (await call('POST', SET, { body: { synonyms: ['a', 'b'] } })).json;
    assert.equal((await call('GET', `/engines/films/synonyms/${id}`)).status, 404);
    assert.equal((await call('DELETE', `/engines/films/synonyms/${id}`)).status, 404);
    await call('DELETE', '/engines/books');
    await call('POST', '/engines', { body: { name: 'books' } });
    assert.deepEqual((await call('GET', SET)).json.results, []);
  });
});
