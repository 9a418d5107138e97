import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, type Running, start } from '../support/command.ts';
import { request } from '../support/service.ts';
import { api, dataIn, end, KEYS, quiet, TWO_AT_A_TIME } from './started.ts';

suite('a stop', TWO_AT_A_TIME, () => {
  /** An upload whose second half is sent when `finish` is called. */
  const slowUpload = async ({ baseUrl }: Running, id: string) => {
    const { request: send } = await import('node:http');
    const body = JSON.stringify([{ id, title: 'just in time' }]);
    const outgoing = send(`${baseUrl}/api/as/v1/engines/books/documents`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${KEYS.FINDLING_PRIVATE_KEY}`,
        'content-length': Buffer.byteLength(body),
        // Sent when the request is accepted: it is running from then on.
        expect: '100-continue',
      },
    });
    const answer = new Promise<{ status: number; json: unknown }>((resolve, reject) => {
      outgoing.on('error', reject).on('response', async (incoming) => {
        const chunks: Buffer[] = [];
        for await (const chunk of incoming) chunks.push(chunk);
        resolve({ status: incoming.statusCode ?? 0, json: JSON.parse(Buffer.concat(chunks).toString()) });
      });
    });
    outgoing.flushHeaders();
    await new Promise((resolve) => outgoing.once('continue', resolve));
    outgoing.write(body.slice(0, 10));
    return { answer, finish: () => outgoing.end(body.slice(10)) };
  };

  /** New requests are rejected once the shutdown has begun. */
  const stopHasBegun = async ({ baseUrl }: Running) => {
    for (;;) {
      const status = await request(`${baseUrl}/health`, 'GET').then(
        (answer) => answer.status,
        () => 0,
      );
      if (status !== 200) return;
    }
  };

  const toProcess = ({ child }: Running) => child.kill('SIGTERM');
  const toGroup = ({ child }: Running) => process.kill(-(child.pid ?? 0), 'SIGTERM');
  const npm = ['npm', 'start'] as const;
  const ways: Array<
    [string, readonly [string, ...string[]] | undefined, (running: Running) => void, number]
  > = [
    ['SIGTERM to the process', undefined, toProcess, 1],
    ['SIGTERM to the process, twice', undefined, toProcess, 2],
    ['SIGINT to the process, twice', undefined, ({ child }) => child.kill('SIGINT'), 2],
    ['SIGTERM to npm', npm, toProcess, 1],
    ['SIGTERM to npm, twice', npm, toProcess, 2],
    ['SIGTERM to the process group of npm', npm, toGroup, 1],
    ['SIGTERM to the process group of npm, twice', npm, toGroup, 2],
  ];
  test('completes running requests, exits with 0, and frees port and folder', async (t) => {
    const data = dataIn(t);
    const settings = quiet(data, { ...KEYS, FINDLING_PORT: String(await freePort()) });
    const key = KEYS.FINDLING_PRIVATE_KEY;
    for (const [round, [what, command, signal, times]] of ways.entries()) {
      await t.test(what, async (t) => {
        // With the folder and the port of the previous round, which must be free.
        const running = await start(t, { settings, ...(command && { command }) });
        if (round === 0) await api(running, '/engines', key, { name: 'books' });
        const upload = await slowUpload(running, `late-${round}`);
        signal(running);
        await stopHasBegun(running);
        if (times === 2) signal(running);
        upload.finish();
        assert.deepEqual(await upload.answer, { status: 200, json: [{ id: `late-${round}`, errors: [] }] });
        const { code, stderr } = await running.ended;
        assert.equal(code, 0);
        // npm prints its own messages.
        assert.equal(stderr.replace(/^npm .*\n/gm, ''), '');
      });
    }
    const last = await start(t, { settings });
    const list = await api(last, '/engines/books/documents/list', key);
    assert.deepEqual(
      list.json.results,
      ways.map((_, round) => ({ id: `late-${round}`, title: 'just in time' })),
    );
    // Signals until the very end are an ordinary shutdown, also without running requests.
    while (last.child.exitCode === null && last.child.signalCode === null) {
      last.child.kill('SIGTERM');
      await pause(1);
    }
    assert.equal((await last.ended).code, 0);
  });

  test('by kill -9 frees the folder too', async (t) => {
    const data = dataIn(t);
    const running = await start(t, { settings: quiet(data, KEYS) });
    await end(running, 'SIGKILL');
    const next = await start(t, { settings: quiet(data) });
    assert.equal((await api(next, '/engines', KEYS.FINDLING_PRIVATE_KEY)).status, 200);
    await end(next);
  });
});
