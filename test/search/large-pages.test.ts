import assert from 'node:assert/strict';
import { after, suite, type TestContext, test } from 'node:test';
import type { Caller } from '../../src/api/caller.ts';
import { Documents } from '../../src/documents/documents.ts';
import { ParsedDocuments } from '../../src/documents/sent-documents.ts';
import type { ApiError } from '../../src/errors.ts';
import { Indexing } from '../../src/indexing/indexing.ts';
import { AnswerStream } from '../../src/search/answer-stream.ts';
import { CurrentHits } from '../../src/search/current-hits.ts';
import { type DocumentBounds, PAGE_BOUNDS } from '../../src/search/page-size.ts';
import { type RequestContext, Searches, type SearchSettings } from '../../src/search/searches.ts';
import type { DocumentReader, EngineRecord, Store } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { Pool } from '../../src/threads/pool.ts';
import { Tunings } from '../../src/tuning/tuning.ts';
import type { Schema } from '../../src/values/types.ts';
import { temporaryFolder } from '../support/service.ts';
import { SourcedIndex } from '../support/sourced-index.ts';

// The same requests twice: once all pages are small and rendered in the main thread, once all are large and streamed.

const program = new URL('../../src/worker.ts', import.meta.url);
const workers = new Pool({ program, name: 'worker', size: 2 });
after(() => workers.close());

const SMALL: DocumentBounds = { ...PAGE_BOUNDS, documents: Infinity, bytes: Infinity };
/** Every page is large, in pieces of a few documents. */
const LARGE: DocumentBounds = { few: 0, documents: 0, bytes: -1, pieceBytes: 4000 };

const context: RequestContext = { caller: { restrictions: null } as Caller, requestId: 'r' };

interface Setup {
  readonly store: Store;
  readonly documents: Documents;
  readonly engine: EngineRecord;
  searches(
    bounds: DocumentBounds,
    options?: { reader?: DocumentReader; settings?: Partial<SearchSettings> },
  ): Searches;
}

const SCHEMA: Schema = new Map([
  ['title', 'text'],
  ['text', 'text'],
  ['kind', 'text'],
  ['year', 'number'],
]);

async function openSetup(t: TestContext, content: readonly object[] = books()): Promise<Setup> {
  const store = await openSqliteStore(temporaryFolder(t), { create: true });
  t.after(() => store.close());
  const indexing = new Indexing(store, new SourcedIndex());
  const documents = new Documents(store, indexing);
  const engine = await store.transact('instance', async ({ engines }) => {
    const made = await engines.insert({
      accountId: 'a',
      name: 'books',
      language: 'en',
      createSettings: {},
      createdAt: 0,
    });
    await engines.setSchema(made.id, SCHEMA);
    return { ...made, schema: SCHEMA };
  });
  await indexing.loader.open(engine.id);
  for (let from = 0; from < content.length; from += 100) {
    await documents.replace(engine.id, new ParsedDocuments(content.slice(from, from + 100)));
  }
  return {
    store,
    documents,
    engine,
    searches: (bounds, { reader = store.documents, settings } = {}) =>
      new Searches(
        indexing,
        new Tunings(store),
        new CurrentHits(reader, 10_000, bounds),
        workers,
        NO_EVENTS,
        {
          signedKeys: 'compatible',
          queryLimit: 128,
          ...settings,
        },
      ),
  };
}

const NO_EVENTS = { search: () => {} };

const books = (): object[] =>
  Array.from({ length: 150 }, (_, i) => ({
    id: `b${i}`,
    title: `Mountain <${i}> & "lake" 山 😀`,
    text:
      i % 3 === 0 ? [`the mountains of ${i}`, 'lone \ud800 half'] : `${'a path '.repeat(i)} up the mountain`,
    kind: ['guide', 'novel', 'poem'][i % 3],
    year: 1900 + (i % 7),
    ...(i % 11 === 0 && { extra: 'brought later' }),
  }));

const textOf = async (answer: object | AnswerStream): Promise<string> => {
  if (!(answer instanceof AnswerStream)) return JSON.stringify(answer);
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.chunks)
    chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return Buffer.concat(chunks).toString('utf8');
};

const snippets = { title: { raw: {}, snippet: { size: 20 } }, text: { snippet: { fallback: true } } };
const REQUESTS: Readonly<Record<string, Record<string, unknown>>> = {
  'whole documents': { query: '', page: { size: 150 } },
  snippets: { query: 'mountain path', page: { size: 100 }, result_fields: snippets },
  'a phrase': { query: '"the mountains"', page: { size: 100 }, result_fields: snippets },
  groups: { query: 'mountain', group: { field: 'kind', size: 10 }, result_fields: snippets },
  'groups of single documents': { query: 'mountain', group: { field: 'title' }, page: { size: 150 } },
  'sorted, without scores': { query: 'lake', sort: { year: 'desc' }, page: { size: 120 } },
  facets: { query: 'lake', facets: { kind: { type: 'value' }, year: { type: 'value' } }, page: { size: 50 } },
  'the last page': { query: '', page: { size: 40, current: 4 }, facets: { kind: { type: 'value' } } },
  nothing: { query: 'zebra', facets: { kind: { type: 'value' } } },
  counts: { query: '', page: { size: 0 } },
  'no field but the id': { query: '', result_fields: { id: { raw: {} } }, page: { size: 150 } },
};

suite('large pages', () => {
  test('the response is the same, byte for byte, whether rendered in the main thread or by workers', async (t) => {
    const setup = await openSetup(t);
    const [small, large] = [setup.searches(SMALL), setup.searches(LARGE)];
    for (const [name, options] of Object.entries(REQUESTS)) {
      const expected = await small.search(context, setup.engine, options);
      assert.ok(!(expected instanceof AnswerStream));
      const answer = await large.search(context, setup.engine, options);
      if (name !== 'nothing' && name !== 'counts') assert.ok(answer instanceof AnswerStream);
      assert.equal(await textOf(answer), JSON.stringify(expected), name);
    }
  });

  test('so is the response to a multi search with large and small pages', async (t) => {
    const setup = await openSetup(t);
    const mixed = { ...LARGE, few: 10, bytes: 50_000 };
    for (const queries of [
      Object.values(REQUESTS).slice(0, 10),
      [{ query: 'b1' }, { query: '', page: { size: 150 } }, { query: 'b2' }],
      [{ query: '', page: { size: 150 } }],
    ]) {
      const expected = await setup.searches(SMALL).multiSearch(context, setup.engine, { queries });
      const answer = await setup.searches(mixed).multiSearch(context, setup.engine, { queries });
      assert.ok(answer instanceof AnswerStream);
      assert.equal(await textOf(answer), JSON.stringify(expected));
    }
  });

  test('a document that changes while the response is generated is left out', async (t) => {
    const setup = await openSetup(t);
    const answer = await setup
      .searches(LARGE)
      .search(context, setup.engine, { query: '', page: { size: 150 }, sort: { id: 'asc' } });
    assert.ok(answer instanceof AnswerStream);
    let text = '';
    for await (const chunk of answer.chunks) {
      // The first chunk is the beginning of the response; by then the first piece is rendered.
      if (text === '') {
        await setup.documents.replace(
          setup.engine.id,
          new ParsedDocuments([{ id: 'b99', title: 'another' }]),
        );
        await setup.documents.delete(setup.engine.id, ['b98']);
      }
      text += Buffer.from(chunk).toString();
    }
    const ids: string[] = JSON.parse(text).results.map((result: { id: { raw: string } }) => result.id.raw);
    assert.deepEqual(
      ids.toSorted(),
      books()
        .map((book) => (book as { id: string }).id)
        .filter((id) => id !== 'b98' && id !== 'b99')
        .toSorted(),
    );
  });

  test('prefetching is bounded: nothing is read before the client reads, and little ahead of it', async (t) => {
    const setup = await openSetup(t);
    let fetches = 0;
    const counting: DocumentReader = Object.create(setup.store.documents, {
      byIds: {
        value: (engineId: number, ids: readonly string[]) => {
          fetches++;
          return setup.store.documents.byIds(engineId, ids);
        },
      },
    });
    const searches = setup.searches(LARGE, { reader: counting });
    const answer = await searches.search(context, setup.engine, { query: '', page: { size: 150 } });
    assert.ok(answer instanceof AnswerStream);
    assert.equal(fetches, 0);
    const chunks = answer.chunks[Symbol.asyncIterator]();
    await chunks.next();
    await chunks.next();
    assert.equal(fetches, 2);
    await chunks.return?.();
    assert.equal(fetches, 2);
  });

  test('a client that disconnects ends the work of the worker', async (t) => {
    const setup = await openSetup(t);
    const hangingUp = new AbortController();
    const signal = hangingUp.signal;
    const answer = await setup.searches(LARGE).search({ ...context, signal }, setup.engine, {
      query: 'mountain',
      page: { size: 150 },
      result_fields: snippets,
    });
    const rendering = textOf(answer);
    while (workers.pending === 0) await new Promise((resume) => setImmediate(resume));
    const reason = new Error('gone');
    hangingUp.abort(reason);
    await assert.rejects(rendering, reason);
    while (workers.pending > 0) await new Promise((resume) => setImmediate(resume));
  });

  test('rendering that takes too long gets an error message, and the worker stops', async (t) => {
    const setup = await openSetup(t);
    const searches = setup.searches(LARGE, { settings: { renderingTime: 0 } });
    const answer = await searches.search(context, setup.engine, { query: '', page: { size: 150 } });
    await assert.rejects(textOf(answer), (error: ApiError) => {
      assert.equal(error.status, 503);
      assert.deepEqual(error.body, {
        errors: ['The results took too long to render. Request fewer results or fewer fields.'],
      });
      return true;
    });
    while (workers.pending > 0) await new Promise((resume) => setImmediate(resume));
  });

  test('a client that reads slowly is not disconnected', async (t) => {
    const setup = await openSetup(t);
    const whole = async () =>
      textOf(await setup.searches(LARGE).search(context, setup.engine, { query: '', page: { size: 150 } }));
    // The first one waits for the workers to start.
    const expected = await whole();
    const began = performance.now();
    await whole();
    const renderingTime = 1000 + 5 * (performance.now() - began);
    const searches = setup.searches(LARGE, { settings: { renderingTime } });
    const answer = await searches.search(context, setup.engine, { query: '', page: { size: 150 } });
    assert.ok(answer instanceof AnswerStream);
    let text = '';
    let slept = 0;
    for await (const chunk of answer.chunks) {
      text += Buffer.from(chunk).toString();
      if (slept++ < 3) await new Promise((resume) => setTimeout(resume, 0.4 * renderingTime));
    }
    assert.equal(text, expected);
  });
});
