import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { rebuildOffline } from '../../src/composition/offline-rebuild.ts';
import { configFor, IndexService } from '../durability/index-service.ts';
import type { Answer } from '../support/service.ts';

const documents = (count: number, stamp = 'first') =>
  Array.from({ length: count }, (_, i) => ({
    id: `d${i}`,
    stamp,
    name: `book ${i} of the shelf`,
    year: '1999',
  }));

/** Documents of a request that these memories admit: eight bytes of index are reserved for each of theirs. */
const BATCH = 20;

/** The approximate bytes of an index with this many documents. */
const bytesOf = (count: number): number => count * 120;

/** A 503 whose message states the remedy, with a Retry-After header. */
function assertNoMemory({ status, json, text, headers }: Answer, sentence: RegExp): void {
  assert.equal(status, 503, text);
  assert.equal(json.errors.length, 1);
  assert.match(json.errors[0], sentence);
  assert.match(json.errors[0], /Give the service more memory, or delete documents\.$/);
  assert.match(String(headers.get('retry-after')), /^\d+$/);
}

const NO_MORE = /^The search index has no memory left for more documents: FINDLING_MEMORY allows \d+ MB\./;
const TOO_LARGE =
  /^The search index of this engine needs .+ memory.+ FINDLING_MEMORY allows \d+ MB for all engines\./;

suite('a reindex without memory', () => {
  test('waits while searches and writes continue, can be cancelled, and resumes when memory is available', async (t) => {
    const service = await IndexService.start(t, { memory: bytesOf(1450) });
    for (const name of ['books', 'films']) {
      await service.must('POST', '', { name });
      await service.write(name, documents(500), BATCH);
    }
    assert.deepEqual(await service.must('POST', '/books/schema', { year: 'number' }), {
      stamp: 'text',
      name: 'text',
      year: 'number',
    });
    const { state, progress } = await service.must('GET', '/books/schema/reindex');
    assert.deepEqual([state, progress.documents_done], ['reindexing', 0]);
    assert.equal((await service.call('POST', '/books/schema', { name: 'date' })).status, 400);
    await service.must('DELETE', '/books/documents', ['d0']);
    await service.write('books', [{ id: 'd1', stamp: 'second', name: 'book', year: '2001' }]);
    assert.deepEqual(await service.found('books', { filters: { stamp: 'second' } }), ['d1']);
    assert.equal((await service.found('books', { filters: { year: '1999' } })).length, 498);

    assert.equal((await service.must('POST', '/books/schema/reindex/cancel')).state, 'idle');
    assert.equal((await service.must('GET', '/books/schema')).year, 'text');
    assert.deepEqual(await service.found('books', { filters: { year: '2001' } }), ['d1']);

    await service.must('POST', '/books/schema', { year: 'number' });
    assert.equal(await service.state('books'), 'reindexing');
    await service.must('DELETE', '/films');
    await service.settled('books');
    assert.deepEqual(await service.found('books', { filters: { year: { from: 2000 } } }), ['d1']);
    assert.equal((await service.found('books')).length, 499);
  });

  test('does not delay the shutdown of the service, and resumes at the next start', async (t) => {
    const service = await IndexService.start(t, { memory: bytesOf(600) });
    await service.must('POST', '', { name: 'books' });
    await service.write('books', documents(400), BATCH);
    await service.must('POST', '/books/schema', { year: 'number' });
    // As requested by `findling reindex`: it waits too.
    const rebuild = join(service.data, 'index', 'rebuild-1');
    writeFileSync(rebuild, '');
    assert.equal(await service.state('books'), 'reindexing');
    await service.close();
    assert.ok(existsSync(rebuild), 'what was asked for is not forgotten');
    await service.start();
    await service.settled('books');
    while (existsSync(rebuild)) await sleep(5);
    assert.equal((await service.found('books', { filters: { year: { from: 1999, to: 2000 } } })).length, 400);
  });
});

suite('writes without memory', () => {
  test('are rejected before anything is stored, while deletions and searches continue', async (t) => {
    const service = await IndexService.start(t, { memory: bytesOf(1500) });
    await service.must('POST', '', { name: 'books' });
    let count = 0;
    let refused: Answer | undefined;
    for (; refused === undefined && count < 15_000; count += BATCH) {
      const body = documents(count + BATCH, `s${count}`).slice(count);
      const answer = await service.call('POST', '/books/documents', body);
      if (answer.status !== 200) refused = answer;
    }
    assert.ok(refused);
    count -= BATCH;
    assertNoMemory(refused, NO_MORE);
    assert.ok(count > 1000, `there was room for ${count} documents`);
    const isUnchanged = async () => {
      const { document_count } = await service.must('GET', '/books');
      assert.equal(document_count, count);
      assert.deepEqual(await service.must('GET', `/books/documents?ids[]=d${count}&ids[]=fresh`), [
        null,
        null,
      ]);
      const { meta } = await service.must('POST', '/books/search', { query: 'shelf' });
      assert.equal(meta.page.total_results, count);
      assert.deepEqual(Object.keys(await service.must('GET', '/books/schema')), ['stamp', 'name', 'year']);
    };
    await isUnchanged();
    const large = 'many words '.repeat(9000);
    assertNoMemory(await service.call('POST', '/books/documents', [{ id: 'fresh', text: large }]), NO_MORE);
    assertNoMemory(await service.call('PATCH', '/books/documents', [{ id: 'd1', other: large }]), NO_MORE);
    await isUnchanged();

    // Nine of ten documents are deleted; the remaining ones keep all segments in use.
    for (let from = 0; from < count; from += BATCH) {
      const ids = documents(from + BATCH)
        .slice(from)
        .filter((_, i) => i % 10 !== 0)
        .map(({ id }) => id);
      assert.equal((await service.must('DELETE', '/books/documents', ids)).length, ids.length);
    }
    const body = documents(BATCH, 'again');
    while ((await service.call('POST', '/books/documents', body)).status !== 200) await sleep(20);
    assert.equal((await service.found('books', { filters: { stamp: 'again' } })).length, BATCH);
    // Two of them replace documents that are left.
    assert.equal((await service.must('GET', '/books')).document_count, count / 10 + BATCH - 2);
  });
});

suite('an engine that does not fit in memory at start', () => {
  for (const from of ['its files', 'the store'] as const) {
    test(`is not one that fitted before, read from ${from}`, async (t) => {
      const memory = bytesOf(1500);
      const service = await IndexService.start(t, { memory });
      await service.must('POST', '', { name: 'books' });
      // Many small writes: as many files, each with a head.
      const write = async (first: number) =>
        (await service.call('POST', '/books/documents', documents(first + BATCH).slice(first))).status ===
        200;
      let count = 0;
      while (await write(count)) count += BATCH;
      await service.close();
      if (from === 'the store') service.removeIndex();
      await service.start({ memory });
      const { meta } = await service.must('POST', '/books/search', { query: 'shelf' });
      assert.equal(meta.page.total_results, count);
    });
  }

  for (const from of ['its files', 'the store'] as const) {
    test(`is not served, read from ${from}, while the others are`, async (t) => {
      const service = await IndexService.start(t);
      for (const [name, count] of [
        ['large', 1500],
        ['small', 100],
      ] as const) {
        await service.must('POST', '', { name });
        await service.write(name, documents(count));
      }
      await service.must('POST', '', { name: 'both', type: 'meta', source_engines: ['small', 'large'] });
      await service.close();
      if (from === 'the store') service.removeIndex();
      await service.start({ memory: bytesOf(1250) });
      assert.ok(
        service.lines.some((line) => line.includes('large is not served: The search index of this engine')),
      );

      assertNoMemory(await service.call('POST', '/large/search', { query: '' }), TOO_LARGE);
      assertNoMemory(await service.call('POST', '/both/search', { query: '' }), TOO_LARGE);
      assertNoMemory(await service.call('POST', '/large/query_suggestion', { query: 'bo' }), TOO_LARGE);
      assertNoMemory(await service.call('POST', '/large/documents', [{ id: 'x' }]), TOO_LARGE);
      assertNoMemory(await service.call('PATCH', '/large/documents', [{ id: 'd1', name: 'x' }]), TOO_LARGE);
      assertNoMemory(await service.call('POST', '/large/schema', { year: 'number' }), TOO_LARGE);
      assert.equal((await service.must('GET', '/large')).document_count, 1500);
      assert.equal((await service.must('GET', '/large/documents?ids[]=d7'))[0].name, 'book 7 of the shelf');
      assert.deepEqual(await service.must('DELETE', '/large/documents', ['d7']), [
        { id: 'd7', deleted: true },
      ]);
      assert.equal((await service.must('GET', '/large/schema')).year, 'text');

      assert.equal((await service.found('small')).length, 100);
      await service.write('small', [{ id: 'new', name: 'another book' }]);
      assert.deepEqual(await service.found('small', { query: 'another' }), ['new']);
      await service.must('POST', '', { name: 'third' });

      await service.restart();
      const { meta } = await service.must('POST', '/large/search', { query: 'shelf' });
      assert.equal(meta.page.total_results, 1499);
      assert.equal((await service.found('small')).length, 101);
      const isWithoutFiles = from === 'the store';
      assert.equal(service.rebuildLines.length, isWithoutFiles ? 1 : 0, String(service.rebuildLines));
    });
  }

  test('is served after a rebuild is requested and it has become small enough', async (t) => {
    const service = await IndexService.start(t);
    await service.must('POST', '', { name: 'large' });
    await service.write('large', documents(1000));
    await service.close();
    service.removeIndex();
    const memory = bytesOf(500);
    const { data } = service;
    await assert.rejects(rebuildOffline({ ...configFor(data), memory }, 1), ({ body }) =>
      TOO_LARGE.test(body.errors[0]),
    );
    await service.start({ memory });
    const index = join(data, 'index');
    const ask = async () => {
      writeFileSync(join(index, 'rebuild-1'), '');
      while (existsSync(join(index, 'rebuild-1'))) await sleep(5);
    };
    await ask();
    assert.match(readFileSync(join(index, 'rebuild-1.failed'), 'utf8'), TOO_LARGE);
    assert.equal((await service.call('POST', '/large/search', { query: '' })).status, 503);
    for (let from = 0; from < 900; from += 100) {
      const ids = documents(from + 100)
        .slice(from)
        .map(({ id }) => id);
      await service.must('DELETE', '/large/documents', ids);
    }
    await ask();
    assert.equal((await service.found('large')).length, 100);
    await service.write('large', [{ id: 'new', name: 'another book' }]);
    assert.deepEqual(await service.found('large', { query: 'another' }), ['new']);
  });

  test('keeps its reindex waiting, which can be cancelled', async (t) => {
    const service = await IndexService.start(t, { memory: bytesOf(600) });
    await service.must('POST', '', { name: 'books' });
    await service.write('books', documents(400), BATCH);
    await service.must('POST', '/books/schema', { year: 'number' });
    assert.equal(await service.state('books'), 'reindexing');
    await service.restart({ memory: bytesOf(200) });
    assert.equal(await service.state('books'), 'reindexing');
    await service.restart({ memory: bytesOf(200) });
    assert.equal((await service.must('POST', '/books/schema/reindex/cancel')).state, 'idle');
    assert.equal((await service.must('GET', '/books/schema')).year, 'text');
    await service.restart();
    assert.equal((await service.found('books', { filters: { year: '1999' } })).length, 400);
  });
});
