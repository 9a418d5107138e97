import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  ALL,
  engineIn,
  engineRecord,
  idsOf,
  put,
  remove,
  type StoreFactory,
  type SuiteOptions,
} from './fixtures.ts';

export function documentSuite(adapter: string, make: StoreFactory, options: SuiteOptions): void {
  suite(`the store port on ${adapter}: documents`, options, () => {
    test('documents are numbered in the given order and counted', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      const changes = await put(store, engine, 'b', 'a');
      assert.deepEqual(changes, [
        { id: 'b', sequence: 1, json: '{"name":"b"}' },
        { id: 'a', sequence: 2, json: '{"name":"a"}' },
      ]);
      const { documentCount, sequence } = await engineRecord(store, engine);
      assert.deepEqual({ documentCount, sequence }, { documentCount: 2, sequence: 2 });
    });

    test('a replaced document has a new number and its old position, and is not counted again', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      await put(store, engine, 'a', 'b');
      await put(store, engine, 'b');
      await store.transact({ engine }, (tx) => tx.documents.put(engine, [{ id: 'a', json: '{"new":1}' }]));
      assert.deepEqual(
        await store.documents.byIds(engine, ['a']),
        new Map([['a', { id: 'a', sequence: 4, position: 1, json: '{"new":1}' }]]),
      );
      assert.deepEqual(idsOf(await store.documents.page(engine, ALL)), ['a', 'b']);
      assert.equal((await engineRecord(store, engine)).documentCount, 2);
    });

    test('a document that was deleted and put again comes last', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      await put(store, engine, 'a', 'b');
      await remove(store, engine, 'a');
      await put(store, engine, 'a');
      assert.deepEqual(idsOf(await store.documents.page(engine, ALL)), ['b', 'a']);
    });

    test('deleting returns the existing ids, each once, and updates the count', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      await put(store, engine, 'a', 'b', 'c');
      const changes = await remove(store, engine, 'c', 'nobody', 'a', 'c');
      assert.deepEqual(changes, [
        { id: 'c', sequence: 4, json: null },
        { id: 'a', sequence: 5, json: null },
      ]);
      assert.deepEqual(await remove(store, engine, 'a'), []);
      assert.deepEqual(await remove(store, engine), []);
      const { documentCount, sequence } = await engineRecord(store, engine);
      assert.deepEqual({ documentCount, sequence }, { documentCount: 1, sequence: 5 });
    });

    test('an empty put changes nothing', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      assert.deepEqual(await put(store, engine), []);
      assert.equal((await engineRecord(store, engine)).sequence, 0);
    });

    test('documents are read by ids; missing ones are left out', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      await put(store, engine, 'a', 'b');
      assert.deepEqual([...(await store.documents.byIds(engine, ['b', 'x', 'a', 'b'])).keys()].sort(), [
        'a',
        'b',
      ]);
      assert.deepEqual(await store.documents.byIds(engine, []), new Map());
    });

    test('`sizesOf` has the sequence numbers of `byIds` and sizes in bytes of UTF-8', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      const json = { a: '{}', b: '{"t":"ä😀 \\u0000"}', c: `{"t":"${'x'.repeat(100_000)}"}` };
      await store.transact('instance', (tx) =>
        tx.documents.put(
          engine,
          Object.entries(json).map(([id, text]) => ({ id, json: text })),
        ),
      );
      assert.deepEqual(
        await store.documents.sizesOf(engine, ['a', 'x', 'c', 'b', 'a']),
        new Map(
          Object.entries(json).map(([id, text], i) => [
            id,
            { sequence: i + 1, bytes: Buffer.byteLength(text) },
          ]),
        ),
      );
      assert.deepEqual(await store.documents.sizesOf(engine, []), new Map());
    });

    test('engines do not see each other’s documents', async (t) => {
      const { store } = await make(t);
      const [one, two] = [await engineIn(store, 'one'), await engineIn(store, 'two')];
      await put(store, one, 'a');
      await store.transact({ engine: two }, (tx) => tx.documents.put(two, [{ id: 'a', json: '{"of":2}' }]));
      await remove(store, two, 'a');
      assert.deepEqual(idsOf(await store.documents.page(one, ALL)), ['a']);
      assert.deepEqual(await store.documents.page(two, ALL), []);
      assert.equal((await engineRecord(store, one)).sequence, 1);
      assert.equal((await engineRecord(store, two)).sequence, 2);
    });

    test('pages and streams are in the order of first insertion', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      const ids = Array.from({ length: 25 }, (_, i) => `d${(i * 7) % 25}`);
      for (const id of ids) await put(store, engine, id);
      await put(store, engine, ids[3] as string);
      assert.deepEqual(idsOf(await store.documents.page(engine, { offset: 0, limit: 10 })), ids.slice(0, 10));
      assert.deepEqual(idsOf(await store.documents.page(engine, { offset: 20, limit: 10 })), ids.slice(20));
      assert.deepEqual(await store.documents.page(engine, { offset: 25, limit: 10 }), []);

      const streamed: string[] = [];
      for (let position = 0; ; ) {
        const page = await store.documents.after(engine, position, 4);
        const last = page.at(-1);
        if (last === undefined) break;
        assert.ok(page.length <= 4);
        streamed.push(...idsOf(page));
        position = last.position;
      }
      assert.deepEqual(streamed, ids);
    });

    test('ids are compared by code points, and JSON is returned unchanged', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      const ids = [
        'a',
        'A',
        'a ',
        ' a',
        'ä',
        'a\u0308',
        'ß',
        'ss',
        "a'b",
        'a"b',
        'a%',
        'a_',
        '😀',
        '1',
        '01',
        '\u{10ffff}',
      ];
      const json = '{"t":"\\u0000 😀 \\ud800 \' \\" %","n":1e400,"deep":{"b":1,"a":[null]}}';
      await store.transact('instance', (tx) =>
        tx.documents.put(
          engine,
          ids.map((id) => ({ id, json })),
        ),
      );
      assert.deepEqual(idsOf(await store.documents.page(engine, ALL)), ids);
      for (const id of ids) {
        const found = await store.documents.byIds(engine, [id]);
        assert.deepEqual([...found.keys()], [id]);
        assert.equal(found.get(id)?.json, json);
      }
    });

    test('nothing is found or deleted by an id with a NUL, in a transaction or outside', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      await put(store, engine, 'a', 'a\ufffd');
      assert.deepEqual(await store.documents.byIds(engine, ['a\0', '\0']), new Map());
      const found = await store.transact({ engine }, async (tx) => {
        const known = await tx.documents.byIds(engine, ['a\0']);
        return [...known.keys(), ...(await tx.documents.delete(engine, ['a\0', '\0']))];
      });
      assert.deepEqual(found, []);
      assert.deepEqual(idsOf(await store.documents.page(engine, ALL)), ['a', 'a\ufffd']);
    });

    test('a batch of the largest documents is stored', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      const json = JSON.stringify({ text: 'x'.repeat(102_000) });
      const ids = Array.from({ length: 100 }, (_, i) => `d${i}`);
      await store.transact('instance', (tx) =>
        tx.documents.put(
          engine,
          ids.map((id) => ({ id, json })),
        ),
      );
      const stored = await store.documents.page(engine, ALL);
      assert.deepEqual(idsOf(stored), ids);
      assert.ok(stored.every((document) => document.json === json));
    });
  });
}
