import assert from 'node:assert/strict';
import test from 'node:test';
import { startTestService, type TestService } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

const badType = 'Type is not included in the list';
const whitespace = 'Name cannot contain whitespace';
const underscore = 'Name cannot have a leading underscore';
const tooLong = 'Name cannot contain more than 64 characters';
const reserved =
  'Name cannot be a reserved field (external_id, engine_id, highlight, or, and, not, any, all, none)';
const characters = 'Name can only contain lowercase letters, numbers, and underscores';
const noLetter = 'Name must contain a lowercase letter';
const unique = 'Name must be unique';
const tooMany = 'Exceeds maximum of 64 schema fields';

const SCHEMA = { title: 'text', year: 'number', added: 'date', place: 'geolocation' };

const schemaOf = async (service: TestService, engine: string) =>
  (await service.call('GET', `/engines/${engine}/schema`)).json;
const post = (service: TestService, engine: string, body: unknown, query = '') =>
  service.call('POST', `/engines/${engine}/schema${query}`, { body });
const lastJob = async (service: TestService, engine: string) =>
  (await service.call('GET', `/engines/${engine}/schema/reindex`)).json.last_job;

/** A service, by default the shared one, with an engine with fields of all four types. */
async function books(service?: TestService) {
  service ??= await sharedService();
  const engine = await service.engine({
    schema: SCHEMA,
    documents: [{ id: 'a', title: 'Dune', year: '1965' }],
  });
  return { service, engine };
}
const fields = (count: number, type = 'text') =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`field_${i}`, type]));

test('a new engine has an empty schema', async () => {
  const service = await sharedService();
  const engine = await service.engine();
  const { status, json } = await service.call('GET', `/engines/${engine}/schema`);
  assert.deepEqual([status, json], [200, {}]);
});

test('the schema lists every field with its type, and id is never among them', async () => {
  const { service, engine } = await books();
  await service.call('POST', `/engines/${engine}/documents`, { body: [{ id: 'b', author: 1, n: true }] });
  const { status, json } = await service.call('GET', `/engines/${engine}/schema`);
  assert.deepEqual([status, json], [200, { ...SCHEMA, author: 'text', n: 'text' }]);
});

test('a POST changes types and adds fields, and returns 200 with the whole schema', async () => {
  const { service, engine } = await books();
  const expected = { ...SCHEMA, year: 'text', pages: 'number', born: 'date' };
  const { status, json } = await post(service, engine, { pages: 'number', year: 'text', born: 'date' });
  assert.deepEqual([status, json], [200, expected]);
  assert.deepEqual(await schemaOf(service, engine), expected);
});

const types = ['text', 'number', 'date', 'geolocation'];
for (const from of types) {
  for (const to of types) {
    test(`the type ${from} can be changed to ${to}`, async () => {
      const service = await sharedService();
      const engine = await service.engine({ schema: { field: from } });
      const { status, json } = await post(service, engine, { field: to });
      assert.deepEqual([status, json], [200, { field: to }]);
      assert.deepEqual(await schemaOf(service, engine), { field: to });
    });
  }
}

const refusals: ReadonlyArray<readonly [string, string | object, readonly string[]]> = [
  ['the type integer', { pages: 'integer' }, [badType]],
  ['a type with a blank before', { pages: ' text' }, [badType]],
  ['a type with a blank behind', { pages: 'text ' }, [badType]],
  ['a type in capitals', { pages: 'Text' }, [badType]],
  ['an empty type', { pages: '' }, [badType]],
  ['a type that is null', { pages: null }, [badType]],
  ['a type that is a list', { pages: ['text'] }, [badType]],
  ['a type that is an object', { pages: { type: 'text' } }, [badType]],
  ['a type named like a member of every object', { pages: 'constructor' }, [badType]],
  ['a name with a blank', { 'first name': 'text' }, [whitespace, characters]],
  ['a name with a no-break space', { 'first\u00a0name': 'text' }, [whitespace, characters]],
  ['a name with a byte order mark', { 'first\ufeffname': 'text' }, [whitespace, characters]],
  ['a name with a leading underscore', { _name: 'text' }, [underscore]],
  ['a name of 65 characters', { ['x'.repeat(65)]: 'text' }, [tooLong]],
  ...['external_id', 'engine_id', 'highlight', 'or', 'and', 'not', 'any', 'all', 'none'].map(
    (name) => [`the reserved name ${name}`, { [name]: 'text' }, [reserved]] as const,
  ),
  ['a name with a dash', { 'first-name': 'text' }, [characters]],
  ['a name with a capital', { firstName: 'text' }, [characters]],
  ['a name with a point', { 'first.name': 'text' }, [characters]],
  ['a name with a fullwidth digit', { field１: 'text' }, [characters]],
  ['a name with a dotless i', { fıeld: 'text' }, [characters]],
  ['a name with a combining mark', { 'fie\u0301ld': 'text' }, [characters]],
  ['a name of digits', { 12: 'text' }, [noLetter]],
  ['an empty name', { '': 'text' }, [noLetter]],
  ['a name all in capitals', { INVALID: 'text' }, [characters, noLetter]],
  ['the prototype’s name', '{"__proto__":"text"}', [underscore]],
  ['the name id', { id: 'text' }, [unique]],
  ['the name id with its type as a number', { id: 'number' }, [unique]],
  ['a name sent twice', '{"pages":"text","pages":"text"}', [unique]],
  ['a name sent twice with different types', '{"pages":"text","pages":"number"}', [unique]],
  ['a name and its escaped twin', '{"pages":"text","p\\u0061ges":"number"}', [unique]],
  ['an existing name sent twice', '{"year":"text","\\u0079ear":"text"}', [unique]],
  [
    'every error at once, listed once each in order',
    `{"INVALID":"integer","INVALID":"integer","_ x":"float","none":"text","or":"text","${'y'.repeat(70)}":"text","1":"text"}`,
    [badType, whitespace, underscore, tooLong, reserved, characters, noLetter, unique],
  ],
  ['one bad field among good ones', { pages: 'number', author: 'text', year: 'text', bad: 'x' }, [badType]],
];
for (const [what, body, messages] of refusals) {
  test(`a POST with ${what} is rejected with its messages, and nothing is applied`, async () => {
    const { service, engine } = await books();
    const job = await lastJob(service, engine);
    const { status, json } = await post(service, engine, body);
    assert.deepEqual([status, json], [400, { errors: messages }]);
    assert.deepEqual(await schemaOf(service, engine), SCHEMA);
    assert.deepEqual(await lastJob(service, engine), job, 'a rejected change leaves no job record');
  });
}

test('a name of 64 characters is accepted', async () => {
  const { service, engine } = await books();
  const name = 'x'.repeat(64);
  const { status, json } = await post(service, engine, { [name]: 'text' });
  assert.deepEqual([status, json], [200, { ...SCHEMA, [name]: 'text' }]);
});

test('the name of a member of all objects is a name like any other', async () => {
  const { service, engine } = await books();
  assert.equal((await post(service, engine, '{"constructor":"number"}')).status, 200);
  const schema = await schemaOf(service, engine);
  assert.equal(Object.hasOwn(schema, 'constructor') && schema.constructor, 'number');
});

test('a schema may have 64 fields, and a 65th is rejected', async () => {
  const service = await sharedService();
  const engine = await service.engine();
  assert.equal((await post(service, engine, fields(64))).status, 200);
  const { status, json } = await post(service, engine, { one_more: 'text' });
  assert.deepEqual([status, json], [400, { errors: [tooMany] }]);
  assert.deepEqual(await schemaOf(service, engine), fields(64));
});

test('65 fields in one POST are rejected, and none of them is created', async () => {
  const service = await sharedService();
  const engine = await service.engine();
  const { status, json } = await post(service, engine, fields(65));
  assert.deepEqual([status, json], [400, { errors: [tooMany] }]);
  assert.deepEqual(await schemaOf(service, engine), {});
});

test('a type change at 64 fields is accepted', async () => {
  const service = await sharedService();
  const engine = await service.engine({ schema: fields(64) });
  assert.equal((await post(service, engine, fields(64, 'number'))).status, 200);
  assert.deepEqual(await schemaOf(service, engine), fields(64, 'number'));
});

test('a type change together with a 65th field is rejected as a whole', async () => {
  const service = await sharedService();
  const engine = await service.engine({ schema: fields(64) });
  const { status } = await post(service, engine, { field_0: 'number', one_more: 'text' });
  assert.equal(status, 400);
  assert.deepEqual(await schemaOf(service, engine), fields(64));
});

for (const body of ['[]', '[{"pages":"text"}]', '"text"', '1', 'true', 'null']) {
  test(`a schema that is ${body} instead of an object is rejected`, async () => {
    const { service, engine } = await books();
    const { status, json } = await post(service, engine, body);
    assert.deepEqual([status, json], [400, { errors: ['Schema must be an object'] }]);
    assert.deepEqual(await schemaOf(service, engine), SCHEMA);
  });
}

for (const body of [
  '{',
  '{"pages":"text",}',
  '{"pages":text}',
  "{'pages':'text'}",
  '{"pages":"text"}}',
  'pages=text',
]) {
  test(`malformed JSON (${body}) is rejected and changes nothing`, async () => {
    const { service, engine } = await books();
    const { status, json } = await post(service, engine, body);
    const errors = ['There was a decoding error. Please ensure your request is valid.'];
    assert.deepEqual([status, json], [400, { errors }]);
    assert.deepEqual(await schemaOf(service, engine), SCHEMA);
  });
}

const unchanged: ReadonlyArray<readonly [string, unknown]> = [
  ['an empty object', {}],
  ['no body', undefined],
  ['the types as they are', SCHEMA],
  ['one unchanged type', { year: 'number' }],
];
for (const [what, body] of unchanged) {
  test(`a POST of ${what} returns the schema, creates a job record and starts no reindex`, async () => {
    const { service, engine } = await books();
    const before = await lastJob(service, engine);
    const { status, json } = await post(service, engine, body);
    assert.deepEqual([status, json], [200, SCHEMA]);
    const job = await lastJob(service, engine);
    assert.ok(job.id > before.id, 'a separate job record');
    assert.deepEqual([job.state, job.fields, job.documents_done], ['finished', {}, 0]);
  });
}

for (const query of [
  '?pages=text',
  '?year=text&title=number',
  '?dry_run=false&pages=number',
  '?schema[pages]=text',
]) {
  test(`a parameter in the query string (${query}) never becomes a field`, async () => {
    const { service, engine } = await books();
    assert.deepEqual((await post(service, engine, undefined, query)).json, SCHEMA);
    const { status, json } = await post(service, engine, { author: 'text' }, query);
    assert.deepEqual([status, json], [200, { ...SCHEMA, author: 'text' }]);
  });
}

test('dry_run and auth_token in the body are field names', async () => {
  const { service, engine } = await books();
  const { status, json } = await post(service, engine, { dry_run: 'text', auth_token: 'text' });
  assert.deepEqual([status, json], [200, { ...SCHEMA, dry_run: 'text', auth_token: 'text' }]);
});

test('schema changes can follow each other without a pause on an engine with documents', async () => {
  const { service, engine } = await books();
  let expected: Record<string, string> = SCHEMA;
  for (let n = 0; n < 12; n++) {
    const change = n % 3 === 2 ? { year: n % 2 ? 'text' : 'number' } : { [`field_${n}`]: 'number' };
    expected = { ...expected, ...change };
    const { status, json } = await post(service, engine, change);
    assert.deepEqual([status, json], [200, expected]);
  }
});

test('the schema of an unknown engine gets 404, and a change does not create it', async () => {
  const service = await sharedService();
  for (const method of ['GET', 'POST']) {
    const { status, json } = await service.call(method, '/engines/nowhere/schema', { body: {} });
    assert.deepEqual([status, json], [404, { errors: ['Could not find engine.'] }]);
  }
});

test('a schema survives a restart, in its order', async (t) => {
  const { service, engine } = await books(await startTestService(t));
  await post(service, engine, { zebra: 'text', aardvark: 'date', year: 'text' });
  const { text } = await service.call('GET', `/engines/${engine}/schema`);
  await service.restart();
  assert.equal((await service.call('GET', `/engines/${engine}/schema`)).text, text);
});
