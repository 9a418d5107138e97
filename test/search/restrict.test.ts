import assert from 'node:assert/strict';
import test from 'node:test';
import { ApiError } from '../../src/errors.ts';
import type { Filter } from '../../src/index/plan.ts';
import { boundsOf, restrictedRequest } from '../../src/search/restrict.ts';
import { WHOLE } from '../../src/search/result-fields.ts';
import { parseSuggestionRequest } from '../../src/search/suggestion-request.ts';
import { SIGNED_KEYS_MODES } from '../../src/setting-table.ts';
import { announcedSeed, Random, repetitions } from '../support/seed.ts';
import {
  DOCS,
  type Doc,
  FIELDS,
  randomSide,
  SCHEMA,
  type Shown,
  type Side,
  TEXTS,
} from './restricted-side.ts';
import {
  asShown,
  byName,
  type Effective,
  effective,
  extentOf,
  NOT_SHOWN,
  opensByMistake,
  withSettings,
} from './restriction-model.ts';

// The effect of search settings and of a signed search key on a request, compared with a model of sets that is independent of the service's
// own parsing of the two.

const ROUNDS = repetitions('ROUNDS', 10_000);

/** Whether a document passes a filter of a plan. */
function passes(doc: Doc, filter: Filter): boolean {
  switch (filter.kind) {
    case 'all':
      return filter.of.every((part) => passes(doc, part));
    case 'any':
      return filter.of.some((part) => passes(doc, part));
    case 'none':
      return !filter.of.some((part) => passes(doc, part));
    case 'value':
      return filter.values.includes(doc.values[filter.field] as string);
    case 'range':
      return (doc.values[filter.field] as number) >= (filter.from as number);
    case 'distance':
      throw new Error('no field is a geolocation');
    case 'engine':
      throw new Error('there is one engine');
  }
}

test(`${ROUNDS} random keys, requests and settings give the result of a model of sets`, (t) => {
  const random = new Random(announcedSeed('restrictions'));
  let refused = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const mode = random.pick(SIGNED_KEYS_MODES);
    const token = randomSide(random, true);
    const request = randomSide(random, false);
    const { query: _, ...rest } = request.json;
    const asked: Side = { ...request, query: request.query ?? { means: '', names: [] } };
    const settings = random.below(2) === 0 ? { json: {} } : randomSide(random, false);
    const expected = effective(token, withSettings(asked, settings, token, mode), mode);
    const { search_fields, result_fields, boosts, precision } = settings.json;
    const stored = { search_fields, result_fields, boosts, precision };
    const where = JSON.stringify({ round, mode, token: token.json, request: request.json, stored });
    const run = () =>
      restrictedRequest({ query: asked.query?.means, ...rest }, token.json, SCHEMA, mode, 128, stored);
    if (expected === undefined) {
      refused += 1;
      assert.throws(run, (error) => error instanceof ApiError && error.status === 400, where);
      continue;
    }
    const got = run();
    const actual: Effective = {
      passing: DOCS.filter((doc) => passes(doc, got.filter)).map((doc) => doc.id),
      shown: new Map(
        FIELDS.map((name) => {
          const field = got.resultFields === null ? WHOLE : got.resultFields.get(name);
          return [name, field ? asShown(field as Shown) : NOT_SHOWN];
        }),
      ),
      searched: got.searchFields && byName(got.searchFields),
      facets: got.facets?.map(({ field, type, size }) => ({ field, type, size })) ?? null,
      replaced: [got.sort, got.group, got.boosts.boosts, got.precision, got.page, got.query, got.tags],
      groupKey: got.groupKey && { rawSize: got.groupKey.rawSize },
      showsScores: got.showsScores,
    };
    assert.deepEqual(actual, expected, where);
  }
  assert.ok(refused > ROUNDS / 50 && refused < ROUNDS / 2, `${refused} of ${ROUNDS} were refused`);
  t.diagnostic(`${ROUNDS} compared, ${refused} of them refused`);
});

test(`${ROUNDS / 10} random keys get suggestions only from what they may search and see`, () => {
  const random = new Random(announcedSeed('restricted suggestions'));
  for (let round = 0; round < ROUNDS / 10; round++) {
    const mode = random.pick(SIGNED_KEYS_MODES);
    const token = randomSide(random, true);
    const asked = random.below(2) === 0 ? undefined : TEXTS.filter(() => random.below(2) === 0);
    const fields = asked?.length === 0 ? undefined : asked;
    const options = { query: 'c', ...(fields && { types: { documents: { fields } } }) };
    const where = JSON.stringify({ round, mode, token: token.json, options });
    const run = () =>
      parseSuggestionRequest(options, token.json, boundsOf(token.json, SCHEMA, mode), SCHEMA, 128);
    const hidden = TEXTS.filter((name) =>
      mode === 'strict' ? extentOf(name, token) !== 'whole' : extentOf(name, token) === 'nothing',
    );
    if (
      opensByMistake(token.filter) ||
      (mode === 'strict' && fields?.some((name) => hidden.includes(name)))
    ) {
      assert.throws(run, (error) => error instanceof ApiError && error.status === 400, where);
      continue;
    }
    const expected = (fields ?? TEXTS).filter(
      (name) => !hidden.includes(name) && (token.searched?.has(name) ?? true),
    );
    const got = run();
    assert.deepEqual(got.fields, expected, where);
    assert.equal(got.query, token.query?.means ?? 'c', where);
  }
});

test('a key with unknown claims is rejected', () => {
  const refusal = (error: unknown) =>
    error instanceof ApiError && error.message === '{"errors":["Options contains invalid key: role"]}';
  assert.throws(() => restrictedRequest({ query: '' }, { role: 'x' }, SCHEMA, 'compatible'), refusal);
  assert.throws(() => boundsOf({ role: 'x' }, SCHEMA, 'strict'), refusal);
});
