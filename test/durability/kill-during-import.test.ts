import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as open } from 'node:http';
import { test } from 'node:test';
import { startProcess } from '../support/process.ts';
import { announcedSeed, Random } from '../support/seed.ts';
import { request, temporaryFolder } from '../support/service.ts';

const KEY = 'private-testtesttesttest';
const ROUNDS = 3;

test('documents of an import that have a result survive kill -9', { timeout: 600_000 }, async (t) => {
  const seed = announcedSeed('kill during an import');
  const random = new Random(seed);
  const data = temporaryFolder(t);
  const confirmed = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const server = await startProcess(data);
    t.after(() => server.child.kill('SIGKILL'));
    const api = `${server.baseUrl}/api/as/v1`;
    if (round === 0) await request(`${api}/engines`, 'POST', { key: KEY, body: { name: 'books' } });
    const sending = open(`${api}/engines/books/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/x-ndjson' },
    });
    sending.on('error', () => {});
    let isOver = false;
    const feeding = (async () => {
      for (let i = 0; !isOver; i += 100) {
        const lines = Array.from(
          { length: 100 },
          (_, at) => `{"id":"r${round}-${i + at}","text":"word ${at}"}\n`,
        );
        if (sending.write(lines.join(''))) continue;
        const waiting = new AbortController();
        const { signal } = waiting;
        await Promise.race([once(sending, 'drain', { signal }), once(sending, 'close', { signal })]);
        waiting.abort();
      }
    })().catch(() => {});
    const [response] = await once(sending, 'response');
    const wanted = 1000 + random.below(4000);
    let rest = '';
    let count = 0;
    try {
      for await (const chunk of response.setEncoding('utf8')) {
        const lines = (rest + chunk).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) confirmed.add(JSON.parse(line).id);
        count += lines.length;
        if (count >= wanted) server.child.kill('SIGKILL');
      }
    } catch {
      // The connection ended with the process.
    }
    isOver = true;
    sending.destroy();
    await feeding;
    assert.ok(count >= wanted, `seed ${seed}, round ${round}: ${count} results`);
  }
  const server = await startProcess(data);
  t.after(() => server.end('SIGKILL'));
  const { text } = await request(`${server.baseUrl}/api/as/v1/engines/books/documents/export`, 'GET', {
    key: KEY,
  });
  const there = new Set(
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).id),
  );
  const lost = [...confirmed].filter((id) => !there.has(id));
  assert.deepEqual(lost.slice(0, 5), [], `seed ${seed}: ${lost.length} of ${confirmed.size} lost`);
  const found = await request(`${server.baseUrl}/api/as/v1/engines/books/search`, 'POST', {
    key: KEY,
    body: { query: '', filters: { id: [...confirmed].slice(-3) } },
  });
  assert.equal(found.json.meta.page.total_results, 3);
});
