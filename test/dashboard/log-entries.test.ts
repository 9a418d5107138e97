import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { entryCurl } from '../../dashboard/src/pages/logs/entry-curl.ts';
import { isCut, type LogEntry, shortPath } from '../../dashboard/src/pages/logs/log-entry.ts';
import { prettyBody } from '../../dashboard/src/pages/logs/pretty-json.ts';

const entry = (more: Partial<LogEntry>): LogEntry => ({
  id: 1,
  timestamp: '2026-11-16T20:42:14Z',
  http_method: 'GET',
  path: '/api/as/v1/engines/books',
  full_request_path: '/api/as/v1/engines/books',
  status: 200,
  request_body: '',
  response_body: '',
  user_agent: '',
  key_name: 'web',
  key_type: 'search',
  duration_ms: 1,
  ...more,
});

suite('bodies in the API log', () => {
  test('are indented like JSON.stringify does it', () => {
    for (const value of [
      {},
      [],
      1,
      'a "quoted" \\ text, {not} [nested]',
      { a: [], b: {}, c: [1, [2, { d: null }]], e: 'x:y,z' },
      [{ id: 'dune', errors: [] }, true, -1.5e30],
    ]) {
      assert.equal(prettyBody(JSON.stringify(value)), JSON.stringify(value, null, 2));
      assert.equal(prettyBody(JSON.stringify(value, null, 7)), JSON.stringify(value, null, 2));
    }
  });

  test('keep values as they were sent', () => {
    assert.equal(
      prettyBody('{"a":12345678901234567890,"a":1.0}'),
      '{\n  "a": 12345678901234567890,\n  "a": 1.0\n}',
    );
  });

  test('stay as they are if they are not JSON', () => {
    for (const text of ['', 'a=1&b=2', '{"query": ', '{"a":1}\n{"a":2}'])
      assert.equal(prettyBody(text), text);
  });

  test('are indented if only their beginning is logged', () => {
    const body = `[{"title":"${'x'.repeat(16_360)}`;
    const cut = body.padEnd(16_384, 'y');
    assert.ok(isCut(cut) && !isCut(cut.slice(0, 1000)));
    assert.ok(isCut('é'.repeat(8192)));
    assert.ok(prettyBody(cut).startsWith('[\n  {\n    "title": "xxx'));
  });
});

suite('requests in the API log as curl', () => {
  const BASE = 'http://localhost:3002';
  const curl = (more: Partial<LogEntry>): string => entryCurl(entry(more), BASE).split(' \\\n')[0] ?? '';

  test('have the method that was sent', () => {
    const path = `${BASE}/api/as/v1/engines/books`;
    assert.equal(curl({}), `curl ${path}`);
    assert.equal(curl({ request_body: '{}' }), `curl -X GET ${path}`);
    assert.equal(curl({ http_method: 'HEAD' }), `curl -I ${path}`);
    assert.equal(curl({ http_method: 'DELETE', request_body: '["a"]' }), `curl -X DELETE ${path}`);
  });

  test('have no key in the address, and no brackets that curl would expand', () => {
    const full = '/api/as/v1/engines/books/search?auth_token=***&page[size]=2';
    assert.equal(
      curl({ full_request_path: full }),
      `curl '${BASE}/api/as/v1/engines/books/search?page%5Bsize%5D=2'`,
    );
    assert.equal(
      curl({ full_request_path: '/api/as/v1/engines/books?auth_token=***' }),
      `curl ${BASE}/api/as/v1/engines/books`,
    );
  });

  test('say if the body is incomplete', () => {
    const command = entryCurl(entry({ request_body: 'x'.repeat(16_384) }), BASE);
    assert.match(command, /^# Incomplete: /);
  });
});

test('paths are shown without the part that all have in common', () => {
  const of = (path: string): string => shortPath(entry({ full_request_path: path }), 'books');
  assert.equal(of('/api/as/v1/engines/books/search?query=a'), '/search?query=a');
  assert.equal(of('/api/as/v1/engines/books'), '/api/as/v1/engines/books');
  assert.equal(of('/api/as/v1/engines/books.json'), '/api/as/v1/engines/books.json');
  assert.equal(of('/api/as/v1/engines/bookshop/search'), '/api/as/v1/engines/bookshop/search');
});
