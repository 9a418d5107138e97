import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sharedService } from '../support/shared-service.ts';

const TOO_LARGE = 'Exceeds maximum allowed document size of 102400 bytes';
const TOO_MANY_FIELDS = 'Exceeds maximum of 64 schema fields';

/** A document whose JSON has exactly `bytes` bytes of UTF-8, padded with `letter`. */
const ofBytes = (bytes: number, letter: string, rest: object) => {
  const room = bytes - Buffer.byteLength(JSON.stringify({ ...rest, text: '' }));
  const width = Buffer.byteLength(letter);
  const document = { ...rest, text: letter.repeat(Math.floor(room / width)) + 'x'.repeat(room % width) };
  assert.equal(Buffer.byteLength(JSON.stringify(document)), bytes);
  return document;
};

const fields = (from: number, to: number) =>
  Object.fromEntries(Array.from({ length: to - from }, (_, i) => [`field_${from + i}`, 'x']));

suite('the size of a document', () => {
  for (const [what, letter, rest] of [
    ['in ASCII', 'a', { id: 'big' }],
    ['in letters of two bytes', 'é', { id: 'big' }],
    ['in letters of three bytes', '語', { id: 'big' }],
    ['in emojis', '😀', { id: 'big' }],
    ['with an id of its own making', 'a', {}],
    ['with a number as id', 'a', { id: 5 }],
  ] as const) {
    test(`102,400 bytes ${what} are accepted, one more is not`, async () => {
      const service = await sharedService();
      const engine = await service.engine();
      const path = `/engines/${engine}/documents`;
      const fits = ofBytes(102_400, letter, rest);
      const made = await service.call('POST', path, { body: [fits] });
      assert.deepEqual(made.json[0].errors, []);
      const read = await service.call('GET', path, { body: [made.json[0].id] });
      assert.equal(read.json[0].text, fits.text);
      const refused = await service.call('POST', path, {
        body: [ofBytes(102_401, letter, rest), { id: 'small' }],
      });
      assert.equal(refused.status, 200);
      assert.deepEqual(refused.json, [
        { id: 'id' in rest ? String(rest.id) : '', errors: [TOO_LARGE] },
        { id: 'small', errors: [] },
      ]);
      const kept = await service.call('GET', path, { body: [made.json[0].id] });
      assert.equal(kept.json[0].text, fits.text);
    });
  }

  test('for a patch, the size of the resulting document counts', async () => {
    const service = await sharedService();
    const engine = await service.engine({ documents: [ofBytes(102_000, 'a', { id: 'big' })] });
    const path = `/engines/${engine}/documents`;
    const room = 102_400 - 102_000 - ',"more":""'.length;
    const fits = await service.call('PATCH', path, { body: [{ id: 'big', more: 'x'.repeat(room) }] });
    assert.deepEqual(fits.json, [{ id: 'big', errors: [] }]);
    const over = await service.call('PATCH', path, { body: [{ id: 'big', more: 'x'.repeat(room + 1) }] });
    assert.deepEqual(over.json, [{ id: 'big', errors: [TOO_LARGE] }]);
    const read = await service.call('GET', path, { body: ['big'] });
    assert.equal(read.json[0].more.length, room);
  });
});

suite('the number of documents', () => {
  for (const method of ['POST', 'PATCH']) {
    test(`${method}: 100 are accepted, 101 rejected as a whole`, async () => {
      const service = await sharedService();
      const documents = Array.from({ length: 101 }, (_, i) => ({ id: `${i}`, title: 'old' }));
      const engine = await service.engine({ documents });
      const path = `/engines/${engine}/documents`;
      const changed = documents.map(({ id }) => ({ id, title: 'new' }));
      const refused = await service.call(method, path, { body: changed });
      assert.deepEqual(
        { status: refused.status, json: refused.json },
        { status: 400, json: { errors: ['Cannot exceed 100 documents in a single request'] } },
      );
      assert.deepEqual((await service.call('GET', path, { body: ['0'] })).json, [{ id: '0', title: 'old' }]);
      const taken = await service.call(method, path, { body: changed.slice(0, 100) });
      assert.deepEqual(
        taken.json,
        changed.slice(0, 100).map(({ id }) => ({ id, errors: [] })),
      );
    });
  }

  test('100 documents of the largest size fit into one request', async () => {
    const service = await sharedService();
    const engine = await service.engine();
    const documents = Array.from({ length: 100 }, (_, i) => ofBytes(102_400, 'a', { id: `${100 + i}` }));
    const made = await service.call('POST', `/engines/${engine}/documents`, { body: documents });
    assert.equal(made.status, 200);
    assert.equal((await service.call('GET', `/engines/${engine}`)).json.document_count, 100);
    const read = await service.call('GET', `/engines/${engine}/documents/list`);
    assert.deepEqual(read.json.results, documents);
  });
});

suite('the number of fields', () => {
  test('a document may have 64, not counting id', async () => {
    const service = await sharedService();
    const engine = await service.engine();
    const path = `/engines/${engine}/documents`;
    const refused = await service.call('POST', path, { body: { id: 'a', ...fields(0, 65) } });
    assert.deepEqual(refused.json, [{ id: 'a', errors: [TOO_MANY_FIELDS] }]);
    assert.deepEqual((await service.call('GET', `/engines/${engine}/schema`)).json, {});
    const taken = await service.call('POST', path, { body: { id: 'a', ...fields(0, 64) } });
    assert.deepEqual(taken.json, [{ id: 'a', errors: [] }]);
    const schema = await service.call('GET', `/engines/${engine}/schema`);
    assert.equal(Object.keys(schema.json).length, 64);
  });

  test('in a full schema known fields are accepted and new ones rejected', async () => {
    const service = await sharedService();
    const engine = await service.engine({ documents: [{ id: 'a', ...fields(0, 64) }] });
    const path = `/engines/${engine}/documents`;
    const { json } = await service.call('POST', path, {
      body: [
        { id: 'known', field_63: 'y' },
        { id: 'new', fresh: 'y' },
        { id: 'both', field_0: 'y', fresh: 'y' },
        { id: 'none' },
      ],
    });
    assert.deepEqual(json, [
      { id: 'known', errors: [] },
      { id: 'new', errors: [TOO_MANY_FIELDS] },
      { id: 'both', errors: [TOO_MANY_FIELDS] },
      { id: 'none', errors: [] },
    ]);
    const patched = await service.call('PATCH', path, { body: [{ id: 'a', fresh: 'y' }] });
    assert.deepEqual(patched.json, [{ id: 'a', errors: [TOO_MANY_FIELDS] }]);
  });

  test('in a batch the first documents add theirs, and an invalid document adds none', async () => {
    const service = await sharedService();
    const engine = await service.engine({ documents: [{ id: 'a', ...fields(0, 63) }] });
    const { json } = await service.call('POST', `/engines/${engine}/documents`, {
      body: [
        { id: 'refused', one: 'x', Bad: 'x' },
        { id: 'last-place', two: 'x' },
        { id: 'same-field', two: 'y' },
        { id: 'too-late', three: 'x' },
      ],
    });
    assert.deepEqual(json, [
      { id: 'refused', errors: ['Invalid field name: Bad'] },
      { id: 'last-place', errors: [] },
      { id: 'same-field', errors: [] },
      { id: 'too-late', errors: [TOO_MANY_FIELDS] },
    ]);
    const schema = await service.call('GET', `/engines/${engine}/schema`);
    assert.deepEqual(Object.keys(schema.json).slice(63), ['two']);
  });
});
