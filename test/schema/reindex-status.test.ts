import assert from 'node:assert/strict';
import { get as httpGet } from 'node:http';
import test from 'node:test';
import {
  beginChange,
  FAILING_IDS,
  LARGE,
  LARGE_CHANGE,
  LARGE_COUNT,
  startLargeService,
} from '../support/large-engine.ts';
import type { TestService } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';
import { statusOf } from './reindex-calls.ts';

test('an engine that was never changed is idle and has no last job', async () => {
  const service = await sharedService();
  const engine = await service.engine();
  assert.deepEqual(await statusOf(service, engine), { state: 'idle', progress: null, last_job: null });
});

test('the status has the progress of a job, and its outcome', async (t) => {
  const service = await startLargeService(t);
  const { job } = await beginChange(service);
  let { progress, last_job } = await statusOf(service);
  assert.equal(last_job, null);
  assert.equal(progress.job, job);
  assert.deepEqual(progress.fields, LARGE_CHANGE);
  assert.equal(progress.documents_total, LARGE_COUNT);
  while (progress.documents_done === 0) ({ progress } = await statusOf(service));
  assert.ok(progress.documents_done <= progress.documents_total);
  assert.ok(progress.documents_per_second > 0);
  assert.ok(Date.parse(progress.estimated_end) >= Date.parse(progress.started_at));

  await service.settled(LARGE);
  ({ progress, last_job } = await statusOf(service));
  assert.equal(progress, null);
  const { started_at, finished_at, ...rest } = last_job;
  assert.deepEqual(rest, {
    id: job,
    state: 'finished',
    fields: LARGE_CHANGE,
    documents_done: LARGE_COUNT,
    documents_total: LARGE_COUNT,
    failures: FAILING_IDS.length,
  });
  assert.ok(Date.parse(finished_at) >= Date.parse(started_at));
});

interface Event {
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts the shape that it expects.
  readonly data: any;
}
/** The events of a stream, read until the server ends it. */
const eventsOf = (service: TestService, engine: string): Promise<Event[]> =>
  new Promise((resolve, reject) => {
    const url = `${service.baseUrl}/api/as/v1/engines/${engine}/schema/reindex`;
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${service.privateKey}` };
    httpGet(url, { headers }, async (incoming) => {
      assert.match(incoming.headers['content-type'] ?? '', /^text\/event-stream/);
      let text = '';
      for await (const chunk of incoming) text += chunk;
      const events = text.split('\n\n').filter((block) => block.startsWith('event: '));
      resolve(
        events.map((block) => {
          const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
          return { event, data: JSON.parse(data) };
        }),
      );
    }).on('error', reject);
  });

test('an event stream reports progress, and then the end', async (t) => {
  const service = await startLargeService(t);
  await beginChange(service);
  const events = await eventsOf(service, LARGE);
  const last = events.pop();
  assert.ok(events.length > 1, 'some progress was reported');
  assert.ok(events.every(({ event, data }) => event === 'progress' && data.state === 'reindexing'));
  const done = events.map(({ data }) => data.progress.documents_done);
  assert.deepEqual(
    done,
    done.toSorted((a, b) => a - b),
  );
  assert.equal(last?.event, 'end');
  assert.deepEqual([last.data.state, last.data.last_job.state], ['idle', 'finished']);
});

test('an event stream of an idle engine reports the end at once', async () => {
  const service = await sharedService();
  const engine = await service.engine();
  const events = await eventsOf(service, engine);
  assert.deepEqual(events, [{ event: 'end', data: { state: 'idle', progress: null, last_job: null } }]);
});

test('an event stream does not delay the shutdown of the service, and causes no error', async (t) => {
  const service = await startLargeService(t);
  await beginChange(service);
  const events = eventsOf(service, LARGE);
  await statusOf(service);
  await service.restart();
  assert.ok((await events).every(({ event }) => event === 'progress'));
  await service.settled(LARGE);
  assert.deepEqual(
    service.logLines.filter((line) => JSON.parse(line).level >= 50),
    [],
  );
});
