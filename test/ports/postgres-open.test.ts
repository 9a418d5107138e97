import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { WaitEnded } from '../../src/composition/database.ts';
import { openForServing, openShared } from '../../src/composition/instance.ts';
import { readConfig } from '../../src/config.ts';
import { DataError } from '../../src/store/migrations/migrations.ts';
import { LOCKED_ROLE, newDatabase, withoutPostgres } from '../services/postgres.ts';
import { freePort } from '../support/command.ts';
import { temporaryFolder } from '../support/folder.ts';
import { openTestStore } from '../support/postgres-store.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { until } from '../support/until.ts';

const configFor = (t: TestContext, url: string, more: Record<string, string> = {}) =>
  readConfig({ FINDLING_DATA: temporaryFolder(t), FINDLING_DATABASE_URL: url, ...more }, {});

/** The sentence with which data is refused. */
async function refusalOf(opening: Promise<unknown>): Promise<string> {
  try {
    await opening;
  } catch (error) {
    assert.ok(error instanceof DataError, String(error));
    return error.message;
  }
  return assert.fail('it was opened');
}

suite('opening a PostgreSQL database', { skip: withoutPostgres() }, () => {
  test('nodes that start at once on an empty database create its tables once', async (t) => {
    const { url } = await newDatabase(t);
    const stores = await Promise.all([1, 2, 3].map(() => openTestStore(t, url)));
    assert.equal(new Set(stores.map(({ identity }) => identity)).size, 1);
    await Promise.all(
      stores.map((store, n) => store.transact('instance', (tx) => tx.instance.set(`${n}`, 'here'))),
    );
    assert.equal(await stores[0]?.instance.get('2'), 'here');
  });

  test('data of a newer Findling is refused, and a node that already runs refuses to go on', async (t) => {
    const { server, name, url } = await newDatabase(t);
    const warnings: string[] = [];
    const store = await openTestStore(t, url, { warn: (sentence) => void warnings.push(sentence) });
    const client = await server.connect(name);
    t.after(() => client.end());
    await client.query(`update instance set value = '999' where name = 'data_version'`);
    await until('the node notices', async () => warnings.length > 0);
    assert.match(warnings.join(), /^A newer Findling has migrated the database \(data version 999;/);
    await assert.rejects(store.instance.get('identity'), { name: 'StoreUnavailable' });
    await assert.rejects(
      store.transact('instance', (tx) => tx.instance.set('a', 'b')),
      { name: 'StoreUnavailable' },
    );
    assert.equal(warnings.length, 1);
    assert.match(
      await refusalOf(openTestStore(t, url)),
      /^The data was written by a newer Findling \(data version 999; .*point FINDLING_DATABASE_URL at another database\.$/,
    );
  });

  test('a command needs the tables of this version', async (t) => {
    const { server, name, url } = await newDatabase(t);
    const command = () => openTestStore(t, url, { create: false, role: 'command' });
    assert.match(await refusalOf(command()), /^There is no data in the database yet/);
    await openTestStore(t, url);
    await command();
    const client = await server.connect(name);
    await client.query(`update instance set value = '1' where name = 'data_version'`);
    await client.end();
    assert.match(await refusalOf(command()), /^The data is of an older Findling/);
  });

  test('a PostgreSQL that is too old is refused', async (t) => {
    const { server, name, url } = await newDatabase(t);
    const client = await server.connect(name);
    t.after(() => client.end());
    // The same answers as an old server would give.
    await client.query(`create schema old; create function old.current_setting(text) returns text as
      $$ select case $1 when 'server_version_num' then '120022' else '12.22' end $$ language sql;
      alter database ${name} set search_path = old, pg_catalog, public`);
    assert.equal(
      await refusalOf(openTestStore(t, url)),
      'PostgreSQL 12.22 is too old: Findling needs version 13 or later.',
    );
  });

  test('a database with another encoding is refused', async (t) => {
    const { url } = await newDatabase(t, undefined, `encoding 'SQL_ASCII' template template0`);
    assert.match(await refusalOf(openTestStore(t, url)), /^The database has the encoding SQL_ASCII, but/);
  });

  test('a wrong password, a missing database and missing rights are refused without showing the password', async (t) => {
    const { server, name } = await newDatabase(t);
    const { name: role, password } = LOCKED_ROLE;
    const urlOf = (secret: string, database: string) =>
      `postgres://${role}:${secret}@127.0.0.1:${server.port}/${database}`;
    const refused = (url: string) => refusalOf(openForServing(configFor(t, url)));
    const told = [
      await refused(urlOf('wrong-password', name)),
      await refused(urlOf(password, 'missing')),
      await refused(urlOf(password, name)),
      await refused(`${urlOf(password, name)}?sslmode=require`),
    ];
    const at = `The PostgreSQL database at 127.0.0.1:${server.port}`;
    assert.ok(told[0]?.startsWith(`${at}/${name} refuses the user or password of FINDLING_DATABASE_URL`));
    assert.ok(told[1]?.startsWith(`${at}/missing does not exist`));
    assert.ok(told[2]?.startsWith(`${at}/${name} does not let the user`), told[2]);
    assert.ok(told[3]?.startsWith(`${at}/${name} cannot be used with this sslmode`), told[3]);
    for (const sentence of told) {
      assert.ok(!sentence.includes(password) && !sentence.includes('wrong-password'));
    }
  });

  test('a second node needs the same secret', async (t) => {
    const { url } = await newDatabase(t);
    const secret = 'the-secret-of-this-installation-1234';
    const first = await openForServing(configFor(t, url, { FINDLING_SECRET: secret }));
    t.after(() => first.close());
    assert.match(
      await refusalOf(openForServing(configFor(t, url, { FINDLING_SECRET: `${secret}5` }))),
      /^FINDLING_SECRET is not the secret that this data was made with\.$/,
    );
    assert.match(await refusalOf(openForServing(configFor(t, url))), /^The instance secret is missing from /);
    const second = await openForServing(configFor(t, url, { FINDLING_SECRET: secret }));
    await second.close();
    const command = await openShared(configFor(t, url, { FINDLING_SECRET: secret }));
    await command.close();
  });

  test('nodes that start at once with different secrets: one of them is refused', async (t) => {
    const { url } = await newDatabase(t);
    await openTestStore(t, url);
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map(async (n) => {
        const opened = await openForServing(configFor(t, url, { FINDLING_SECRET: `${n}`.repeat(32) }));
        t.after(() => opened.close());
      }),
    );
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected']);
  });

  test('a start waits for a database that cannot be reached, says so, and goes on when it can', async (t) => {
    const { server, name } = await newDatabase(t);
    const port = await freePort();
    const said: string[] = [];
    const log = { warn: (sentence: string) => void said.push(sentence) };
    const url = `postgres://findling:hush-hush@127.0.0.1:${port}/${name}`;
    // biome-ignore lint/suspicious/noExplicitAny: the part of a logger that is used.
    const opening = openForServing(configFor(t, url), { log: log as any });
    await until('it says so', async () => said.length > 0);
    assert.equal(
      said[0],
      `The PostgreSQL database at 127.0.0.1:${port}/${name} cannot be reached (connect ECONNREFUSED 127.0.0.1:${port}). The start waits for it and tries again.`,
    );
    await TcpProxy.start(t, server.port, port);
    const { store, close } = await opening;
    assert.match(store.identity, /^[0-9a-f]{32}$/);
    await close();
  });

  test('a wait for the database can be ended; a command does not wait', async (t) => {
    const url = `postgres://findling@127.0.0.1:${await freePort()}/findling`;
    const ending = new AbortController();
    const opening = openForServing(configFor(t, url), { signal: ending.signal });
    setTimeout(() => ending.abort(), 200);
    await assert.rejects(opening, (error) => error instanceof WaitEnded);
    assert.match(await refusalOf(openShared(configFor(t, url))), /cannot be reached \(connect ECONNREFUSED/);
  });
});
