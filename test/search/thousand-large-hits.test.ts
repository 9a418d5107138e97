import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as send } from 'node:http';
import { type TestContext, test } from 'node:test';
import { inMilliseconds, startWatchedService, type WatchedService } from '../support/watched-service.ts';

/*
 * A page of a thousand documents of 100 KB, with snippets: a hundred megabytes. The limits are orders of magnitude,
 * because machines are shared; the numbers are printed.
 */

const COUNT = 1000;
const MEGABYTE = 1_048_576;

/** Long ones, because indexing takes time by the word and the page is measured by the byte. */
const WORDS = Array.from({ length: 5000 }, (_, i) =>
  `alongwordwiththenumber${i.toString(36)}`.padEnd(200, 'x'),
);
/** About 100 KB; every document has its own mix of words. */
function textOf(i: number): string {
  const words: string[] = [];
  for (let at = 0; at < 490; at++)
    words.push(WORDS[(i * 7919 + at * at * 31 + at * 13) % WORDS.length] as string);
  words[225] = 'needle';
  return words.join(' ').slice(0, 98_000);
}
const SNIPPET = /<em>needle<\/em>/;

async function startWithLargeDocuments(t: TestContext): Promise<WatchedService> {
  const service = await startWatchedService(t, { FINDLING_WORKERS: '1' });
  await service.call('POST', '/engines', { body: { name: 'large' } });
  await service.call('POST', '/engines', { body: { name: 'small' } });
  const small = Array.from({ length: 100 }, (_, i) => ({ id: `s${i}`, title: `small needle ${i}` }));
  await service.call('POST', '/engines/small/documents', { body: small });
  for (let from = 0; from < COUNT; from += 100) {
    const body = Array.from({ length: 100 }, (_, i) => ({ id: `d${from + i}`, text: textOf(from + i) }));
    const { json } = await service.call('POST', '/engines/large/documents', { body });
    assert.deepEqual(
      json.flatMap(({ errors }: { errors: string[] }) => errors),
      [],
    );
  }
  return service;
}

const QUESTION = JSON.stringify({
  query: 'needle',
  page: { size: COUNT },
  result_fields: { text: { raw: {}, snippet: { size: 200 } } },
});

/** Requests the large page and returns the response as it arrives. */
async function ask(service: WatchedService): Promise<{ outgoing: ClientRequest; incoming: IncomingMessage }> {
  const outgoing = send(`${service.url}/engines/large/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-length': Buffer.byteLength(QUESTION) },
  });
  outgoing.on('error', () => {}).end(QUESTION);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { outgoing, incoming };
}

const light = (service: WatchedService) =>
  service.call('POST', '/engines/small/search', { body: { query: 'needle 7', page: { size: 3 } } });

/** Sends light queries one after another, at most a hundred per second, until `over`; returns their times. */
async function askLightly(service: WatchedService, over: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!over()) {
    const began = performance.now();
    assert.equal((await light(service)).status, 200);
    times.push(performance.now() - began);
    await new Promise((resume) => setTimeout(resume, 10));
  }
  return times.toSorted((a, b) => a - b);
}

const share = (sorted: readonly number[], of: number): number => sorted[Math.floor(sorted.length * of)] ?? 0;

test('a page of a thousand documents of 100 KB with snippets', { timeout: 300_000 }, async (t) => {
  const service = await startWithLargeDocuments(t);

  await t.test(
    'is complete and correct, and blocks neither the main thread nor other requests',
    async (t) => {
      await light(service);
      const before = await service.watch('fresh');
      const began = performance.now();
      let isOver = false;
      const [{ status, text }, times] = await Promise.all([
        ask(service).then(async ({ incoming }) => {
          const chunks: Buffer[] = [];
          for await (const chunk of incoming) chunks.push(chunk as Buffer);
          isOver = true;
          return { status: incoming.statusCode, text: Buffer.concat(chunks).toString() };
        }),
        askLightly(service, () => isOver),
      ]);
      const { delay, peak, pending } = await service.watch();
      const took = performance.now() - began;
      t.diagnostic(`${(text.length / MEGABYTE).toFixed(0)} MB in ${(took / 1000).toFixed(1)} s`);
      t.diagnostic(`delay of the main thread: ${inMilliseconds(delay)}`);
      t.diagnostic(`memory grew by ${((peak - before.rss) / MEGABYTE).toFixed(0)} MB`);
      t.diagnostic(
        `${times.length} light searches: p50 ${share(times, 0.5).toFixed(1)}, p99 ${share(times, 0.99).toFixed(1)} ms`,
      );
      assert.deepEqual([status, pending], [200, 0]);
      const { results } = JSON.parse(text) as {
        results: Array<{ id: { raw: string }; text: { raw: string; snippet: string } }>;
      };
      assert.equal(new Set(results.map(({ id }) => id.raw)).size, COUNT);
      for (const { id, text: shown } of results) {
        assert.equal(shown.raw === textOf(Number(id.raw.slice(1))), true, id.raw);
        assert.match(shown.snippet, SNIPPET);
      }
      // On the main thread, the work would block it for nearly the whole time.
      const bound = (least: number, part: number): number => Math.max(least, took / part);
      assert.ok(delay.p99 < bound(50, 100), `p99 of the delay was ${delay.p99}`);
      assert.ok(delay.max < bound(500, 10), `the main thread was ${delay.max} ms late`);
      // Not the p99, which is that of the other processes where these have the cores.
      assert.ok(times.length > 20 && share(times, 0.9) < bound(100, 50), `p90 was ${share(times, 0.9)}`);
      // The response alone is a hundred: it is never in memory as a whole.
      assert.ok(peak - before.rss < 256 * MEGABYTE);
    },
  );

  await t.test('is aborted when the client disconnects', async (t) => {
    const { outgoing, incoming } = await ask(service);
    incoming.on('error', () => {});
    await once(incoming, 'data');
    while ((await service.watch()).pending === 0);
    const began = performance.now();
    outgoing.destroy();
    while ((await service.watch()).pending > 0);
    const took = performance.now() - began;
    t.diagnostic(`the worker had let go ${took.toFixed(0)} ms after the hang-up`);
    assert.ok(took < 1000);
    assert.equal((await light(service)).status, 200);
    assert.equal((await service.watch()).pending, 0);
  });

  await t.test('is aborted when that happens before the first byte', async () => {
    const outgoing = send(`${service.url}/engines/large/search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, 'content-length': Buffer.byteLength(QUESTION) },
    });
    outgoing.on('error', () => {}).end(QUESTION);
    while ((await service.watch()).pending === 0);
    outgoing.destroy();
    while ((await service.watch()).pending > 0);
    assert.equal((await light(service)).status, 200);
  });
});
