/*
 * What the types of the client accept and refuse. The compiler checks this file (`npm run check`): an error that is
 * expected and does not come is an error. Nothing here runs.
 */
import { type api, FindlingClient, signSearchKey } from '../../packages/client/src/index.ts';

const findling = new FindlingClient({ url: 'http://localhost:3002', key: 'private-x' });
const books = findling.engine('books', {
  schema: { title: 'text', genre: 'text', price: 'number', published: 'date', place: 'geolocation' },
});
const anything = findling.engine('anything');

/** Whether two types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const yes = <T extends true>(_?: T): void => undefined;

/** A value of a text field. */
type Text = string | readonly (string | null)[] | null;

export async function results(): Promise<void> {
  const { results: all } = await books.search('dune');
  const result = all[0];
  if (result === undefined) return;
  yes<Same<NonNullable<typeof result.title>['raw'], Text>>();
  yes<Same<NonNullable<typeof result.price>['raw'], number | readonly (number | null)[] | null>>();
  yes<Same<NonNullable<typeof result.published>['raw'], Text>>();
  yes<Same<typeof result.id.raw, string>>();
  yes<Same<typeof result._meta.score, number | null>>();
  // @ts-expect-error A document may never have had the field.
  result.title.raw;
  // @ts-expect-error The engine has no such field.
  result.titel;
  // @ts-expect-error No snippet was asked for.
  result.title?.snippet;

  const { results: some } = await books.search('dune', {
    result_fields: { title: { snippet: { size: 50 } }, price: {}, genre: { raw: {}, snippet: {} } },
  });
  const shown = some[0];
  yes<Same<NonNullable<NonNullable<typeof shown>['title']>['snippet'], string | null>>();
  shown?.price?.raw;
  shown?.genre?.raw;
  shown?.genre?.snippet;
  // @ts-expect-error Only a snippet was asked for.
  shown?.title?.raw;
  // @ts-expect-error The field was not asked for.
  shown?.published;

  const { results: loose } = await anything.search('x', {
    filters: { whatever: { from: 1 } },
    sort: { a: 'asc' },
  });
  loose[0]?.whatever?.raw;
  // @ts-expect-error Facets were not asked for.
  (await anything.search('x')).facets;
}

export async function options(): Promise<void> {
  await books.search('x', {
    filters: {
      price: [{ from: 1, to: 5 }, 9],
      published: { from: new Date() },
      place: { center: [13, 52], distance: 3, unit: 'km' },
      all: [{ genre: ['a', 'b'] }, { none: { title: 'x' } }],
      _engine: 'x',
    },
    sort: [{ price: 'asc' }, { place: { center: '1,2' } }, { _score: 'desc' }],
    boosts: {
      title: { type: 'value', value: ['x'] },
      price: [
        { type: 'functional', function: 'linear' },
        { type: 'proximity', function: 'gaussian', center: 5 },
      ],
      published: { type: 'proximity', function: 'linear', center: 'now' },
    },
    search_fields: { title: { weight: 2 }, id: {} },
    group: { field: 'genre', sort: { price: 'asc' } },
  });
  // @ts-expect-error There is no such option.
  await books.search('x', { filter: { price: 1 } });
  // @ts-expect-error There is no such field.
  await books.search('x', { filters: { prize: 1 } });
  // @ts-expect-error There is no such field, further down.
  await books.search('x', { filters: { all: [{ any: [{ prize: 1 }] }] } });
  // @ts-expect-error A text has no range.
  await books.search('x', { filters: { title: { from: 'a' } } });
  // @ts-expect-error A number is not compared with a text.
  await books.search('x', { filters: { price: 'cheap' } });
  // @ts-expect-error A distance needs its center.
  await books.search('x', { filters: { place: { distance: 3 } } });
  // @ts-expect-error There is no such field.
  await books.search('x', { sort: { prize: 'asc' } });
  // @ts-expect-error There is no such direction.
  await books.search('x', { sort: { price: 'up' } });
  // @ts-expect-error A place is sorted by its distance.
  await books.search('x', { sort: { place: 'asc' } });
  // @ts-expect-error There is no such field.
  await books.search('x', { boosts: { prize: { type: 'functional', function: 'linear' } } });
  // @ts-expect-error A text has no functional boost.
  await books.search('x', { boosts: { title: { type: 'functional', function: 'linear' } } });
  // @ts-expect-error Numbers are not searched.
  await books.search('x', { search_fields: { price: {} } });
  // @ts-expect-error There is no such field.
  await books.search('x', { result_fields: { title: {}, titel: {} } });
  // @ts-expect-error There is no such part of a field.
  await books.search('x', { result_fields: { title: { snipet: {} } } });
  // @ts-expect-error Places cannot be grouped.
  await books.search('x', { group: { field: 'place' } });
  // @ts-expect-error There is no such type.
  findling.engine('x', { schema: { title: 'string' } });
}

export async function facets(): Promise<void> {
  const answer = await books.search('', {
    facets: {
      genre: { type: 'value', size: 5 },
      price: [{ type: 'value' }, { type: 'range', name: 'steps', ranges: [{ from: 1 }] }],
      place: { type: 'range', center: '1,2', unit: 'km', ranges: [{ to: 5 }] },
    },
  });
  yes<Same<(typeof answer.facets.genre)[0]['data'][number]['value'], string>>();
  yes<Same<(typeof answer.facets.price)[0]['data'][number]['value'], number>>();
  yes<Same<(typeof answer.facets.price)[1]['type'], 'range'>>();
  answer.facets.place[0].data[0]?.to?.toFixed();
  // @ts-expect-error A range has no value.
  answer.facets.price[1].data[0]?.value;
  // @ts-expect-error The facet was not asked for.
  answer.facets.title;
  // @ts-expect-error There are two.
  answer.facets.price[2];
  // @ts-expect-error There is no such field.
  await books.search('', { facets: { genre: { type: 'value' }, gender: { type: 'value' } } });
  // @ts-expect-error A text has no ranges.
  await books.search('', { facets: { title: { type: 'range', ranges: [{ from: 1 }] } } });
  // @ts-expect-error A place has no values.
  await books.search('', { facets: { place: { type: 'value' } } });
}

export async function severalSearches(): Promise<void> {
  const [first, second] = await books.multiSearch([
    { query: 'a', result_fields: { title: { snippet: {} } } },
    { query: 'b', facets: { genre: { type: 'value' } } },
  ]);
  first.results[0]?.title?.snippet;
  second.results[0]?.title?.raw;
  second.facets.genre[0].data;
  // @ts-expect-error The first has no facets.
  first.facets;
  // @ts-expect-error A query is needed.
  await books.multiSearch([{ page: { size: 1 } }]);
  // @ts-expect-error There is no such field.
  await books.multiSearch([{ query: 'a', result_fields: { titel: {} } }]);
}

export async function documents(): Promise<void> {
  await books.index([
    { id: 1, title: ['a', null], price: '5', published: new Date(), place: [1, 2] },
    { title: 'x' },
  ]);
  await books.import(books.export());
  await books.import(['{"id":"a"}', { id: 'b' }]);
  await anything.index({ id: 'a', whatever: { nested: true } });
  for await (const document of books.export()) document.id.toUpperCase();
  const [found] = await books.get(['a']);
  yes<Same<NonNullable<typeof found>['title'], Text | undefined>>();
  // @ts-expect-error The document may not exist.
  found.id;
  // @ts-expect-error There is no such field.
  await books.index({ id: 'a', titel: 'Dune' });
  // @ts-expect-error A number is needed.
  await books.index({ id: 'a', price: true });
  // @ts-expect-error A patch needs an id.
  await books.patch({ title: 'x' });
  // @ts-expect-error There is no such field.
  await books.deleteByFilter({ prize: 5 });
}

export async function others(): Promise<void> {
  const engine: api.Engine = await books.info();
  engine.document_count.toFixed();
  await findling.request('getSynonymSet', { path: { engine: 'books', id: 'x' } });
  // @ts-expect-error The id of the set is missing.
  await findling.request('getSynonymSet', { path: { engine: 'books' } });
  // @ts-expect-error There is no such operation.
  await findling.request('getSynonyms', { path: { engine: 'books' } });
  // @ts-expect-error There is no such language.
  await findling.createEngine({ name: 'x', language: 'xx' });
  await books.suggest('x', { fields: ['title'], signal: AbortSignal.timeout(5) });
  // @ts-expect-error There is no such field.
  await books.suggest('x', { fields: ['titel'] });
  await signSearchKey<{ tenant: 'text' }>({ name: 'a', key: 'b' }, { filters: { tenant: 'x' }, exp: 5 });
  // @ts-expect-error There is no such field.
  await signSearchKey<{ tenant: 'text' }>({ name: 'a', key: 'b' }, { filters: { tennant: 'x' } });
  // @ts-expect-error A key is needed.
  new FindlingClient({ url: 'http://localhost:3002' });
}
