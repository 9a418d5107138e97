import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { openShared } from '../../src/composition/instance.ts';
import type { TestService } from '../support/service.ts';
import { signedKey } from '../support/signed-key.ts';
import { type StoredClick, storedClicks } from '../support/stored-clicks.ts';
import { until } from '../support/until.ts';
import { idsOf, type Shelf, shelf } from './shelf.ts';

const stored = ({ service, engine }: Shelf): Promise<StoredClick[]> => storedClicks(service, engine);

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
  assert.ok(click && click.time >= before && click.time <= Date.now());
  const { time, ...rest } = click;
  assert.deepEqual(rest, { query: 'cat', documentId: 'rex-cli', position: null, tags: ['a', 'b'] });
});

test('optional parts may be omitted, and every notation is the same click', async (t) => {
  const it = await shelf(t, []);
  const bodies: object[] = [
    { query: '', document_id: 'x' },
    { query: 5, document_id: 7 },
    { query: 'a', document_id: 'x', request_id: null, tags: null },
    { query: 'a', document_id: 'x', tags: [] },
    { query: 'a', document_id: 'x', tags: Array.from({ length: 16 }, (_, i) => '😀'.repeat(64 - i)) },
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
  const [{ query, documentId }] = (await stored(it)) as [StoredClick];
  assert.deepEqual({ query, documentId }, { query: 'a\ufffdb', documentId: 'c\ufffd' });
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

test('a query counts trimmed, in lower case and with single spaces', async (t) => {
  const it = await shelf(t, []);
  for (const query of [' Red  SHOES', 'red\tshoes\n', 'red shoes']) {
    assert.equal((await it.post('click', { query, document_id: 'x' })).status, 200);
  }
  assert.deepEqual(
    (await stored(it)).map(({ query }) => query),
    ['red shoes', 'red shoes', 'red shoes'],
  );
});

test('a click has the position of its document among the results of its search', async (t) => {
  const it = await shelf(t);
  const found = await it.search({ query: '', page: { size: 2, current: 2 } });
  const [third, fourth] = idsOf(found) as [string, string];
  const { request_id } = found.json.meta;
  const click = (query: string, document_id: string, more: object = { request_id }) =>
    it.post('click', { query, document_id, ...more });
  await click('', fourth);
  await click(' ', third);
  await click('', 'not among them');
  await click('another query', third);
  await click('', third, { request_id: 'another search' });
  await click('', third, {});
  assert.deepEqual(
    (await stored(it)).map(({ position }) => position),
    [4, 3, null, null, null, null],
  );
});

test('clicks survive a restart, and are deleted with their engine', async (t: TestContext) => {
  const it = await shelf(t, [], {});
  await it.post('click', CLICK);
  await it.service.restart();
  assert.equal((await stored(it)).length, 1);
  await it.service.call('DELETE', `/engines/${it.engine}`);
  const { store, close } = await openShared(it.service.config);
  t.after(close);
  await until('its events are removed', async () => (await store.events.engineIds()).length === 0);
});
