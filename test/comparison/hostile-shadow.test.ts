import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { MOST_RUNNING, MOST_WAITING } from '../../src/shadow/shadow-searches.ts';
import type { TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { copied, search, serverWith, shadowedService, stateOf } from './shadow-service.ts';

/** The ids of an answer with status 200. */
const idsOf = ({ status, text, json }: Awaited<ReturnType<TestService['call']>>): string[] => {
  assert.equal(status, 200, text);
  return json.results.map(({ id }: { id: { raw: string } }) => id.raw);
};

const warnings = (service: TestService): string[] =>
  service.logLines.filter((line) => line.includes('copies of searches get no usable answer'));

/** The state once a number of searches have become copies that run, wait, failed or were dropped. */
async function counted(service: TestService, searches: number) {
  await until('all searches are counted', async () => {
    const { running, waiting, dropped, failed } = stateOf(service);
    return running + waiting + dropped + failed === searches;
  });
  return stateOf(service);
}

suite('a shadow service that never answers', () => {
  test('delays no answer, holds back a bounded number of copies, and does not delay the end', async (t) => {
    const { url, requests } = await serverWith(t, () => {});
    const service = await shadowedService(t, url);
    const extra = 7;
    const total = MOST_RUNNING + MOST_WAITING + extra;
    // Not one copy is answered before the last search is.
    for (let i = 0; i < total; i++) {
      assert.deepEqual(idsOf(await search(service, { query: 'boot' })), ['b']);
    }
    const { running, waiting, dropped, compared, failed } = await counted(service, total);
    assert.ok(running <= MOST_RUNNING && waiting <= MOST_WAITING, `${running} running, ${waiting} waiting`);
    // On a slow machine the first copies may have timed out, which makes room for others.
    assert.ok(compared === 0 && dropped + failed >= extra, `${compared} compared, ${dropped} dropped`);
    await until('the copies arrive', async () => requests.length >= MOST_RUNNING);
    const ended = requests.map(
      ({ socket }) =>
        new Promise<void>((resolve) => {
          if (socket.destroyed) resolve();
          else socket.once('close', () => resolve());
        }),
    );
    await service.close();
    // The connections are closed from here: the other side holds all of them open.
    await Promise.all(ended);
    const last = stateOf(service);
    assert.deepEqual([last.running, last.waiting, last.dropped + last.failed], [0, 0, total]);
    assert.ok(requests.length <= last.failed, `${requests.length} of ${last.failed}`);
  });

  test('takes a bounded amount of memory, also with large searches', async (t) => {
    const { url } = await serverWith(t, () => {});
    const service = await shadowedService(t, url);
    const values = Array.from({ length: 1000 }, (_, i) => `${i} ${'x'.repeat(195)}`);
    const body = { query: 'shoe', filters: { any: [{ color: values }, { color: 'red' }] } };
    const size = JSON.stringify(body).length;
    const most = Math.floor((4 * 1_048_576) / size);
    for (let i = 0; i < MOST_RUNNING + most + 5; i++)
      assert.deepEqual(idsOf(await search(service, body)), ['a']);
    const { waiting, dropped, failed } = await counted(service, MOST_RUNNING + most + 5);
    assert.ok(waiting <= most && dropped + failed >= 5, `${waiting} of ${most} waiting, ${dropped} dropped`);
  });
});

test('a shadow service that answers late is compared after the search is answered', async (t) => {
  const held: ServerResponse[] = [];
  const { url } = await serverWith(t, (_, response) => void held.push(response));
  const service = await shadowedService(t, url);
  assert.deepEqual(idsOf(await search(service, { query: 'boot' })), ['b']);
  await until('the copy arrives', async () => held.length === 1);
  assert.equal(stateOf(service).compared, 0);
  held[0]?.end('{"results":[{"id":{"raw":"b"}}],"meta":{"page":{"total_results":1}}}');
  await copied(service);
  const { compared, different } = stateOf(service);
  assert.deepEqual([compared, different], [1, 0]);
});

test('a shadow service that answers nonsense changes nothing and fills no file', async (t) => {
  const other = await serverWith(t, (_, response) => response.end('{"results":[]}'));
  const answers: ReadonlyArray<(response: ServerResponse) => void> = [
    (response) => response.end('<html>Welcome</html>'),
    (response) => response.end('{"results":7}'),
    (response) => response.end(Buffer.from([0xff, 0xfe, 0x00])),
    (response) => response.end(),
    (response) => response.writeHead(502).end('<html>Bad gateway</html>'),
    (response) => response.writeHead(401).end('{"error":"Invalid authentication token."}'),
    (response) => response.writeHead(429).end('{"error":"Rate limit exceeded."}'),
    (response) => response.writeHead(301, { location: `${other.url}/elsewhere` }).end(),
    (response) => response.socket?.destroy(),
    (response) => void response.socket?.end('HTTP/9.9 what\r\n\r\n'),
    (response) => {
      response.writeHead(200, { 'content-length': 1000 });
      response.write('{"results":[');
      setTimeout(() => response.socket?.destroy(), 20);
    },
    // Without an end.
    (response) => {
      const more = () => {
        let hasRoom = true;
        while (hasRoom && !response.destroyed) hasRoom = response.write('x'.repeat(65_536));
      };
      response.on('drain', more).on('error', () => {});
      more();
    },
  ];
  let next = 0;
  const { url, requests } = await serverWith(t, (_, response) =>
    answers[next++ % answers.length]?.(response),
  );
  const service = await shadowedService(t, url);
  for (const [at] of answers.entries()) {
    assert.deepEqual(idsOf(await search(service, { query: 'boot' })), ['b'], `answer ${at}`);
    await copied(service);
  }
  const { failed, compared, dropped } = stateOf(service);
  assert.deepEqual({ failed, compared, dropped }, { failed: answers.length, compared: 0, dropped: 0 });
  assert.equal(requests.length, answers.length);
  assert.equal(other.requests.length, 0, 'no redirect is followed');
  assert.equal(warnings(service).length, 1);
  await service.close();
  assert.ok(!existsSync(join(service.config.data, 'shadow.ndjson')));
  assert.doesNotMatch(service.logLines.join(''), /testtest/);
});

test('a shadow service that is down changes nothing', async (t) => {
  const service = await shadowedService(t, 'http://127.0.0.1:1');
  for (let i = 0; i < 20; i++) assert.deepEqual(idsOf(await search(service, { query: 'boot' })), ['b']);
  await copied(service);
  assert.equal(stateOf(service).failed, 20);
  assert.deepEqual(
    warnings(service).map((line) => JSON.parse(line).cause.replace(/\d+\.\d+\.\d+\.\d+:\d+/, 'address')),
    ['ECONNREFUSED'],
  );
});
