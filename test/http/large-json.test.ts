import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readJson } from '../../src/http/json-reading.ts';
import { limits } from '../../src/limits.ts';
import { Thread } from '../../src/threads/thread.ts';
import { startTestService } from '../support/service.ts';
import { inMilliseconds, startWatchedService } from '../support/watched-service.ts';

const padding = ' '.repeat(limits.smallBody);
const TOO_MANY_PARTS = {
  errors: [
    'Request bodies of more than 65,536 characters cannot have more than 16,384 objects, arrays and members',
  ],
};

suite('the JSON of a body of more than 64 KB', () => {
  test('is parsed by another thread, that of a smaller one is not', async (t) => {
    const parser = new Thread({ program: new URL('../../src/worker.ts', import.meta.url), name: 'parser' });
    t.after(() => parser.close());
    const read = readJson(parser);
    assert.deepEqual(await read(`{"a":[1,"x"]}`), { a: [1, 'x'] });
    await assert.rejects(read('{'), { status: 400 });
    assert.equal(parser.isStarted, false);
    assert.deepEqual(await read(`{"a":[1,"x"]}${padding}`), { a: [1, 'x'] });
    assert.equal(parser.isStarted, true);
    await assert.rejects(read(`{${padding}`), {
      status: 400,
      body: { errors: ['There was a decoding error. Please ensure your request is valid.'] },
    });
    await assert.rejects(read('['.repeat(70_000)), { status: 400 });
  });

  test('has at most 16,384 objects, arrays and members', async (t) => {
    const parser = new Thread({ program: new URL('../../src/worker.ts', import.meta.url), name: 'parser' });
    t.after(() => parser.close());
    const read = readJson(parser);
    const objects = (count: number): string => `[${'{},'.repeat(count - 1)}1]${padding}`;
    assert.equal(((await read(objects(limits.largeBodyParts))) as unknown[]).length, limits.largeBodyParts);
    await assert.rejects(read(objects(limits.largeBodyParts + 1)), { status: 400, body: TOO_MANY_PARTS });
    const names = Array.from({ length: limits.largeBodyParts }, (_, i) => `"key${i}":1`).join(',');
    await assert.rejects(read(`{${names}}`), { status: 400, body: TOO_MANY_PARTS });
    // Neither plain values nor what is in strings counts.
    assert.equal(((await read(`[${'1,'.repeat(60_000)}1]`)) as unknown[]).length, 60_001);
    assert.equal(((await read(JSON.stringify('{[:'.repeat(30_000)))) as string).length, 90_000);
  });

  test('has at most 1,024 members in one object, as a small one has', async (t) => {
    const parser = new Thread({ program: new URL('../../src/worker.ts', import.meta.url), name: 'parser' });
    t.after(() => parser.close());
    const read = readJson(parser);
    const members = (count: number): string =>
      `[{${Array.from({ length: count }, (_, i) => `"key${i}":1`).join(',')}}]`;
    for (const end of ['', padding]) {
      const [widest] = (await read(members(limits.bodyMembers) + end)) as object[];
      assert.equal(Object.keys(widest as object).length, limits.bodyMembers);
      await assert.rejects(read(members(limits.bodyMembers + 1) + end), {
        status: 400,
        body: { errors: ['Objects in request bodies cannot have more than 1,024 members'] },
      });
    }
  });

  test('is answered like a small one, on every route of the search family and for ids', async (t) => {
    const service = await startTestService(t);
    const engine = await service.engine({ documents: [{ id: 'a', title: 'Dune' }] });
    for (const [method, path, body] of [
      ['POST', 'search', '{"query":"dune"}'],
      ['GET', 'search', '{"query":"dune","nonsense":1}'],
      ['POST', 'multi_search', '{"queries":[{"query":"dune"}]}'],
      ['POST', 'query_suggestion', '{"query":"du"}'],
      ['POST', 'click', '{"query":"dune","document_id":"a"}'],
      ['POST', 'search', '{"query":'],
      ['POST', 'search', '7'],
      ['GET', 'documents', '["a","b"]'],
      ['GET', 'documents', '{"ids":["a"]}'],
      ['GET', 'documents', '{}'],
      ['GET', 'documents', '"a"'],
      ['DELETE', 'documents', '["b"]'],
    ] as const) {
      const ask = async (text: string) => {
        const { status, text: answer } = await service.call(method, `/engines/${engine}/${path}`, {
          body: text,
        });
        return [status, answer.replace(/"request_id":"[^"]+"/g, '')];
      };
      assert.deepEqual(await ask(body + padding), await ask(body), `${method} ${path} ${body}`);
    }
    const inAddress = await service.call('GET', `/engines/${engine}/documents?ids[]=a`, {
      body: `{}${padding}`,
    });
    assert.deepEqual(inAddress.json, [{ id: 'a', title: 'Dune' }]);
  });

  test('does not hold up the main thread, thirty-two at once', { timeout: 120_000 }, async (t) => {
    const service = await startWatchedService(t);
    await service.call('POST', '/engines', { body: { name: 'books' } });
    const most = limits.bodies.search;
    const fill = (head: string, item: (i: number) => string, tail: string): string => {
      const items: string[] = [];
      for (let size = head.length + tail.length; ; size += (items.at(-1)?.length ?? 0) + 1) {
        if (size + 20 > most) return head + items.join(',') + tail;
        items.push(item(items.length));
      }
    };
    const parts = limits.largeBodyParts - 10;
    const names = Array.from({ length: parts }, (_, i) => `"k${i}":1`);
    const bodies = [
      `{"query":"x",${names.join(',')}}`,
      `{"query":"x","filters":{"all":[${'{},'.repeat(parts)}{}]}}${padding}`,
      fill('{"query":"x","filters":{"all":[', () => '{}', ']}}'),
      fill('{"query":"x",', (i) => `"k${i}":1`, '}'),
      fill('{"query":"x","filters":{', (i) => `"${i * 7919}":1`, '}}'),
      fill('{"query":"x","facets":{', (i) => `"k${i}":[]`, '}}'),
      fill('{"query":"x","filters":{"n":[', (i) => `${i}`, ']}}'),
    ];
    // The parser thread starts, and the code that receives bodies is compiled.
    await Promise.all(
      Array.from({ length: 32 }, () => service.call('POST', '/engines/books/search', { body: bodies[0] })),
    );
    await service.watch('fresh');
    for (const body of bodies) {
      const answers = await Promise.all(
        Array.from({ length: 32 }, () => service.call('POST', '/engines/books/search', { body })),
      );
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [400]);
      const { delay, longestTurn } = await service.watch('fresh');
      t.diagnostic(`${body.slice(0, 40)}: longest turn ${longestTurn} ms, delay ${inMilliseconds(delay)}`);
      assert.ok(longestTurn < 100, `the main thread was busy for ${longestTurn} ms`);
    }
  });
});
