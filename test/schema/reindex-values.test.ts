import assert from 'node:assert/strict';
import test from 'node:test';
import { FAILING_IDS, LARGE, LARGE_CHANGE, LARGE_COUNT, startLargeService } from '../support/large-engine.ts';
import { sharedService } from '../support/shared-service.ts';
import { failuresOf, hitsOf, post, read, schemaOf, search, statusOf } from './reindex-calls.ts';

interface Journey {
  readonly sent: unknown;
  readonly type: string;
  /** The value in the type, and as text before and after. */
  readonly shown: unknown;
  readonly text: unknown;
}
const journeys: readonly Journey[] = [
  { sent: '1985.50', type: 'number', shown: 1985.5, text: '1985.50' },
  { sent: 1985.5, type: 'number', shown: 1985.5, text: '1985.5' },
  { sent: '1e3', type: 'number', shown: 1000, text: '1e3' },
  { sent: 'about 1985', type: 'number', shown: null, text: 'about 1985' },
  { sent: ' 1985', type: 'number', shown: null, text: ' 1985' },
  { sent: '1,985', type: 'number', shown: null, text: '1,985' },
  { sent: '0x10', type: 'number', shown: null, text: '0x10' },
  { sent: true, type: 'number', shown: null, text: 'true' },
  { sent: { a: 1 }, type: 'number', shown: null, text: '{"a":1}' },
  { sent: ['1', 2, null], type: 'number', shown: [1, 2, null], text: ['1', '2', null] },
  { sent: ['1', 'x'], type: 'number', shown: null, text: ['1', 'x'] },
  { sent: null, type: 'number', shown: null, text: null },
  { sent: '2013-02-27', type: 'date', shown: '2013-02-27T00:00:00+00:00', text: '2013-02-27' },
  {
    sent: '2013-02-27T18:09:19.120-05:00',
    type: 'date',
    shown: '2013-02-27T23:09:19.12+00:00',
    text: '2013-02-27T18:09:19.120-05:00',
  },
  { sent: 'yesterday', type: 'date', shown: null, text: 'yesterday' },
  { sent: 1361988559, type: 'date', shown: null, text: '1361988559' },
  { sent: '35.68, -83.53', type: 'geolocation', shown: '35.68,-83.53', text: '35.68, -83.53' },
  { sent: ['-83.53', '35.68'], type: 'geolocation', shown: '35.68,-83.53', text: ['-83.53', '35.68'] },
  { sent: [-83.53, 35.68], type: 'geolocation', shown: '35.68,-83.53', text: ['-83.53', '35.68'] },
  { sent: 'somewhere over there', type: 'geolocation', shown: null, text: 'somewhere over there' },
];
for (const { sent, type, shown, text } of journeys) {
  test(`${JSON.stringify(sent)} as ${type} is ${JSON.stringify(shown)}, and is unchanged as text`, async () => {
    const service = await sharedService();
    const engine = await service.engine({ documents: [{ id: 'a', field: sent }] });
    const views = async () => {
      const [document] = await read(service, ['a'], engine);
      const { json } = await search(service, {}, engine);
      assert.ok(Object.hasOwn(document, 'field'), 'the key stays');
      assert.deepEqual(json.results[0].field, { raw: document.field }, 'search shows the same');
      return document.field;
    };
    assert.deepEqual(await views(), text);
    assert.equal((await post(service, engine, { field: type })).status, 200);
    assert.deepEqual(await views(), shown);
    const isFailure = shown === null && sent !== null;
    assert.equal((await failuresOf(service, engine)).length, isFailure ? 1 : 0);
    // Via yet another type: conversions always start from the original value.
    await post(service, engine, { field: type === 'date' ? 'number' : 'date' });
    await post(service, engine, { field: 'text' });
    assert.deepEqual(await views(), text);
  });
}

test('a value that cannot be converted counts as missing in filters and facets', async () => {
  const service = await sharedService();
  const engine = await service.engine({
    documents: [
      { id: 'a', year: 'x' },
      { id: 'b', year: '5' },
    ],
  });
  await post(service, engine, { year: 'number' });
  const facets = { year: { type: 'value' } };
  const { json } = await search(service, { facets }, engine);
  assert.deepEqual(json.facets.year[0].data, [{ value: 5, count: 1 }]);
  assert.deepEqual(hitsOf(await search(service, { filters: { year: { from: -1e9 } } }, engine)), ['b']);
  assert.equal(json.meta.page.total_results, 2);
});

test('other fields of a document with a conversion error can be patched, and the value is kept', async () => {
  const service = await sharedService();
  const engine = await service.engine({ documents: [{ id: 'a', year: 'about 1985' }] });
  await post(service, engine, { year: 'number' });
  const { json } = await service.call('PATCH', `/engines/${engine}/documents`, {
    body: [{ id: 'a', name: 'x' }],
  });
  assert.deepEqual(json, [{ id: 'a', errors: [] }]);
  assert.deepEqual(await read(service, ['a'], engine), [{ id: 'a', year: null, name: 'x' }]);
  await post(service, engine, { year: 'text' });
  assert.deepEqual(await read(service, ['a'], engine), [{ id: 'a', year: 'about 1985', name: 'x' }]);
});

test('a dry run reports conversions and errors, and applies nothing', async () => {
  const service = await sharedService();
  const documents = [
    ...Array.from({ length: 15 }, (_, i) => ({ id: `bad${i}`, year: `x${i}` })),
    { id: 'good1', year: '1' },
    { id: 'good2', year: '9007199254740993' },
    { id: 'nested', year: { a: 1 } },
    { id: 'null', year: null },
    { id: 'none', name: 'x' },
  ];
  const engine = await service.engine({ documents });
  const before = await statusOf(service, engine);
  const { status, json } = await post(
    service,
    engine,
    { year: 'number', pages: 'number', name: 'text' },
    '?dry_run=true',
  );
  assert.equal(status, 200);
  const { reasons, ...counts } = json.changed.year;
  assert.deepEqual(counts, { from: 'text', to: 'number', converted: 2, failed: 16, rounded: 1, empty: 2 });
  assert.equal(reasons.length, 1);
  assert.deepEqual([reasons[0].count, reasons[0].samples.length], [16, 10]);
  assert.deepEqual(reasons[0].samples[0], { document_id: 'bad0', value: 'x0' });
  assert.deepEqual(Object.keys(json.changed), ['year']);
  assert.deepEqual(json.added, ['pages']);
  assert.deepEqual(json.schema, { year: 'number', name: 'text', pages: 'number' });
  assert.equal(json.documents_examined, documents.length);

  assert.deepEqual(await schemaOf(service, engine), { year: 'text', name: 'text' });
  assert.deepEqual(await statusOf(service, engine), before, 'no job record');
  assert.deepEqual(await read(service, ['good1'], engine), [{ id: 'good1', year: '1' }]);
});

test('a dry run predicts the outcome of the change', async (t) => {
  const service = await startLargeService(t);
  const { json } = await post(service, LARGE, LARGE_CHANGE, '?dry_run=true');
  assert.equal(json.changed.year.failed, FAILING_IDS.length);
  assert.equal(json.changed.moments.converted, LARGE_COUNT);
  await post(service, LARGE, LARGE_CHANGE);
  await service.settled(LARGE);
  assert.equal((await statusOf(service)).last_job.failures, FAILING_IDS.length);
});

test('a dry run of a field named like a member of all objects counts documents without it as empty', async () => {
  const service = await sharedService();
  const engine = await service.engine({
    documents: [
      { id: 'a', name: 'x' },
      { id: 'b', constructor: '5' },
    ],
  });
  const { json } = await post(service, engine, '{"constructor":"number"}', '?dry_run=true');
  const { converted, failed, empty } = json.changed.constructor;
  assert.deepEqual({ converted, failed, empty }, { converted: 1, failed: 0, empty: 1 });
});

for (const [what, body, message] of [
  ['a bad type', { year: 'integer' }, 'Type is not included in the list'],
  ['a name sent twice', '{"year":"text","year":"text"}', 'Name must be unique'],
  ['a list', [], 'Schema must be an object'],
] as const) {
  test(`a dry run of ${what} is rejected like the change itself`, async () => {
    const service = await sharedService();
    const engine = await service.engine({ schema: { year: 'text' } });
    const { status, json } = await post(service, engine, body, '?dry_run=true');
    assert.deepEqual([status, json], [400, { errors: [message] }]);
  });
}

test('a dry_run that is neither true nor false is rejected and changes nothing', async () => {
  const service = await sharedService();
  const engine = await service.engine({ schema: { year: 'text' } });
  const { status, json } = await post(service, engine, { year: 'number' }, '?dry_run=perhaps');
  assert.deepEqual([status, json], [400, { errors: ['Dry run must be true or false'] }]);
  assert.deepEqual(await schemaOf(service, engine), { year: 'text' });
});
