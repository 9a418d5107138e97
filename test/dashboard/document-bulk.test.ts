import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { FilteredDeletions } from '../../src/bulk/filtered-deletions.ts';
import { SessionApi } from '../../src/dashboard-api/session-api.ts';
import type { AuditItem } from '../../src/dashboard-api/types.ts';
import { startDashboard } from '../support/dashboard.ts';

const DOCUMENTS = Array.from({ length: 30 }, (_, i) => ({
  id: `d${i}`,
  shelf: i % 3 === 0 ? 'north' : 'south',
}));

suite('bulk operations with a session', () => {
  test('an export is that of the API, also for analysts', async (t) => {
    const { service, join } = await startDashboard(t);
    const engine = await service.engine({ documents: DOCUMENTS });
    const path = `/engines/${engine}/documents/export`;
    const anna = await join('Anna', 'analyst');
    const [mine, api] = [await anna.data('GET', path), await service.call('GET', path)];
    assert.deepEqual([mine.status, mine.text], [200, api.text]);
    assert.equal(mine.headers.get('content-type'), 'application/x-ndjson');
    assert.equal(mine.headers.get('x-export-documents'), '30');
    assert.equal(mine.text.split('\n').length, 31);
  });

  test('a deletion by filter is in the audit log with its count, a dry run is not', async (t) => {
    const { service, owner, join } = await startDashboard(t);
    const engine = await service.engine({ documents: DOCUMENTS });
    const edda = await join('Edda', 'editor');
    const path = `/engines/${engine}/documents/delete_by_filter`;
    const filters = { shelf: 'north' };
    const dry = await edda.data('POST', path, { body: { filters, dry_run: true } });
    assert.deepEqual([dry.json.matched, dry.json.deleted], [10, 0]);
    const deletions = async () =>
      (await owner.account('GET', '/audit')).json.results.filter(
        ({ action }: AuditItem) => action === 'documents.deleted',
      );
    assert.deepEqual(await deletions(), []);
    assert.deepEqual((await edda.data('POST', path, { body: { filters } })).json, {
      matched: 10,
      deleted: 10,
    });
    const [entry, ...others] = await deletions();
    assert.deepEqual([entry.person, entry.subject, entry.count, others], ['Edda', engine, 10, []]);
  });

  test('a deletion that fails half way is in the audit log with what it has deleted', async () => {
    const hits = Array.from({ length: 1000 }, (_, i) => ({
      id: `d${i}`,
      sequence: 1,
      engineId: 1,
      score: 1,
    }));
    const generation = { schema: new Map([['kind', 'text']]), search: async () => ({ total: 1000, hits }) };
    let writes = 0;
    const indexing = {
      serving: { use: (_: unknown, work: (one: unknown) => unknown) => work(generation) },
      writes: {
        write: async () => {
          if (++writes === 2) throw new Error('disk full');
          return 500;
        },
      },
    };
    const store = { engines: { byId: async () => ({ sequence: 5 }) } };
    const { signal } = new AbortController();
    const request = { filters: { kind: 'a' }, unknown: [], isDryRun: false, signal };
    const thrown = await new FilteredDeletions(store as never, indexing as never)
      .run({ id: 1 } as never, request)
      .catch((error) => error);
    assert.equal(thrown.message, 'disk full');

    const recorded: unknown[] = [];
    const audit = { record: async (_: unknown, action: unknown) => void recorded.push(action) };
    const api = new SessionApi({} as never, audit as never);
    const route = { method: 'POST', path: '/engines/:engine/documents/delete_by_filter' };
    const parts = { account: { id: 'a' }, engine: { name: 'books' } } as never;
    await api.afterFailure(route, parts, { name: 'Edda' } as never, thrown);
    await api.afterFailure(route, parts, { name: 'Edda' } as never, new Error('refused at once'));
    assert.deepEqual(recorded, [{ action: 'documents.deleted', subject: 'books', count: 500 }]);
  });
});
