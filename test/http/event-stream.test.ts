import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { echoService } from './echo.ts';

test('events arrive one by one, each as one line of JSON', async (t) => {
  const { base, streams } = await echoService(t);
  const answer = await fetch(`${base}/api/as/v1/events`, { headers: { 'accept-encoding': 'gzip' } });
  assert.equal(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  assert.equal(answer.headers.get('content-encoding'), null);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  assert.equal((await reader?.read())?.value, 'event: greeting\ndata: {"text":"two\\nlines"}\n\n');
  streams[0]?.send('progress', 7);
  assert.equal((await reader?.read())?.value, 'event: progress\ndata: 7\n\n');
  streams[0]?.end();
  assert.equal((await reader?.read())?.done, true);
  streams[0]?.send('progress', 8);
});

test('a client that disconnects is detected, and the request is logged', async (t) => {
  const echo = await echoService(t);
  const leave = new AbortController();
  await fetch(`${echo.base}/api/as/v1/events`, { signal: leave.signal });
  const [stream] = echo.streams;
  assert.equal(stream?.closed.aborted, false);
  leave.abort();
  if (!stream?.closed.aborted) await once(stream?.closed as AbortSignal, 'abort');
  assert.equal(echo.log.filter(({ msg }) => msg === 'request').length, 1);
});

test('a client that does not read is disconnected', async (t) => {
  const echo = await echoService(t);
  const answer = await fetch(`${echo.base}/api/as/v1/events`);
  const [stream] = echo.streams;
  for (let sent = 0; sent < 2000 && !stream?.closed.aborted; sent++) {
    stream?.send('flood', 'x'.repeat(10_000));
    if (sent % 50 === 0) await new Promise(setImmediate);
  }
  assert.equal(stream?.closed.aborted, true);
  await assert.rejects(answer.text());
});

test('open streams end when the service closes', async (t) => {
  const { app, base, streams } = await echoService(t);
  const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${base}/api/as/v1/events`)));
  const start = performance.now();
  await Promise.all([app.close(), ...answers.map((answer) => answer.text())]);
  assert.ok(performance.now() - start < 1000);
  assert.ok(streams.every((stream) => stream.closed.aborted));
});
