import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { startTestService, type TestService, temporaryFolder } from '../support/service.ts';
import { until } from '../support/until.ts';
import { exportedLines, migrateRunner, settingsOf, startCommand } from './migrating.ts';

const LIMITED = { concurrency: 2, timeout: 300_000 };

/** An engine with everything that is copied. */
async function fillEngine({ call, settled }: TestService, name = 'books', documents = 150): Promise<void> {
  await call('POST', '/engines', { body: { name, language: 'de' } });
  await call('POST', `/engines/${name}/schema`, { body: { year: 'number', published: 'date' } });
  for (let from = 0; from < documents; from += 100) {
    const body = Array.from({ length: Math.min(100, documents - from) }, (_, n) => ({
      id: `b${from + n}`,
      title: `Buch ${from + n}`,
      year: 1900 + n,
      published: '1903-01-09T06:00:00+00:00',
      tags: n % 2 === 0 ? ['alt', 'neu'] : null,
    }));
    await call('POST', `/engines/${name}/documents`, { body });
  }
  await call('PUT', `/engines/${name}/search_settings`, {
    body: {
      search_fields: { title: { weight: 3.5 } },
      precision: 4,
      boosts: { year: { type: 'proximity', function: 'linear', center: 1950, factor: 2 } },
    },
  });
  await call('POST', `/engines/${name}/synonyms`, { body: { synonyms: ['Buch', 'Band'] } });
  await call('POST', `/engines/${name}/curations`, {
    body: { queries: ['erstes'], promoted: ['b0'], hidden: ['b1'] },
  });
  await settled(name);
}

const startBoth = async (t: TestContext) => ({
  from: await startTestService(t),
  to: await startTestService(t),
});

const configuration = async ({ call }: TestService, engine: string) =>
  (await call('GET', `/engines/${engine}/configuration`)).json;

suite('findling migrate', LIMITED, () => {
  test('copies engines with everything that belongs to them, and a meta engine', async (t) => {
    const { from, to } = await startBoth(t);
    await fillEngine(from);
    await from.call('POST', '/engines', { body: { name: 'notes', language: 'de' } });
    await from.call('POST', '/engines', {
      body: { name: 'all', type: 'meta', source_engines: ['books', 'notes'] },
    });
    await from.call('POST', '/engines/all/synonyms', { body: { synonyms: ['note', 'memo'] } });
    await from.call('POST', '/engines/all/curations', { body: { queries: ['x'], promoted: ['books|b3'] } });
    const { run, state } = migrateRunner(t, from, to);
    const { code, stdout, stderr } = await run();
    assert.equal(code, 1, stderr);
    assert.match(
      stdout,
      /^books: 150 documents here \(150 written, 0 unchanged\); schema, search settings, synonyms, curations changed\.$/m,
    );
    assert.match(stdout, /^all: meta engine; synonyms, curations changed\.$/m);
    for (const engine of ['books', 'notes', 'all']) {
      const [there, here] = await Promise.all(
        [from, to].map(({ call }) => call('GET', `/engines/${engine}`)),
      );
      assert.deepEqual(here?.json, there?.json);
      assert.deepEqual(await configuration(to, engine), await configuration(from, engine));
    }
    assert.deepEqual(await exportedLines(to, 'books'), await exportedLines(from, 'books'));
    assert.ok(!existsSync(state));
    // Both services were started with keys of these names.
    assert.match(stdout, /^Keys: 0 created, 1 unchanged, 2 refused\.$/m);
    assert.match(
      stdout,
      /^ {2}private key private-key: a key of this name exists here with another value; delete it, or give the applications the value from here\.$/m,
    );
    for (const secret of [from.privateKey, from.searchKey, from.adminKey, to.privateKey]) {
      assert.ok(!`${stdout}${stderr}`.includes(secret));
    }
  });

  test('copies keys with their values and rights', async (t) => {
    const { from, to } = await startBoth(t);
    await fillEngine(from, 'books', 3);
    const admin = { key: from.adminKey };
    const web = await from.call('POST', '/credentials', {
      ...admin,
      body: { name: 'web', type: 'search', engines: ['books'] },
    });
    await from.call('POST', '/credentials', { ...admin, body: { name: 'ops', type: 'admin' } });
    await from.call('POST', '/credentials', {
      ...admin,
      body: {
        name: 'reader',
        type: 'private',
        read: true,
        write: false,
        access_all_engines: true,
        description: 'reports',
      },
    });
    const { run } = migrateRunner(t, from, to);
    const { stdout } = await run(['--json']);
    const outcomes = JSON.parse(stdout).keys.map(
      ({ name, outcome }: Record<string, string>) => `${name} ${outcome}`,
    );
    assert.deepEqual(outcomes, [
      'admin-key unchanged',
      'ops created',
      'private-key refused',
      'reader created',
      'search-key refused',
      'web created',
    ]);
    assert.equal(
      (await to.call('POST', '/engines/books/search', { key: web.json.key, body: { query: '' } })).status,
      200,
    );
    for (const name of ['web', 'reader', 'ops']) {
      const [there, here] = await Promise.all(
        [from, to].map(async ({ call }) => (await call('GET', `/credentials/${name}`, admin)).json),
      );
      const { id: _there, last_used_at: _used, ...rights } = there;
      const { id: _here, last_used_at: _usedHere, ...copied } = here;
      assert.deepEqual(copied, rights);
    }
    const again = await run(['--json', '--into-existing']);
    const unchanged = JSON.parse(again.stdout).keys.filter(
      ({ outcome }: { outcome: string }) => outcome === 'unchanged',
    );
    assert.equal(unchanged.length, 4);
  });

  test('says without a data folder of the target that keys cannot be created', async (t) => {
    const { from, to } = await startBoth(t);
    await fillEngine(from, 'books', 3);
    const { run } = migrateRunner(t, from, to);
    const { code, stdout } = await run([], { FINDLING_DATA: from.config.data });
    assert.equal(code, 1);
    assert.match(
      stdout,
      /Keys can be created only on the machine of the target, with its data folder: the key of the target is not in the data folder that FINDLING_DATA names\.$/m,
    );
    assert.equal((await to.call('GET', '/engines/books')).json.document_count, 3);
  });

  test('plans without changing anything', async (t) => {
    const { from, to } = await startBoth(t);
    await fillEngine(from);
    const { run, state } = migrateRunner(t, from, to);
    const ops = { key: from.adminKey, body: { name: 'ops', type: 'admin' } };
    await from.call('POST', '/credentials', ops);
    const { code, stdout, stderr } = await run(['--dry-run']);
    assert.equal(code, 1, stderr);
    assert.match(stdout, /^Keys: 1 to create, 1 unchanged, 2 refused\.$/m);
    assert.equal((await to.call('GET', '/credentials/ops', { key: to.adminKey })).status, 404);
    assert.match(
      stdout,
      /^ {2}books {2}create {2}150 documents, 4 fields, language de, 1 synonym set, 1 curation$/m,
    );
    assert.match(stdout, /^About \d+ requests to the source, about \d+ s\.$/m);
    assert.match(stdout, /nothing has been changed\.$/m);
    assert.equal((await to.call('GET', '/engines')).json.meta.page.total_results, 0);
    assert.ok(!existsSync(state));
    const json = JSON.parse((await run(['--dry-run', '--json'])).stdout);
    assert.deepEqual([json.engines[0].documents, json.engines[0].parts, json.keys.length], [150, 1, 4]);
    assert.ok(!JSON.stringify(json).includes(from.privateKey));
  });

  test('run again, writes only what differs, and keeps documents that exist only here', async (t) => {
    const { from, to } = await startBoth(t);
    await fillEngine(from);
    const { run } = migrateRunner(t, from, to);
    await run();
    await from.call('DELETE', '/engines/books/documents', { body: ['b1', 'b2'] });
    await from.call('PATCH', '/engines/books/documents', { body: [{ id: 'b3', title: 'Neu' }] });
    await to.call('POST', '/engines/books/documents', { body: [{ id: 'own', title: 'Hier' }] });
    const args = ['--into-existing', '--json'];
    const kept = JSON.parse((await run(args)).stdout).engines[0];
    assert.deepEqual(kept.documents, {
      source: 148,
      target: 151,
      written: 1,
      unchanged: 147,
      deleted: 0,
      refused: 0,
      unreached: 0,
    });
    assert.match(JSON.stringify(kept.findings), /3 documents exist only here and were kept/);
    const deleted = JSON.parse((await run([...args, '--delete-others'])).stdout).engines[0];
    assert.equal(deleted.documents.deleted, 3);
    assert.deepEqual(deleted.changed, ['curations']);
    assert.deepEqual(await exportedLines(to, 'books'), await exportedLines(from, 'books'));
    const nothing = JSON.parse((await run(args)).stdout).engines[0];
    assert.deepEqual([nothing.documents.written, nothing.changed], [0, []]);
  });

  test('reports what the target refuses, and copies the rest', async (t) => {
    const { from, to } = await startBoth(t);
    const fields = Array.from({ length: 62 }, (_, n) => [`f${n}`, 'text']);
    await to.call('POST', '/engines', { body: { name: 'books' } });
    await to.call('POST', '/engines/books/schema', { body: Object.fromEntries(fields) });
    await from.call('POST', '/engines', { body: { name: 'books' } });
    await from.call('POST', '/engines/books/schema', { body: { a: 'text', b: 'number', c: 'text' } });
    await from.call('POST', '/engines/books/documents', {
      body: [
        { id: 'good', a: 'x', b: 1 },
        { id: 'bad', c: 'y' },
      ],
    });
    const promoted = { queries: ['y'], promoted: ['bad'] };
    const { id } = (await from.call('POST', '/engines/books/curations', { body: promoted })).json;
    const file = join(temporaryFolder(t), 'report.json');
    const { run } = migrateRunner(t, from, to);
    const { code, stdout } = await run(['--into-existing', '--report', file]);
    assert.equal(code, 1);
    const [books] = JSON.parse(readFileSync(file, 'utf8')).engines;
    const limit = 'Exceeds maximum of 64 schema fields';
    assert.deepEqual(
      books.findings.map(
        ({ kind, subject, message }: Record<string, string>) => `${kind} ${subject}: ${message}`,
      ),
      [
        `field c: ${limit}.`,
        `document bad: ${limit}`,
        `settings search_fields: Search fields contains invalid field: c.`,
        `settings result_fields: Result fields contains invalid field: c.`,
        `curation ${id}: none of its documents is in the engine`,
      ],
    );
    assert.deepEqual([books.documents.written, books.documents.refused, books.documents.target], [1, 1, 1]);
    assert.match(stdout, /^ {2}document bad: Exceeds maximum of 64 schema fields\.$/m);
    assert.deepEqual(await exportedLines(to, 'books'), ['{"id":"good","a":"x","b":1}']);
  });

  test('takes up what changes in the source while it is read', async (t) => {
    const { from, to } = await startBoth(t);
    await fillEngine(from, 'books', 700);
    const { FINDLING_OLD_ADMIN_KEY: _, ...settings } = settingsOf(from, to);
    const { state } = migrateRunner(t, from, to);
    const args = ['migrate', '--from', from.baseUrl, '--state', state, '--requests-per-second', '8'];
    const migrating = startCommand(args, settings);
    await until('documents are read', async () => existsSync(state));
    const late = Array.from({ length: 60 }, (_, n) => ({ id: `late-${n}`, title: 'Nachtrag' }));
    await from.call('POST', '/engines/books/documents', { body: late });
    await from.call('DELETE', '/engines/books/documents', { body: ['b2', 'b3'] });
    const { code, stdout, stderr } = await migrating.ended;
    assert.equal(code, 0, `${stdout}${stderr}`);
    assert.deepEqual(await exportedLines(to, 'books'), await exportedLines(from, 'books'));
  });

  test('does not miss documents that move to an earlier page of the list', async (t) => {
    const { from, to } = await startBoth(t);
    await fillEngine(from, 'books', 700);
    const { FINDLING_OLD_ADMIN_KEY: _, ...settings } = settingsOf(from, to);
    const { state } = migrateRunner(t, from, to);
    const args = ['migrate', '--from', from.baseUrl, '--state', state, '--requests-per-second', '4'];
    const migrating = startCommand(args, settings);
    await until('documents are read', async () => existsSync(state));
    await pause(1000);
    // As many are read and gone as are moved and not read: the counts do not tell.
    await from.call('DELETE', '/engines/books/documents', { body: ['b2', 'b3'] });
    const { code, stdout, stderr } = await migrating.ended;
    assert.equal(code, 0, `${stdout}${stderr}`);
    assert.deepEqual(await exportedLines(to, 'books'), await exportedLines(from, 'books'));
  });

  test('follows the source until it is interrupted', async (t) => {
    const { from, to } = await startBoth(t);
    await fillEngine(from, 'books', 20);
    const { args, state } = migrateRunner(t, from, to);
    const { FINDLING_OLD_ADMIN_KEY: _, ...settings } = settingsOf(from, to);
    const following = startCommand([...args, '--follow', '0.2'], settings);
    const here = async () =>
      (await to.call('GET', '/engines/books/documents?ids[]=b19&ids[]=new&ids[]=b0')).json;
    await until('the first pass is complete', async () =>
      /^books: 20 documents here \(20 written/m.test(following.stderr()),
    );
    await from.call('DELETE', '/engines/books/documents', { body: ['b19'] });
    await from.call('POST', '/engines/books/documents', { body: [{ id: 'new', title: 'Neues Buch' }] });
    await from.call('PATCH', '/engines/books/documents', { body: [{ id: 'b0', title: 'Anders' }] });
    await until('the changes arrive', async () => {
      const [gone, added, changed] = (await here()) ?? [];
      return gone === null && added?.title === 'Neues Buch' && changed?.title === 'Anders';
    });
    await until('the pass is reported', async () => /^books: .* 1 deleted\)/m.test(following.stderr()));
    following.child.kill('SIGINT');
    const { code, stdout, stderr } = await following.ended;
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^books: 20 documents here/m);
    assert.match(stderr, /^books: 20 documents here \(20 written, 0 unchanged\);/m);
    assert.match(
      stderr,
      /^books: \d+ documents here \(\d written, \d+ unchanged, 1 deleted\); configuration unchanged\.$/m,
    );
    assert.ok(!existsSync(state));
    assert.deepEqual(await exportedLines(to, 'books'), await exportedLines(from, 'books'));
  });

  test('leaves a damaged or foreign state file alone', async (t) => {
    const { from, to } = await startBoth(t);
    await fillEngine(from, 'books', 3);
    const { run, state } = migrateRunner(t, from, to);
    for (const [text, message] of [
      ['{"half":', /is not the state of a migration\. Name another file with --state, or delete it\.\n$/],
      [
        JSON.stringify({ version: 1, source: 'http://a.test', target: 'http://b.test', engines: {} }),
        /is the state of a migration between other addresses\./,
      ],
    ] as const) {
      writeFileSync(state, text);
      const { code, stderr } = await run();
      assert.equal(code, 1);
      assert.match(stderr, message);
      assert.equal(readFileSync(state, 'utf8'), text);
    }
    assert.equal((await to.call('GET', '/engines')).json.meta.page.total_results, 0);
  });
});
