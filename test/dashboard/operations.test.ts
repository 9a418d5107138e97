import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as open } from 'node:http';
import { suite, test } from 'node:test';
import type { LoggedError, OperationsReport, RunningJob } from '../../src/dashboard-api/operations-types.ts';
import { VERSION } from '../../src/version.ts';
import { books, startNodes, type TestNode } from '../nodes/cluster.ts';
import { sqliteStores } from '../nodes/node-stores.ts';
import { alterData, Browser, PASSWORD, startDashboard } from '../support/dashboard.ts';
import { beginChange, LARGE, LARGE_COUNT, startLargeService } from '../support/large-engine.ts';
import { request } from '../support/service.ts';
import { until } from '../support/until.ts';

const reportOf = async (browser: Browser): Promise<OperationsReport> => {
  const { status, json, text } = await browser.call('GET', '/operations');
  assert.equal(status, 200, text);
  return json;
};

suite('the report of the instance', () => {
  test('has versions, adapters, memory, disk and threads', async (t) => {
    const { owner, service } = await startDashboard(t, { FINDLING_MEMORY: '512mb', FINDLING_WORKERS: '2' });
    await service.engine({ documents: [{ id: 'a', title: 'Dune' }] });
    const report = await reportOf(owner);
    assert.deepEqual(
      [report.version, report.node_version, report.store, report.index, report.nodes],
      [VERSION, process.versions.node, 'sqlite', 'embedded', null],
    );
    const started = Date.parse(report.started_at);
    assert.ok(started <= Date.parse(report.at) && Date.now() - started < 600_000);
    assert.ok(report.main_thread.busy > 0 && report.main_thread.busy <= 1, `${report.main_thread.busy}`);

    const { rss, heap_used: used, heap_total: heap, caches_used: caches, budget } = report.memory;
    assert.ok(rss > heap && heap >= used && used > 2 ** 20 && caches > 0);
    assert.ok(budget !== null && budget.segments > 0);
    assert.ok(budget.segments + budget.caches + budget.building < budget.total);
    assert.equal(budget.total, 512 * 2 ** 20);

    const { disk } = report;
    assert.ok(disk !== null && disk.folder === service.config.data);
    for (const size of [disk.store, disk.events, disk.free]) assert.ok(size !== null && size > 0);
    assert.ok((disk.free ?? 0) <= (disk.total ?? 0));

    assert.deepEqual(report.threads.map(({ name }) => name).slice(0, 6), [
      'store writer',
      'event writer',
      'event reader',
      'worker-1',
      'worker-2',
      'parser',
    ]);
    const stateOf = (name: string) => report.threads.find((thread) => thread.name === name)?.state;
    assert.notEqual(stateOf('store writer'), 'stopped');
    assert.equal(stateOf('event reader'), 'stopped', 'nobody has asked for a report yet');
    assert.equal(report.backup, null, 'there is no schedule');
  });

  test('counts the files of the search index', async (t) => {
    const { owner, service } = await startDashboard(t);
    await service.engine({ documents: [{ id: 'a', title: 'Dune' }] });
    // Closing writes the files.
    await service.restart();
    const { disk } = await reportOf(owner);
    assert.ok((disk?.index ?? 0) > 100, `${disk?.index}`);
  });

  test('is for the first owner only', async (t) => {
    const { service, join } = await startDashboard(t);
    for (const role of ['analyst', 'editor', 'owner'] as const) {
      const person = await join(`${role} of one account`, role);
      assert.equal((await person.call('GET', '/operations')).status, 403, role);
    }
    assert.equal((await new Browser(service).call('GET', '/operations')).status, 401);
  });
});

suite('running jobs', () => {
  const jobsOf = async (browser: Browser): Promise<readonly RunningJob[]> => {
    const { jobs } = await reportOf(browser);
    assert.equal(jobs.total, jobs.results.length);
    return jobs.results;
  };

  test('are reindexes with their engine, account and progress', async (t) => {
    const service = await startLargeService(t);
    const owner = new Browser(service);
    const body = { token: service.service.setupToken, name: 'Ada', password: PASSWORD };
    assert.equal((await owner.call('POST', '/setup', { body })).status, 200);
    assert.deepEqual(await jobsOf(owner), []);
    const { answer } = await beginChange(service);
    const [job, ...others] = await jobsOf(owner);
    assert.deepEqual(others, []);
    assert.deepEqual(
      { ...job, id: null, documents_done: null, started_at: null },
      {
        id: null,
        kind: 'reindex',
        engine: { name: LARGE, account: 'default', host_identifier: service.hostIdentifier },
        documents_done: null,
        documents_total: LARGE_COUNT,
        started_at: null,
        node: null,
      },
    );
    const done = job?.documents_done ?? -1;
    assert.ok(done >= 0 && done < LARGE_COUNT, `${done}`);
    await until('it is further', async () => {
      const [now] = await jobsOf(owner);
      return now === undefined || (now.documents_done ?? 0) > done;
    });
    assert.equal((await answer).status, 200);
    await service.settled(LARGE);
    assert.deepEqual(await jobsOf(owner), []);
  });

  test('name the node that runs a reindex, whichever node answers', async (t) => {
    const hold = Promise.withResolvers<void>();
    t.after(() => hold.resolve());
    const [a, b] = (await startNodes(t, 2, sqliteStores)) as [TestNode, TestNode];
    await a.must('POST', '', { body: { name: 'books' } });
    await a.write('books', books(0, 100));
    a.pausable.held = hold.promise;
    await a.must('POST', '/books/schema', { body: { year: 'number' } });
    const owner = new Browser(b.service);
    const body = { token: b.service.service.setupToken, name: 'Ada', password: PASSWORD };
    assert.equal((await owner.call('POST', '/setup', { body })).status, 200);
    const { nodes, jobs } = await reportOf(owner);
    assert.equal(nodes?.id, b.pausable.store.nodes?.id);
    assert.deepEqual(
      jobs.results.map(({ kind, node }) => [kind, node]),
      [['reindex', a.pausable.store.nodes?.id]],
    );
    assert.notEqual(nodes?.id, jobs.results[0]?.node);
    a.pausable.held = undefined;
    hold.resolve();
    await a.settled('books');
  });

  test('are imports of lines of JSON, until their response has ended', async (t) => {
    const { owner, service } = await startDashboard(t);
    const engine = await service.engine();
    const sending = open(`${service.baseUrl}/api/as/v1/engines/${engine}/documents`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.privateKey}`,
        'content-type': 'application/x-ndjson',
      },
    });
    const response = once(sending, 'response');
    sending.write('{"id":"a","title":"Dune"}\n');
    await until('the import is listed', async () => (await jobsOf(owner)).length === 1);
    const [job] = await jobsOf(owner);
    assert.deepEqual([job?.kind, job?.engine?.name, job?.documents_total], ['import', engine, null]);
    sending.end('{"id":"b","title":"Emma"}\n');
    const [answer] = await response;
    answer.resume();
    await once(answer, 'end');
    await until('the import is over', async () => (await jobsOf(owner)).length === 0);
  });
});

suite('recent errors', () => {
  const errorsOf = async (browser: Browser): Promise<readonly LoggedError[]> =>
    (await reportOf(browser)).recent_errors;

  test('are those of the log, with the request id and without secrets', async (t) => {
    const { owner, service } = await startDashboard(t);
    const engine = await service.engine({ documents: [{ id: 'a', title: 'Dune' }] });
    assert.deepEqual(await errorsOf(owner), []);
    // Another text than the one of its checksum.
    alterData(service, `update documents set json = '{"title":"Emma"}'`);
    const { privateKey, baseUrl } = service;
    const url = `${baseUrl}/api/as/v1/engines/${engine}/documents?ids[]=a&auth_token=${privateKey}`;
    const answer = await request(url, 'GET', { headers: { 'x-request-id': 'seen-in-the-log' } });
    assert.equal(answer.status, 500, answer.text);
    const [error, ...others] = await errorsOf(owner);
    assert.deepEqual(others, []);
    assert.ok(error !== undefined);
    assert.deepEqual(
      [error.level, error.message, error.request_id],
      ['error', 'request failed because of an error', 'seen-in-the-log'],
    );
    const details = JSON.parse(error.details ?? '');
    assert.equal(details.error.message, 'the checksum of document "a" is wrong');
    assert.match(details.url, /auth_token=\*\*\*$/);
    assert.ok(service.logLines.some((line) => line.includes('"request_id":"seen-in-the-log"')));
    assert.ok(!JSON.stringify(error).includes(privateKey));
  });
});
