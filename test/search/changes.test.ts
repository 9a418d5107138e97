import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { shelf } from './shelf.ts';

suite('changes', () => {
  test('are visible to a search after their response', async (t) => {
    const { service, engine, ids } = await shelf(t, []);
    const path = `/engines/${engine}/documents`;
    await service.call('POST', path, { body: [{ id: 'a', title: 'apple' }] });
    assert.deepEqual(await ids({ query: 'apple' }), ['a']);
    await service.call('PATCH', path, { body: [{ id: 'a', title: 'pear', fresh: 'plum' }] });
    assert.deepEqual(await ids({ query: 'apple' }), []);
    assert.deepEqual(await ids({ query: 'plum', filters: { fresh: 'plum' } }), ['a']);
    await service.call('POST', path, {
      body: [
        { id: 'a', title: 'fig' },
        { id: 'b', title: 'fig' },
      ],
    });
    assert.deepEqual(await ids({ query: 'fig' }), ['b', 'a']);
    await service.call('DELETE', path, { body: ['b'] });
    assert.deepEqual(await ids({ query: 'fig' }), ['a']);
  });

  test('come newest first among equal scores', async (t) => {
    const { service, engine, ids } = await shelf(
      t,
      ['a', 'b', 'c'].map((id) => ({ id, title: 'same' })),
    );
    await service.call('PATCH', `/engines/${engine}/documents`, { body: [{ id: 'a', year: 1 }] });
    assert.deepEqual(await ids({ query: 'same' }), ['a', 'c', 'b']);
    assert.deepEqual(await ids({ query: '' }), ['a', 'c', 'b']);
  });

  test('of a type allow filters of the new type', async (t) => {
    const { service, engine, ids, refuses } = await shelf(t, [
      { id: 'a', by: '7' },
      { id: 'b', by: 'x' },
    ]);
    await refuses(
      { filters: { by: { from: 5 } } },
      'Filters contains invalid option: range is not supported for text field by',
    );
    await service.call('POST', `/engines/${engine}/schema`, { body: { by: 'number' } });
    await service.settled(engine);
    assert.deepEqual(await ids({ filters: { by: { from: 5 } } }), ['a']);
    assert.deepEqual(await ids({ filters: { none: [{ by: { from: 5 } }] } }), ['b']);
  });
});
