import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, type TestContext, test } from 'node:test';
import { freePort, PROGRAM, plainEnvironment, ROOT } from '../support/command.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { request, temporaryFolder } from '../support/service.ts';
import { until } from '../support/until.ts';
import { API, PRIVATE_KEY } from './scraped-service.ts';

type Line = Readonly<Record<string, unknown>>;

/** A row of docs/logs.md: a message, in which … stands for anything, with its level and fields. */
interface Kind {
  readonly message: string;
  readonly pattern: RegExp;
  readonly level: string;
  readonly fields: readonly string[];
}

const PAGE = readFileSync(join(ROOT, 'docs/logs.md'), 'utf8');
const LEVELS: Readonly<Record<number, string>> = { 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

/** The cells of the table of a section. */
function rows(heading: string): string[][] {
  const [, section = ''] = PAGE.split(`\n## ${heading}\n`);
  const table = /(?:^\|.*\n)+/m.exec(section.split('\n## ')[0] as string)?.[0] ?? '';
  const found = table.trim().split('\n').slice(2);
  assert.ok(found.length > 0, heading);
  return found.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const quoted = (cell: string | undefined): string[] =>
  [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, text]) => text as string);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const patternOf = (message: string): RegExp =>
  new RegExp(`^${message.split('…').map(escaped).join('.*')}$`, 's');

const KINDS: readonly Kind[] = [
  'Lines about requests',
  'Lines about the service',
  'Lines about the search index',
].flatMap((heading) =>
  rows(heading).map(([cell, level = '', fields]) => {
    const [message = ''] = quoted(cell);
    return { message, pattern: patternOf(message), level, fields: quoted(fields) };
  }),
);
const EVERY_LINE = rows('Every line').map(([field]) => quoted(field)[0] as string);
const EXPLAINED = rows('Fields').map(([field]) => quoted(field)[0] as string);

/** Messages that the situations below do not produce, and why; other tests produce them. */
const NOT_PROVOKED: Readonly<Record<string, string>> = {
  'unexpected error': 'would be a bug',
  'response aborted': 'a thread must die while it renders',
  'import aborted': 'the disk must fail during an import',
  'The start waits and tries again: …': 'a database must go away during a start',
  'The data folder … has a database of its own, …': 'needs PostgreSQL',
  'A newer Findling has migrated the database …': 'needs PostgreSQL and a newer version',
  'reindex failed, will be retried': 'the disk must fail',
  'cannot look for reindex jobs': 'needs PostgreSQL',
  'events were dropped: more arrive than can be stored': 'needs a nearly full disk',
  'documents in the store are damaged: run …': 'needs scheduled backups, in test/backup',
  'a backup was made and verified': 'needs scheduled backups, in test/backup',
  'a backup failed; it is tried again': 'needs scheduled backups, in test/backup',
  'looking whether a backup is due failed': 'the disk must fail',
  'the time of the last backup could not be stored': 'the disk must fail',
  'shadow mode: copies of searches are sent': 'needs a second service, in test/comparison',
  'copies of searches get no usable answer from the shadow service':
    'needs a second service, in test/comparison',
  'compared searches were not recorded': 'the disk must fail',
  'shadow mode has ended': 'needs a second service, in test/comparison',
  'reading the schedules of suggestions failed': 'needs PostgreSQL',
  'computing suggestions failed': 'the disk must fail',
  'a merge failed': 'a thread must die',
  'documents could not be indexed yet': 'a thread must die twice',
  'a checkpoint of the index failed and will be tried again': 'needs a nearly full disk',
  'records of deletions could not be forgotten': 'the disk must fail',
  'the index of … does not agree with the store and is rebuilt': 'would be a bug',
  'the index of an engine is rebuilt: …': 'needs several nodes',
  'a rebuild failed, will be retried': 'needs several nodes',
  'the files of a deleted engine could not be removed': 'the disk must fail',
  "The rebuild of an engine's search index is waiting for …": 'needs an engine of many megabytes',
  '… is not served: …': 'needs an engine of many megabytes',
  'a change could not be applied to the index': 'a thread must die',
  'changes could still not be applied to the index': 'a thread must die',
  'the search index is away: changes will be applied when it is back': 'needs OpenSearch',
  'an index has lost a shard and is built again': 'needs OpenSearch',
  'how far the index of an engine is could not be recorded': 'needs OpenSearch',
  'cannot follow the store': 'needs several nodes',
  'changes of other nodes could not be applied, will be retried': 'needs several nodes',
  'this node is behind the store': 'needs several nodes',
};

const linesIn = (output: string): Line[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

const kindOf = ({ msg }: Line): Kind | undefined => KINDS.find(({ pattern }) => pattern.test(String(msg)));

/** Starts the service with a log of every level. */
async function started(t: TestContext, data: string, settings = {}): Promise<ServerProcess> {
  const server = await startProcess(data, { FINDLING_LOG_LEVEL: 'debug', ...settings });
  t.after(() => server.end('SIGKILL'));
  return server;
}

const call = ({ baseUrl }: ServerProcess, method: string, path: string, body?: unknown) =>
  request(`${baseUrl}${API}${path}`, method, { key: PRIVATE_KEY, body });

/** Sends bytes on a connection, and closes it when `until` bytes have been sent, or when the service does. */
const sendBytes = ({ baseUrl }: ServerProcess, bytes: string, isCut = false): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1');
    socket.once('close', () => resolve());
    socket.once('error', isCut ? () => resolve() : reject);
    socket.resume().write(bytes, () => {
      // After the service has read the head.
      if (isCut) setTimeout(() => socket.destroy(), 100);
      else socket.end();
    });
  });

/** The lines of a service that meets most of what happens without a failing machine. */
async function provoked(t: TestContext): Promise<Line[]> {
  const data = join(temporaryFolder(t), 'data');
  mkdirSync(data);
  chmodSync(data, 0o755);
  const away = `http://127.0.0.1:${await freePort()}`;
  const traces = { FINDLING_TRACES_URL: away, FINDLING_TRACES_SHARE: '100%' };
  const first = await started(t, data, traces);
  await call(first, 'POST', '/engines', { name: 'books' });
  const books = Array.from({ length: 20 }, (_, i) => ({
    id: `b${i}`,
    title: `dune ${i}`,
    year: `${1900 + i}`,
  }));
  await call(first, 'POST', '/engines/books/documents', books);
  const lines = books.map((book) => `${JSON.stringify(book)}\n`).join('');
  await request(`${first.baseUrl}${API}/engines/books/documents`, 'POST', {
    key: PRIVATE_KEY,
    body: lines,
    headers: { 'content-type': 'application/x-ndjson' },
  });
  await call(first, 'POST', '/engines/books/search', { query: 'dune' });
  await call(first, 'GET', '/nowhere');
  await call(first, 'GET', '/engines/books/documents/export');
  await call(first, 'POST', '/engines/books/schema', { year: 'number' });
  await sendBytes(first, 'this is no HTTP\r\n\r\n');
  await sendBytes(
    first,
    `POST ${API}/engines HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${PRIVATE_KEY}\r\ncontent-length: 99\r\n\r\n{`,
    true,
  );
  await until('the log has all of it', async () =>
    ['"reindexed"', '"unreadable request"', '"hung_up"', 'traces could not be sent'].every((text) =>
      first.output().includes(text),
    ),
  );
  assert.equal(await first.end('SIGTERM'), 0);
  assert.doesNotMatch(first.output(), /Warning/);

  // An index file and the file of events are damaged, then a document.
  const [manifest = assert.fail('no index')] = globSync('index/*/MANIFEST', { cwd: data });
  writeFileSync(join(data, manifest), 'damaged');
  writeFileSync(join(data, 'events.sqlite'), 'this is no database '.repeat(500));
  const second = await started(t, data);
  assert.equal(await second.end('SIGTERM'), 0);
  const db = new DatabaseSync(join(data, 'findling.sqlite'));
  const { changes } = db
    .prepare(`update documents set json = replace(json, 'dune 7', 'dune x') where json like '%dune 7%'`)
    .run();
  db.close();
  assert.equal(Number(changes), 1);
  const third = await started(t, data);
  const everything = { query: 'dune', page: { size: 20 } };
  assert.equal((await call(third, 'POST', '/engines/books/search', everything)).json.results.length, 19);
  assert.equal((await call(third, 'GET', '/engines/books/documents?ids[]=b7')).status, 500);
  await until('the log has it', async () => third.output().includes('request failed because of an error'));
  assert.equal(await third.end('SIGTERM'), 0);
  const outputs = [first, second, third].map((server) => server.output());
  return [...outputs.flatMap(linesIn), ...(await withoutDatabase(t))];
}

/** The lines of a start that waits for a database. */
async function withoutDatabase(t: TestContext): Promise<Line[]> {
  const child = spawn(process.execPath, [PROGRAM, 'start'], {
    cwd: ROOT,
    env: plainEnvironment({
      FINDLING_DATA: temporaryFolder(t),
      FINDLING_PORT: '0',
      FINDLING_DATABASE_URL: 'postgres://findling:canary@127.0.0.1:1/findling',
      FINDLING_SECRET: 'x'.repeat(32),
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await until('the start waits', async () => output.includes('cannot be reached'));
  child.kill('SIGTERM');
  await ended;
  assert.ok(!output.includes('canary'));
  return linesIn(output);
}

suite('docs/logs.md', () => {
  test('explains every line and every field of a running service', async (t) => {
    const lines = await provoked(t);
    const isKnown = (line: Line): boolean => kindOf(line) !== undefined;
    assert.deepEqual(
      lines.filter((line) => !isKnown(line)).map(({ msg }) => msg),
      [],
      'messages that are not on the page',
    );
    for (const line of lines) {
      const { fields = [], level, message } = kindOf(line) ?? {};
      const own = Object.keys(line).filter((field) => !EVERY_LINE.includes(field));
      assert.deepEqual(
        own.filter((field) => !fields.includes(field)),
        [],
        `fields of "${message}" that are not on the page`,
      );
      assert.equal(LEVELS[Number(line.level)], level, message);
      for (const field of EVERY_LINE) assert.ok(field in line, `${field} in "${message}"`);
    }

    const seen = new Set(lines.map((line) => kindOf(line)?.message));
    assert.deepEqual(
      KINDS.map(({ message }) => message).filter((message) => !seen.has(message) && !NOT_PROVOKED[message]),
      [],
      'messages on the page that did not occur',
    );
    for (const message of Object.keys(NOT_PROVOKED)) {
      assert.ok(!seen.has(message), `"${message}" occurs after all`);
      assert.ok(
        KINDS.some((kind) => kind.message === message),
        `"${message}" is not on the page`,
      );
    }
    for (const { message, fields } of KINDS.filter((kind) => seen.has(kind.message))) {
      const own = new Set(lines.filter((line) => kindOf(line)?.message === message).flatMap(Object.keys));
      assert.deepEqual(
        fields.filter((field) => !own.has(field)),
        [],
        `fields of "${message}" that did not occur`,
      );
    }
  });

  test('explains every field that its tables name, and no other', () => {
    const named = new Set(KINDS.flatMap(({ fields }) => fields));
    assert.deepEqual([...named].sort(), EXPLAINED.toSorted());
  });

  /** The calls of loggers in a file that have their message as a literal: level and message. */
  function* loggedIn(
    code: string,
  ): Generator<{ readonly level: string | undefined; readonly message: string }> {
    const CALL =
      /(?:(?:\blog|#log|\.log|\blogger)\??\.(info|warn|error|fatal)\(|\b(?:say|#say)\('(info|warn|error)',|(?:#warn|\bwarn|\.warn|\blogThrown)\()/g;
    for (const found of code.matchAll(CALL)) {
      const rest = code.slice(found.index + found[0].length);
      let depth = 1;
      let end = 0;
      for (; depth > 0 && end < rest.length; end++) {
        if (rest[end] === '(') depth++;
        else if (rest[end] === ')') depth--;
      }
      const literals = [...rest.slice(0, end).matchAll(/'((?:[^'\\\n]|\\.)*)'|`([^`]*)`/g)];
      const [, single, template] = literals.at(-1) ?? [];
      const text = (single ?? template)?.replace(/\$\{[^}]*\}/g, '…');
      if (text?.includes(' ')) yield { level: found[1] ?? found[2], message: text };
    }
  }

  test('has every message of the code, and the code has every message of it', () => {
    const code = globSync('src/**/*.ts', { cwd: ROOT, exclude: ['src/cli/**'] }).map((file) =>
      readFileSync(join(ROOT, file), 'utf8'),
    );
    const logged = code.flatMap((text) => [...loggedIn(text)]);
    assert.ok(logged.length > 25, `${logged.length} calls`);
    // The end of a sentence whose beginning is made elsewhere.
    const ends = new Set(['…. The start waits for it and tries again.']);
    assert.deepEqual(
      logged.filter(
        ({ message }) => !ends.has(message) && !KINDS.some(({ pattern }) => pattern.test(message)),
      ),
      [],
      'messages of the code that are not on the page',
    );
    for (const { message, level } of logged) {
      const kind = KINDS.find(({ pattern }) => pattern.test(message));
      if (level !== undefined && kind !== undefined) assert.equal(kind.level, level, message);
    }
    const all = code.join('\n');
    // Fastify's.
    const others = new Set(['Server listening at …']);
    assert.deepEqual(
      KINDS.filter(
        ({ message }) =>
          !others.has(message) && !message.split('…').every((part) => all.includes(part.trim())),
      ),
      [],
      'messages on the page that the code does not have',
    );
  });
});
