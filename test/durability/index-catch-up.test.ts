import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { openForServing } from '../../src/composition/instance.ts';
import { openIndexing } from '../../src/composition/opened-index.ts';
import { Documents } from '../../src/documents/documents.ts';
import { ParsedDocuments } from '../../src/documents/sent-documents.ts';
import { Checkpoints } from '../../src/index/embedded/checkpoints/checkpoints.ts';
import type { EmbeddedIndex } from '../../src/index/embedded/embedded-index.ts';
import { disk } from '../../src/index/embedded/files/file-system.ts';
import { Indexing } from '../../src/indexing/indexing.ts';
import type { Store } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { planWith } from '../oracle/small-engine.ts';
import { BoundGeneration } from '../support/bound-generation.ts';
import { temporaryFolder } from '../support/folder.ts';
import { SourcedIndex } from '../support/sourced-index.ts';
import { configFor, IndexService } from './index-service.ts';

/** Memory for one index of a hundred small documents, but not for two. */
const SMALL = 27_000;
/** Documents of a request that such a memory admits: eight bytes of index are reserved for each of theirs. */
const SMALL_BATCH = 25;

const documents = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `d${i}`, name: `book ${i} of the shelf` }));

/** The manifest of the only engine. */
const manifestIn = (data: string): string => readFileSync(join(data, 'index', '1', 'MANIFEST'), 'utf8');

suite('changes missing in the index files are replayed', () => {
  for (const end of ['ends', 'is cancelled'] as const) {
    test(`values written while a reindex added their field, if the process dies after it ${end}`, async (t) => {
      // The reindex is blocked by lack of memory, so that documents and files can be written while it runs.
      const service = await IndexService.start(t, { memory: SMALL });
      await service.must('POST', '', { name: 'books' });
      // From a search on every request makes a segment, and four of them take more memory than one.
      assert.deepEqual(await service.found('books'), []);
      await service.write('books', documents(100), SMALL_BATCH);
      await service.must('POST', '/books/schema', { pages: 'number' });
      assert.equal(await service.state('books'), 'reindexing');
      await service.write('books', [
        { id: 'long', name: 'a long book', pages: 900 },
        { id: 'd3', name: 'book 3', pages: 900 },
      ]);
      await service.must('DELETE', '/books/documents', ['d4']);
      await service.close();
      const before = manifestIn(service.data);
      // This file prevents another manifest from being written.
      mkdirSync(join(service.data, 'index', '1', 'MANIFEST.new'));

      await service.start(end === 'ends' ? {} : { memory: SMALL });
      if (end === 'is cancelled') await service.must('POST', '/books/schema/reindex/cancel');
      await service.settled('books');
      const filters = { pages: end === 'ends' ? 900 : '900' };
      assert.deepEqual(await service.found('books', { filters }), ['d3', 'long']);
      assert.equal(manifestIn(service.data), before, 'no file was written since');
      await service.crash();
      assert.deepEqual(await service.found('books', { filters }), ['d3', 'long']);
      assert.equal((await service.found('books')).length, 100);
      assert.deepEqual(service.rebuildLines, [], 'the files could be used');
    });
  }

  test('deletions during a rebuild, although files that include them were written meanwhile', async (t) => {
    const config = configFor(temporaryFolder(t));
    const instance = await openForServing(config);
    // The rebuild stops after its first page of documents until the files of the serving generation are written.
    const isStreaming = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    let isCovered = false;
    const after: Store['documents']['after'] = async (engineId, position, limit) => {
      if (position > 0) {
        isStreaming.resolve();
        await goOn.promise;
      }
      return instance.store.documents.after(engineId, position, limit);
    };
    const transact: Store['transact'] = async (scope, work) => {
      const outcome = await instance.store.transact(scope, work);
      isCovered = true;
      return outcome;
    };
    const store: Store = Object.create(instance.store, {
      documents: { value: { ...instance.store.documents, after } },
      transact: { value: transact },
    });
    const index = openIndexing(config, store, pino({ level: 'silent' }));
    t.after(async () => {
      await index.close();
      await instance.close();
    });
    const engine = await store.transact('instance', ({ engines }) =>
      engines.insert({ accountId: 'a', name: 'books', language: null, createSettings: {}, createdAt: 0 }),
    );
    const { id } = engine;
    await index.indexing.loader.open(id);
    const books = new Documents(store, index.indexing);
    await books.replace(id, new ParsedDocuments(documents(100)));

    const rebuilt = index.indexing.rebuilds.run(id);
    await isStreaming.promise;
    await books.delete(id, ['d1', 'd2', 'd99']);
    isCovered = false;
    while (!isCovered) await sleep(10);
    goOn.resolve();
    await rebuilt;
    const outcome = await index.indexing.serving.use(engine, (books) => books.search(planWith({})));
    assert.equal(outcome.total, 97);
  });
});

suite('a write whose changes the index rejects', () => {
  test('is applied by the next write or a retry, even if it was the first of its engine', async (t) => {
    const store = await openSqliteStore(temporaryFolder(t), { create: true });
    t.after(() => store.close());
    let failures = 0;
    class FailingIndex extends SourcedIndex {
      override async applyStored(...args: Parameters<EmbeddedIndex['applyStored']>): Promise<void> {
        if (failures-- > 0) throw new Error('made to fail');
        await super.applyStored(...args);
      }
    }
    const indexing = new Indexing(store, new FailingIndex());
    const books = new Documents(store, indexing);
    const engine = await store.transact('instance', ({ engines }) =>
      engines.insert({ accountId: 'a', name: 'books', language: null, createSettings: {}, createdAt: 0 }),
    );
    const { id } = engine;
    await indexing.loader.open(id);
    const total = async () =>
      (await indexing.serving.use(engine, (found) => found.search(planWith({})))).total;

    failures = Number.POSITIVE_INFINITY;
    await assert.rejects(books.replace(id, new ParsedDocuments([{ id: 'a' }, { id: 'b', name: 'x' }])), {
      status: 503,
    });
    failures = 0;
    assert.equal(await total(), 0);
    await books.replace(id, new ParsedDocuments([{ id: 'c' }]));
    assert.equal(await total(), 3);
    failures = 2;
    await books.replace(id, new ParsedDocuments([{ id: 'd' }]));
    assert.equal(await total(), 4);
    failures = 6;
    await assert.rejects(books.replace(id, new ParsedDocuments([{ id: 'e' }])), { status: 503 });
    assert.equal(await total(), 4);
    while ((await total()) !== 5) await sleep(10);
  });
});

suite('a checkpoint that fails', () => {
  test('does not end the process, even if the next one waits for it', async (t) => {
    const folder = temporaryFolder(t);
    const isWriting = Promise.withResolvers<void>();
    const fail = Promise.withResolvers<void>();
    let calls = 0;
    const said: string[] = [];
    const checkpoints = () =>
      new Checkpoints({
        folder,
        identity: 'a store',
        quiet: 0,
        covered: async () => {},
        say: (_level, message) => said.push(message),
        files: {
          ...disk,
          async create(path) {
            if (++calls > 1) return disk.create(path);
            isWriting.resolve();
            await fail.promise;
            throw Object.assign(new Error('made to fail'), { code: 'EIO' });
          },
        },
      });
    const index = new SourcedIndex({ checkpoints: checkpoints() });
    const generation = await BoundGeneration.begin(index, 1, new Map([['title', 'text']]), null);
    await generation.publish();
    const change = (id: string, sequence: number) => ({ id, sequence, fields: new Map([['title', 'cave']]) });
    await generation.apply([change('a', 1)], 1);
    await isWriting.promise;
    await generation.apply([change('b', 2)], 2);
    const closed = index.close();
    fail.resolve();
    await closed;
    assert.deepEqual(said, ['a checkpoint of the index failed and will be tried again']);
    assert.deepEqual(
      readdirSync(join(folder, '1')).filter((name) => name.endsWith('.new')),
      [],
    );
    const again = new SourcedIndex({ checkpoints: checkpoints() });
    t.after(() => again.close());
    const known = { engineId: 1, schema: generation.schema, language: null, sequence: 2, forgotten: 0 };
    const opened = await again.restore(known);
    assert.ok(opened);
    assert.deepEqual([opened.sequence, await again.documentCount(opened.generation)], [2, 2]);
  });
});
