import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { FastifyReply } from 'fastify';
import { RateLimits } from '../../src/http/rate-limits.ts';
import { startTestService } from '../support/service.ts';

suite('rate limits', () => {
  test('a key gets 429 after its requests of a minute, other keys go on', async (t) => {
    const { call, searchKey, engine } = await startTestService(t, { FINDLING_RATE_LIMIT: '5' });
    const path = `/engines/${await engine()}/search`;
    const search = () => call('POST', path, { key: searchKey, body: { query: 'a' } });
    for (const remaining of ['4', '3', '2', '1', '0']) {
      const { status, headers } = await search();
      assert.equal(status, 200);
      assert.equal(headers.get('x-ratelimit-limit'), '5');
      assert.equal(headers.get('x-ratelimit-remaining'), remaining);
    }
    const refused = await search();
    assert.equal(refused.status, 429);
    assert.deepEqual(refused.json, { error: 'Rate limit exceeded.' });
    const wait = Number(refused.headers.get('retry-after'));
    assert.ok(wait >= 1 && wait <= 12, `${wait} seconds`);
    assert.equal((await call('GET', '/engines')).status, 200);
  });

  test('there is none by default', async (t) => {
    const { call } = await startTestService(t);
    const { headers } = await call('GET', '/engines');
    assert.equal(headers.get('x-ratelimit-limit'), null);
  });

  test('requests come back evenly, up to those of a minute', () => {
    const limits = new RateLimits(60);
    const headers: Record<string, unknown> = {};
    const reply = {
      header(name: string, value: unknown) {
        headers[name] = value;
        return reply;
      },
    } as unknown as FastifyReply;
    const count = (now: number) => limits.count(['1', 'key a', 'x'], null, reply, now);
    for (let request = 0; request < 60; request++) count(0);
    assert.throws(() => count(999));
    count(1000);
    assert.throws(() => count(1001));
    count(1_000_000);
    assert.equal(headers['x-ratelimit-remaining'], 59);
  });

  test('the limit of a key applies in addition to that of the setting', () => {
    const headers: Record<string, unknown> = {};
    const reply = {
      header(name: string, value: unknown) {
        headers[name] = value;
        return reply;
      },
    } as unknown as FastifyReply;
    const limits = new RateLimits(3);
    const count = (key: string, burst: number) =>
      limits.count(['1', key, 'x'], { perSecond: 2, burst }, reply, 0);
    count('key narrow', 2);
    count('key narrow', 2);
    assert.equal(headers['x-ratelimit-limit'], 2);
    assert.throws(() => count('key narrow', 2), { headers: { 'retry-after': '1' } });
    for (let request = 0; request < 3; request++) count('key wide', 100);
    assert.throws(() => count('key wide', 100), { headers: { 'retry-after': '20' } });
    const unlimited = new RateLimits(undefined);
    for (let request = 0; request < 100; request++) unlimited.count(['1', 'k', 'x'], null, reply, 0);
  });
});
