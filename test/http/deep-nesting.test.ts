import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { ApiError } from '../../src/errors.ts';
import { parseJson } from '../../src/json/parse.ts';
import { limits } from '../../src/limits.ts';
import { echoService } from './echo.ts';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const isRefused = (error: unknown): boolean => error instanceof ApiError && error.status === 400;

suite('nesting', () => {
  test('is accepted up to the limit and rejected beyond', () => {
    assert.ok(parseJson(nested(limits.bodyDepth)));
    assert.throws(() => parseJson(nested(limits.bodyDepth + 1)), isRefused);
  });

  test('is counted per level, not per bracket', () => {
    assert.ok(parseJson(`[${'[],{},'.repeat(10_000)}[]]`));
  });

  test('is not counted inside strings', () => {
    for (const text of ['['.repeat(500), `\\"${'{'.repeat(500)}`, `\\\\`, `${'\\"['.repeat(300)}`]) {
      assert.equal(typeof parseJson(`"${text}"`), 'string');
    }
  });

  for (const depth of [1e2 + 1, 1e3, 1e4, 1e5, 1e6]) {
    test(`of ${depth} levels gets 400 over HTTP, plain and compressed`, async (t) => {
      const { base } = await echoService(t);
      for (const text of [nested(depth), '['.repeat(depth), '{"a":'.repeat(depth)]) {
        const plain = await fetch(`${base}/api/as/v1/json`, { method: 'POST', body: text });
        assert.equal(plain.status, 400);
        const headers = { 'content-encoding': 'gzip' };
        const body = gzipSync(text);
        assert.equal((await fetch(`${base}/api/as/v1/json`, { method: 'POST', body, headers })).status, 400);
      }
    });
  }
});

test('malformed JSON gets the decoding error', () => {
  for (const text of ['', '{', '}', '[1,]', "{'a':1}", '{"a":1}x', 'NaN', '"\u0001"', '"\\', '\ufeff{}']) {
    assert.throws(() => parseJson(text), isRefused, text);
  }
});

test('parses the same as JSON.parse (property)', (t) => {
  const seed = Math.trunc(Math.random() * 2 ** 31);
  t.diagnostic(`seed ${seed}`);
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), (text) => assert.deepEqual(parseJson(text), JSON.parse(text))),
    { seed, numRuns: 1000 },
  );
});

suite('names of prototype members', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];

  test('are ordinary members of a body', () => {
    for (const name of names) {
      const value = parseJson(`{"${name}":{"polluted":true}}`) as object;
      assert.ok(Object.hasOwn(value, name));
      assert.equal(Object.getPrototypeOf(value), Object.prototype);
      assert.equal(({} as Record<string, unknown>).polluted, undefined);
    }
  });

  test('pass through a request unchanged, in query string, path and body', async (t) => {
    const { base } = await echoService(t);
    for (const name of names) {
      const body = `{"${name}":{"polluted":"yes"}}`;
      const json = await fetch(`${base}/api/as/v1/json`, { method: 'POST', body });
      assert.equal(await json.text(), body);
      const query = await fetch(`${base}/api/as/v1/echo?${name}[polluted]=yes`);
      assert.match(await query.text(), new RegExp(`"query":\\{"${name}":\\{"polluted":"yes"\\}\\}`));
      const path = await fetch(`${base}/api/as/v1/things/${name}`);
      assert.equal(await path.text(), JSON.stringify({ name }));
      assert.equal(({} as Record<string, unknown>).polluted, undefined);
    }
  });
});
