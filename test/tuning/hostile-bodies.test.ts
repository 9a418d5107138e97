import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { announcedSeed, repetitions } from '../support/seed.ts';
import { sharedService } from '../support/shared-service.ts';

const RUNS = repetitions('CASES', 400);
const SCHEMA = { title: 'text', size: 'number', made: 'date', place: 'geolocation' };

const names = fc.constantFrom(...Object.keys(SCHEMA), 'id', '__proto__', 'constructor', 'x', '');
const anything = fc.jsonValue({ maxDepth: 3 });
const oneOf = (...values: unknown[]) => fc.oneof(fc.constantFrom(...values), anything);
const entry = fc.dictionary(
  fc.constantFrom(
    'weight',
    'raw',
    'snippet',
    'size',
    'type',
    'value',
    'function',
    'factor',
    'center',
    'operation',
  ),
  fc.oneof(
    fc.double({ noNaN: true }),
    oneOf(
      'value',
      'functional',
      'proximity',
      'linear',
      'gaussian',
      'now',
      'add',
      { size: 20 },
      {},
      '1,2',
      null,
    ),
  ),
);
const section = fc.oneof(
  fc.dictionary(names, fc.oneof(entry, fc.array(entry, { maxLength: 3 }), anything)),
  anything,
);
const settings = fc.record(
  { search_fields: section, result_fields: section, boosts: section, precision: oneOf(1, 11, '2') },
  { requiredKeys: [] },
);
const texts = fc.oneof(fc.array(oneOf('a', 'b', '', 'lake', '\0', '\ud800'), { maxLength: 4 }), anything);
/** Bodies that are often valid: what was stored must not break the searches that follow. */
const weights = fc.dictionary(
  fc.constantFrom('title', 'id'),
  fc.record({ weight: fc.double({ min: 0, max: 10, noNaN: true }) }, { requiredKeys: [] }),
);
const boosts = fc.dictionary(
  fc.constantFrom('size'),
  fc.array(
    fc.oneof(
      fc.record({
        type: fc.constant('value'),
        value: fc.array(fc.oneof(fc.double(), fc.string()), { minLength: 1 }),
      }),
      fc.record({
        type: fc.constant('functional'),
        function: fc.constantFrom('linear', 'exponential', 'logarithmic'),
      }),
    ),
    { maxLength: 3 },
  ),
);
const plausible = fc.record(
  { search_fields: weights, boosts, precision: fc.integer({ min: 1, max: 11 }) },
  { requiredKeys: ['precision'] },
);
const curation = fc.record({ queries: texts, promoted: texts, hidden: texts }, { requiredKeys: [] });
const synonyms = fc.record({ synonyms: texts }, { requiredKeys: [] });

test(`${RUNS} random bodies are accepted or refused with messages, and searches work after each`, async () => {
  const { call, engine } = await sharedService();
  const name = await engine({
    schema: SCHEMA,
    documents: [
      { id: 'a', title: 'lake', size: 1, made: '2000-01-01T00:00:00Z', place: '1,2' },
      { id: 'b', title: 'red lake' },
    ],
  });
  const seed = announcedSeed('hostile bodies of tuning');
  const request = fc.oneof(
    fc.tuple(fc.constant('PUT /search_settings'), settings),
    fc.tuple(fc.constant('PUT /search_settings'), plausible),
    fc.tuple(fc.constant('POST /curations'), curation),
    fc.tuple(fc.constant('POST /synonyms'), synonyms),
  );
  let accepted = 0;
  const property = fc.asyncProperty(request, async ([route, body]) => {
    const [method = '', path = ''] = route.split(' ');
    const { status, json, text } = await call(method, `/engines/${name}${path}`, { body });
    if (status === 200) accepted += 1;
    else {
      assert.equal(status, 400, text);
      assert.ok(json.errors.length > 0 && json.errors.every((error: unknown) => typeof error === 'string'));
    }
    const found = await call('POST', `/engines/${name}/search`, { body: { query: 'lake' } });
    assert.equal(found.status, 200, found.text);
  });
  await fc.assert(property, { numRuns: RUNS, seed });
  assert.ok(accepted > RUNS / 50, `${accepted} were accepted`);
});
