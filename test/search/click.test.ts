import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test, { suite, type TestContext } from 'node:test';
import type { Caller } from '../../src/api/caller.ts';
import { openShared } from '../../src/composition/instance.ts';
import { limits } from '../../src/limits.ts';
import { Clicks } from '../../src/search/clicks.ts';
import type { ClickRecord, EngineRecord } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { temporaryFolder } from '../support/folder.ts';
import type { TestService } from '../support/service.ts';
import { signedKey } from '../support/signed-key.ts';
import { until } from '../support/until.ts';
import { type Shelf, shelf } from './shelf.ts';

/** The stored clicks of the engine. */
async function stored({ service, engine }: Shelf): Promise<readonly ClickRecord[]> {
  const { store, close } = await openShared(service.config);
  try {
    const account = await store.accounts.default();
    const record = await store.engines.byName(account?.id ?? '', engine);
    return (await store.clicks.page(record?.id ?? 0, { offset: 0, limit: 100 })).results;
  } finally {
    await close();
  }
}

const CLICK = { query: 'Cat', document_id: 'rex-cli', request_id: '8b55561954484f13', tags: ['a', 'b'] };
const keyOf = (service: TestService, claims: object = {}) =>
  signedKey({ name: 'private-key', key: service.privateKey }, { ...claims });

test('a click gets an empty response, and is stored', async (t) => {
  const it = await shelf(t, []);
  const before = Date.now();
  const { status, headers, text } = await it.post('click', CLICK, it.service.searchKey);
  assert.deepEqual({ status, text }, { status: 200, text: '' });
  assert.equal(headers.get('content-type'), 'application/json');
  assert.equal(headers.get('cache-control'), 'no-cache');
  assert.ok(headers.get('x-request-id'));
  const [click, ...more] = await stored(it);
  assert.deepEqual(more, []);
  assert.ok(click && click.createdAt >= before && click.createdAt <= Date.now());
  const { createdAt, accountId, engineId, ...rest } = click;
  assert.deepEqual(rest, {
    query: 'Cat',
    documentId: 'rex-cli',
    requestId: '8b55561954484f13',
    tags: ['a', 'b'],
  });
});

test('optional parts may be omitted, and every notation is the same click', async (t) => {
  const it = await shelf(t, []);
  const bodies: object[] = [
    { query: '', document_id: 'x' },
    { query: 5, document_id: 7 },
    { query: 'a', document_id: 'x', request_id: null, tags: null },
    { query: 'a', document_id: 'x', tags: [] },
    { query: 'a', document_id: 'x', tags: Array.from({ length: 16 }, () => '😀'.repeat(64)) },
  ];
  for (const body of bodies) {
    const { status, text } = await it.post('click.json', body);
    assert.deepEqual({ status, text }, { status: 200, text: '' }, JSON.stringify(body));
  }
  const byAddress = await it.post('click/?query=a&document_id=x&tags[]=web');
  assert.equal(byAddress.status, 200);
  const clicks = await stored(it);
  assert.deepEqual(
    clicks.map(({ query, documentId, tags }) => [query, documentId, tags.length]),
    [
      ['', 'x', 0],
      ['5', '7', 0],
      ['a', 'x', 0],
      ['a', 'x', 0],
      ['a', 'x', 16],
      ['a', 'x', 1],
    ],
  );
});

test('characters that not every database supports are stored as replacement characters', async (t) => {
  const it = await shelf(t, []);
  const click = { query: 'a\u0000b', document_id: 'c\ud800', request_id: 'd\u0000' };
  assert.equal((await it.post('click', click, it.service.searchKey)).status, 200);
  const [{ query, documentId, requestId }] = (await stored(it)) as [ClickRecord];
  assert.deepEqual(
    { query, documentId, requestId },
    { query: 'a\ufffdb', documentId: 'c\ufffd', requestId: 'd\ufffd' },
  );
});

test('an invalid click gets an error message, and is not stored', async (t) => {
  const it = await shelf(t, []);
  const rows: ReadonlyArray<readonly [body: object, error: string]> = [
    [{}, 'Missing required parameter: query'],
    [{ tags: [] }, 'Missing required parameter: query'],
    [{ query: 'a' }, 'Missing required parameter: document_id'],
    [{ ...CLICK, query: ['a'] }, 'Query must be a string'],
    [{ ...CLICK, query: 'a'.repeat(129) }, 'Query cannot be longer than 128 characters'],
    [{ ...CLICK, document_id: ['a'] }, 'Document id must be a string'],
    [{ ...CLICK, document_id: 'a'.repeat(801) }, 'Document id cannot be longer than 800 characters'],
    [{ ...CLICK, request_id: 5 }, 'Request id must be a string'],
    [{ ...CLICK, request_id: 'a'.repeat(256) }, 'Request id cannot be longer than 255 characters'],
    [{ ...CLICK, tags: 'web' }, 'Tags must be an array'],
    [{ ...CLICK, tags: [5] }, 'Tags contains invalid value: 5'],
    [{ ...CLICK, tags: Array.from({ length: 17 }, String) }, 'Tags cannot have more than 16 tags'],
    [{ ...CLICK, tags: ['a'.repeat(65)] }, 'Tags cannot be longer than 64 characters'],
    [{ ...CLICK, documentId: 'x' }, 'Options contains invalid key: documentId'],
  ];
  for (const [body, error] of rows) {
    const { status, json } = await it.post('click', body);
    assert.deepEqual({ status, json }, { status: 400, json: { errors: [error] } }, JSON.stringify(body));
  }
  assert.deepEqual(await stored(it), []);
});

test('search keys and signed keys may report clicks; a key with unknown claims may not', async (t) => {
  const it = await shelf(t, []);
  const status = async (key: string) => (await it.post('click', CLICK, key)).status;
  assert.equal(await status(it.service.searchKey), 200);
  assert.equal(await status(keyOf(it.service, { filters: { title: 'x' } })), 200);
  assert.equal(await status(keyOf(it.service, { role: 'x' })), 400);
  assert.equal(await status(it.service.adminKey), 401);
  assert.equal((await it.service.call('GET', `/engines/${it.engine}/click`, { body: CLICK })).status, 404);
  assert.equal((await it.service.call('POST', '/engines/ghost/click', { body: CLICK })).status, 404);
});

test('many clicks at once are stored with few commits', async (t) => {
  const it = await shelf(t, [], {});
  const db = new DatabaseSync(join(it.service.config.data, 'findling.sqlite'), { readOnly: true });
  t.after(() => db.close());
  // Every commit of the service increments it.
  const commits = (): number => Number(db.prepare('pragma user_version').get()?.user_version);
  const [before, began] = [commits(), performance.now()];
  const answers = await Promise.all(Array.from({ length: 100 }, () => it.post('click', CLICK)));
  const made = commits() - before;
  assert.ok(answers.every(({ status }) => status === 200));
  assert.equal((await stored(it)).length, 100);
  // A batch every 100 ms, and twice a look at the number of clicks.
  const most = 4 + (performance.now() - began) / 100;
  assert.ok(made > 0 && made <= most, `${made} commits`);
});

suite('clicks', () => {
  const retention = { perEngine: 1000, inTotal: 1000, life: 3_600_000 };
  const settings = { signedKeys: 'compatible', queryLimit: 128 } as const;
  const caller = { restrictions: null } as Caller;

  /** A store with two engines, and clicks with their own limits. */
  async function stored(t: TestContext, more: Partial<typeof retention> = {}) {
    const store = await openSqliteStore(temporaryFolder(t), { create: true, writer: 'inline' });
    const clicks = new Clicks(store, settings, { ...retention, ...more });
    t.after(async () => {
      await clicks.close();
      await store.close();
    });
    const engine = (name: string) =>
      store.transact('instance', ({ engines }) =>
        engines.insert({ accountId: 'a', name, language: null, createSettings: {}, createdAt: 1 }),
      );
    const [one, two] = [await engine('one'), await engine('two')];
    const send = (to: EngineRecord, from: number, count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, i) =>
          clicks.record(caller, to, { query: from + i, document_id: 'x' }),
        ),
      );
    const queriesOf = async ({ id }: EngineRecord) =>
      (await store.clicks.page(id, { offset: 0, limit: 1000 })).results.map(({ query }) => Number(query));
    return { store, clicks, one, two, send, queriesOf };
  }

  test('beyond their number replace the oldest of their engine', async (t) => {
    const { one, two, send, queriesOf } = await stored(t, { perEngine: 10 });
    await send(two, 0, 3);
    await send(one, 0, 25);
    await until('old clicks are removed', async () => (await queriesOf(one)).length === 10);
    assert.deepEqual(await queriesOf(one), [15, 16, 17, 18, 19, 20, 21, 22, 23, 24]);
    assert.deepEqual(await queriesOf(two), [0, 1, 2]);
  });

  test('beyond their number in all engines replace the oldest', async (t) => {
    const { one, two, send, queriesOf } = await stored(t, { inTotal: 10 });
    await send(two, 0, 3);
    await send(one, 0, 9);
    await until('old clicks are removed', async () => (await queriesOf(two)).length === 1);
    assert.deepEqual([await queriesOf(two), (await queriesOf(one)).length], [[2], 9]);
  });

  test('beyond their age are removed', async (t) => {
    const { store, clicks, one, send, queriesOf } = await stored(t);
    await send(one, 0, 2);
    const old = { accountId: 'a', engineId: one.id, documentId: 'x', requestId: null, tags: [] };
    await store.transact('instance', (tx) =>
      tx.clicks.insert([{ ...old, query: '7', createdAt: Date.now() - retention.life - 1 }]),
    );
    clicks.watch();
    await until('the old click is removed', async () => !(await queriesOf(one)).includes(7));
    assert.deepEqual(await queriesOf(one), [0, 1]);
  });

  test('are refused while too many wait to be stored, and stored at the latest at the end', async (t) => {
    const { clicks, one, two, send, queriesOf } = await stored(t);
    const first = send(one, 0, 1);
    const waiting = send(two, 0, limits.waitingClicks);
    await assert.rejects(send(two, 0, 1), /Too many clicks are waiting to be stored/);
    await clicks.close();
    await Promise.all([first, waiting]);
    assert.equal((await queriesOf(two)).length, limits.waitingClicks);
  });
});

test('clicks survive a restart, and are deleted with their engine', async (t: TestContext) => {
  const it = await shelf(t, [], {});
  await it.post('click', CLICK);
  await it.service.restart();
  assert.equal((await stored(it)).length, 1);
  await it.service.call('DELETE', `/engines/${it.engine}`);
  const { store, close } = await openShared(it.service.config);
  t.after(close);
  for (let attempt = 0; (await store.engines.deleted()).length > 0 && attempt < 100; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.deepEqual((await store.clicks.page(1, { offset: 0, limit: 10 })).total, 0);
});
