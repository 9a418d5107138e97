import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { startTestService } from '../support/service.ts';

/** A request: its method, path, headers and body; and the response, if the page shows it as JSON, or as lines of JSON. */
const BLOCK =
  /^```http\n([A-Z]+) \/api\/as\/v1(\S+)\n((?:[\w-]+: [^\n]*\n)*)\n?(.*?)^```$(?:\n\n^```json\n(.*?)^```$)?/gms;

const PAGE = readFileSync(new URL('../../docs/bulk.md', import.meta.url), 'utf8');

test('every example of docs/bulk.md has the response that the page shows', async (t) => {
  const { call } = await startTestService(t, { FINDLING_SAMPLE: 'on' });
  const examples = [...PAGE.matchAll(BLOCK)];
  assert.ok(examples.length > 1);
  for (const [, method = '', path = '', head = '', body = '', answer] of examples) {
    const headers = Object.fromEntries(
      head.split('\n').flatMap((line) => (line === '' ? [] : [line.split(': ')])),
    );
    const { status, text } = await call(method, path, { headers, ...(body.trim() !== '' && { body }) });
    assert.equal(status, 200, `${method} ${path}: ${text}`);
    if (answer === undefined) continue;
    const lines = text.trimEnd().split('\n');
    const shown = answer.trimEnd().split('\n');
    if (lines.length === 1)
      assert.deepEqual(JSON.parse(text), JSON.parse(answer), `${method} ${path}: ${text}`);
    else assert.deepEqual(lines, shown, `${method} ${path}`);
  }
});

test('the export that docs/bulk.md shows is the one of the sample engine', async (t) => {
  const { call } = await startTestService(t, { FINDLING_SAMPLE: 'on' });
  const path = '/engines/national-parks-demo/documents';
  await call('POST', path, { body: [{ id: 'new-park', title: 'New Park', visitors: 12 }] });
  const { headers, text } = await call('GET', `${path}/export`);
  const [, shown = ''] = /X-Export-Documents: (\d+)/.exec(PAGE) ?? [];
  assert.equal(headers.get('x-export-documents'), shown);
  const [, cursor = ''] = /X-Export-Cursor: (\S+)/.exec(PAGE) ?? [];
  assert.equal(headers.get('x-export-cursor'), cursor);
  const lines = text.trimEnd().split('\n');
  assert.ok(PAGE.includes(lines.at(-1) as string));
  const [start = ''] = /^\{"id":"park_[^…]*/m.exec(PAGE) ?? [];
  assert.ok(start.length > 20 && lines[0]?.startsWith(start), lines[0]);
  const { status } = await call('GET', `${path}/export?cursor=${cursor}&after=park_zion`);
  assert.equal(status, 200);
});
