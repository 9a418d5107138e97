import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../support/folder.ts';
import { startProcess } from '../support/process.ts';
import { scheduledTime } from '../support/scheduled-time.ts';
import { request } from '../support/service.ts';

/** Events that may be lost: those of the last second. */
const MOST_LOST = 1000;
const ROUNDS = 3;
/** The most that a round takes, in milliseconds, where other processes have the cores. */
const MOST_TIME = 30_000;

/** Milliseconds for which the threads that store events could have run, but had no core: other processes have them. */
function waitedForCore(pid: number): number {
  const folder = `/proc/${pid}/task`;
  const nameOf = (thread: string): string => {
    try {
      return readFileSync(join(folder, thread, 'comm'), 'utf8').trim();
    } catch {
      // Another thread, which has ended since the folder was read.
      return '';
    }
  };
  return readdirSync(folder)
    .filter((thread) => thread === String(pid) || nameOf(thread) === 'event writer')
    .reduce((sum, thread) => sum + scheduledTime(pid, thread).queued, 0);
}

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
    const began = performance.now();
    const waitedBefore = waitedForCore(server.child.pid as number);
    const waited = () => waitedForCore(server.child.pid as number) - waitedBefore;
    for (let i = 0; performance.now() < Math.min(end + waited(), began + MOST_TIME); i++) {
      const query = `${round} ${i}`;
      const id = `d-${round}-${i}`;
      const answers = [
        await call('POST', '/parks/search', { query }),
        await call('POST', '/parks/click', { query, document_id: id }),
        await call('POST', '/parks/documents', [{ id, title: query }]),
      ];
      for (const { status, text } of answers) assert.equal(status, 200, text);
      documents.push(id);
      answered.set(query, performance.now());
      if (i === 0) end = performance.now() + 1500 + 300 * round;
      await sleep(10);
    }
    const due = performance.now() - MOST_LOST - waited();
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
    const expected = [...answered].filter(([, time]) => time < due).map(([query]) => query);
    assert.ok(expected.length > 0);
    for (const terms of stored)
      assert.deepEqual(
        expected.filter((query) => !terms.has(query)),
        [],
      );

    server = await startProcess(data);
    const found = await call('GET', '/parks/documents/list?page[size]=1');
    assert.equal(found.json.meta.page.total_results, documents.length);
  }
});
