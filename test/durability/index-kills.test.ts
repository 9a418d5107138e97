import assert from 'node:assert/strict';
import { existsSync, type FSWatcher, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyEngines } from '../../src/cli/verify.ts';
import { openShared } from '../../src/composition/instance.ts';
import { isProblem } from '../../src/index/embedded/files/file-problem.ts';
import { filesOf, type Manifest, parseManifest } from '../../src/index/embedded/files/manifest.ts';
import { runningJobOf, typesServed } from '../../src/indexing/serving-schema.ts';
import type { Store } from '../../src/store/port.ts';
import { temporaryFolder } from '../support/folder.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { announcedSeed, Random } from '../support/seed.ts';
import { request } from '../support/service.ts';
import { configFor } from './index-service.ts';
import { IndexWriter, type Log, type Pace } from './index-writer.ts';
import { PRIVATE_KEY } from './writer.ts';

/** Number of kills, one in each phase; `npm run campaign` sets ROUNDS. */
const ROUNDS = Number(process.env.ROUNDS ?? 6);
const ENGINE = 'kills';
const WRITERS = 3;
/** Per writer: enough for merges in several tiers, few enough to check all of them after each kill. */
const DOCUMENTS = 500;
/** After this many rounds the server is shut down properly, and the files are verified. */
const STOP_EVERY = 5;
/** A time limit for a busy machine, in milliseconds. */
const TIMEOUT = 120_000;

const PHASES = ['publish', 'merge', 'checkpoint', 'reindex', 'rebuild', 'checkpoint of a reindex'] as const;
type Phase = (typeof PHASES)[number];

test(`index files are intact after a kill, and nothing is lost: ${ROUNDS} kills`, async (t) => {
  const seed = announcedSeed('index kills');
  const random = new Random(seed);
  let server: ServerProcess | undefined;
  t.after(() => server?.end('SIGKILL'));
  const data = temporaryFolder(t);
  const index = join(data, 'index');
  const folder = join(index, '1');
  const rebuild = join(index, 'rebuild-1');
  const writers = Array.from(
    { length: WRITERS },
    (_, n) => new IndexWriter(`w${n}`, DOCUMENTS, new Random(seed + n + 1)),
  );
  const counts = { halfDone: 0, behind: 0, resumed: 0, rebuilds: 0, typesChanged: 0 };

  const start = () => startProcess(data, { FINDLING_LOG_LEVEL: 'warn', FINDLING_WORKERS: '1' });
  const call = async (method: string, path: string, body?: unknown) => {
    const url = `${server?.baseUrl}/api/as/v1/engines${path}`;
    const { status, json, text } = await request(url, method, { key: PRIVATE_KEY, body });
    assert.equal(status, 200, `${method} ${path}: ${text}`);
    return json;
  };
  /** A request that is not awaited, as the server may be killed before it responds. */
  const send = (method: string, path: string, body?: unknown): void => {
    call(method, path, body).catch(() => {});
  };
  const acknowledged = () => writers.reduce((sum, writer) => sum + writer.acknowledged, 0);
  const documentsUrl = () => `${server?.baseUrl}/api/as/v1/engines/${ENGINE}/documents`;
  const isIdle = async () => (await call('GET', `/${ENGINE}/schema/reindex`)).state === 'idle';

  server = await start();
  await call('POST', '', { name: ENGINE });
  await Promise.all(writers.map((writer) => writer.writeAll(documentsUrl(), 'r0')));
  await stopAndVerify();

  for (let round = 1; round <= ROUNDS; round++) {
    const phase = PHASES[(round - 1) % PHASES.length] as Phase;
    try {
      await killIn(phase, `r${round}`);
      await startAgain();
      await verify(round);
      if (round % STOP_EVERY === 0) await stopAndVerify();
    } catch (cause) {
      throw new Error(`round ${round} of seed ${seed}, killed during ${phase}`, { cause });
    }
  }
  assert.equal(await server.end('SIGTERM'), 0);
  process.stdout.write(
    `index kills: ${ROUNDS} kills, ${acknowledged()} writes acknowledged, ${counts.behind} starts behind the store, ` +
      `${counts.halfDone} with files half done, ${counts.resumed} reindexes resumed, ` +
      `${counts.rebuilds} rebuilds asked for again, ${counts.typesChanged} rebuilt for their types; ` +
      '0 lost, 0 phantom, 0 damaged\n',
  );
  assert.ok(counts.behind >= Math.floor(ROUNDS / 4), 'the server was killed before its files were written');

  /** Brings the server into a phase and kills it there. */
  async function killIn(phase: Phase, round: string): Promise<void> {
    const stop = new AbortController();
    const pace: Pace = phase === 'merge' ? 'rush' : 'steps';
    const load = writers.map((writer) => writer.write(documentsUrl(), round, pace, stop.signal));
    // Eight batches trigger a merge.
    await acknowledges(random.below(phase === 'merge' ? 24 : 12));
    if (phase === 'publish' || phase === 'merge') await sleep(random.below(random.pick([5, 50])));
    if (phase === 'reindex' || phase === 'rebuild') {
      if (phase === 'reindex') await changeType();
      else writeFileSync(rebuild, '');
      await sleep(random.below(random.pick([15, 60, 400])));
    }
    if (phase === 'checkpoint' || phase === 'checkpoint of a reindex') {
      // A checkpoint is written when the engine is idle.
      stop.abort();
      await Promise.all(load);
      if (phase === 'checkpoint of a reindex') {
        await changeType();
        while (!(await isIdle()));
      }
      await eventsIn(folder, 1 + random.below(14));
    }
    assert.equal(await (server as ServerProcess).end('SIGKILL'), null);
    stop.abort();
    await Promise.all(load);
  }

  /** Waits until this many further writes have been answered. */
  async function acknowledges(count: number): Promise<void> {
    const target = acknowledged() + count;
    while (acknowledged() < target) await sleep(1);
  }

  /** Changes the type of a field; the reindex has begun when it returns. */
  async function changeType(): Promise<void> {
    const typeOf = async () => (await call('GET', `/${ENGINE}/schema`)).year;
    const before = await typeOf();
    send('POST', `/${ENGINE}/schema`, { year: before === 'text' ? 'number' : 'text' });
    while ((await typeOf()) === before);
  }

  /** Starts the server on the data of the killed one, and compares its log about the files with their actual state. */
  async function startAgain(): Promise<void> {
    const { isUsable, isBehind } = await withStore(checkFiles);
    if (isBehind) counts.behind++;
    if (!isUsable) counts.typesChanged++;
    if (existsSync(rebuild)) counts.rebuilds++;
    server = await start();
    const said = server.output().match(/[^"]*is rebuilt[^"]*/g) ?? [];
    const typesChanged = 'the index is rebuilt from the store: the types of its fields have changed since.';
    assert.deepEqual(said, isUsable ? [] : [typesChanged]);
    for (const deadline = Date.now() + TIMEOUT; !(await isIdle()); ) {
      assert.ok(Date.now() < deadline, 'the reindex ends by itself');
    }
    for (const deadline = Date.now() + TIMEOUT; existsSync(rebuild); await sleep(10)) {
      assert.ok(Date.now() < deadline, 'the rebuild is done by the next start');
    }
  }

  /** Whether the files are usable: a kill leaves intact files, but the types may have changed since. */
  async function checkFiles(store: Store): Promise<{ isUsable: boolean; isBehind: boolean }> {
    const [engine] = await store.engines.all();
    assert.ok(engine);
    if (engine.runningJob !== null) counts.resumed++;
    const manifest = manifestIn(folder);
    const named = new Set(['MANIFEST', ...filesOf(manifest)]);
    if (readdirSync(folder).some((name) => !named.has(name))) counts.halfDone++;
    for (const name of named) assert.ok(existsSync(join(folder, name)), `${name} is there`);
    assert.ok(manifest.sequence <= engine.sequence && manifest.sequence >= engine.forgotten);
    const schema = typesServed(engine, await runningJobOf(store, engine));
    return {
      isUsable: manifest.schema.every(([name, type]) => schema.get(name) === type),
      isBehind: manifest.sequence < engine.sequence,
    };
  }

  async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const { store, close } = await openShared(configFor(data));
    try {
      return await work(store);
    } finally {
      await close();
    }
  }

  /** Searches find every acknowledged document exactly once, as last written, and no others. */
  async function verify(round: number): Promise<void> {
    const { year: type } = await call('GET', `/${ENGINE}/schema`);
    const found = await everything();
    for (const writer of writers) {
      const actual = new Map([...found].filter(([id]) => id.startsWith(`${writer.name}-`)));
      const stored = writer.possibleLogs().find((log) => isSame(actual, log, type));
      if (stored === undefined) {
        const [log = new Map()] = writer.possibleLogs();
        assert.deepEqual(actual, shown(log, type), `${writer.name}, and it is not what was under way either`);
      } else writer.settle(stored);
    }
    const expected = new Map(writers.flatMap(({ log }) => [...log]));
    assert.equal(found.size, expected.size);
    assert.equal((await call('GET', `/${ENGINE}`)).document_count, expected.size);
    await verifyIndexed(expected, round, type);
  }

  /** Hits and counts of searches, without the stored documents. */
  async function verifyIndexed(expected: Log, round: number, type: string): Promise<void> {
    const facets = { round: { type: 'value', size: 250 }, year: { type: 'value', size: 250 } };
    const answer = await call('POST', `/${ENGINE}/search`, { query: '', page: { size: 1 }, facets });
    assert.equal(answer.meta.page.total_results, expected.size);
    for (const field of ['round', 'year'] as const) {
      const counted = new Map<unknown, number>();
      for (const sent of expected.values()) {
        const value = field === 'year' && type === 'number' ? Number(sent.year) : sent[field];
        counted.set(value, (counted.get(value) ?? 0) + 1);
      }
      const data: Array<{ value: unknown; count: number }> = answer.facets[field][0].data;
      assert.deepEqual(new Map(data.map(({ value, count }) => [value, count])), counted, `facet ${field}`);
    }
    const stamps = [...new Set([...expected.values()].filter(({ round: of }) => of === `r${round}`))];
    for (const { stamp } of stamps.slice(-3)) {
      const search = {
        query: stamp,
        precision: 11,
        page: { size: 1000 },
        result_fields: { stamp: { raw: {} } },
      };
      const { results } = await call('POST', `/${ENGINE}/search`, search);
      const ids = [...expected].filter(([, sent]) => sent.stamp === stamp).map(([id]) => id);
      assert.deepEqual(results.map(({ id }: { id: { raw: string } }) => id.raw).sort(), ids.sort(), stamp);
    }
  }

  async function everything(): Promise<Map<string, Record<string, unknown>>> {
    const found = new Map<string, Record<string, unknown>>();
    for (let current = 1; ; current++) {
      // Small enough to be rendered without a worker, which would start again after each kill.
      const page = { current, size: 100 };
      const { meta, results } = await call('POST', `/${ENGINE}/search`, { query: '', page });
      for (const { _meta, id, ...fields } of results) {
        assert.ok(!found.has(id.raw), `${id.raw} is found once`);
        found.set(
          id.raw,
          Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, rawOf(value)])),
        );
      }
      if (current >= meta.page.total_pages) {
        assert.equal(found.size, meta.page.total_results);
        return found;
      }
    }
  }

  /** After a proper shutdown the files are complete, and there are no others. */
  async function stopAndVerify(): Promise<void> {
    assert.equal(await (server as ServerProcess).end('SIGTERM'), 0);
    await withStore(async (store) => {
      const [finding] = await verifyEngines(store, await store.engines.all(), index);
      assert.deepEqual([finding?.problems, finding?.behind], [[], 0]);
    });
    assert.deepEqual(readdirSync(folder).sort(), ['MANIFEST', ...filesOf(manifestIn(folder))].sort());
    assert.deepEqual(readdirSync(index), ['1']);
    server = await start();
    assert.doesNotMatch(server.output(), /is rebuilt/);
  }
});

const rawOf = (value: unknown): unknown => (value as { raw: unknown }).raw;

/** The documents of a log, in a form that compares. */
const shown = (log: Log, type: string): Map<string, Record<string, unknown>> =>
  new Map(
    [...log].map(([id, sent]) => [id, { ...sent, year: type === 'number' ? Number(sent.year) : sent.year }]),
  );

function isSame(actual: ReadonlyMap<string, Record<string, unknown>>, log: Log, type: string): boolean {
  if (actual.size !== log.size) return false;
  for (const [id, sent] of shown(log, type)) {
    const fields = actual.get(id);
    if (fields === undefined) return false;
    if (Object.entries(sent).some(([name, value]) => fields[name] !== value)) return false;
  }
  return true;
}

function manifestIn(folder: string): Manifest {
  const manifest = parseManifest(readFileSync(join(folder, 'MANIFEST')));
  assert.ok(!isProblem(manifest), JSON.stringify(manifest));
  return manifest;
}

/** Waits for this many events in a folder, or until there are no more. */
async function eventsIn(folder: string, count: number): Promise<void> {
  let watcher: FSWatcher | undefined;
  let seen = 0;
  try {
    await new Promise<void>((resolve) => {
      const timeout = setTimeout(resolve, 15_000);
      let silence: NodeJS.Timeout | undefined;
      watcher = watch(folder, () => {
        clearTimeout(silence);
        if (++seen >= count) {
          clearTimeout(timeout);
          resolve();
          return;
        }
        silence = setTimeout(resolve, 500);
      });
    });
  } finally {
    watcher?.close();
  }
}
