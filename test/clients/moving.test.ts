import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { startTestService } from '../support/service.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const [, SCRIPT = ''] =
  readFileSync(`${ROOT}/docs/moving.md`, 'utf8').match(/^```js\n(import .*?)^```$/ms) ?? [];

test('the script of docs/moving.md copies schema, language and more than a page of documents', async (t) => {
  const from = await startTestService(t);
  const to = await startTestService(t);
  await from.call('POST', '/engines', { body: { name: 'books', language: 'de' } });
  await from.call('POST', '/engines/books/schema', { body: { year: 'number' } });
  for (const first of [0, 100]) {
    const body = Array.from({ length: 75 }, (_, n) => ({ id: `book-${first + n}`, title: 'Buch', year: n }));
    await from.call('POST', '/engines/books/documents', { body });
  }

  const env = {
    OLD_URL: from.baseUrl,
    OLD_KEY: from.privateKey,
    NEW_URL: to.baseUrl,
    NEW_KEY: to.privateKey,
  };
  const node = spawn(process.execPath, ['--input-type=module', '-', 'books'], {
    cwd: ROOT,
    env: { ...process.env, ...env },
  });
  node.stdin.end(SCRIPT);
  const [printed, complaints] = await Promise.all([
    text(node.stdout),
    text(node.stderr),
    once(node, 'close'),
  ]);

  assert.deepEqual({ printed, complaints }, { printed: 'books 150\n', complaints: '' });
  for (const path of [
    '/engines/books',
    '/engines/books/schema',
    '/engines/books/documents/list?page[size]=100',
  ])
    assert.deepEqual((await to.call('GET', path)).json, (await from.call('GET', path)).json);
});
