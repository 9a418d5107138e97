import assert from 'node:assert/strict';
import { after, suite, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { type DocumentReading, readDocuments } from '../../src/documents/document-reading.ts';
import { Documents } from '../../src/documents/documents.ts';
import { ParsedDocuments, type SentDocuments } from '../../src/documents/sent-documents.ts';
import { ApiError } from '../../src/errors.ts';
import { Indexing } from '../../src/indexing/indexing.ts';
import type { Store } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { Pool } from '../../src/threads/pool.ts';
import type { Schema } from '../../src/values/types.ts';
import { announcedSeed } from '../support/seed.ts';
import { temporaryFolder } from '../support/service.ts';
import { SourcedIndex } from '../support/sourced-index.ts';

const seed = announcedSeed('validation here and in a worker');
const RUNS = Number(process.env.CASES ?? 60);

const workers = new Pool({
  program: new URL('../../src/worker.ts', import.meta.url),
  name: 'worker',
  size: 1,
});
after(() => workers.close());

const here = readDocuments(workers, Number.POSITIVE_INFINITY);
const elsewhere = readDocuments(workers, -1);

const SCHEMA: Schema = new Map([
  ['title', 'text'],
  ['year', 'number'],
  ['made', 'date'],
  ['place', 'geolocation'],
]);

interface Setup {
  readonly store: Store;
  readonly documents: Documents;
  readonly engine: number;
}

async function openSetup(t: TestContext): Promise<Setup> {
  const store = await openSqliteStore(temporaryFolder(t), { create: true });
  t.after(() => store.close());
  const documents = new Documents(store, new Indexing(store, new SourcedIndex()));
  const { id: engine } = await store.transact('instance', async ({ engines }) => {
    const made = await engines.insert({
      accountId: 'a',
      name: 'books',
      language: null,
      createSettings: {},
      createdAt: 0,
    });
    await engines.setSchema(made.id, SCHEMA);
    return made;
  });
  return { store, documents, engine };
}

/** Generated ids differ each time. */
const withoutMadeIds = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replace(/doc-[0-9a-f]{24}/g, 'doc-made'));

/** The response to a request: its validation results, or an error. */
async function answerOf(
  { documents, engine }: Setup,
  reading: DocumentReading,
  { verb, body }: Batch,
): Promise<unknown> {
  try {
    return withoutMadeIds(await documents[verb](engine, reading(body)));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, body: error.body, headers: error.headers };
  }
}

async function contentOf({ store, engine }: Setup): Promise<unknown> {
  const record = await store.engines.byId(engine);
  const rows = await store.documents.page(engine, { offset: 0, limit: 10_000 });
  return withoutMadeIds([[...(record?.schema ?? [])], record?.sequence, rows]);
}

interface Batch {
  readonly verb: 'replace' | 'patch';
  readonly body: string | undefined;
}

const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('1999', '2020-02-30', '2021-05-06', '48.2,16.3', '95,3', 'x'.repeat(110_000), null, true),
  fc.double({ noNaN: true }),
  fc.array(fc.constantFrom<unknown>('1', 2, '2021-05-06', ['nested'], {}), { maxLength: 3 }),
  fc.constant({ deep: [1] }),
);
const name = fc.constantFrom(
  'title',
  'year',
  'made',
  'place',
  'new_field',
  'other',
  'Bad Name',
  '_meta',
  '__proto__',
);
const id = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('a', 'b', 'c', '1', 'ä') },
  fc.constantFrom<unknown>(1, 2.5, null, '', {}, 'long'.repeat(300), 'nul\0', '\ud800'),
);
const fields = fc
  .array(fc.tuple(name, value), { maxLength: 4 })
  .map((entries) => entries.map(([key, item]) => `${JSON.stringify(key)}:${JSON.stringify(item)}`));
const document = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.tuple(id, fields).map(([key, rest]) => `{${[`"id":${JSON.stringify(key)}`, ...rest]}}`),
  },
  { weight: 3, arbitrary: fields.map((rest) => `{${rest}}`) },
  fc.constantFrom('7', '"text"', 'null', '[]', '{"year":12345678901234567890,"title":1e999}'),
);
const body = fc.oneof(
  { weight: 12, arbitrary: fc.array(document, { minLength: 1, maxLength: 8 }).map((all) => `[${all}]`) },
  document,
  fc.constantFrom(
    '',
    ' ',
    '[]',
    '{}',
    '{',
    '[1,',
    '"x"',
    '3',
    'null',
    `${'['.repeat(101)}${']'.repeat(101)}`,
  ),
  fc.constant(JSON.stringify(Array(101).fill({ id: 'a' }))),
);
const batches = fc.array(fc.record({ verb: fc.constantFrom('replace', 'patch'), body }), {
  minLength: 1,
  maxLength: 6,
});

suite('documents are validated the same in the main thread and in a worker', () => {
  test('random batches get the same responses and leave the same documents and fields', async (t) => {
    const setups = { here: await openSetup(t), elsewhere: await openSetup(t) };
    await fc.assert(
      fc.asyncProperty(batches, async (sent) => {
        for (const batch of sent as Batch[]) {
          const expected = await answerOf(setups.here, here, batch);
          assert.deepEqual(await answerOf(setups.elsewhere, elsewhere, batch), expected);
        }
        assert.deepEqual(await contentOf(setups.elsewhere), await contentOf(setups.here));
      }),
      { seed, numRuns: RUNS },
    );
  });

  test('a small body is validated in the main thread, a large one by a worker', async () => {
    const pool = new Pool({ program: new URL('../../src/worker.ts', import.meta.url), name: 'w', size: 1 });
    try {
      const read = readDocuments(pool);
      const small = read(`[{"title":"${'x'.repeat(60_000)}"}]`);
      const large = read(`[{"title":"${'x'.repeat(70_000)}"}]`);
      assert.deepEqual([small.isLarge, large.isLarge], [false, true]);
      await small.replacements(SCHEMA);
      assert.equal(pool.threads[0]?.isStarted, false);
      await large.replacements(SCHEMA);
      assert.equal(pool.threads[0]?.isStarted, true);
    } finally {
      await pool.close();
    }
  });
});

/** Large documents; `disturb` runs at their first validation. */
class Disturbed extends ParsedDocuments {
  override readonly isLarge = true;
  readonly #disturb: () => Promise<unknown>;
  validations = 0;

  constructor(documents: readonly unknown[], disturb: () => Promise<unknown>) {
    super(documents);
    this.#disturb = disturb;
  }

  override async replacements(schema: Schema) {
    const outcome = await super.replacements(schema);
    if (this.validations++ === 0) await this.#disturb();
    return outcome;
  }

  override async patches(schema: Schema, stored: ReadonlyMap<string, string>) {
    const outcome = await super.patches(schema, stored);
    if (this.validations++ === 0) await this.#disturb();
    return outcome;
  }
}

suite('documents validated before the transaction are validated again', () => {
  test('if the types have changed since', async (t) => {
    const { store, documents, engine } = await openSetup(t);
    const sent = new Disturbed([{ id: 'a', title: 'not a number' }], () =>
      store.transact({ engine }, ({ engines }) => engines.setSchema(engine, new Map([['title', 'number']]))),
    );
    const [result] = await documents.replace(engine, sent);
    assert.deepEqual([sent.validations, result?.errors.length], [2, 1]);
    assert.deepEqual(await store.documents.page(engine, { offset: 0, limit: 1 }), []);
  });

  test('if the documents have changed since', async (t) => {
    const { store, documents, engine } = await openSetup(t);
    await documents.replace(engine, new ParsedDocuments([{ id: 'a', title: 'one', year: 1 }]));
    const sent: SentDocuments & { validations: number } = new Disturbed([{ id: 'a', year: 2 }], () =>
      store.transact({ engine }, (tx) =>
        tx.documents.put(engine, [{ id: 'a', json: '{"title":"two","year":1}' }]),
      ),
    );
    await documents.patch(engine, sent);
    assert.equal(sent.validations, 2);
    const [stored] = await store.documents.page(engine, { offset: 0, limit: 1 });
    assert.equal(stored?.json, '{"title":"two","year":2}');
  });

  test('only if one of them has changed', async (t) => {
    const { documents, engine } = await openSetup(t);
    const sent = new Disturbed([{ id: 'a', title: 'one' }], async () => {});
    assert.deepEqual(await documents.replace(engine, sent), [{ id: 'a', errors: [] }]);
    assert.equal(sent.validations, 1);
  });
});
