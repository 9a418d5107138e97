import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { request, startTestService } from '../support/service.ts';
import { signedKey } from '../support/signed-key.ts';

// Sends every request of docs/keys.md, in the order of the page, and compares the responses with the page.

const PAGE = readFileSync(new URL('../../docs/keys.md', import.meta.url), 'utf8');

/** Requests with the response that the page shows. */
const EXAMPLES = [...PAGE.matchAll(/^\$ (curl .*)\n(\{.*\})$/gm)].map(
  ([, command = '', response = '']) => [command, response] as const,
);

/** What differs from run to run is replaced: account ids, key values, and times that the service chose. */
const comparable = (text: string): unknown =>
  JSON.parse(
    text
      .replace(/account_id:[0-9a-f]{24}/g, 'account_id:…')
      .replace(/"(search|private|admin)-[a-z0-9]{24}"/g, '"$1-…"')
      .replace(/"(created_at|previous_key_expires_at)":"[^"]+"/g, '"$1":"…"'),
  );

test('the examples of docs/keys.md get the responses that the page shows', async (t) => {
  const service = await startTestService(t);
  const admin = (path: string, body: object) => service.call('POST', path, { key: service.adminKey, body });
  // Keys of other parts of the page, and the token that it inspects.
  const { json: readonly } = await admin('/credentials', {
    name: 'readonly',
    type: 'private',
    read: true,
  });
  const claims = { sub: 'user-42', iat: 1_794_866_282, exp: 4_000_000_000, filters: { tenant: '42' } };
  const variables: Readonly<Record<string, string>> = {
    $API: `${service.baseUrl}/api/as/v1`,
    $ADMIN: service.adminKey,
    $PRIVATE: service.privateKey,
    $TOKEN: signedKey(readonly, claims),
  };
  const filled = (text: string) =>
    text.replace(/\$[A-Z]+/g, (name) => variables[name] ?? assert.fail(`the variable ${name}`));

  assert.ok(EXAMPLES.length >= 10, `${EXAMPLES.length} examples`);
  // The page deletes the key `web` before the sections that change it further.
  const order = [
    ...EXAMPLES.filter(([command]) => !command.includes('-X DELETE "$API/credentials')),
    ...EXAMPLES.filter(([command]) => command.includes('-X DELETE "$API/credentials')),
  ];
  for (const [command, response] of order) {
    const [, method = 'GET'] = /-X ([A-Z]+)/.exec(command) ?? [];
    const [, address = ''] = / "(\$API[^"]*)"/.exec(command) ?? [];
    const [, key = ''] = /Bearer (\$[A-Z]+)/.exec(command) ?? [];
    const [, single, double] = / -d (?:'([^']*)'|"((?:[^"\\]|\\.)*)")$/.exec(command) ?? [];
    const body = single ?? double?.replaceAll('\\"', '"');
    if (address.endsWith('/inspect')) await admin('/signed_search_keys/revocations', { sub: 'user-42' });
    const answer = await request(filled(address), method, {
      headers: { authorization: `Bearer ${filled(key)}` },
      ...(body !== undefined && { body: filled(body) }),
    });
    assert.deepEqual(comparable(answer.text), comparable(response), command);
  }
});
