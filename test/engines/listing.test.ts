import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { startTestService } from '../support/service.ts';
import { fresh } from './engine-responses.ts';

suite('listing engines', () => {
  test('without engines has no pages', async (t) => {
    const service = await startTestService(t);
    const { status, json } = await service.call('GET', '/engines');
    assert.deepEqual(
      { status, json },
      {
        status: 200,
        json: { meta: { page: { current: 1, total_pages: 0, total_results: 0, size: 25 } }, results: [] },
      },
    );
  });

  test('sorts by name, in pages of at most 25', async (t) => {
    const service = await startTestService(t);
    const made = Array.from({ length: 27 }, (_, i) => `e-${String((i * 11) % 27).padStart(2, '0')}`);
    for (const name of made) await service.call('POST', '/engines', { body: { name } });
    const names = made.toSorted();
    const cases: Array<[string, string, unknown, object, string[]]> = [
      ['by default', '', undefined, { current: 1, total_pages: 2, size: 25 }, names.slice(0, 25)],
      [
        'the second page',
        '?page[current]=2',
        undefined,
        { current: 2, total_pages: 2, size: 25 },
        names.slice(25),
      ],
      [
        'a size in the query string',
        '?page[current]=2&page[size]=10',
        undefined,
        { current: 2, total_pages: 3, size: 10 },
        names.slice(10, 20),
      ],
      [
        'escaped brackets',
        '?page%5Bcurrent%5D=3&page%5Bsize%5D=10',
        undefined,
        { current: 3, total_pages: 3, size: 10 },
        names.slice(20),
      ],
      [
        'a page in the body',
        '',
        { page: { current: 1, size: 2 } },
        { current: 1, total_pages: 14, size: 2 },
        names.slice(0, 2),
      ],
      [
        'numbers as texts',
        '',
        { page: { current: '2', size: '20' } },
        { current: 2, total_pages: 2, size: 20 },
        names.slice(20),
      ],
      [
        'the names of the Ruby client',
        '?current_page=2&page_size=5',
        undefined,
        { current: 2, total_pages: 6, size: 5 },
        names.slice(5, 10),
      ],
      [
        'a size above 25 is reduced',
        '?page[size]=1000',
        undefined,
        { current: 1, total_pages: 2, size: 25 },
        names.slice(0, 25),
      ],
      ['a page past the end', '?page[current]=9', undefined, { current: 9, total_pages: 2, size: 25 }, []],
      [
        'a page far past the end',
        '?page[current]=9007199254740991',
        undefined,
        { current: 9007199254740991, total_pages: 2, size: 25 },
        [],
      ],
      ['an empty object', '', {}, { current: 1, total_pages: 2, size: 25 }, names.slice(0, 25)],
      ['an empty page', '', { page: {} }, { current: 1, total_pages: 2, size: 25 }, names.slice(0, 25)],
    ];
    for (const [what, query, body, page, expected] of cases) {
      await t.test(what, async () => {
        const { status, json } = await service.call('GET', `/engines${query}`, { body });
        assert.equal(status, 200);
        assert.deepEqual(json.meta, { page: { ...page, total_results: 27 } });
        assert.deepEqual(Object.keys(json.meta.page), ['current', 'total_pages', 'total_results', 'size']);
        assert.deepEqual(
          json.results.map((engine: { name: string }) => engine.name),
          expected,
        );
        assert.deepEqual(json.results, expected.map(fresh));
      });
    }
  });

  const wrong: Array<[string, unknown, string]> = [
    ['a page that is no object', { page: 'one' }, 'Page must be an object'],
    ['a page that is a list', { page: [1] }, 'Page must be an object'],
    ['a current page in words', { page: { current: 'one' } }, 'Page current must be an integer'],
    ['half a page', { page: { current: 1.5 } }, 'Page current must be an integer'],
    ['page zero', { page: { current: 0 } }, 'Page current must be greater than or equal to 1'],
    ['size zero', { page: { size: 0 } }, 'Page size must be greater than or equal to 1'],
    ['a negative size', { page: { size: '-1' } }, 'Page size must be greater than or equal to 1'],
  ];
  test('rejects an invalid page', async (t) => {
    const service = await startTestService(t);
    for (const [what, body, message] of wrong) {
      await t.test(what, async () => {
        const { status, json } = await service.call('GET', '/engines', { body });
        assert.deepEqual({ status, json }, { status: 400, json: { errors: [message] } });
      });
    }
  });

  test('shows only the engines in the scope of the key', async (t) => {
    const service = await startTestService(t);
    for (const name of ['a', 'b', 'c', 'd']) await service.call('POST', '/engines', { body: { name } });
    const made = await service.call('POST', '/credentials', {
      key: service.adminKey,
      body: { name: 'some', type: 'private', read: true, engines: ['d', 'b', 'not-made-yet'] },
    });
    const { json } = await service.call('GET', '/engines', { key: made.json.key });
    assert.deepEqual(json.results, [fresh('b'), fresh('d')]);
    assert.deepEqual(json.meta.page, { current: 1, total_pages: 1, total_results: 2, size: 25 });
    const second = await service.call('GET', '/engines?page[size]=1&page[current]=2', { key: made.json.key });
    assert.deepEqual(second.json.results, [fresh('d')]);
  });
});
