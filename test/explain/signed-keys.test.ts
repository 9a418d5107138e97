import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../support/service.ts';
import { signedKey } from '../support/signed-key.ts';
import { shelf } from './shelf.ts';

const DOCUMENT = {
  id: 'a',
  title: 'Open book',
  notes: 'Open canarysecret canaryother',
  owner: 'ann',
  salary: 4711,
};
const OTHER = { id: 'b', title: 'Open letter', notes: 'Open canaryforeign', owner: 'bob', salary: 4242 };
const SECRETS = ['canarysecret', 'canaryother', 'canaryforeign', '4711', '4242', 'notes'];

/** An engine with canaries in fields and documents that a key must not show, and how a key explains searches in it. */
async function canaries(mode: string, t: Parameters<typeof startTestService>[0]) {
  const service = await startTestService(t, { FINDLING_SIGNED_KEYS: mode });
  const engine = await service.engine({ schema: { salary: 'number' }, documents: [DOCUMENT, OTHER] });
  return async (claims: Record<string, unknown>, options: object): Promise<string> => {
    const as = signedKey({ name: 'private-key', key: service.privateKey }, claims);
    const { status, text } = await service.call('POST', `/engines/${engine}/search_explain`, {
      body: { query: 'open canary', as, ...options },
    });
    assert.equal(status, 200, text);
    return text;
  };
}

for (const mode of ['compatible', 'strict']) {
  test(`with a signed search key, ${mode}, an explanation reveals no hidden field or document`, async (t) => {
    const explain = await canaries(mode, t);
    const claims = {
      filters: { owner: 'ann' },
      search_fields: { title: {}, notes: {} },
      result_fields: { title: { raw: {} } },
    };
    for (const document_id of ['a', 'b', 'c']) {
      for (const query of ['open canary', 'canarysecret', '"open canarysecret"', '']) {
        const text = await explain(claims, { document_id, query });
        const { explanation, query_body: plan } = JSON.parse(text);
        const told = JSON.stringify({ explanation, query: plan.query });
        for (const secret of SECRETS) {
          // The terms of the query and the fields that the key searches are the caller's own.
          if (query.includes(secret) || secret === 'notes') continue;
          assert.ok(!told.includes(secret), `${document_id} ${query}: ${secret} in ${told}`);
        }
        for (const part of explanation.parts) assert.notEqual(part.field, 'notes');
        if (document_id === 'b') assert.deepEqual(explanation.parts, []);
        const sum = explanation.parts.reduce((all: number, { score }: { score: number }) => all + score, 0);
        if (explanation.score !== null)
          assert.ok(Math.abs(sum - explanation.score) <= 1e-6 * explanation.score);
        if (mode === 'strict') assert.equal(explanation.score, null);
      }
    }
  });
}

test('the score of a hidden field is one part without details', async () => {
  const { explain, signed } = await shelf();
  const as = signed({ result_fields: { title: { raw: {} } } });
  const { parts, score } = await explain({ query: 'dune sand', document_id: 'dune', as });
  assert.deepEqual(parts.map(({ kind, field }) => field ?? kind).sort(), ['id', 'other fields', 'title']);
  const sum = parts.reduce((all, part) => all + part.score, 0);
  assert.ok(Math.abs(sum - (score ?? 0)) <= 1e-6 * (score ?? 0));
});

test('a score that a boost computes from a hidden field is not shown', async () => {
  const { explain, signed } = await shelf();
  const as = signed({ result_fields: { title: { raw: {} } } });
  const boosts = { year: { type: 'functional', function: 'linear', operation: 'add', factor: 1 } };
  const { parts, score, position } = await explain({ query: '', boosts, document_id: 'dune', as });
  assert.deepEqual([parts, score, position], [[], null, 2]);
});

test('documents that a curation names are not shown to a signed search key', async () => {
  const { service, engine, explainText, signed } = await shelf();
  await service.call('POST', `/engines/${engine}/curations`, {
    body: { queries: ['sand'], promoted: ['emma'] },
  });
  const shown = JSON.parse(await explainText({ query: 'sand' }));
  assert.deepEqual(shown.query_body.promoted, [{ engine, id: 'emma' }]);
  const as = signed({ filters: { owner: 'ann' } });
  const text = await explainText({ query: 'sand', as, document_id: 'dune' });
  assert.ok(!text.includes('emma'), text);
});

test('a key that expired, was signed by an unknown key, or has no access to the engine is refused', async () => {
  const { service, engine, signed } = await shelf();
  const refusal = async (as: string): Promise<unknown> => {
    const body = { query: '', document_id: 'dune', as };
    const { status, json } = await service.call('POST', `/engines/${engine}/search_explain`, { body });
    return [status, json.errors];
  };
  const invalid = [400, ['As must be a valid signed search key of this account']];
  assert.deepEqual(await refusal(signed({ exp: 1 })), invalid);
  assert.deepEqual(await refusal(signed({}, 'nobody')), invalid);
  assert.deepEqual(await refusal(`${signed({})}x`), invalid);
  const { json } = await service.call('POST', '/credentials', {
    key: service.adminKey,
    body: {
      name: `scoped-${engine}`,
      type: 'search',
      access_all_engines: false,
      engines: [await service.engine()],
    },
  });
  const foreign = signedKey({ name: `scoped-${engine}`, key: json.key });
  assert.deepEqual(await refusal(foreign), [400, [`The key has no access to the engine "${engine}".`]]);
});
