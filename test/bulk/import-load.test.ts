import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { test } from 'node:test';
import { inMilliseconds, startWatchedService } from '../support/watched-service.ts';

/* As in test/documents/large-bodies.test.ts, the limits are orders of magnitude, and the numbers are printed. */

const LINES = 30_000;
const line = (i: number): string =>
  `${JSON.stringify({ id: `d${i}`, title: `Document ${i}`, text: `word${i % 997} `.repeat(150) })}\n`;

test('a long import neither blocks the main thread nor fills the memory', { timeout: 600_000 }, async (t) => {
  const service = await startWatchedService(t);
  await service.call('POST', '/engines', { body: { name: 'books' } });
  await service.call('POST', '/engines/books/documents', { body: [{ id: 'first' }] });
  const { rss: before } = await service.watch('fresh');
  const sending = request(`${service.url}/engines/books/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/x-ndjson' },
  });
  const began = performance.now();
  const responding = once(sending, 'response').then(async ([response]) => {
    let results = '';
    for await (const chunk of response) results += chunk;
    return results;
  });
  let bytes = 0;
  for (let i = 0; i < LINES; i += 100) {
    const some = Array.from({ length: 100 }, (_, at) => line(i + at)).join('');
    bytes += some.length;
    if (!sending.write(some)) await once(sending, 'drain');
    if (i % 5000 === 0) await service.call('POST', '/engines/books/search', { body: { query: 'word1' } });
  }
  sending.end();
  const results = (await responding).trimEnd().split('\n');
  const took = performance.now() - began;
  assert.equal(results.length, LINES);
  const { delay, longestTurn, peak } = await service.watch();
  const grown = (peak - before) / 2 ** 20;
  t.diagnostic(
    `${(bytes / 2 ** 20).toFixed()} MB: delay of the main thread ${inMilliseconds(delay)}, longest turn ${longestTurn} ms, ${grown.toFixed()} MB more`,
  );
  assert.ok(longestTurn < 100, `the main thread was busy for ${longestTurn} ms`);
  assert.ok(delay.max < Math.max(500, took / 8), `the main thread was ${delay.max} ms late`);
});
