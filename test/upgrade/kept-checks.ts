import assert from 'node:assert/strict';
import { findling } from '../support/command.ts';
import { request } from '../support/service.ts';
import { signedKey } from '../support/signed-key.ts';
import { until } from '../support/until.ts';
import {
  BOOK_TYPES,
  BOOKS,
  FILMS,
  KEYS,
  NOTES,
  OWNER_PASSWORD,
  SECOND_ACCOUNT,
  SINCE,
} from './kept-content.ts';
import { exported, type Upgraded } from './upgraded-service.ts';

// What a service on a kept data folder must have (kept-content.ts).

/** A period that contains the events of all kept folders. */
const EVER = { date: { from: '2026-11-01', to: '2036-01-01' } };

export async function hasDocumentsAndSchema({ call, found }: Upgraded): Promise<void> {
  const { json: engines } = await call('GET', '/engines');
  const names = engines.results.map(({ name }: { name: string }) => name);
  assert.deepEqual(
    names.filter((name: string) => name !== 'everything'),
    ['books', 'films'],
  );
  assert.deepEqual(exported(await call('GET', '/engines/books/documents/export')), BOOKS);
  assert.deepEqual(exported(await call('GET', '/engines/films/documents/export')), FILMS);
  assert.deepEqual((await call('GET', '/engines/books/schema')).json, BOOK_TYPES);
  const { json: failures } = await call('GET', '/engines/books/schema/reindex/failures');
  assert.deepEqual(
    failures.results.map((one: Record<string, unknown>) => [one.document_id, one.field, one.value]),
    [['faust', 'pages', 'unknown']],
  );
  assert.deepEqual(await found({ query: 'tragodie' }), ['faust']);
  assert.deepEqual(await found({ query: '', filters: { pages: { from: 475 } } }), ['emma']);
  assert.deepEqual(await found({ query: '', sort: { published: 'asc' }, page: { size: 2 } }), [
    'emma',
    'dune',
  ]);
  const near = { center: '51,-1.3', distance: 50, unit: 'km' };
  assert.deepEqual(await found({ query: '', filters: { place: near } }), ['emma']);
}

export async function hasKeys({ call, searchStatus }: Upgraded, version: number): Promise<void> {
  const key = KEYS.FINDLING_ADMIN_KEY;
  const { json: web } = await call('GET', '/credentials/web', { key });
  const { description, expires_at, rate_limit } = web;
  assert.deepEqual(
    { description, expires_at, rate_limit },
    version < SINCE.keyLimits
      ? { description: undefined, expires_at: undefined, rate_limit: undefined }
      : {
          description: 'The shop',
          expires_at: '2099-06-30T00:00:00.000Z',
          rate_limit: { requests_per_second: 20, burst: 100 },
        },
  );
  const signer = { name: 'search-key', key: KEYS.FINDLING_SEARCH_KEY };
  const statuses = {
    'a search key': await searchStatus('films', KEYS.FINDLING_SEARCH_KEY),
    'a key within its scope': await searchStatus('books', web.key),
    'a key outside its scope': await searchStatus('films', web.key),
    'an unknown key': await searchStatus('books', `${KEYS.FINDLING_SEARCH_KEY}0`),
    'a signed search key': await searchStatus('books', signedKey(signer, { sub: 'user-43' })),
    'a revoked one': await searchStatus('books', signedKey(signer, { sub: 'user-42' })),
  };
  assert.deepEqual(statuses, {
    'a search key': 200,
    'a key within its scope': 200,
    'a key outside its scope': 401,
    'an unknown key': 401,
    'a signed search key': 200,
    'a revoked one': version < SINCE.judgements ? 200 : 401,
  });
}

export async function hasSecondAccount({ call }: Upgraded, data: string): Promise<void> {
  const listed = async (...args: string[]) => {
    const { code, stdout, stderr } = await findling([...args, '--json'], { FINDLING_DATA: data });
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    return JSON.parse(stdout) as Array<Record<string, string>>;
  };
  const accounts = await listed('accounts', 'list');
  const account = accounts.find(({ name }) => name === SECOND_ACCOUNT);
  const keys = await listed('keys', 'list', '--show', '--account', SECOND_ACCOUNT);
  const key = keys.find(({ type }) => type === 'private')?.key ?? '';
  const headers = { host: `${account?.host_identifier}.api.localhost` };
  const answer = await call('GET', '/engines/notes/documents/export', { key, headers });
  assert.deepEqual(exported(answer), NOTES);
}

export async function hasOwner({ running }: Upgraded): Promise<void> {
  const session = `${running.baseUrl}/dashboard/api/session`;
  const signIn = (password: string) =>
    request(session, 'POST', { body: { login: 'owner', password }, headers: { origin: running.baseUrl } });
  const signedIn = await signIn(OWNER_PASSWORD);
  assert.equal(signedIn.status, 200, signedIn.text);
  assert.equal((await signIn('another password')).status, 401);
}

export async function hasTuning({ call, found }: Upgraded): Promise<void> {
  const { json: settings } = await call('GET', '/engines/books/search_settings');
  assert.deepEqual(
    [settings.search_fields, settings.precision],
    [{ title: { weight: 5 }, tags: { weight: 1 } }, 4],
  );
  assert.deepEqual(await found({ query: 'arrakis' }), ['dune'], 'by a synonym');
  assert.deepEqual(await found({ query: 'classic' }), ['emma'], 'by a curation');
  const { json: curations } = await call('GET', '/engines/books/curations');
  assert.deepEqual(curations.results[0].hidden, ['faust']);
  const everywhere = await found({ query: 'dune' }, 'everything');
  assert.deepEqual(everywhere.toSorted(), ['books|dune', 'films|dune-1984']);
}

export async function hasClicks({ call }: Upgraded): Promise<void> {
  // Clicks from before there were reports are moved in the background.
  await until('the click is in the report', async () => {
    const { json } = await call('POST', '/engines/books/analytics/clicks', { body: { filters: EVER } });
    return json.results.length > 0;
  });
  const body = { query: 'planet', filters: { ...EVER, tag: 'shop' } };
  const { json } = await call('POST', '/engines/books/analytics/clicks', { body });
  assert.deepEqual(json.results, [{ document_id: 'dune', clicks: 1 }]);
}

export async function hasJudgements({ call }: Upgraded): Promise<void> {
  const { json } = await call('GET', '/engines/books/relevance/judgements');
  assert.deepEqual(json.results, [{ query: 'desert', document_id: 'dune', grade: 3, source: 'manual' }]);
}

export async function hasEvents({ call }: Upgraded): Promise<void> {
  const { json: queries } = await call('POST', '/engines/books/analytics/queries', {
    body: { filters: EVER },
  });
  assert.deepEqual(queries.results, [{ term: 'planet', clicks: 1, queries: 1 }]);
  const { json: requests } = await call('POST', '/engines/books/logs/api', { body: { filters: EVER } });
  const paths = requests.results.map(({ full_request_path }: Record<string, string>) => full_request_path);
  assert.ok(
    paths.some((path: string) => path.includes('/engines/books/click')),
    `the API log has ${paths}`,
  );
  const { json: log } = await call('GET', '/log_settings');
  assert.deepEqual([log.api.enabled, log.analytics.enabled], [false, true]);
  const { json: adaptive } = await call('GET', '/engines/books/adaptive_relevance/settings');
  assert.deepEqual([adaptive.curation.enabled, adaptive.curation.timeframe], [true, 30]);
}
