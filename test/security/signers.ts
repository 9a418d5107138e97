import type { TestContext } from 'node:test';
import { bodyOf, exchange, statusOf } from '../http/echo.ts';
import { createAccount } from '../support/accounts.ts';
import { type Answer, request, startTestService, type TestService } from '../support/service.ts';
import type { Key, Signers } from './token-case.ts';

export interface World extends Signers {
  readonly service: TestService;
  readonly engine: string;
}

export async function world(t: TestContext): Promise<World> {
  const service = await startTestService(t);
  const admin = (method: string, path: string, body?: unknown) =>
    service.call(method, path, { key: service.adminKey, body });
  const make = async (name: string, rights: object): Promise<Key> => {
    const { json } = await admin('POST', '/credentials', { name, ...rights });
    return { name, key: json.key };
  };
  const reader = { type: 'private', read: true };
  const deleted = await make('deleted', reader);
  await admin('DELETE', '/credentials/deleted');
  const before = await make('recreated', reader);
  await admin('DELETE', '/credentials/recreated');
  const strangers = await createAccount(service, 'strangers');
  return {
    service,
    engine: await service.engine({ documents: [{ id: 'a', title: 'Dune' }] }),
    signer: await make('reader', reader),
    search: { name: 'search-key', key: service.searchKey },
    full: { name: 'private-key', key: service.privateKey },
    writer: await make('writer', { type: 'private', write: true }),
    admin: { name: 'admin-key', key: service.adminKey },
    deleted,
    before,
    since: await make('recreated', reader),
    stranger: { name: 'private-key', key: strangers.privateKey },
  };
}

export const searchWith = (
  { service, engine }: World,
  way: { header?: string; token?: string },
): Promise<Answer> => {
  const address = way.token === undefined ? '' : `?auth_token=${encodeURIComponent(way.token)}`;
  return request(`${service.baseUrl}/api/as/v1/engines/${engine}/search${address}`, 'POST', {
    body: { query: 'dune' },
    headers: way.header === undefined ? {} : { authorization: way.header },
  });
};

/** Status and body of a search whose header is sent unchanged, one byte per character. */
export async function rawSearch({ service, engine }: World, header: string): Promise<[number, unknown]> {
  const head = [
    `GET /api/as/v1/engines/${engine}/search?query=dune HTTP/1.1`,
    'Host: localhost',
    `Authorization: ${header}`,
    'Connection: close',
  ];
  const bytes = Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1');
  const answer = await exchange(Number(new URL(service.baseUrl).port), bytes);
  return [statusOf(answer), bodyOf(answer)];
}

/** Whether a text is valid in a header: ASCII without whitespace and control characters. */
const fitsHeader = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

/** A token in all ways of sending it. */
export const waysToSend = (token: string): Array<{ header?: string; token?: string }> => [
  { token },
  ...(fitsHeader(token) ? [{ header: `Bearer ${token}` }, { header: token }] : []),
];

export const REFUSAL = { error: 'Invalid authentication token.' };
