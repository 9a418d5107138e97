/**
 * What the kept data folders contain (test/fixtures/README.md). `write-data-folder.ts` sends these calls to an earlier
 * version of the service; `data-folders.test.ts` expects their results from the present one.
 *
 * The folders were made with this list, so entries are never changed. New ones get the data version from which on the
 * folders have them.
 */

export const KEYS = {
  FINDLING_PRIVATE_KEY: 'private-keptdatafolder00',
  FINDLING_SEARCH_KEY: 'search-keptdatafolder00',
  FINDLING_ADMIN_KEY: 'admin-keptdatafolder00',
};
export const OWNER_PASSWORD = 'a password of kept data folders';
/** Data versions from which on there are people, search settings, judgements, reports that are still readable. */
export const SINCE = { clicks: 2, dashboard: 4, tuning: 7, keyLimits: 8, judgements: 9, events: 10 };

/** The name of a second account with an engine `notes`. */
export const SECOND_ACCOUNT = 'team-b';
export const NOTES = [{ id: 'note', text: 'Water the plants' }];

const DUNE = {
  id: 'dune',
  title: 'Dune',
  pages: 412,
  published: '1965-08-01',
  place: '44.77,-117.83',
  tags: ['desert', 'planet'],
};
const EMMA = {
  id: 'emma',
  title: 'Emma',
  pages: '474',
  published: '1815-12-23T00:00:00+00:00',
  place: [-1.31, 51.06],
  tags: 'village',
};
/** A value that is not a number, and fields without a value. */
const FAUST = { id: 'faust', title: 'Faust: eine Tragödie', pages: 'unknown', published: null, place: null };

/** The documents at the end, as exports show them. */
export const BOOKS = [DUNE, { ...EMMA, pages: 475 }, FAUST];
export const FILMS = [{ id: 'dune-1984', title: 'Dune', year: 1984 }];
export const BOOK_TYPES = {
  title: 'text',
  pages: 'number',
  published: 'date',
  place: 'geolocation',
  tags: 'text',
};

export interface KeptCall {
  readonly since: number;
  readonly key: keyof typeof KEYS;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

const as =
  (key: keyof typeof KEYS) =>
  (since: number, method: string, path: string, body?: unknown): KeptCall => ({
    since,
    key,
    method,
    path,
    body,
  });
const owned = as('FINDLING_PRIVATE_KEY');
const searched = as('FINDLING_SEARCH_KEY');
const administered = as('FINDLING_ADMIN_KEY');

/** In order. After a change of types the caller waits for the end of the reindex job. */
export const CALLS: readonly KeptCall[] = [
  owned(1, 'POST', '/engines', { name: 'books', language: 'en' }),
  owned(1, 'POST', '/engines', { name: 'films', language: 'en' }),
  owned(1, 'POST', '/engines', { name: 'deleted' }),
  owned(1, 'POST', '/engines/books/documents', [DUNE, EMMA, FAUST, { id: 'gone', title: 'Gone' }]),
  owned(1, 'POST', '/engines/films/documents', FILMS),
  owned(1, 'POST', '/engines/books/schema', { pages: 'number', published: 'date', place: 'geolocation' }),
  owned(1, 'PATCH', '/engines/books/documents', [{ id: 'emma', pages: 475 }]),
  owned(1, 'DELETE', '/engines/books/documents', ['gone']),
  owned(1, 'DELETE', '/engines/deleted'),
  administered(1, 'POST', '/credentials', { name: 'web', type: 'search', engines: ['books'] }),

  searched(SINCE.clicks, 'POST', '/engines/books/search', { query: 'planet' }),
  searched(SINCE.clicks, 'POST', '/engines/books/click', {
    query: 'planet',
    document_id: 'dune',
    tags: ['shop'],
  }),

  owned(SINCE.tuning, 'PUT', '/engines/books/search_settings', {
    search_fields: { title: { weight: 5 }, tags: { weight: 1 } },
    precision: 4,
  }),
  owned(SINCE.tuning, 'POST', '/engines/books/synonyms', { synonyms: ['dune', 'arrakis'] }),
  owned(SINCE.tuning, 'POST', '/engines/books/curations', {
    queries: ['classic'],
    promoted: ['emma'],
    hidden: ['faust'],
  }),
  owned(SINCE.tuning, 'POST', '/engines', {
    name: 'everything',
    type: 'meta',
    source_engines: ['books', 'films'],
  }),

  administered(SINCE.keyLimits, 'PUT', '/credentials/web', {
    description: 'The shop',
    expires_at: '2099-06-30T00:00:00Z',
    rate_limit: { requests_per_second: 20, burst: 100 },
  }),

  owned(SINCE.judgements, 'PUT', '/engines/books/relevance/judgements', {
    judgements: [{ query: 'desert', document_id: 'dune', grade: 3 }],
  }),
  administered(SINCE.judgements, 'POST', '/signed_search_keys/revocations', { sub: 'user-42' }),

  owned(SINCE.events, 'PUT', '/engines/books/adaptive_relevance/settings', {
    curation: { enabled: true, timeframe: 30 },
  }),
  owned(SINCE.events, 'PUT', '/log_settings', { api: { enabled: false } }),
];
