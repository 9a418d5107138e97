import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { temporaryFolder } from '../support/folder.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures');
/** What a running service leaves in its folder, and what is not data. */
const TEMPORARY = /^(address|lock\.sqlite.*|.*-(wal|shm))$/;

const fixtureOf = (version: number): string => join(FIXTURES, `data-v${version}`);

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();

/** The data versions of which a folder is kept. */
export const keptVersions = (): number[] =>
  readdirSync(FIXTURES)
    .map((name) => Number(/^data-v(\d+)$/.exec(name)?.[1]))
    .filter((version) => version > 0)
    .sort((a, b) => a - b);

/** The statements that restore a PostgreSQL database of a version, compressed. */
export const dumpOf = (version: number): string => join(FIXTURES, `postgres-v${version}.sql.gz`);

/** The data versions of which a dump is kept. */
export const keptDumps = (): number[] =>
  readdirSync(FIXTURES)
    .map((name) => Number(/^postgres-v(\d+)\.sql\.gz$/.exec(name)?.[1]))
    .filter((version) => version > 0)
    .sort((a, b) => a - b);

/** A copy of the folder that an earlier version has written. */
export function keptFolder(t: Pick<TestContext, 'after'>, version: number): string {
  const data = join(temporaryFolder(t), 'data');
  for (const name of filesIn(fixtureOf(version))) {
    const target = join(data, name.replace(/\.gz$/, ''));
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    writeFileSync(target, gunzipSync(readFileSync(join(fixtureOf(version), name))), { mode: 0o600 });
  }
  return data;
}

/** Keeps a data folder. */
export function keep(data: string, version: number): string {
  for (const name of filesIn(data).filter((path) => !TEMPORARY.test(path))) {
    const target = join(fixtureOf(version), `${name}.gz`);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, gzipSync(readFileSync(join(data, name)), { level: 9 }));
  }
  return fixtureOf(version);
}

/** The files of a data folder that are data, by name. */
export const contentOfFolder = (data: string): Map<string, string> =>
  new Map(
    filesIn(data)
      .filter((name) => !TEMPORARY.test(name))
      .map((name) => [name, readFileSync(join(data, name), 'latin1')]),
  );

/** The data version that is recorded in a folder; `change` replaces it. */
export function dataVersion(data: string, change?: number): number {
  const db = new DatabaseSync(join(data, 'findling.sqlite'));
  try {
    const row = db.prepare("select value from instance where name = 'data_version'").get();
    const set = db.prepare("update instance set value = ? where name = 'data_version'");
    if (change !== undefined) set.run(String(change));
    return Number(row?.value);
  } finally {
    db.close();
  }
}

/** The columns and indexes of a database of a folder, each as one line. */
export function tablesOf(data: string, file: string): string[] {
  const db = new DatabaseSync(join(data, file));
  try {
    const columns = `select t.name || '.' || c.name || ' ' || c.type || ' ' || c."notnull" || ' ' || c.pk as line
      from sqlite_schema t, pragma_table_info(t.name) c where t.type = 'table'`;
    const indexes = `select i.name || ' (' || group_concat(c.name) || ')' as line
      from sqlite_schema i, pragma_index_info(i.name) c where i.type = 'index' group by i.name`;
    return [...db.prepare(columns).all(), ...db.prepare(indexes).all()]
      .map(({ line }) => String(line))
      .sort();
  } finally {
    db.close();
  }
}
