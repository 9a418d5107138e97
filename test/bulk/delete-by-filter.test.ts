import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { deletedBefore, FilteredDeletions } from '../../src/bulk/filtered-deletions.ts';
import { announcedSeed, Random, repetitions } from '../support/seed.ts';
import { startTestService, type TestService } from '../support/service.ts';

const pathOf = (engine: string): string => `/engines/${engine}/documents`;
const remove = (service: TestService, engine: string, body: unknown, query = '') =>
  service.call('POST', `${pathOf(engine)}/delete_by_filter${query}`, { body });
const idsOf = async (service: TestService, engine: string): Promise<string[]> => {
  const { text } = await service.call('GET', `${pathOf(engine)}/export`);
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line).id);
};

const SCHEMA = { n: 'number', made: 'date', place: 'geolocation' };
const DOCUMENTS = Array.from({ length: 12 }, (_, i) => ({
  id: `d${i}`,
  kind: i % 2 === 0 ? 'even' : 'odd',
  n: i,
  made: `20${10 + i}-01-01`,
  place: `${i},0`,
}));

suite('POST /documents/delete_by_filter', () => {
  test('deletes the documents that pass the filters, and says how many', async (t) => {
    const service = await startTestService(t);
    for (const [filters, expected] of [
      [{ kind: 'even' }, ['d1', 'd3', 'd5', 'd7', 'd9', 'd11']],
      [{ n: { from: 2 } }, ['d0', 'd1']],
      [{ all: [{ kind: 'odd' }, { n: { to: 10 } }] }, ['d0', 'd2', 'd4', 'd6', 'd8', 'd10', 'd11']],
      [{ any: [{ n: [1, 2] }, { made: { from: '2014-01-01' } }] }, ['d0', 'd3']],
      [{ none: [{ id: ['d3', 'd4'] }] }, ['d3', 'd4']],
      [{ place: { center: '0,0', unit: 'km', distance: 1000 } }, ['d9', 'd10', 'd11']],
      [{ kind: 'prime' }, DOCUMENTS.map(({ id }) => id)],
    ] as const) {
      const engine = await service.engine({ schema: SCHEMA, documents: DOCUMENTS });
      const count = DOCUMENTS.length - expected.length;
      const dry = await remove(service, engine, { filters, dry_run: true });
      assert.equal(dry.status, 200, dry.text);
      assert.deepEqual([dry.json.matched, dry.json.deleted], [count, 0], JSON.stringify(filters));
      const gone = DOCUMENTS.map(({ id }) => id).filter(
        (id) => !(expected as readonly string[]).includes(id),
      );
      assert.deepEqual(dry.json.ids, gone.toReversed().slice(0, 10));
      assert.equal((await idsOf(service, engine)).length, DOCUMENTS.length);

      const { status, json } = await remove(service, engine, { filters });
      assert.deepEqual([status, json], [200, { matched: count, deleted: count }], JSON.stringify(filters));
      assert.deepEqual(await idsOf(service, engine), expected);
      const { json: found } = await service.call('POST', `/engines/${engine}/search`, {
        body: { query: '' },
      });
      assert.equal(found.meta.page.total_results, expected.length);
    }
  });

  test('refuses filters without a condition, however deep, and deletes nothing', async (t) => {
    const service = await startTestService(t);
    const engine = await service.engine({ schema: SCHEMA, documents: DOCUMENTS });
    const empty = 'Filters must contain at least one condition';
    const missing = 'Missing required parameter: filters';
    for (const [body, message] of [
      [{}, missing],
      [undefined, missing],
      [[], missing],
      [{ filters: null }, missing],
      [{ filter: { kind: 'even' } }, 'Options contains invalid key: filter'],
      [{ filters: { kind: 'even' }, dryrun: true }, 'Options contains invalid key: dryrun'],
      [{ filters: {} }, empty],
      [{ filters: [] }, 'Filters must be an object'],
      [{ filters: 'kind' }, 'Filters must be an object'],
      [{ filters: { all: [] } }, empty],
      [{ filters: { all: {} } }, empty],
      [{ filters: { any: [] } }, empty],
      [{ filters: { none: [] } }, empty],
      [{ filters: { all: [{}] } }, empty],
      [{ filters: { all: [{ any: [{ none: [{ all: [] }] }] }] } }, empty],
      [{ filters: { any: [{ kind: 'even' }, {}] } }, empty],
      [{ filters: { all: [{ kind: 'even' }, { any: [] }] } }, empty],
      [{ filters: { kind: [] } }, empty],
      [{ filters: { none: [{ kind: [] }] } }, empty],
      [{ filters: { kind: { any: [] } } }, empty],
      [{ filters: { n: {} } }, 'Filters contains invalid option: range must have from or to'],
      [{ filters: { nothing: 'x' } }, 'Filters contains invalid field: nothing'],
      [{ filters: { none: [{ nothing: 'x' }] } }, 'Filters contains invalid field: nothing'],
      [{ filters: { kind: 'even' }, dry_run: 'perhaps' }, 'Dry run must be true or false'],
      [{ filters: { kind: 'even' }, dry_run: 1 }, 'Dry run must be true or false'],
    ] as const) {
      const { status, json } = await remove(service, engine, body);
      assert.deepEqual([body, status, json], [body, 400, { errors: [message] }]);
    }
    const dry = await remove(service, engine, { filters: { kind: 'even' }, dry_run: 'true' });
    assert.deepEqual([dry.json.matched, dry.json.deleted], [6, 0]);
    const inAddress = await remove(service, engine, { filters: { kind: 'even' } }, '?dry_run=true');
    assert.deepEqual([inAddress.json.matched, inAddress.json.deleted], [6, 0]);
    assert.equal((await idsOf(service, engine)).length, DOCUMENTS.length);
  });

  test('is refused for a meta engine', async (t) => {
    const service = await startTestService(t);
    const source = await service.engine({ documents: DOCUMENTS });
    await service.call('POST', '/engines', { body: { name: 'all', type: 'meta', source_engines: [source] } });
    const { status, json } = await remove(service, 'all', { filters: { kind: 'even' } });
    assert.deepEqual(
      [status, json],
      [400, { errors: ['Documents of a meta engine cannot be changed. Change them in its source engines.'] }],
    );
  });

  test('deletes more documents than one search finds', { timeout: 300_000 }, async (t) => {
    const service = await startTestService(t);
    const engine = await service.engine();
    const lines = Array.from(
      { length: 12_000 },
      (_, i) => `{"id":"d${i}","kind":"${i % 12 === 0 ? 'a' : 'b'}"}\n`,
    );
    await service.call('POST', pathOf(engine), {
      body: lines.join(''),
      headers: { 'content-type': 'application/x-ndjson' },
    });
    const { json } = await remove(service, engine, { filters: { kind: 'b' } });
    assert.deepEqual(json, { matched: 11_000, deleted: 11_000 });
    assert.equal((await idsOf(service, engine)).length, 1000);
  });

  test('spares documents that change so that they no longer match', { timeout: 300_000 }, async (t) => {
    const seed = announcedSeed('delete_by_filter');
    const random = new Random(seed);
    const service = await startTestService(t);
    for (let round = 0; round < repetitions('DELETION_ROUNDS', 5); round++) {
      const engine = await service.engine();
      const path = pathOf(engine);
      const all = Array.from({ length: 1500 }, (_, i) => ({ id: `d${i}`, kind: 'old' }));
      await service.call('POST', path, {
        body: all.map((document) => `${JSON.stringify(document)}\n`).join(''),
        headers: { 'content-type': 'application/x-ndjson' },
      });
      const kept = new Set<string>();
      const writes = async () => {
        for (let i = 0; i < 20; i++) {
          const id = `d${random.below(all.length)}`;
          const { json } = await service.call('POST', path, {
            body: [
              { id, kind: 'kept' },
              { id: `n${i}`, kind: 'old' },
            ],
          });
          assert.deepEqual(json[0].errors, []);
          kept.add(id);
        }
      };
      const [{ status, json }] = await Promise.all([
        remove(service, engine, { filters: { kind: 'old' } }),
        writes(),
      ]);
      assert.equal(status, 200);
      const left = await idsOf(service, engine);
      const where = `seed ${seed}, round ${round}`;
      // Every document that was written as kept is there, and nothing that was old and unchanged.
      for (const id of kept) assert.ok(left.includes(id), `${where}: ${id}`);
      assert.deepEqual(
        left.filter((id) => id.startsWith('d') && !kept.has(id)),
        [],
        where,
      );
      assert.ok(json.deleted <= json.matched && json.deleted >= all.length - kept.size, where);
    }
  });

  test('says what it has deleted when it takes too long', async () => {
    const hits = Array.from({ length: 10_000 }, (_, i) => ({
      id: `d${i}`,
      sequence: 1,
      engineId: 1,
      score: 1,
    }));
    const generation = { schema: new Map([['kind', 'text']]), search: async () => ({ total: 10_000, hits }) };
    const indexing = {
      serving: { use: (_: unknown, work: (one: unknown) => unknown) => work(generation) },
      writes: { write: async () => new Promise((resolve) => setTimeout(() => resolve(500), 30)) },
    };
    const store = { engines: { byId: async () => ({ sequence: 5 }) } };
    const deletions = new FilteredDeletions(store as never, indexing as never, 100);
    const request = {
      filters: { kind: 'a' },
      unknown: [],
      isDryRun: false,
      signal: new AbortController().signal,
    };
    await assert.rejects(deletions.run({ id: 1 } as never, request), (error: Error) => {
      const [, deleted = ''] =
        /The deletion took too long: ([\d,]+00) of 10,000 documents were deleted. Repeat the request/.exec(
          error.message,
        ) ?? [];
      // The batch that was being written when the time was up may be deleted as well.
      assert.ok(deletedBefore(error) >= Number(deleted.replaceAll(',', '')) && deleted !== '', error.message);
      return true;
    });
    const gone = new AbortController();
    const running = new FilteredDeletions(store as never, indexing as never).run({ id: 1 } as never, {
      ...request,
      signal: gone.signal,
    });
    setTimeout(() => gone.abort(new Error('gone')), 50);
    await assert.rejects(running, (error: Error) => error.message === 'gone' && deletedBefore(error) > 0);
    assert.equal(deletedBefore(new Error('another')), 0);
  });
});
