import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { fateOf } from '../data-set.ts';
import type { KernelEngine, LoadOrder, LoadReport } from './engine.ts';
import { FACET_VALUES, FIELDS, HITS, type KernelAnswer, type KernelQuestion } from './question.ts';
import { type Row, readRows } from './rows.ts';

/*
 * SQLite's FTS5, set up for speed: no stored content, weights in `rank`, a large cache, prepared statements. Values are
 * in ordinary tables; facets are counted over a table of the matching documents.
 */
const TABLES = `
  PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -2000000; PRAGMA mmap_size = 2000000000;
  PRAGMA temp_store = MEMORY;
  CREATE VIRTUAL TABLE words USING fts5(name, summary, body, content='', contentless_delete=1, tokenize='ascii');
  INSERT INTO words(words, rank) VALUES('rank', 'bm25(5.0, 3.0, 1.0)');
  CREATE TABLE docs(number INTEGER PRIMARY KEY, id TEXT, section TEXT, maintainer TEXT, priority TEXT, size REAL, published REAL, lat REAL, lon REAL);
  CREATE TABLE tags(doc INTEGER, tag TEXT, PRIMARY KEY (doc, tag)) WITHOUT ROWID;
  CREATE TEMP TABLE hits(doc INTEGER PRIMARY KEY, rank REAL);`;
const LOADED_AT_ONCE = 10_000;
const EARTH_KM = 6371.0087714;

export class Fts5 implements KernelEngine {
  #db = new DatabaseSync(':memory:');
  readonly #statements = new Map<string, StatementSync>();

  async load({ words, folder }: LoadOrder): Promise<LoadReport> {
    const file = join(folder, 'fts5.sqlite');
    rmSync(file, { force: true });
    this.#db = new DatabaseSync(file);
    const db = this.#db;
    db.exec(TABLES);
    const started = performance.now();
    const index = db.prepare('INSERT INTO words(rowid, name, summary, body) VALUES (?, ?, ?, ?)');
    const keep = db.prepare('INSERT INTO docs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
    const tag = db.prepare('INSERT OR IGNORE INTO tags VALUES (?, ?)');
    let last = 0;
    const write = (number: number, row: Row): void => {
      index.run(number, ...FIELDS.map(({ name }) => plain(row[name])));
      keep.run(
        number,
        row.id,
        row.section,
        row.maintainer,
        row.priority,
        row.size,
        row.published,
        row.lat,
        row.lon,
      );
      for (const one of row.tags) tag.run(number, one);
    };
    db.exec('BEGIN');
    for await (const row of readRows(words)) {
      write(last++, row);
      if (last % LOADED_AT_ONCE === 0) db.exec('COMMIT; BEGIN');
    }
    db.exec('COMMIT; BEGIN');
    const documents = last;
    const forget = ['words WHERE rowid', 'docs WHERE number', 'tags WHERE doc'].map((place) =>
      db.prepare(`DELETE FROM ${place} = ?`),
    );
    let number = 0;
    for await (const row of readRows(words)) {
      const fate = fateOf(number);
      if (fate !== 'kept') for (const statement of forget) statement.run(number);
      if (fate === 'replaced') write(last++, row);
      number++;
    }
    db.exec('COMMIT');
    db.exec('ANALYZE');
    return { documents, seconds: (performance.now() - started) / 1000 };
  }

  ask(question: KernelQuestion): KernelAnswer {
    const match = matchOf(question);
    if (match === '') return this.#everything(question);
    const conditions = conditionsOf(question);
    if (question.facets !== undefined || conditions.sql !== '')
      return this.#throughTable(question, match, conditions);
    const total = Number(this.#one('SELECT count(*) AS n FROM words WHERE words MATCH ?', match));
    const sql =
      question.sort === undefined
        ? 'SELECT rowid AS n FROM words WHERE words MATCH ? ORDER BY rank LIMIT 10'
        : `SELECT d.number AS n FROM words JOIN docs d ON d.number = words.rowid WHERE words MATCH ? ORDER BY d.${question.sort} DESC LIMIT 10`;
    return { total, ids: this.#ids(this.#prepared(sql).all(match)), counted: 0 };
  }

  #everything({ facets = [] }: KernelQuestion): KernelAnswer {
    let counted = 0;
    for (const facet of facets) {
      const sql =
        facet === 'tags'
          ? 'SELECT tag AS value, count(*) AS n FROM tags GROUP BY 1 ORDER BY 2 DESC LIMIT 10'
          : `SELECT ${facet} AS value, count(*) AS n FROM docs GROUP BY 1 ORDER BY 2 DESC LIMIT 10`;
      counted += sumOf(this.#prepared(sql).all());
    }
    const total = Number(this.#one('SELECT count(*) AS n FROM docs'));
    const hits = this.#prepared('SELECT number AS n FROM docs ORDER BY number DESC LIMIT 10').all();
    return { total, ids: this.#ids(hits), counted };
  }

  #throughTable(
    { facets = [], sort }: KernelQuestion,
    match: string,
    { sql, values }: Conditions,
  ): KernelAnswer {
    const join = sql === '' ? '' : 'JOIN docs d ON d.number = words.rowid';
    const rank = sort === undefined ? 'words.rank' : '0';
    this.#prepared(
      `INSERT INTO hits SELECT words.rowid, ${rank} FROM words ${join} WHERE words MATCH ? ${sql}`,
    ).run(match, ...values);
    const total = Number(this.#one('SELECT count(*) AS n FROM hits'));
    const first = this.#prepared('SELECT doc AS n FROM hits ORDER BY rank LIMIT 10').all();
    let counted = 0;
    for (const facet of facets) {
      const sql =
        facet === 'tags'
          ? 'SELECT t.tag AS value, count(*) AS n FROM hits h JOIN tags t ON t.doc = h.doc GROUP BY 1 ORDER BY 2 DESC LIMIT 10'
          : `SELECT d.${facet} AS value, count(*) AS n FROM hits h JOIN docs d ON d.number = h.doc GROUP BY 1 ORDER BY 2 DESC LIMIT 10`;
      counted += sumOf(this.#prepared(sql).all());
    }
    this.#prepared('DELETE FROM hits').run();
    return { total, ids: this.#ids(first), counted };
  }

  #ids(rows: readonly unknown[]): string[] {
    const find = this.#prepared('SELECT id AS n FROM docs WHERE number = ?');
    return (rows as Array<{ n: number }>).map(({ n }) => (find.get(n) as { n: string }).n);
  }

  #one(sql: string, ...values: string[]): unknown {
    return (this.#prepared(sql).get(...values) as { n: unknown }).n;
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const made = this.#db.prepare(sql);
    this.#statements.set(sql, made);
    return made;
  }
}

const sumOf = (rows: readonly unknown[]): number =>
  (rows as Array<{ n: number }>).reduce((sum, { n }) => sum + n, 0);

/**
 * Words as single tokens for the tokenizer: characters other than lowercase letters and digits are escaped.
 */
const plain = (words: string): string =>
  words.replace(/[^a-z0-9 ]/gu, (letter) => `zq${letter.codePointAt(0)?.toString(16)}q`);

const quoted = (word: string): string => `"${plain(word)}"`;

/** A query in FTS5 syntax for all words in one column; empty for all documents. */
function matchOf({ words }: KernelQuestion): string {
  const all = words.map(quoted).join(' AND ');
  return words.length < 2 ? all : FIELDS.map(({ name }) => `(${name} : (${all}))`).join(' OR ');
}

interface Conditions {
  readonly sql: string;
  readonly values: ReadonlyArray<string | number>;
}

/** Filters as SQL with separate parameters, so that a few prepared statements serve all queries. */
function conditionsOf({ filter, geo }: KernelQuestion): Conditions {
  const parts: string[] = [];
  const values: Array<string | number> = [];
  if (filter !== undefined) {
    parts.push(`d.section IN (${filter.section.map(() => '?').join(', ')}) AND d.size >= ? AND d.size < ?`);
    values.push(...filter.section, ...filter.size);
  }
  if (geo !== undefined) {
    const [lat, lon, km] = geo;
    // A bounding box first, which is cheap, then the distance on a sphere.
    const high = (km / 111) * 1.01;
    const wide = high / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
    parts.push(
      'd.lat BETWEEN ? AND ? AND d.lon BETWEEN ? AND ? AND pow(sin(radians(d.lat - ?) / 2), 2) + cos(radians(?)) * cos(radians(d.lat)) * pow(sin(radians(d.lon - ?) / 2), 2) <= ?',
    );
    const most = Math.sin(km / (2 * EARTH_KM)) ** 2;
    values.push(lat - high, lat + high, lon - wide, lon + wide, lat, lat, lon, most);
  }
  return { sql: parts.map((part) => ` AND ${part}`).join(''), values };
}

if (HITS !== 10 || FACET_VALUES !== 10) throw new Error('the statements above say LIMIT 10');
