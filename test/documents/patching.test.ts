import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sharedService } from '../support/shared-service.ts';

suite('patching documents', () => {
  test('fields in the patch are replaced, the others stay, null is stored', async () => {
    const service = await sharedService();
    const engine = await service.engine({
      documents: [{ id: 'a', title: 'Dune', year: '1965', tags: ['x', 'y'] }],
    });
    const path = `/engines/${engine}/documents`;
    const answer = await service.call('PATCH', path, { body: [{ id: 'a', year: null, tags: ['z'] }] });
    assert.equal(answer.status, 200);
    assert.equal(answer.text, '[{"id":"a","errors":[]}]');
    assert.deepEqual((await service.call('GET', path, { body: ['a'] })).json, [
      { id: 'a', title: 'Dune', year: null, tags: ['z'] },
    ]);
    const found = await service.call('POST', `/engines/${engine}/search`, { body: { query: 'dune' } });
    assert.deepEqual(found.json.results[0].year, { raw: null });
  });

  test('searches find the patched document by its new words and no longer by its old ones', async () => {
    const service = await sharedService();
    const engine = await service.engine({ documents: [{ id: 'a', title: 'Dune', by: 'Herbert' }] });
    await service.call('PATCH', `/engines/${engine}/documents`, { body: [{ id: 'a', title: 'Emma' }] });
    const total = async (query: string) =>
      (await service.call('POST', `/engines/${engine}/search`, { body: { query } })).json.meta.page
        .total_results;
    assert.deepEqual([await total('dune'), await total('emma'), await total('herbert')], [0, 1, 1]);
  });

  test('a single object counts as an array of one, and a number is a valid id', async () => {
    const service = await sharedService();
    const engine = await service.engine({ documents: [{ id: '7', title: 'Dune' }] });
    const answer = await service.call('PATCH', `/engines/${engine}/documents`, {
      body: { id: 7, title: 'Emma' },
    });
    assert.deepEqual(answer.json, [{ id: '7', errors: [] }]);
  });

  test('only the patch of a missing document or without an id is rejected, and creates nothing', async () => {
    const service = await sharedService();
    const engine = await service.engine({ documents: [{ id: 'a', title: 'Dune' }] });
    const path = `/engines/${engine}/documents`;
    const { status, json } = await service.call('PATCH', path, {
      body: [
        { id: 'nobody', title: 'x', fresh: 'x' },
        { title: 'x' },
        { id: null },
        {},
        'a',
        { id: 'a', title: 'Emma' },
      ],
    });
    assert.equal(status, 200);
    assert.deepEqual(json, [
      { id: 'nobody', errors: ['Document not found with id: nobody'] },
      { id: '', errors: ["Missing required key 'id'"] },
      { id: '', errors: ["Missing required key 'id'"] },
      { id: '', errors: ["Missing required key 'id'"] },
      { id: '', errors: ['Document must be an object'] },
      { id: 'a', errors: [] },
    ]);
    const list = await service.call('GET', `${path}/list`);
    assert.deepEqual(list.json.results, [{ id: 'a', title: 'Emma' }]);
    assert.deepEqual((await service.call('GET', `/engines/${engine}/schema`)).json, { title: 'text' });
  });

  test('a new field is added as text', async () => {
    const service = await sharedService();
    const engine = await service.engine({ documents: [{ id: 'a', title: 'Dune' }] });
    const path = `/engines/${engine}/documents`;
    await service.call('PATCH', path, { body: [{ id: 'a', year: 1965 }] });
    assert.deepEqual((await service.call('GET', `/engines/${engine}/schema`)).json, {
      title: 'text',
      year: 'text',
    });
    assert.deepEqual((await service.call('GET', path, { body: ['a'] })).json, [
      { id: 'a', title: 'Dune', year: '1965' },
    ]);
  });

  test('patches of one document in a batch are applied in order', async () => {
    const service = await sharedService();
    const engine = await service.engine({ documents: [{ id: 'a', one: '0', two: '0', three: '0' }] });
    const path = `/engines/${engine}/documents`;
    const { json } = await service.call('PATCH', path, {
      body: [
        { id: 'a', one: '1' },
        { id: 'a', two: '2' },
        { id: 'a', one: '3', Bad: 'x' },
        { id: 'a', four: '4' },
      ],
    });
    assert.deepEqual(json, [
      { id: 'a', errors: [] },
      { id: 'a', errors: [] },
      { id: 'a', errors: ['Invalid field name: Bad'] },
      { id: 'a', errors: [] },
    ]);
    assert.deepEqual((await service.call('GET', path, { body: ['a'] })).json, [
      { id: 'a', one: '1', two: '2', three: '0', four: '4' },
    ]);
  });

  test('a value that cannot be converted rejects the whole patch', async () => {
    const service = await sharedService();
    const engine = await service.engine({
      schema: { year: 'number' },
      documents: [{ id: 'a', title: 'Dune', year: 1965 }],
    });
    const path = `/engines/${engine}/documents`;
    const { json } = await service.call('PATCH', path, { body: [{ id: 'a', title: 'Emma', year: 'x' }] });
    assert.deepEqual(json, [
      { id: 'a', errors: ["Invalid field value: Value 'x' cannot be parsed as a float"] },
    ]);
    assert.deepEqual((await service.call('GET', path, { body: ['a'] })).json, [
      { id: 'a', title: 'Dune', year: 1965 },
    ]);
  });

  test('a value that cannot be converted after a type change does not prevent patches and is kept', async () => {
    const service = await sharedService();
    const engine = await service.engine({ documents: [{ id: 'a', title: 'Dune', year: 'long ago' }] });
    const path = `/engines/${engine}/documents`;
    await service.call('POST', `/engines/${engine}/schema`, { body: { year: 'number' } });
    await service.settled(engine);
    const patched = await service.call('PATCH', path, { body: [{ id: 'a', title: 'Emma' }] });
    assert.deepEqual(patched.json, [{ id: 'a', errors: [] }]);
    assert.deepEqual((await service.call('GET', path, { body: ['a'] })).json, [
      { id: 'a', title: 'Emma', year: null },
    ]);
    await service.call('POST', `/engines/${engine}/schema`, { body: { year: 'text' } });
    await service.settled(engine);
    assert.deepEqual((await service.call('GET', path, { body: ['a'] })).json, [
      { id: 'a', title: 'Emma', year: 'long ago' },
    ]);
  });
});
