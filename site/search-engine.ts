import type { SearchDocument } from './search-documents.ts';

/** The engine that the demo fills. */
export const ENGINE = 'docs';

/** Titles count most, then headings and what a page is about; examples count least. */
const SETTINGS = {
  search_fields: {
    title: { weight: 5 },
    heading: { weight: 4 },
    about: { weight: 3 },
    text: { weight: 1 },
    code: { weight: 0.5 },
  },
  result_fields: {
    title: { raw: {} },
    heading: { raw: {}, snippet: { size: 100, fallback: true } },
    text: { snippet: { size: 180, fallback: true } },
    url: { raw: {} },
    page: { raw: {} },
    kind: { raw: {} },
  },
  // Most words of a query, so that a frequent one does not bring all pages.
  precision: 4,
};

/** Words of readers, and the words that the docs use instead. Few: a query with one of them has precision 2. */
const SYNONYMS: ReadonlyArray<readonly string[]> = [
  ['token', 'key'],
  ['directory', 'folder'],
  ['user', 'person', 'people'],
  ['login', 'sign in'],
  ['remove', 'delete'],
  ['autocomplete', 'suggestion'],
  ['typo', 'fuzzy'],
  ['docker', 'container'],
  ['ssl', 'tls', 'https'],
  ['multi tenant', 'accounts'],
];

const BATCH = 100;

/** A service and the keys to fill it. */
export interface Service {
  readonly url: string;
  readonly privateKey: string;
  readonly adminKey: string;
}

/** Creates a search key that is good for the engine alone, so that the site can show it to everybody. */
export async function createSearchKey({ url, adminKey }: Service): Promise<string> {
  const body = { name: 'docs-site', type: 'search', engines: [ENGINE] };
  const { key } = (await call(url, adminKey, 'POST', '/credentials', body)) as { key: string };
  return key;
}

/** Creates the engine with the documents, weights and synonyms of the site. */
export async function fillEngine(
  { url, privateKey }: Service,
  documents: readonly SearchDocument[],
): Promise<void> {
  const send = (method: string, path: string, body: unknown) => call(url, privateKey, method, path, body);
  const engine = `/engines/${ENGINE}`;
  await send('POST', '/engines', { name: ENGINE, language: 'en' });
  for (let from = 0; from < documents.length; from += BATCH) {
    const outcomes = (await send(
      'POST',
      `${engine}/documents`,
      documents.slice(from, from + BATCH),
    )) as Array<{ id: string; errors: readonly string[] }>;
    for (const { id, errors } of outcomes)
      if (errors.length > 0) throw new Error(`${id} cannot be indexed: ${errors.join(', ')}`);
  }
  await send('PUT', `${engine}/search_settings`, SETTINGS);
  for (const synonyms of SYNONYMS) await send('POST', `${engine}/synonyms`, { synonyms });
}

async function call(url: string, key: string, method: string, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(`${url}/api/as/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} failed with ${response.status}: ${text}`);
  return JSON.parse(text);
}
