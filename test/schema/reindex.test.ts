import assert from 'node:assert/strict';
import test from 'node:test';
import {
  beginChange,
  FAILING_IDS,
  isFailing,
  LARGE,
  LARGE_CHANGE,
  LARGE_COUNT,
  LARGE_SCHEMA,
  largeYear,
  startLargeService,
} from '../support/large-engine.ts';
import { announcedSeed, Random } from '../support/seed.ts';
import { sharedService } from '../support/shared-service.ts';
import {
  countOf,
  exactly,
  failuresOf,
  hitsOf,
  idsOf,
  NEW_SCHEMA,
  post,
  REINDEXING,
  read,
  schemaOf,
  search,
  statusOf,
  write,
} from './reindex-calls.ts';

test('every kind of schema POST to a reindexing engine is rejected at once and changes nothing', async (t) => {
  const service = await startLargeService(t);
  const { answer } = await beginChange(service);
  const posts: ReadonlyArray<readonly [string, unknown, string?]> = [
    ['a valid change', { name: 'date' }],
    ['a new field', { pages: 'number' }],
    ['the same change', LARGE_CHANGE],
    ['the whole schema unchanged', NEW_SCHEMA],
    ['an empty object', {}],
    ['no body', undefined],
    ['a bad type', { name: 'integer' }],
    ['a bad name', { 'No Name': 'text' }],
    ['the name id', { id: 'text' }],
    ['a name sent twice', '{"name":"date","name":"text"}'],
    ['too many fields', Object.fromEntries(Array.from({ length: 70 }, (_, i) => [`f${i}x`, 'text']))],
    ['a list', []],
    ['a text', '"text"'],
    ['null', 'null'],
    ['a dry run', { name: 'date' }, '?dry_run=true'],
    ['a dry run of nothing', {}, '?dry_run=true'],
    ['a dry run that is neither true nor false', {}, '?dry_run=perhaps'],
  ];
  // All at once, so that the job has not ended before the last of them.
  const answers = await Promise.all(posts.map(([, body, query]) => post(service, LARGE, body, query)));
  const broken = await post(service, LARGE, '{"name":');
  for (const [i, [what]] of posts.entries()) {
    const { status, json, headers } = answers[i] as (typeof answers)[number];
    assert.deepEqual([status, json], [400, REINDEXING], what);
    assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/, what);
  }
  assert.equal(broken.status, 400);
  assert.deepEqual(await schemaOf(service), NEW_SCHEMA);
  assert.deepEqual([(await answer).status, (await answer).json], [200, NEW_SCHEMA]);
  await service.settled(LARGE);
  assert.deepEqual(await schemaOf(service), NEW_SCHEMA);
});

test('a change of a large engine gets its response before its job ends', async (t) => {
  const service = await startLargeService(t);
  const { status, json } = await post(service, LARGE, LARGE_CHANGE);
  assert.deepEqual([status, json], [200, NEW_SCHEMA]);
  assert.equal((await statusOf(service)).state, 'reindexing');
});

test('other clients see the job, and are rejected, before the change gets its response', async (t) => {
  const service = await startLargeService(t);
  const { answer } = await beginChange(service);
  let isAnswered = false;
  void answer.then(() => (isAnswered = true));
  assert.deepEqual((await post(service, LARGE, { name: 'date' })).json, REINDEXING);
  assert.equal(isAnswered, false);
  assert.equal((await answer).status, 200);
});

test('a small engine is reindexed before the change gets its response', async () => {
  const service = await sharedService();
  const engine = await service.engine({ documents: [{ id: 'a', year: '1965' }] });
  await post(service, engine, { year: 'number' });
  const { state, last_job } = await statusOf(service, engine);
  assert.deepEqual([state, last_job.state, last_job.fields], ['idle', 'finished', { year: 'number' }]);
  assert.deepEqual(hitsOf(await search(service, { filters: { year: { from: 1965 } } }, engine)), ['a']);
});

test('while a job runs the schema and the documents show the new types', async (t) => {
  const service = await startLargeService(t);
  await beginChange(service);
  assert.deepEqual(await schemaOf(service), NEW_SCHEMA);
  const [good, bad] = await read(service, ['d1', 'd3']);
  assert.deepEqual([good.year, good.moments[0]], [1001.5, '2001-09-09T04:33:20+00:00']);
  assert.ok(Object.hasOwn(bad, 'year'));
  assert.equal(bad.year, null);
  assert.equal((await statusOf(service)).state, 'reindexing');
});

test('while a job runs writes are checked against the new types', async (t) => {
  const service = await startLargeService(t);
  await beginChange(service);
  const results = await write(service, [
    { id: 'good', year: '2001' },
    { id: 'bad', year: 'about 2001' },
    { id: 'd3', year: 7 },
  ]);
  assert.deepEqual(results, [
    { id: 'good', errors: [] },
    { id: 'bad', errors: ["Invalid field value: Value 'about 2001' cannot be parsed as a float"] },
    { id: 'd3', errors: [] },
  ]);
  const shown = await read(service, ['good', 'bad', 'd3']);
  assert.deepEqual(shown, [{ id: 'good', year: 2001 }, null, { id: 'd3', year: 7 }]);
  assert.equal((await statusOf(service)).state, 'reindexing');
});

test('while a job runs searches use the old types, and the new ones from the swap on', async (t) => {
  const service = await startLargeService(t);
  await beginChange(service);
  const range = { filters: { year: { from: 1001, to: 1003 } } };
  assert.equal((await search(service, range)).status, 400, 'a range does not fit the old type');
  assert.deepEqual(hitsOf(await search(service, { filters: { year: 'about 1003' } })), ['d3']);
  assert.deepEqual(hitsOf(await search(service, exactly('1003'))), ['d3']);
  assert.equal((await statusOf(service)).state, 'reindexing');

  await service.settled(LARGE);
  assert.deepEqual(hitsOf(await search(service, range)), ['d1', 'd2']);
  assert.deepEqual(hitsOf(await search(service, exactly('1003'))), [], 'numbers are no words');
  assert.deepEqual(hitsOf(await search(service, { query: '1003' })), ['d1003'], 'a part of its name');
});

test('while a job runs writes are visible at once, before the swap and after it', async (t) => {
  const service = await startLargeService(t);
  await beginChange(service);
  await write(service, [{ id: 'new', name: 'saffron', year: 5 }]);
  await service.call('PATCH', `/engines/${LARGE}/documents`, { body: [{ id: 'd10', name: 'saffron' }] });
  await service.call('DELETE', `/engines/${LARGE}/documents`, { body: ['d11'] });
  assert.deepEqual(hitsOf(await search(service, { query: 'saffron' })), ['d10', 'new']);
  assert.deepEqual(hitsOf(await search(service, exactly('book11'))), []);
  assert.equal(await countOf(service), LARGE_COUNT);
  assert.equal((await statusOf(service)).state, 'reindexing');

  await service.settled(LARGE);
  assert.deepEqual(hitsOf(await search(service, { query: 'saffron' })), ['d10', 'new']);
  assert.deepEqual(hitsOf(await search(service, exactly('book11'))), []);
  assert.deepEqual(hitsOf(await search(service, { filters: { year: 5 } })), ['new']);
  assert.equal((await search(service, {})).json.meta.page.total_results, LARGE_COUNT);
});

test('fields that documents add while a job runs are in the schema and can be searched after it', async (t) => {
  const service = await startLargeService(t);
  await beginChange(service);
  await write(service, [{ id: 'new', author: 'Austen' }]);
  assert.deepEqual(hitsOf(await search(service, { filters: { author: 'Austen' } })), ['new']);
  assert.equal((await statusOf(service)).state, 'reindexing');
  await service.settled(LARGE);
  assert.deepEqual(await schemaOf(service), { ...NEW_SCHEMA, author: 'text' });
  assert.deepEqual(hitsOf(await search(service, { filters: { author: 'Austen' } })), ['new']);
  assert.deepEqual(hitsOf(await search(service, { query: 'austen' })), ['new']);
});

test('an engine can be deleted while it reindexes, and its name can be used again', async (t) => {
  const service = await startLargeService(t);
  await beginChange(service);
  assert.deepEqual((await service.call('DELETE', `/engines/${LARGE}`)).json, { deleted: true });
  assert.equal((await service.call('POST', '/engines', { body: { name: LARGE } })).status, 200);
  assert.equal((await statusOf(service)).state, 'idle');
  assert.deepEqual((await post(service, LARGE, { year: 'date' })).json, { year: 'date' });
  await service.restart();
  assert.deepEqual(await schemaOf(service), { year: 'date' });
  assert.equal(await countOf(service), 0);
});

test('a job interrupted by a shutdown resumes by itself at the next start', async (t) => {
  const service = await startLargeService(t);
  const { job } = await beginChange(service);
  await service.restart();
  const { state, progress } = await statusOf(service);
  assert.deepEqual([state, progress?.job], ['reindexing', job]);
  assert.deepEqual((await post(service, LARGE, {})).json, REINDEXING);
  await service.settled(LARGE);
  const { last_job } = await statusOf(service);
  assert.deepEqual([last_job.id, last_job.state, last_job.failures], [job, 'finished', FAILING_IDS.length]);
  assert.deepEqual(idsOf(await failuresOf(service)).sort(), [...FAILING_IDS].sort());
  assert.deepEqual(hitsOf(await search(service, { filters: { year: 1001.5 } })), ['d1']);
});

test('each of 100 concurrent schema changes is applied or rejected, and one job runs at a time', async (t) => {
  const service = await startLargeService(t);
  const changes = Array.from({ length: 100 }, (_, i) =>
    i % 4 === 0 ? LARGE_CHANGE : i % 4 === 1 ? { name: 'date' } : { [`field_${i % 50}`]: 'number' },
  );
  const answers = await Promise.all(changes.map((change) => post(service, LARGE, change)));
  const taken = answers.map(({ status }) => status === 200);
  for (const [i, { status, json }] of answers.entries()) {
    if (taken[i]) continue;
    assert.deepEqual([status, json], [400, REINDEXING]);
  }
  const accepted = changes.filter((_, i) => taken[i]);
  assert.ok(accepted.length >= 1);
  await service.settled(LARGE);
  const schema = await schemaOf(service);
  assert.deepEqual(schema, Object.assign({ ...LARGE_SCHEMA }, ...accepted));
  process.stdout.write(
    `concurrent schema changes: 100 posted, ${accepted.length} taken, 0 lost, 0 half-applied\n`,
  );
});

test('each of 100 concurrent schema changes of a small engine is applied or rejected', async () => {
  const service = await sharedService();
  const engine = await service.engine({ documents: [{ id: 'a', year: '1' }] });
  const names = Array.from({ length: 50 }, (_, i) => `field_${i}`);
  const answers = await Promise.all(
    [...names, ...names].map((name) => post(service, engine, { [name]: 'date' })),
  );
  const expected: Record<string, string> = { year: 'text' };
  for (const [i, { status, json }] of answers.entries()) {
    if (status === 200) expected[names[i % 50] as string] = 'date';
    else assert.deepEqual([status, json], [400, REINDEXING]);
  }
  await service.settled(engine);
  assert.deepEqual(await schemaOf(service, engine), expected);
});

test('every document written while a job runs is converted or in the report, and none is lost', async (t) => {
  const service = await startLargeService(t);
  const seed = announcedSeed('writes during a reindex');
  const random = new Random(seed);
  const expected = new Map<string, string | undefined>(
    Array.from({ length: LARGE_COUNT }, (_, i) => [`d${i}`, largeYear(i)]),
  );
  const counts = { written: 0, refused: 0, deleted: 0, during: 0 };
  const { answer } = await beginChange(service);
  let isOver = false;
  const writer = async (name: number) => {
    for (let n = 0; !isOver; n++) {
      // Each writer has its own documents, so that its log has their expected content.
      const id = random.below(3) === 0 ? `w${name}-${n}` : `d${random.below(LARGE_COUNT / 4) * 4 + name}`;
      const year = random.below(3) === 0 ? `year ${n}` : String(n);
      if (random.below(8) === 0) {
        await service.call('DELETE', `/engines/${LARGE}/documents`, { body: [id] });
        expected.delete(id);
        counts.deleted++;
      } else {
        const body = [{ id, year, [`by_${name}`]: 'x' }];
        const patches = random.below(2) === 0 && expected.has(id);
        const { json } = await service.call(patches ? 'PATCH' : 'POST', `/engines/${LARGE}/documents`, {
          body,
        });
        const isTaken = json[0].errors.length === 0;
        assert.equal(isTaken, !year.startsWith('year'), `seed ${seed}: ${JSON.stringify(json)}`);
        if (isTaken) expected.set(id, year);
        isTaken ? counts.written++ : counts.refused++;
      }
      counts.during++;
    }
  };
  const watch = service.settled(LARGE).then(() => (isOver = true));
  await Promise.all([watch, ...[0, 1, 2, 3].map(writer)]);
  assert.equal((await answer).status, 200);

  const shown = new Map<string, unknown>();
  for (let current = 1; shown.size < expected.size; current++) {
    const { json } = await service.call('GET', `/engines/${LARGE}/documents/list?page[current]=${current}`);
    if (json.results.length === 0) break;
    for (const { id, year } of json.results) shown.set(id, year);
  }
  const asNumber = (year: string | undefined) => (year?.startsWith('about') ? null : Number(year));
  assert.deepEqual(shown, new Map([...shown.keys()].map((id) => [id, asNumber(expected.get(id))])));
  assert.deepEqual([...shown.keys()].sort(), [...expected.keys()].sort());
  assert.equal(await countOf(service), expected.size);

  const failing = [...expected].filter(([, year]) => year?.startsWith('about')).map(([id]) => id);
  const reported = idsOf(await failuresOf(service));
  // A document fixed or deleted after the job last checked it may still be in the report.
  const unexplained = reported.filter(
    (id) => !failing.includes(id) && isFailing(Number(id.slice(1))) === false,
  );
  assert.deepEqual(unexplained, []);
  assert.deepEqual(
    failing.filter((id) => !reported.includes(id)),
    [],
  );
  assert.ok(counts.during > 20, 'there were writes during the job');
  process.stdout.write(
    `writes during a reindex: ${counts.written} written, ${counts.refused} refused, ${counts.deleted} deleted, ${failing.length} in the report, 0 lost\n`,
  );
});
