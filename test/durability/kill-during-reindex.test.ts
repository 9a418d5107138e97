import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { announcedSeed, Random } from '../support/seed.ts';
import { type Answer, request, temporaryFolder } from '../support/service.ts';
import { isNumber, type Log, type Sent, TypedWriter } from './typed-writer.ts';
import { PRIVATE_KEY } from './writer.ts';

/** Number of kills, one in each phase; `npm run campaign` sets KILLS. */
const KILLS = Number(process.env.KILLS ?? 4);
const DOCUMENTS = 800;
const MOMENTS = 75;
const ENGINE = 'large';
/** The time limit of a job on a busy machine, in milliseconds. */
const TIMEOUT = 120_000;
const REINDEXING = { errors: ['Engine is reindexing.'] };

type Types = 'texts' | 'typed';
const CHANGES = {
  texts: { year: 'text', moments: 'text' },
  typed: { year: 'number', moments: 'date' },
} as const;

/** The moments at which the server is killed, relative to the change it is working on. */
const PHASES = ['before the answer', 'right after the answer', 'while it streams', 'near the swap'] as const;

/** The documents that make the engine large; every tenth year is not a number. */
function largeDocuments(): Log {
  const moments = (i: number) =>
    Array.from({ length: MOMENTS }, (_, j) => new Date(1e12 + i * 1e7 + j * 1e9).toISOString());
  const year = (i: number) => (i % 10 === 3 ? `about ${1000 + i}` : `${1000 + i}.50`);
  return new Map(
    Array.from({ length: DOCUMENTS }, (_, i) => [
      `d${i}`,
      { name: `book${i}`, year: year(i), moments: moments(i) },
    ]),
  );
}

test(`a type change is applied completely and resumes by itself: ${KILLS} kills during a reindex`, async (t) => {
  const seed = announcedSeed('kill during reindex');
  const random = new Random(seed);
  const data = temporaryFolder(t);
  const shares: [Log, Log] = [new Map(), new Map()];
  for (const [i, entry] of [...largeDocuments()].entries()) shares[i % 2 === 0 ? 0 : 1].set(...entry);
  const writers = shares.map((share, n) => new TypedWriter(`w${n}`, new Random(seed + n + 1), share));
  const counts = { resumed: 0, applied: 0, unanswered: 0, failures: 0 };
  let server: ServerProcess | undefined;
  t.after(() => server?.end('SIGKILL'));

  const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
    request(`${server?.baseUrl}/api/as/v1/engines${path}`, method, { key: PRIVATE_KEY, body });
  const get = async (path: string) => {
    const { status, json, text } = await call('GET', `/${ENGINE}${path}`);
    assert.equal(status, 200, text);
    return json;
  };
  const start = () => startProcess(data, { FINDLING_LOG_LEVEL: 'error' });
  const kill = async (running: ServerProcess): Promise<void> => {
    assert.equal(await running.end('SIGKILL'), null);
  };

  server = await start();
  await call('POST', '', { name: ENGINE });
  const documents = writers.flatMap(({ log }) => [...log]).map(([id, sent]) => ({ id, ...sent }));
  for (let from = 0; from < documents.length; from += 100) {
    await call('POST', `/${ENGINE}/documents`, documents.slice(from, from + 100));
  }
  let types: Types = 'texts';
  let lastJob = 0;
  for (let round = 0; round < KILLS; round++) {
    const phase = PHASES[round % PHASES.length] as (typeof PHASES)[number];
    const target: Types = types === 'texts' ? 'typed' : 'texts';
    try {
      await playRound(phase, target);
    } catch (cause) {
      throw new Error(`round ${round} of seed ${seed}, killed ${phase}, to ${target}`, { cause });
    }
  }
  assert.equal(await server.end('SIGTERM'), 0);
  assert.ok(counts.resumed >= KILLS / 5, `only ${counts.resumed} kills met a running job`);
  process.stdout.write(
    `kill during reindex: ${KILLS} kills, ${counts.resumed} jobs resumed, ${counts.unanswered} changes without an answer ` +
      `(${counts.applied} applied), ${writers.reduce((sum, writer) => sum + writer.acknowledged, 0)} writes acknowledged, ` +
      `${counts.failures} failures reported; 0 mixed schemas, 0 documents lost\n`,
  );

  async function playRound(phase: (typeof PHASES)[number], target: Types): Promise<void> {
    const running = server as ServerProcess;
    const documentsUrl = `${running.baseUrl}/api/as/v1/engines/${ENGINE}/documents`;
    const load = Promise.all(writers.map((writer) => writer.writeUntilKilled(documentsUrl)));
    const isAnswered = await changeAndKill(running, phase, target);
    await load;

    server = await start();
    // Now and then the resumed run is killed too.
    if (random.below(4) === 0) {
      await sleep(random.below(300));
      await kill(server);
      server = await start();
    }
    const schema = await get('/schema');
    const isNew = schema.year === CHANGES[target].year;
    if (isAnswered) assert.ok(isNew, 'the change was acknowledged');
    if (isNew) types = target;
    if (!isAnswered) counts.unanswered++;
    if (!isAnswered && isNew) counts.applied++;
    const { name, year, moments, ...others } = schema;
    assert.deepEqual({ name, year, moments, others }, { name: 'text', ...CHANGES[types], others: {} });

    const isResumed = await awaitEnd();
    if (isResumed) assert.ok(isNew, 'there is a job, so there is the change it belongs to');
    if (isResumed) counts.resumed++;
    await verify(isNew, isResumed);
  }

  /** Posts the change and kills the server in the given phase; returns whether the change was answered. */
  async function changeAndKill(running: ServerProcess, phase: string, target: Types): Promise<boolean> {
    let isAnswered = false;
    const answer = call('POST', `/${ENGINE}/schema`, CHANGES[target]).then(
      ({ status, text }) => {
        assert.equal(status, 200, text);
        isAnswered = true;
      },
      (error) => {
        if (error instanceof assert.AssertionError) throw error;
      },
    );
    const jobReaches = async (done: number) => {
      for (;;) {
        const { state, progress, last_job } = await get('/schema/reindex');
        if (state === 'reindexing' ? progress.documents_done >= done : last_job?.id > lastJob) return;
        await sleep(2);
      }
    };
    if (phase === 'before the answer') await sleep(random.below(random.pick([8, 60, 400])));
    else if (phase === 'right after the answer') await answer;
    else if (phase === 'while it streams') await jobReaches(random.below(DOCUMENTS));
    else await jobReaches(DOCUMENTS - 40);
    if (phase !== 'while it streams') await sleep(random.below(12));
    // Read before the kill: a response that arrives later was already sent.
    await kill(running);
    await answer;
    return isAnswered;
  }

  /** Waits for the end of the resumed job, if any; changes are rejected until then. */
  async function awaitEnd(): Promise<boolean> {
    let isResumed = false;
    for (const deadline = Date.now() + TIMEOUT; ; ) {
      assert.ok(Date.now() < deadline, 'the job ends by itself');
      const before = await get('/schema/reindex');
      const { status, json } = await call('POST', `/${ENGINE}/schema?dry_run=true`, {});
      const after = await get('/schema/reindex');
      if (before.state === 'idle') return isResumed;
      isResumed = true;
      if (after.state === 'reindexing') assert.deepEqual([status, json], [400, REINDEXING]);
      await sleep(20);
    }
  }

  async function verify(isNew: boolean, isResumed: boolean): Promise<void> {
    const listed = new Map<string, Record<string, unknown>>();
    for (let current = 1; ; current++) {
      const { meta, results } = await get(`/documents/list?page[current]=${current}`);
      for (const { id, ...fields } of results) listed.set(id, fields);
      if (current >= meta.page.total_pages) break;
    }
    for (const writer of writers) {
      const logs = writer.possibleLogs();
      const actual = [...listed].filter(([id]) => logs.some((log) => log.has(id)));
      const isWhole = (log: Log) =>
        actual.length === log.size && actual.every(([id, fields]) => isShown(fields, log.get(id)));
      const stored = logs.find(isWhole);
      assert.ok(
        stored,
        `the documents of a writer differ from what it wrote; pending: ${JSON.stringify(writer.inFlight)}`,
      );
      writer.log.clear();
      for (const [id, sent] of stored) writer.log.set(id, sent);
      writer.inFlight = undefined;
    }
    const expected = new Map(writers.flatMap(({ log }) => [...log]));
    assert.deepEqual(
      [...listed.keys()].filter((id) => !expected.has(id)),
      [],
      'no phantoms',
    );
    assert.equal((await get('')).document_count, expected.size);
    await verifySearch(expected);
    await verifyReport(expected, isNew, isResumed);
    for (const writer of writers) writer.touched.clear();
  }

  /** Whether a document shows the values that were sent, converted to the current types. */
  function isShown(fields: Record<string, unknown>, sent: Sent | undefined): boolean {
    if (sent === undefined) return false;
    const year = types === 'texts' ? sent.year : isNumber(sent.year) ? Number(sent.year) : null;
    const moment = (text: string) => (types === 'texts' ? text : text.replace('.000Z', '+00:00'));
    const expected = {
      name: sent.name,
      ...(sent.year !== undefined && { year }),
      ...(sent.moments && { moments: sent.moments.map(moment) }),
    };
    const inOrder = (value: object) => JSON.stringify(Object.entries(value).sort());
    return inOrder(fields) === inOrder(expected);
  }

  async function verifySearch(expected: Log): Promise<void> {
    const search = async (body: object): Promise<string[]> => {
      const ids: string[] = [];
      for (let current = 1; ; current++) {
        const page = { current, size: 500 };
        const { status, json, text } = await call('POST', `/${ENGINE}/search`, { query: '', ...body, page });
        assert.equal(status, 200, text);
        ids.push(...json.results.map((result: { id: { raw: string } }) => result.id.raw));
        if (current >= json.meta.page.total_pages) return ids.sort();
      }
    };
    const thatHave = (condition: (sent: Sent) => boolean) =>
      [...expected]
        .filter(([, sent]) => condition(sent))
        .map(([id]) => id)
        .sort();
    const result_fields = { name: { raw: {} } };
    assert.deepEqual(
      await search({ result_fields }),
      thatHave(() => true),
      'a search for everything',
    );
    if (types === 'typed') {
      const filters = { year: { from: 1200, to: 1400.5 } };
      const isWithin = ({ year }: Sent) => isNumber(year) && Number(year) >= 1200 && Number(year) < 1400.5;
      assert.deepEqual(await search({ filters, result_fields }), thatHave(isWithin), 'a range of years');
    } else {
      const [some] = [...expected.values()].filter(({ year }) => year?.startsWith('about'));
      if (some?.year === undefined) return;
      const filters = { year: some.year };
      assert.deepEqual(
        await search({ filters, result_fields }),
        thatHave(({ year }) => year === some.year),
      );
    }
  }

  async function verifyReport(expected: Log, isNew: boolean, isResumed: boolean): Promise<void> {
    const { last_job, state } = await get('/schema/reindex');
    assert.equal(state, 'idle');
    if (!isNew) return;
    assert.ok(last_job.id > lastJob, 'the change has its own job');
    lastJob = last_job.id;
    assert.deepEqual([last_job.state, last_job.fields], ['finished', CHANGES[types]]);
    const reported: string[] = [];
    for (let current = 1; ; current++) {
      const { meta, results } = await get(`/schema/reindex/failures?page[current]=${current}&job=${lastJob}`);
      reported.push(...results.map((failure: { document_id: string }) => failure.document_id));
      if (current >= meta.page.total_pages) break;
    }
    assert.equal(last_job.failures, reported.length);
    assert.equal(new Set(reported).size, reported.length, 'each document is reported once');
    const isFailing = ({ year }: Sent) => types === 'typed' && year !== undefined && !isNumber(year);
    const failing = [...expected].filter(([, sent]) => isFailing(sent)).map(([id]) => id);
    // A job that ended before the kill was followed by further writes, which are not in its report.
    const isExact = (id: string) => isResumed || !writers.some(({ touched }) => touched.has(id));
    assert.deepEqual(reported.filter(isExact).sort(), failing.filter(isExact).sort(), 'the report');
    counts.failures += reported.length;
  }
});
