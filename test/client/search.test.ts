import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { signSearchKey } from '../../packages/client/src/index.ts';
import { signedKey } from '../support/signed-key.ts';
import { clientOf, shop } from './shop.ts';

const BOOKS = [
  { id: 'dune', title: ['Dune', 'The Desert Planet'], price: 9.5, published: '1965-08-01T00:00:00Z' },
  { id: 'emma', title: 'Emma <b>', price: null, place: '51.06,-1.3' },
  { id: 'room', title: 'Room', price: 7 },
];

async function bookshop() {
  const opened = await shop();
  await opened.books.index(BOOKS);
  return opened;
}

suite('searches', () => {
  test('have the values under the types of the schema', async () => {
    const { books } = await bookshop();
    const { meta, results } = await books.search('dune');
    assert.equal(meta.page.total_results, 1);
    const [dune] = results;
    assert.deepEqual(dune?.title?.raw, ['Dune', 'The Desert Planet']);
    assert.equal(dune?.price?.raw, 9.5);
    assert.equal(dune?.published?.raw, '1965-08-01T00:00:00+00:00');
    assert.equal(dune?.place, undefined);
    const [emma] = (await books.search('emma')).results;
    assert.deepEqual([emma?.price?.raw, emma?.place?.raw, emma?._meta.id], [null, '51.06,-1.3', 'emma']);
  });

  test('return the fields that were asked for', async () => {
    const { books } = await bookshop();
    const { results } = await books.search('emma', {
      result_fields: { title: { snippet: { size: 50 } }, price: {} },
    });
    assert.deepEqual(results[0]?.title, { snippet: '<em>Emma</em> &lt;b&gt;' });
    assert.deepEqual(Object.keys(results[0] ?? {}).sort(), ['_meta', 'id', 'price', 'title']);
  });

  test('have a facet for each definition', async () => {
    const { books } = await bookshop();
    const { facets } = await books.search('', {
      page: { size: 0 },
      facets: {
        title: { type: 'value', size: 1 },
        price: [{ type: 'range', name: 'steps', ranges: [{ to: 8 }, { from: 8 }] }, { type: 'value' }],
      },
    });
    assert.equal(facets.title[0].data.length, 1);
    const [steps, prices] = facets.price;
    assert.equal(steps.name, 'steps');
    assert.deepEqual(steps.data, [
      { to: 8, count: 1 },
      { from: 8, count: 1 },
    ]);
    assert.deepEqual(
      prices.data.map(({ value }) => value),
      [7, 9.5],
    );
  });

  test('take dates as Date', async () => {
    const { books } = await bookshop();
    const since = new Date('1960-01-01');
    const { results } = await books.search('', { filters: { published: { from: since } } });
    assert.deepEqual(
      results.map(({ id }) => id.raw),
      ['dune'],
    );
    await books.index({ id: 'new', published: new Date('2020-02-02T03:04:05Z') });
    assert.equal((await books.get(['new']))[0]?.published, '2020-02-02T03:04:05+00:00');
  });

  test('of an engine whose fields are not known take and give everything', async () => {
    const { findling, name } = await bookshop();
    const { results } = await findling.engine(name).search('room', { filters: { price: { from: 1 } } });
    assert.equal(results[0]?.price?.raw, 7);
  });

  test('with a group have its key and its other documents', async () => {
    const { books } = await bookshop();
    await books.index({ id: 'twin', title: 'Twin', price: 7 });
    const { results } = await books.search('', { group: { field: 'price' }, sort: { price: 'asc' } });
    assert.deepEqual([results[0]?._group_key, results[0]?._group?.length], [7, 1]);
  });
});

suite('signed search keys', () => {
  const signer = { name: 'web', key: 'private-abcdefghijklmnop' };

  test('are those of the official clients', async () => {
    const claims = { filters: { tenant: 'ä € 🎈' }, exp: 4_000_000_000 };
    assert.equal(await signSearchKey(signer, claims), signedKey(signer, claims));
    assert.equal(await signSearchKey(signer), signedKey(signer));
  });

  test('restrict searches', async () => {
    const { service, findling: _, name } = await bookshop();
    const key = { name: 'private-key', key: service.privateKey };
    const token = await signSearchKey(key, { filters: { price: { from: 9 } }, result_fields: { title: {} } });
    const user = clientOf(service, { key: () => token }).engine(name);
    const { results } = await user.search('');
    assert.deepEqual(
      results.map((result) => Object.keys(result).sort()),
      [['_meta', 'id', 'title']],
    );
    await assert.rejects(user.list(), { status: 401, messages: ['Unauthorized action.'] });
  });

  test('are not made of restrictions that JSON would drop', async () => {
    const tenant = undefined as unknown as string;
    await assert.rejects(signSearchKey(signer, { filters: { tenant, kind: 'x' } }), {
      name: 'TypeError',
      message: 'The restriction "tenant" is undefined.',
    });
  });
});
