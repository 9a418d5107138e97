import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inMilliseconds, startWatchedService } from '../support/watched-service.ts';

/*
 * Bodies of ten megabytes, whose parsing alone takes 100 ms. The limits are orders of magnitude, because machines are
 * shared; the numbers are printed.
 */

const BODIES = 2;
/** Long ones: indexing takes time by the word, parsing by the byte. */
const word = (i: number, j: number): string => `word${(i * 31 + j * 7) % 4000}`.padEnd(200, 'x');
const document = (i: number) => ({
  id: `d${i}`,
  title: `Document ${i}`,
  numbers: Array.from({ length: 1500 }, (_, j) => String(i * j)),
  text: Array.from({ length: 430 }, (_, j) => word(i, j)).join(' '),
});

test('bodies of ten megabytes do not block the main thread', { timeout: 300_000 }, async (t) => {
  const service = await startWatchedService(t);
  await service.call('POST', '/engines', { body: { name: 'books' } });
  const bodies = Array.from({ length: BODIES }, (_, at) =>
    JSON.stringify(Array.from({ length: 100 }, (_, i) => document(at * 100 + i))),
  );
  const sizes = bodies.map((body) => body.length);
  assert.ok(Math.min(...sizes) > 8_000_000 && Math.max(...sizes) <= 10_485_760);
  await service.watch('fresh');
  for (const [method, verb] of [
    ['POST', 'created'],
    ['PATCH', 'patched'],
  ] as const) {
    const began = performance.now();
    for (const body of bodies) {
      const { status, json } = await service.call(method, '/engines/books/documents', { body });
      assert.equal(status, 200);
      assert.deepEqual([json.length, json.flatMap(({ errors }: { errors: string[] }) => errors)], [100, []]);
    }
    const { delay } = await service.watch('fresh');
    t.diagnostic(`${verb}: delay of the main thread ${inMilliseconds(delay)}`);
    const took = performance.now() - began;
    assert.ok(delay.p99 < Math.max(50, took / 100), `p99 of the delay was ${delay.p99}`);
    assert.ok(delay.max < Math.max(500, took / 8), `the main thread was ${delay.max} ms late`);
  }
  const { json } = await service.call('GET', '/engines/books/documents', {
    body: ['d7', `d${BODIES * 100 - 1}`],
  });
  assert.deepEqual(json, [document(7), document(BODIES * 100 - 1)]);
});
