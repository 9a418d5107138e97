import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import AppSearchClient from '@elastic/app-search-node';
import { BOOKS, bookshop, clicksOf, suggestions } from './bookshop.ts';
import { connected, genres, ids } from './browser-client.ts';
import { pageOf } from './node-client.ts';

// The calls of the browser client other than `search`.

suite('multiSearch', () => {
  test('returns a result list for each search, in order', async () => {
    const client = connected(await bookshop());
    const result_fields = { title: { snippet: {} } };
    const lists = await client.multiSearch([
      { query: 'emma', options: { search_fields: { title: {} }, result_fields } },
      { query: '', options: { page: { size: 0 }, facets: { genre: { type: 'value', size: 1 } } } },
      { query: 'nowhere' },
    ]);
    assert.deepEqual(lists.map(ids), [['emma'], [], []]);
    assert.equal(lists[0]?.results[0]?.getSnippet('title'), '<em>Emma</em>');
    assert.deepEqual(lists[1]?.info.facets, { genre: genres(['romance', 2]) });
    assert.deepEqual(
      lists.map(({ info }) => info.meta.page),
      [
        pageOf(1, 10, 1),
        { current: 1, total_pages: 1, total_results: BOOKS.length, size: 0 },
        pageOf(1, 10, 0),
      ],
    );
    const requests = new Set(lists.map(({ info }) => info.meta.request_id));
    assert.equal(requests.size, 1);
  });

  const refused: Array<[what: string, searches: object[], message: string]> = [
    ['no searches', [], '[400] Missing required parameter: queries'],
    [
      'searches that cannot be used, all messages in one',
      [{ query: 'a', options: { colour: 1 } }, { query: '' }, { options: {} }],
      '[400] Options contains invalid key: colour, Missing required parameter: query',
    ],
  ];
  for (const [what, searches, message] of refused) {
    test(`is rejected with ${what}`, async () => {
      await assert.rejects(connected(await bookshop()).multiSearch(searches), { name: 'Error', message });
    });
  }

  test('accepts a signed search key, which restricts each search', async () => {
    const service = await bookshop();
    const searchKey = AppSearchClient.createSignedSearchKey(service.searchKey, 'search-key', {
      result_fields: { title: { raw: {} } },
      filters: { genre: 'romance' },
    });
    const lists = await connected(service, { searchKey }).multiSearch([{ query: '' }, { query: 'dune' }]);
    assert.deepEqual(lists.map(ids), [['emma', 'persuasion'], []]);
    assert.equal(lists[0]?.results[0]?.getRaw('author'), undefined);
  });
});

suite('querySuggestion', () => {
  const asked: Array<[what: string, query: string, options: object | undefined, texts: string[]]> = [
    ['a prefix', 'em', undefined, ['emma', 'emma donoghue']],
    ['a size and fields', 'em', { size: 3, types: { documents: { fields: ['title'] } } }, ['emma']],
    ['an unknown word', 'xyz', undefined, []],
  ];
  for (const [what, query, options, texts] of asked) {
    test(`accepts ${what}`, async () => {
      const { results, meta } = await connected(await bookshop()).querySuggestion(query, options);
      assert.deepEqual(results, suggestions(...texts));
      assert.match(meta.request_id, /^[\w-]+$/);
    });
  }

  const refused: Array<[what: string, query: string | undefined, options: object, message: string]> = [
    ['no query', undefined, {}, '[400] Missing required parameter: query'],
    ['another option', 'em', { bad: 'option' }, '[400] Options contains invalid key: bad'],
    ['a wrong size', 'em', { size: 'x' }, '[400] Size contains invalid option: must be an integer'],
  ];
  for (const [what, query, options, message] of refused) {
    test(`is rejected with ${what}`, async () => {
      await assert.rejects(connected(await bookshop()).querySuggestion(query, options), {
        name: 'Error',
        message,
      });
    });
  }

  test('accepts a signed search key, and uses only what it may find, search and see', async () => {
    const service = await bookshop();
    const suggested = async (options: object) => {
      const searchKey = AppSearchClient.createSignedSearchKey(service.searchKey, 'search-key', options);
      return (await connected(service, { searchKey }).querySuggestion('em')).results;
    };
    assert.deepEqual(await suggested({ filters: { genre: 'romance' } }), suggestions('emma'));
    assert.deepEqual(
      await suggested({ search_fields: { author: {} } }),
      suggestions('emma', 'emma donoghue'),
    );
    assert.deepEqual(await suggested({ result_fields: { genre: {} } }), suggestions());
  });
});

suite('click', () => {
  test('is stored with the position of the document among the results of its search', async () => {
    const service = await bookshop();
    const client = connected(service);
    const { info } = await client.search('dune');
    const requestId = info.meta.request_id;
    // The response has no body, which this client turns into an empty object.
    assert.deepEqual(await client.click({ query: 'dune', documentId: 'dune', requestId, tags: ['web'] }), {});
    assert.deepEqual(await client.click({ query: 'dune', documentId: 'gone' }), {});
    assert.deepEqual(await clicksOf(service), [
      { query: 'dune', documentId: 'dune', position: 1, tags: ['web'] },
      { query: 'dune', documentId: 'gone', position: null, tags: [] },
    ]);
  });

  const refused: Array<[what: string, click: object, message: string]> = [
    ['no query', { documentId: 'dune' }, '[400] Missing required parameter: query'],
    ['no document', { query: 'dune' }, '[400] Missing required parameter: document_id'],
    ['tags that are none', { query: '', documentId: 'dune', tags: 'web' }, '[400] Tags must be an array'],
  ];
  for (const [what, click, message] of refused) {
    test(`is rejected with ${what}, and not stored`, async () => {
      const service = await bookshop();
      await assert.rejects(connected(service).click(click), { name: 'Error', message });
      assert.deepEqual(await clicksOf(service), []);
    });
  }

  test('accepts a signed search key', async () => {
    const service = await bookshop();
    const sign = (options: object) =>
      AppSearchClient.createSignedSearchKey(service.searchKey, 'search-key', options);
    const searchKey = sign({ filters: { genre: 'romance' } });
    await connected(service, { searchKey }).click({ query: 'emma', documentId: 'emma' });
    assert.equal((await clicksOf(service)).length, 1);
    const unknown = connected(service, { searchKey: sign({ role: 'reader' }) });
    await assert.rejects(unknown.click({ query: 'emma', documentId: 'emma' }), {
      message: '[400] Options contains invalid key: role',
    });
  });
});
