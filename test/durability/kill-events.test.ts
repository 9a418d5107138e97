import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../support/folder.ts';
import { startProcess } from '../support/process.ts';
import { request } from '../support/service.ts';

/** Events that may be lost: those of the last second. */
const MOST_LOST = 1000;
const ROUNDS = 3;

test('kill -9 loses at most one second of searches and clicks, and no document', async (t) => {
  const data = temporaryFolder(t);
  let server = await startProcess(data);
  t.after(() => server.end('SIGKILL'));
  const call = (method: string, path: string, body?: unknown) =>
    request(`${server.baseUrl}/api/as/v1/engines${path}`, method, { key: 'private-testtesttesttest', body });
  assert.equal((await call('POST', '', { name: 'parks' })).status, 200);

  const documents: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    /** When each event was answered, by query. */
    const answered = new Map<string, number>();
    // After the first answer, which a slow machine may take long for: some events are old enough when the process dies.
    let end = Number.POSITIVE_INFINITY;
    /** The most that requests took: storing takes longer too where other processes have the cores. */
    let slowest = 0;
    for (let i = 0; performance.now() < end + slowest; i++) {
      const query = `${round} ${i}`;
      const id = `d-${round}-${i}`;
      const began = performance.now();
      const answers = [
        await call('POST', '/parks/search', { query }),
        await call('POST', '/parks/click', { query, document_id: id }),
        await call('POST', '/parks/documents', [{ id, title: query }]),
      ];
      for (const { status, text } of answers) assert.equal(status, 200, text);
      documents.push(id);
      answered.set(query, performance.now());
      if (i === 0) end = performance.now() + 1500 + 300 * round;
      else slowest = Math.max(slowest, performance.now() - began);
      await sleep(10);
    }
    const killed = performance.now();
    await server.end('SIGKILL');

    const db = new DatabaseSync(join(data, 'events.sqlite'), { readOnly: true });
    const termsOf = (table: string) =>
      new Set(
        db
          .prepare(`select term from ${table} e join terms on terms.id = e.term_id`)
          .all()
          .map(({ term }) => term),
      );
    const stored = [termsOf('searches'), termsOf('clicks')];
    db.close();
    const due = [...answered]
      .filter(([, time]) => time < killed - MOST_LOST - slowest)
      .map(([query]) => query);
    assert.ok(due.length > 0);
    for (const terms of stored)
      assert.deepEqual(
        due.filter((query) => !terms.has(query)),
        [],
      );

    server = await startProcess(data);
    const found = await call('GET', '/parks/documents/list?page[size]=1');
    assert.equal(found.json.meta.page.total_results, documents.length);
  }
});
