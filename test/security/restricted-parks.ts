import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { SignedKeysMode } from '../../src/setting-table.ts';
import { type Answer, startTestService } from '../support/service.ts';
import { signedKey } from '../support/signed-key.ts';

interface Park {
  readonly id: string;
  readonly title: string;
  readonly states: string | readonly string[];
  readonly owner: string;
  readonly acres: number;
}

export const PARKS: readonly Park[] = [
  { id: 'zion', title: 'Zion canyon', states: 'Utah', owner: 'ann', acres: 147 },
  { id: 'arches', title: 'Arches rock', states: 'Utah', owner: 'bob', acres: 76 },
  { id: 'acadia', title: 'Acadia coast', states: 'Maine', owner: 'ann', acres: 49 },
  { id: 'yellow', title: 'Yellow rock canyon', states: ['Wyoming', 'Montana'], owner: 'cid', acres: 2219 },
];

export type Claims = Readonly<Record<string, unknown>>;
/** Searches with a key signed with these claims; null for the plain search key. */
type Search = (claims: Claims | null, request?: Claims) => Promise<Answer>;

interface Parks {
  readonly search: Search;
  /** The same with GET, the key and everything else in the query string. */
  byAddress(claims: Claims, address: string): Promise<Answer>;
}

export async function parks(t: TestContext, mode: SignedKeysMode): Promise<Parks> {
  const service = await startTestService(t, { FINDLING_SIGNED_KEYS: mode });
  const engine = await service.engine({ schema: { acres: 'number' }, documents: [...PARKS] });
  const signer = { name: 'private-key', key: service.privateKey };
  return {
    search: (claims, body = { query: '' }) =>
      service.call('POST', `/engines/${engine}/search`, {
        key: claims === null ? service.searchKey : signedKey(signer, claims),
        body,
      }),
    byAddress: (claims, address) =>
      service.call('GET', `/engines/${engine}/search?${address}&auth_token=${signedKey(signer, claims)}`, {
        key: null,
      }),
  };
}

/** The ids of the hits, in the order of the response. */
export const ordered = (answer: Answer): string[] => {
  assert.equal(answer.status, 200, answer.text);
  return answer.json.results.map((hit: { id: { raw: string } }) => hit.id.raw);
};
export const ids = (answer: Answer): string[] => ordered(answer).sort();

/** The names of the fields in results, besides id and _meta. */
export const shown = (answer: Answer): string[] => {
  assert.equal(answer.status, 200, answer.text);
  const names = answer.json.results.flatMap((hit: object) => Object.keys(hit));
  return [...new Set<string>(names)].filter((name) => name !== 'id' && name !== '_meta').sort();
};

export const refusal = (answer: Answer): unknown => [answer.status, answer.json];
export const facetsOf = (answer: Answer): string[] => Object.keys(answer.json.facets ?? {});
export const refusedWith = (...messages: string[]): unknown => [400, { errors: messages }];
