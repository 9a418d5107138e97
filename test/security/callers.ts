import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { createAccount } from '../support/accounts.ts';
import { Browser, PASSWORD } from '../support/dashboard.ts';
import { type RegisteredRoute, withRoutes } from '../support/router.ts';
import { type Answer, request, startTestService, type TestService } from '../support/service.ts';
import { signedKey } from '../support/signed-key.ts';

/** The permission that a route requires. */
export type Need = 'nothing' | 'search' | 'read' | 'write' | 'create engines' | 'credentials';

/** The document that the matrix searches for. */
const DUNE = { id: 'dune', title: 'Dune' };

/** An unknown caller, or one with permissions. `reach` is null for all engines. */
export type Standing =
  | 'nobody'
  | 'unknown'
  | { readonly may: readonly Need[]; readonly reach: readonly string[] | null };

interface Caller {
  readonly kind: string;
  readonly standing: Standing;
  /** The Authorization header; none if omitted. */
  readonly header?: string;
  /** The query string. */
  readonly query?: string;
}

const EVERYWHERE = null;
const NOWHERE: readonly string[] = [];

/** The keys of the matrix with their permissions, written by hand. */
const KEYS: ReadonlyArray<{
  readonly name: string;
  readonly type: string;
  readonly read?: boolean;
  readonly write?: boolean;
  readonly engines?: readonly string[];
  readonly standing: Standing;
}> = [
  { name: 'search', type: 'search', standing: { may: ['search'], reach: EVERYWHERE } },
  {
    name: 'search-of-books',
    type: 'search',
    engines: ['books', 'ghost'],
    standing: { may: ['search'], reach: ['books', 'ghost'] },
  },
  {
    name: 'search-of-other',
    type: 'search',
    engines: ['other'],
    standing: { may: ['search'], reach: ['other'] },
  },
  {
    name: 'private',
    type: 'private',
    read: true,
    write: true,
    standing: { may: ['search', 'read', 'write', 'create engines'], reach: EVERYWHERE },
  },
  {
    name: 'private-read',
    type: 'private',
    read: true,
    write: false,
    standing: { may: ['search', 'read'], reach: EVERYWHERE },
  },
  {
    name: 'private-write',
    type: 'private',
    read: false,
    write: true,
    standing: { may: ['write', 'create engines'], reach: EVERYWHERE },
  },
  {
    name: 'private-of-books',
    type: 'private',
    read: true,
    write: true,
    engines: ['books', 'ghost'],
    standing: { may: ['search', 'read', 'write'], reach: ['books', 'ghost'] },
  },
  {
    name: 'private-read-of-books',
    type: 'private',
    read: true,
    write: false,
    engines: ['books', 'ghost'],
    standing: { may: ['search', 'read'], reach: ['books', 'ghost'] },
  },
  {
    name: 'private-of-other',
    type: 'private',
    read: true,
    write: true,
    engines: ['other'],
    standing: { may: ['search', 'read', 'write'], reach: ['other'] },
  },
  { name: 'admin', type: 'admin', standing: { may: ['credentials'], reach: NOWHERE } },
];

/** Tokens by the name of the key that signs them. */
const TOKENS: ReadonlyArray<{
  readonly kind: string;
  readonly signer: string;
  readonly claims?: Record<string, unknown>;
  readonly standing: Standing;
}> = [
  { kind: 'signed by a read key', signer: 'private-read', standing: { may: ['search'], reach: EVERYWHERE } },
  { kind: 'signed by a full key', signer: 'private', standing: { may: ['search'], reach: EVERYWHERE } },
  { kind: 'signed by a search key', signer: 'search', standing: { may: ['search'], reach: EVERYWHERE } },
  {
    kind: 'signed by a key of this engine',
    signer: 'private-of-books',
    standing: { may: ['search'], reach: ['books', 'ghost'] },
  },
  {
    kind: 'signed by a key of another engine',
    signer: 'private-of-other',
    standing: { may: ['search'], reach: ['other'] },
  },
  { kind: 'signed, expired', signer: 'private-read', claims: { exp: 1_500_000_000 }, standing: 'unknown' },
  { kind: 'signed, not yet', signer: 'private-read', claims: { nbf: 9_500_000_000 }, standing: 'unknown' },
  { kind: 'signed by a write key', signer: 'private-write', standing: 'unknown' },
  { kind: 'signed by an admin key', signer: 'admin', standing: 'unknown' },
];

export interface Fixture {
  readonly service: TestService;
  /** The value of a key of the table. */
  keyOf(name: string): string;
  readonly secrets: readonly string[];
  readonly routes: readonly RegisteredRoute[];
  readonly callers: readonly Caller[];
  freshName(): string;
  makeBooks(): Promise<unknown>;
  addDune(): Promise<unknown>;
  makeSpare(): Promise<unknown>;
}

/** One caller per way in which a token may be sent. */
const senders = (kind: string, token: string, standing: Standing): Caller[] => [
  { kind: `${kind}, Bearer`, header: `Bearer ${token}`, standing },
  { kind: `${kind}, bare`, header: token, standing },
  { kind: `${kind}, in the address`, query: `auth_token=${token}`, standing },
];

export async function fixture(t: TestContext): Promise<Fixture> {
  const [service, all] = await withRoutes(() => startTestService(t));
  // The permissions of the dashboard are in test/dashboard/role-matrix.test.ts.
  const routes = all.filter(({ url }) => !url.startsWith('/dashboard/'));
  const strangers = await createAccount(service, 'strangers');
  const values = new Map<string, string>();
  for (const { standing: _, ...key } of KEYS) {
    const made = await service.call('POST', '/credentials', { key: service.adminKey, body: key });
    assert.equal(made.status, 200, made.text);
    values.set(key.name, made.json.key);
  }
  const keyOf = (name: string) => values.get(name) as string;
  const owner = new Browser(service);
  const body = { token: service.service.setupToken, name: 'Ada', password: PASSWORD };
  assert.equal((await owner.call('POST', '/setup', { body })).status, 200);
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  const callers: Caller[] = [
    { kind: 'no key', standing: 'nobody' },
    { kind: 'empty header', header: '', standing: 'nobody' },
    { kind: 'Bearer and nothing', header: 'Bearer', standing: 'nobody' },
    { kind: 'empty auth_token', query: 'auth_token=', standing: 'nobody' },
    { kind: 'malformed key', header: 'Bearer private', standing: 'unknown' },
    {
      kind: 'key of another spelling',
      header: `Bearer ${keyOf('private').toUpperCase()}`,
      standing: 'unknown',
    },
    { kind: 'two keys', header: `Bearer ${keyOf('private')} ${keyOf('admin')}`, standing: 'unknown' },
    { kind: 'auth_token as a list', query: `auth_token[]=${keyOf('private')}`, standing: 'unknown' },
    { kind: 'name of a key', header: 'Bearer private-key', standing: 'unknown' },
    { kind: 'another scheme', header: `Token ${keyOf('private')}`, standing: 'unknown' },
    { kind: 'Basic, name and key', header: basic(`private:${keyOf('private')}`), standing: 'unknown' },
    {
      kind: 'owner, Basic',
      header: basic(`Ada:${PASSWORD}`),
      standing: { may: ['search', 'read', 'write', 'create engines', 'credentials'], reach: EVERYWHERE },
    },
    { kind: 'owner, wrong password', header: basic(`Ada:${PASSWORD}x`), standing: 'unknown' },
    { kind: 'owner, Basic as a token', header: `Bearer ${btoa(`Ada:${PASSWORD}`)}`, standing: 'unknown' },
    { kind: 'Basic, key alone', header: basic(`${keyOf('admin')}:`), standing: 'unknown' },
    ...senders('unknown key', `private-${'0'.repeat(24)}`, 'unknown'),
    ...senders('private key of another account', strangers.privateKey, 'unknown'),
    ...senders('search key of another account', strangers.searchKey, 'unknown'),
    ...senders(
      'signed by a key of another account',
      signedKey({ name: 'private-key', key: strangers.privateKey }),
      'unknown',
    ),
    ...KEYS.flatMap(({ name, standing }) => senders(`key ${name}`, keyOf(name), standing)),
    ...TOKENS.flatMap(({ kind, signer, claims, standing }) =>
      senders(kind, signedKey({ name: signer, key: keyOf(signer) }, claims), standing),
    ),
  ];
  await service.call('POST', '/engines', { body: { name: 'other' } });
  let names = 0;
  return {
    service,
    keyOf,
    secrets: [...values.values(), service.privateKey, service.searchKey, service.adminKey],
    routes,
    callers,
    freshName: () => `fresh-${++names}`,
    makeBooks: () => service.call('POST', '/engines', { body: { name: 'books' } }),
    addDune: () => service.call('POST', '/engines/books/documents', { body: DUNE }),
    makeSpare: () =>
      service.call('PUT', '/credentials', { key: service.adminKey, body: { name: 'spare', type: 'search' } }),
  };
}

export const VERSION = '8.1.0';
export const SIGN_IN = { error: 'You need to sign in before continuing.' };
export const INVALID = { error: 'Invalid authentication token.' };
export const MAY_NOT = { errors: ['Unauthorized action.'] };
export const NO_ENGINE = { errors: ['Could not find engine.'] };
export const NO_ROUTE = { errors: 'Routing Error. The path you have requested is invalid.' };

export const ask = (
  it: Fixture,
  method: string,
  path: string,
  caller: Caller,
  body?: unknown,
): Promise<Answer> =>
  request(`${it.service.baseUrl}${path}${caller.query === undefined ? '' : `?${caller.query}`}`, method, {
    body,
    headers: caller.header === undefined ? {} : { authorization: caller.header },
  });
