import assert from 'node:assert/strict';
import { type ClientRequest, request as send } from 'node:http';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startWatchedService, type WatchedService } from '../support/watched-service.ts';

// The work for a request ends when its client disconnects or its time is up, in the worker and on the main thread.

const PLACES = 40;
const places = (i: number): string[] =>
  Array.from({ length: PLACES }, (_, k) => `${(i * 7 + k) % 80},${(i * 13 + k * 5) % 170}`);

/** No document passes, so that every distance is computed: millions of them. */
const LONG_SEARCH = {
  query: '',
  filters: {
    places: Array.from({ length: 256 }, (_, i) => ({
      center: `-80,${-(i % 170)}`,
      from: 19_999,
      to: 20_000,
      unit: 'km',
    })),
  },
};
const LONG_SEARCHES = { queries: Array.from({ length: 10 }, () => LONG_SEARCH) };
const SUGGESTION = { query: 'wor', size: 20 };

async function startWithDocuments(t: Parameters<typeof startWatchedService>[0]): Promise<WatchedService> {
  const service = await startWatchedService(t, { FINDLING_WORKERS: '1', FINDLING_SEARCH_TIMEOUT: '2' });
  await service.call('POST', '/engines', { body: { name: 'places' } });
  await service.call('POST', '/engines/places/schema', { body: { places: 'geolocation' } });
  await service.call('POST', '/engines', { body: { name: 'texts' } });
  for (let from = 0; from < 1000; from += 100) {
    const body = Array.from({ length: 100 }, (_, i) => ({ id: `d${from + i}`, places: places(from + i) }));
    await service.call('POST', '/engines/places/documents', { body });
  }
  const text = Array.from({ length: 12_000 }, (_, i) => `word${i % 97}`).join(' ');
  const body = Array.from({ length: 30 }, (_, i) => ({ id: `t${i}`, text }));
  await service.call('POST', '/engines/texts/documents', { body });
  return service;
}

function begin({ url, key }: WatchedService, path: string, body: object): ClientRequest {
  const text = JSON.stringify(body);
  const outgoing = send(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-length': Buffer.byteLength(text) },
  });
  outgoing.on('error', () => {}).end(text);
  return outgoing;
}

/** Waits until the workers have no task, and makes sure that none begins. */
async function assertWorkersRest(service: WatchedService): Promise<void> {
  while ((await service.watch()).pending > 0);
  await service.watch('fresh');
  await wait(200);
  assert.equal((await service.watch()).busiest, 0, 'another search began');
}

test('work for a request ends', async (t) => {
  const service = await startWithDocuments(t);

  await t.test('in the worker when the client of several searches disconnects', async () => {
    const outgoing = begin(service, '/engines/places/multi_search', LONG_SEARCHES);
    while ((await service.watch()).pending === 0);
    outgoing.destroy();
    await assertWorkersRest(service);
  });

  await t.test('in the worker when the time for all searches of the request is up', async () => {
    const { status, json } = await service.call('POST', '/engines/places/multi_search', {
      body: LONG_SEARCHES,
    });
    assert.equal(status, 503);
    assert.match(json.errors[0], /took too long/);
    await assertWorkersRest(service);
  });

  await t.test('on the main thread when the client of suggestions disconnects', async () => {
    const used = async (): Promise<number> => (await service.watch()).used;
    const before = await used();
    const { status } = await service.call('POST', '/engines/texts/query_suggestion', { body: SUGGESTION });
    assert.equal(status, 200);
    const whole = (await used()) - before;

    const start = await used();
    const outgoing = begin(service, '/engines/texts/query_suggestion', SUGGESTION);
    while ((await used()) < start + whole / 8);
    outgoing.destroy();
    const atHangUp = await used();
    await wait(2 * whole);
    const after = (await used()) - atHangUp;
    assert(after < whole / 2, `${after} ms of ${whole} ms after the client was gone`);
  });
});
