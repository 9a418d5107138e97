import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, test } from 'node:test';
import { findling, start } from '../support/command.ts';
import { temporaryFolder } from '../support/service.ts';
import { api, dataIn, end, KEYS, ONE_SENTENCE, quiet, refusedStart, TWO_AT_A_TIME } from './started.ts';

suite('a start fails with one sentence', TWO_AT_A_TIME, () => {
  test('on a folder that another Findling uses', async (t) => {
    const data = dataIn(t);
    const first = await start(t, { settings: quiet(data, KEYS) });
    const { code, stdout, stderr } = await refusedStart(quiet(data));
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.match(stderr, /^Another Findling is running on the data folder/);
    assert.match(stderr, ONE_SENTENCE);
    assert.equal((await api(first, '/engines', KEYS.FINDLING_PRIVATE_KEY)).status, 200);
    await end(first);
    await end(await start(t, { settings: quiet(data) }));
  });

  test('on a port in use, and the next successful start still shows the keys', async (t) => {
    const other = createServer();
    t.after(() => other.close());
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const data = dataIn(t);
    const { code, stdout, stderr } = await refusedStart({ FINDLING_DATA: data, FINDLING_PORT: String(port) });
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`^Port ${port} is already in use\\.`));
    assert.match(stderr, ONE_SENTENCE);
    assert.doesNotMatch(stdout, /private-/);

    const elsewhere = await start(t, { settings: { FINDLING_DATA: data } });
    assert.match(elsewhere.output(), /private-key\s+private-[a-z0-9]{24}/);
    assert.match(elsewhere.output(), /national-parks-demo/);
    await end(elsewhere);
  });

  test('at an address of another machine', async (t) => {
    const { code, stderr } = await refusedStart(quiet(dataIn(t), { FINDLING_HOST: '192.0.2.1' }));
    assert.equal(code, 1);
    assert.match(stderr, /^The service cannot listen on this address .+FINDLING_HOST/);
    assert.match(stderr, ONE_SENTENCE);
  });

  test('on an unusable folder', async (t) => {
    const folder = temporaryFolder(t);
    const file = join(folder, 'file');
    writeFileSync(file, 'not a folder');
    const withFolderAsStore = join(folder, 'odd');
    mkdirSync(join(withFolderAsStore, 'findling.sqlite'), { recursive: true });
    const withFolderAsLock = join(folder, 'locked');
    mkdirSync(join(withFolderAsLock, 'lock.sqlite'), { recursive: true });
    const withFolderAsSecret = join(folder, 'secretive');
    mkdirSync(join(withFolderAsSecret, 'secret'), { recursive: true });
    const withJunk = join(folder, 'junk');
    mkdirSync(withJunk);
    writeFileSync(join(withJunk, 'findling.sqlite'), 'this is not a database, not at all. '.repeat(100));
    for (const data of [
      file,
      join(file, 'below'),
      withFolderAsStore,
      withFolderAsLock,
      withFolderAsSecret,
      withJunk,
    ]) {
      const { code, stdout, stderr } = await refusedStart(quiet(data));
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' }, data);
      assert.ok(stderr.startsWith(`The data folder ${data} cannot be used (`), stderr);
      assert.match(stderr, /FINDLING_DATA/);
      assert.match(stderr, ONE_SENTENCE);
    }
    assert.equal(readFileSync(file, 'utf8'), 'not a folder');
  });

  test('on a folder that has a secret and no database, or an empty one', async (t) => {
    const data = dataIn(t);
    await end(await start(t, { settings: quiet(data) }));
    const store = join(data, 'findling.sqlite');
    const kept = readFileSync(store);
    const secret = readFileSync(join(data, 'secret'), 'utf8');
    for (const [state, lose] of [
      ['empty', () => writeFileSync(store, '')],
      ['missing', () => rmSync(store)],
    ] as const) {
      lose();
      for (const refused of [
        await refusedStart(quiet(data)),
        await findling(['keys', 'list'], quiet(data)),
      ]) {
        assert.deepEqual([refused.code, refused.stdout], [1, '']);
        assert.match(
          refused.stderr,
          /^The data folder .+ has a `secret`, but its database `findling.sqlite` is /,
        );
        assert.ok(refused.stderr.includes(` is ${state}: bring it back from a backup`), refused.stderr);
        assert.match(refused.stderr, ONE_SENTENCE);
      }
    }
    writeFileSync(store, kept);
    assert.equal(readFileSync(join(data, 'secret'), 'utf8'), secret);
    await end(await start(t, { settings: quiet(data) }));
  });

  test('on data of a newer version, without changing it', async (t) => {
    const data = dataIn(t);
    await end(await start(t, { settings: quiet(data) }));
    const setVersion = (version: string) => {
      const db = new DatabaseSync(join(data, 'findling.sqlite'));
      const { value } = db.prepare("select value from instance where name = 'data_version'").get() as {
        value: string;
      };
      db.prepare("update instance set value = ? where name = 'data_version'").run(version);
      db.close();
      return value;
    };
    const version = setVersion('999');
    for (const refused of [await refusedStart(quiet(data)), await findling(['keys', 'list'], quiet(data))]) {
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, /^The data was written by a newer Findling \(data version 999;/);
      assert.match(refused.stderr, ONE_SENTENCE);
    }
    assert.equal(setVersion(version), '999');
    await end(await start(t, { settings: quiet(data) }));
  });
});
