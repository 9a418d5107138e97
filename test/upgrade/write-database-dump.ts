// Writes the kept PostgreSQL dump of a data version: copies the kept data folder of that version to a database, with the
// program of a checkout that has the version, and dumps it.
//
//   node test/upgrade/write-database-dump.ts CHECKOUT VERSION
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { newDatabase, withoutPostgres } from '../services/postgres.ts';
import { plainEnvironment } from '../support/command.ts';
import { dumpOf, keptFolder } from './kept-folder.ts';

const [checkout = '', number = ''] = process.argv.slice(2);
const version = Number(number);
if (checkout === '' || !(version > 0)) {
  process.stderr.write('Usage: node test/upgrade/write-database-dump.ts CHECKOUT VERSION\n');
  process.exit(2);
}
assert.equal(withoutPostgres(), false);
const t = { after: () => {} };
const data = keptFolder(t, version);
const { url } = await newDatabase(t);
execFileSync(process.execPath, ['bin/findling.js', 'copy', '--to', url], {
  cwd: resolve(checkout),
  env: plainEnvironment({ FINDLING_DATA: data, NODE_DISABLE_COMPILE_CACHE: '1' }),
  stdio: ['ignore', 'ignore', 'inherit'],
});
const [programs = ''] = globSync('/usr/lib/postgresql/*/bin').sort().slice(-1);
const dump = execFileSync(join(programs, 'pg_dump'), ['--inserts', '--no-owner', '--no-privileges', url], {
  encoding: 'utf8',
});
// Commands of psql, which other clients do not know, and comments with the version of the server.
const statements = dump.replace(/^(\\|--).*\n/gm, '').replace(/\n{2,}/g, '\n');
writeFileSync(dumpOf(version), gzipSync(statements, { level: 9 }));
process.stdout.write(`${dumpOf(version)} written\n`);
process.exit(0);
