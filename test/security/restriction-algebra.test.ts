import assert from 'node:assert/strict';
import test from 'node:test';
import { SIGNED_KEYS_MODES } from '../../src/config.ts';
import { ApiError } from '../../src/errors.ts';
import type { Filter } from '../../src/index/plan.ts';
import type { ResultFields } from '../../src/search/fields.ts';
import { restrictedRequest } from '../../src/search/restrict.ts';
import { announcedSeed, Random } from '../support/seed.ts';
import { startTestService } from '../support/service.ts';
import { signedKey } from '../support/signed-key.ts';
import {
  ALL_FIELDS,
  DOCS,
  type Doc,
  type Effective,
  effective,
  FIELDS,
  isShownAs,
  KINDS,
  NUMBER,
  type Parts,
  randomSide,
  SCHEMA,
  textValue,
} from './restriction-model.ts';

const sorted = <T>(entries: Iterable<readonly [string, T]> | undefined): unknown =>
  entries === undefined ? undefined : [...entries].sort(([a], [b]) => (a < b ? -1 : 1));

/** Whether a document passes a filter of a plan. */
function passes(doc: Doc, filter: Filter): boolean {
  switch (filter.kind) {
    case 'all':
      return filter.of.every((part) => passes(doc, part));
    case 'any':
      return filter.of.length === 0 || filter.of.some((part) => passes(doc, part));
    case 'none':
      return !filter.of.some((part) => passes(doc, part));
    case 'value':
      return filter.values.includes(doc.values[filter.field] as string);
    case 'range':
      return (doc.values[filter.field] as number) >= (filter.from as number);
    case 'distance':
      throw new Error('no field is a geolocation');
  }
}

const partsShown = (name: string, fields: ResultFields | null): Parts => {
  if (fields === null) return { raw: true, snippet: false };
  const field = fields.get(name);
  return field ? isShownAs(field) : { raw: false, snippet: false };
};

const ROUNDS = 10_000;

test(`${ROUNDS} random keys and requests come down to what a model of sets says`, (t) => {
  const random = new Random(announcedSeed('restrictions'));
  let refused = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const mode = random.pick(SIGNED_KEYS_MODES);
    const token = randomSide(random, true);
    const request = randomSide(random, false);
    const expected = effective(token, request, mode);
    const where = JSON.stringify({ round, mode, token: token.json, request: request.json });
    const run = () => restrictedRequest({ query: '', ...request.json }, token.json, SCHEMA, mode);
    if (expected === undefined) {
      refused += 1;
      assert.throws(run, (error) => error instanceof ApiError && error.status === 400, where);
      continue;
    }
    const { filter, resultFields, searchFields, facets } = run();
    const got: Effective = {
      passing: DOCS.filter((doc) => passes(doc, filter)).map((doc) => doc.id),
      shown: new Map(ALL_FIELDS.map((name) => [name, partsShown(name, resultFields)])),
      searched: searchFields ?? undefined,
      facets: facets ? new Map(facets.map(({ field, size }) => [field, size])) : undefined,
    };
    assert.deepEqual(got.passing, expected.passing, where);
    assert.deepEqual(got.shown, expected.shown, where);
    assert.deepEqual(sorted(got.searched), sorted(expected.searched), where);
    assert.deepEqual(sorted(got.facets), sorted(expected.facets), where);
  }
  assert.ok(refused > ROUNDS / 50 && refused < ROUNDS / 2, `${refused} of ${ROUNDS} were refused`);
  t.diagnostic(`${ROUNDS} compared, ${refused} of them refused`);
});

const SEARCHES = 400;

for (const mode of SIGNED_KEYS_MODES) {
  test(`${SEARCHES} random searches show nothing of hidden fields (${mode})`, async (t) => {
    const random = new Random(announcedSeed(`restricted searches, ${mode}`));
    const service = await startTestService(t, { FINDLING_SIGNED_KEYS: mode });
    const engine = await service.engine({
      schema: Object.fromEntries(SCHEMA),
      documents: DOCS.map(({ id, values }) => ({ id, ...values })),
    });
    const signer = { name: 'private-key', key: service.privateKey };
    let answered = 0;
    for (let round = 0; round < SEARCHES; round++) {
      const token = randomSide(random, true);
      const request = randomSide(random, false);
      const word = random.pick(['', '', textValue(random.pick(FIELDS), random.below(KINDS))]);
      const expected = effective(token, request, mode);
      const where = JSON.stringify({ round, word, token: token.json, request: request.json });
      const answer = await service.call('POST', `/engines/${engine}/search`, {
        key: signedKey(signer, token.json),
        body: { query: word, page: { size: 100 }, ...request.json },
      });
      assert.equal(answer.status, expected === undefined ? 400 : 200, `${where}: ${answer.text}`);

      // What the signer itself put into facets is the signer's to show.
      const hidden = ALL_FIELDS.filter((name) => token.results && !token.results.has(name));
      const unseen = mode === 'strict' ? answer.text : JSON.stringify(answer.json.results ?? []);
      for (const name of hidden) {
        if (mode === 'strict' && token.facets?.has(name)) continue;
        const value = name === NUMBER ? /7654\d{3}/ : new RegExp(`hush${name}`);
        assert.doesNotMatch(unseen, value, where);
      }
      if (expected === undefined) continue;
      answered += 1;

      const searched = expected.searched ? [...expected.searched.keys()] : [...FIELDS, 'id'];
      const found = DOCS.filter(
        (doc) =>
          expected.passing.includes(doc.id) &&
          (word === '' || searched.some((name) => (name === 'id' ? doc.id : doc.values[name]) === word)),
      );
      const ids = answer.json.results.map((hit: { id: { raw: string } }) => hit.id.raw);
      assert.deepEqual(ids.sort(), found.map((doc) => doc.id).sort(), where);
      assert.equal(answer.json.meta.page.total_results, found.length, where);
      for (const hit of answer.json.results) {
        const doc = DOCS.find(({ id }) => id === hit.id.raw);
        for (const name of ALL_FIELDS) {
          const { raw, snippet } = expected.shown.get(name) as Parts;
          const parts = { ...(raw && { raw: doc?.values[name] }), ...(snippet && { snippet: null }) };
          assert.deepEqual(hit[name], raw || snippet ? parts : undefined, where);
        }
      }
      const facets = [...(expected.facets ?? [])].map(([name, size = 10]) => {
        const counts = new Map<string | number, number>();
        for (const { values } of found) {
          const value = values[name] as string | number;
          counts.set(value, (counts.get(value) ?? 0) + 1);
        }
        const data = [...counts]
          .map(([value, count]) => ({ value, count }))
          .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
          .slice(0, size);
        return [name, [{ type: 'value', data }]];
      });
      assert.deepEqual(answer.json.facets, expected.facets && Object.fromEntries(facets), where);
    }
    assert.ok(answered > SEARCHES / 4, `${answered} of ${SEARCHES} were answered`);
    t.diagnostic(`${SEARCHES} searches, ${answered} answered with results, 0 hidden values shown`);
  });
}
