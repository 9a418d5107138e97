import type { Answer, TestService } from '../support/service.ts';

export interface Media {
  readonly meta: string;
  readonly books: string;
  readonly films: string;
  search(options: object, key?: string): Promise<Answer>;
  /** Scoped ids of the results, with short names of the engines: `b|1`. */
  ids(options: object, key?: string): Promise<string[]>;
}

const BOOKS = [
  { id: '1', title: 'Dune', year: 1965, author: 'Frank Herbert', shelf: '12' },
  { id: '2', title: 'Dune Messiah', year: 1969, author: 'Frank Herbert', shelf: '7' },
  { id: '3', title: 'Solaris', year: 1961, author: 'Stanislaw Lem', shelf: '9' },
];
const FILMS = [
  { id: '1', title: 'Dune', year: 1984, director: 'David Lynch', shelf: 4 },
  { id: '3', title: 'Solaris', year: 1972, director: 'Andrei Tarkovsky', shelf: 5 },
];

let made = 0;

/** A meta engine over books and films. Both have `title` and `year`; the types of `shelf` differ. */
export async function media(service: TestService): Promise<Media> {
  const books = await service.engine({ schema: { year: 'number', shelf: 'text' }, documents: BOOKS });
  const films = await service.engine({ schema: { year: 'number', shelf: 'number' }, documents: FILMS });
  const meta = `media-${++made}`;
  await service.call('POST', '/engines', {
    body: { name: meta, type: 'meta', source_engines: [books, films] },
  });
  const search = (options: object, key = service.searchKey) =>
    service.call('POST', `/engines/${meta}/search`, { key, body: { query: '', ...options } });
  return {
    meta,
    books,
    films,
    search,
    async ids(options, key) {
      const { json } = await search(options, key);
      return json.results.map(({ id }: { id: { raw: string } }) =>
        id.raw.replace(`${books}|`, 'b|').replace(`${films}|`, 'f|'),
      );
    },
  };
}
