import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chownSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { openForServing } from '../../src/composition/instance.ts';
import { readConfig } from '../../src/config.ts';
import { DataError } from '../../src/store/migrations/migrations.ts';
import { newDatabase, PostgresServer, withoutPostgres } from '../services/postgres.ts';
import { temporaryFolder } from '../support/folder.ts';

/** Creates a certificate for a host name in the folder of the server. */
function certificate(server: PostgresServer, name: string): { readonly cert: string; readonly key: string } {
  const [cert, key] = [join(server.folder, 'data/server.crt'), join(server.folder, 'data/server.key')];
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', `/CN=${name}`, '-addext', `subjectAltName=${name}`, '-keyout', key, '-out', cert],
  ]);
  assert.equal(made.status, 0, String(made.stderr));
  const { uid, gid } = statSync(join(server.folder, 'data'));
  for (const file of [cert, key]) chownSync(file, uid, gid);
  return { cert, key };
}

const withoutOpenssl = spawnSync('openssl', ['version']).status === 0 ? false : 'openssl is not installed';

suite('TLS to PostgreSQL', { skip: withoutPostgres() || withoutOpenssl }, () => {
  const opened = async (t: TestContext, url: string) => {
    const env = {
      FINDLING_DATA: temporaryFolder(t),
      FINDLING_DATABASE_URL: url,
      FINDLING_SECRET: 's'.repeat(32),
    };
    const instance = await openForServing(readConfig(env, {}));
    t.after(() => instance.close());
    return instance;
  };

  test('is used and verified as the mode says', async (t) => {
    const server = await PostgresServer.start();
    t.after(() => server.stop());
    await server.stop();
    const { cert } = certificate(server, 'IP:127.0.0.1');
    await server.start({ ssl: 'on' });
    const { url, name } = await newDatabase(t, server);
    const refused = (address: string) =>
      assert.rejects(
        opened(t, address),
        (error) => error instanceof DataError && /cannot be used with this sslmode/.test(error.message),
      );
    await refused(`${url}?sslmode=verify-full`);
    for (const mode of ['require', `verify-ca&sslrootcert=${cert}`, `verify-full&sslrootcert=${cert}`]) {
      await opened(t, `${url}?sslmode=${mode}`);
    }
    // A host name that the certificate does not have.
    const other = url.replace('127.0.0.1', 'localhost');
    await opened(t, `${other}?sslmode=verify-ca&sslrootcert=${cert}`);
    await refused(`${other}?sslmode=verify-full&sslrootcert=${cert}`);
    await refused(`${url}?sslmode=verify-full&sslrootcert=${cert}.missing`);
    const client = await server.connect(name);
    const { rows } = await client.query(
      'select ssl, count(*) from pg_stat_ssl join pg_stat_activity using (pid) where datname = $1 and pid <> pg_backend_pid() group by ssl',
      [name],
    );
    await client.end();
    assert.deepEqual(
      rows.map(({ ssl }) => ssl),
      [true],
      'all connections of the stores are encrypted',
    );
  });
});
