import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { copyData } from '../../src/composition/copied-data.ts';
import { readConfig } from '../../src/config.ts';
import { newDatabase, withoutPostgres } from '../services/postgres.ts';
import { findling } from '../support/command.ts';
import { startTestService, type TestService, temporaryFolder } from '../support/service.ts';

const DOCUMENTS = 450;

/** A folder with data of many kinds; the service on it has ended. */
async function folderWithData(t: TestContext) {
  const data = temporaryFolder(t);
  const service = await startTestService(t, { FINDLING_DATA: data });
  const documents = Array.from({ length: DOCUMENTS }, (_, n) => ({
    id: `d${n}`,
    title: `ä😀 "quoted" ${n}`,
    year: n,
  }));
  const engine = await service.engine({ schema: { year: 'number' }, documents });
  await service.call('DELETE', `/engines/${engine}/documents`, { body: ['d7'] });
  await service.call('POST', `/engines/${engine}/synonyms`, { body: { synonyms: ['cited', 'quoted'] } });
  await service.call('POST', `/engines/${engine}/curations`, { body: { queries: ['x'], promoted: ['d1'] } });
  for (const query of ['quoted', 'nothing', 'nul\0']) {
    await service.call('POST', `/engines/${engine}/search`, {
      body: { query, analytics: { tags: ['web'] } },
    });
  }
  await service.call('POST', '/credentials', {
    key: service.adminKey,
    body: { name: 'more', type: 'private', read: true, write: false, access_all_engines: true },
  });
  await service.close();
  return { data, service, engine };
}

/** What a service shows of its data. */
async function shown(service: TestService, key: string, engine: string) {
  const call = async (method: string, path: string, body?: unknown) => {
    const { status, json } = await service.call(method, path, { key, body });
    assert.equal(status, 200, `${method} ${path}: ${JSON.stringify(json)}`);
    return json;
  };
  const search = await call('POST', `/engines/${engine}/search`, { query: 'cited', page: { size: 1000 } });
  const dates = { filters: { date: { from: '2020-01-01', to: '2100-01-01' } } };
  return {
    ids: search.results.map(({ id }: { id: { raw: string } }) => id.raw).sort(),
    schema: await call('GET', `/engines/${engine}/schema`),
    curations: (await call('GET', `/engines/${engine}/curations`)).results,
    // The searches of this function come on top.
    searched: (await call('POST', `/engines/${engine}/analytics/queries`, dates)).results
      .map(({ term }: { term: string }) => term)
      .sort(),
  };
}

suite('copying data between a folder and PostgreSQL', { skip: withoutPostgres() }, () => {
  test('all data is copied to a database and back, and serves as before', async (t) => {
    const { data, service, engine } = await folderWithData(t);
    const { url } = await newDatabase(t);
    const there = await findling(['copy', '--to', url], { FINDLING_DATA: data });
    assert.equal(there.code, 0, there.stderr);
    assert.match(there.stdout, /^Copied 449 documents and everything else in .* is the same\./);

    const secret = { FINDLING_DATA: data };
    const onDatabase = await startTestService(t, { ...secret, FINDLING_DATABASE_URL: url });
    const first = await shown(onDatabase, service.privateKey, engine);
    assert.equal(first.ids.length, DOCUMENTS - 1);
    assert.ok(first.searched.includes('nothing'), `${first.searched}`);
    const written = await onDatabase.call('POST', `/engines/${engine}/documents`, {
      key: service.privateKey,
      body: [{ id: 'new', title: 'quoted later' }],
    });
    assert.equal(written.status, 200);
    await onDatabase.close();

    const folder = temporaryFolder(t);
    const back = await findling(['copy', '--to', folder, '--json'], {
      ...secret,
      FINDLING_DATABASE_URL: url,
    });
    assert.equal(back.code, 0, back.stderr);
    assert.deepEqual(
      { ...JSON.parse(back.stdout), seconds: 0 },
      {
        ok: true,
        documents: DOCUMENTS,
        seconds: 0,
        differing: [],
      },
    );
    const onFolder = await startTestService(t, { FINDLING_DATA: folder });
    const last = await shown(onFolder, service.privateKey, engine);
    assert.deepEqual(last.ids, [...first.ids, 'new'].sort());
    assert.deepEqual(last.curations, first.curations);
    assert.deepEqual(last.schema, first.schema);
  });

  test('an interrupted copy cannot be opened, and is continued by the next call', async (t) => {
    const { data } = await folderWithData(t);
    const { server, name, url } = await newDatabase(t);
    const config = readConfig({ FINDLING_DATA: data }, {});
    let steps = 0;
    const interrupted = (most: number) =>
      copyData(config, url, (documents) => {
        if (documents > 0 && ++steps > most) throw new Error('interrupted');
      });
    await assert.rejects(interrupted(2), /interrupted/);
    const opened = await findling(['keys', 'list'], { FINDLING_DATA: data, FINDLING_DATABASE_URL: url });
    assert.equal(opened.stderr, 'The data is an unfinished copy: run `findling copy` again to finish it.\n');
    const client = await server.connect(name);
    t.after(() => client.end());
    const copied = async () => Number((await client.query('select count(*) from documents')).rows[0].count);
    const before = await copied();
    assert.ok(before > 0 && before < DOCUMENTS - 1, `${before}`);
    const told: number[] = [];
    const { differing } = await copyData(config, url, (documents) => void told.push(documents));
    assert.deepEqual(differing, []);
    assert.equal(
      told.find((documents) => documents > 0),
      before,
      'the rest is copied',
    );
    assert.equal(await copied(), DOCUMENTS - 1);
  });

  test('a copy that differs from its original is reported and stays unusable', async (t) => {
    const { data } = await folderWithData(t);
    const { server, name, url } = await newDatabase(t);
    const config = readConfig({ FINDLING_DATA: data }, {});
    let steps = 0;
    const interrupted = copyData(config, url, (documents) => {
      if (documents > 0 && ++steps > 2) throw new Error('interrupted');
    });
    await assert.rejects(interrupted, /interrupted/);
    const client = await server.connect(name);
    await client.query(`update documents set json = '{}' where id = 'd1'`);
    await client.end();
    const { code, stdout } = await findling(['copy', '--to', url], { FINDLING_DATA: data });
    assert.equal(code, 1);
    assert.match(stdout, /^The copy differs from the original in documents: /);
    const opened = await findling(['keys', 'list'], { FINDLING_DATA: data, FINDLING_DATABASE_URL: url });
    assert.match(opened.stderr, /unfinished copy/);
  });

  test('data is neither overwritten nor copied while it is served', async (t) => {
    const { data } = await folderWithData(t);
    const { url } = await newDatabase(t);
    const service = await startTestService(t, { FINDLING_DATABASE_URL: url });
    const copy = async (to: string, more: Record<string, string> = {}) => {
      const { code, stderr } = await findling(['copy', '--to', to], { FINDLING_DATA: data, ...more });
      assert.equal(code, 1);
      return stderr;
    };
    assert.match(await copy(url), /^A node is running on the database/);
    assert.match(
      await copy(temporaryFolder(t), { FINDLING_DATABASE_URL: url }),
      /^A node is running on the database/,
    );
    await service.close();
    assert.match(await copy(url), /^The target has data of its own\./);
    assert.match(await copy(data, { FINDLING_DATABASE_URL: url }), /^The target has data of its own\./);
    assert.match(await copy('postgres://user:hush@host'), /^The address after --to \(not shown\) is not/);
    assert.match(await copy(temporaryFolder(t)), /^To copy to a folder, set FINDLING_DATABASE_URL/);
    const empty = { FINDLING_DATA: temporaryFolder(t) };
    assert.match(await copy(url, empty), /^There is no data in .* to copy\./);
    await startTestService(t, { FINDLING_DATA: data });
    assert.match(await copy(url), /^Another Findling is running on the data folder/);
  });
});
