/**
 * Is this version slower than an earlier one? Compares two services over HTTP, this checkout and a commit, with the
 * same documents, loaded in turn: ten highlighted hits per query, class by class, both in turn.
 *
 *   BENCH_DATA=/path/to/data npm run bench:versions -- COMMIT [--precision default,11] [--without-logs] [--save FILE]
 *
 * `--without-logs` turns off analytics and API logs, which early versions do not have.
 * Settings as for `npm run bench`: BENCH_SETS, BENCH_CLASSES, BENCH_DOCUMENTS, BENCH_WARM, BENCH_ROUNDS. A ratio above 1
 * means that this version is slower. Queries with another total or other hits are counted: a refactoring has none.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkOut } from './checkout.ts';
import { type Answered, type Asked, compete, pace } from './contest.ts';
import { type DataSet, findSets } from './data-set.ts';
import { Findling } from './product/findling.ts';
import { closeConnections } from './product/http.ts';
import { loadInTurn } from './product/loading.ts';
import { type Question, readClasses } from './questions.ts';
import { say } from './server.ts';
import { readSettings, type Settings } from './settings.ts';
import { calibrate, median, now } from './times.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    precision: { type: 'string', default: 'default' },
    'without-logs': { type: 'boolean', default: false },
    save: { type: 'string' },
  },
});
const [revision] = positionals;
if (revision === undefined) throw new Error('Name the commit to compare with.');

interface Row {
  readonly set: string;
  readonly name: string;
  readonly unit: 'ms' | 'documents/s';
  readonly before: number;
  readonly after: number;
  /** Above 1: this version is slower. */
  readonly ratio: number;
  /** Queries with different results in the two versions. */
  readonly different?: number;
}

/** A service as a contestant, with its results for each query: total and hits. */
interface Version extends Asked<Question> {
  readonly answers: ReadonlyMap<Question, string>;
}

function versionOf(server: Findling, precision: number | undefined): Version {
  const answers = new Map<Question, string>();
  return {
    name: server.name,
    answers,
    async ask(question): Promise<Answered> {
      const started = now();
      const { meta, results } = await server.search(question, precision);
      const ms = now() - started;
      const total = meta.page.total_results;
      const ids = results.map((result: { _meta: { id: string } }) => result._meta.id);
      answers.set(question, JSON.stringify([total, ids]));
      return { ms, total };
    },
  };
}

async function compare(
  servers: readonly [Findling, Findling],
  set: DataSet,
  settings: Settings,
): Promise<Row[]> {
  const [before, after] = servers;
  const [loadedBefore = Number.NaN, loadedAfter = Number.NaN] = await loadInTurn(servers, set);
  const rows: Row[] = [
    {
      set: set.name,
      name: 'indexing',
      unit: 'documents/s',
      before: loadedBefore,
      after: loadedAfter,
      ratio: loadedBefore / loadedAfter,
    },
  ];
  for (const level of values.precision.split(',')) {
    const precision = level === 'default' ? undefined : Number(level);
    const versions = servers.map((server) => versionOf(server, precision));
    for (const { name, measured, warm } of readClasses(settings, { dropStopWords: true })) {
      const plan = { ...pace(settings), measured, warm };
      const figures = await compete(versions, plan);
      const different = measured.filter(
        (question) => new Set(versions.map(({ answers }) => answers.get(question))).size > 1,
      ).length;
      for (const measure of ['p50', 'p99'] as const) {
        const [was, is] = [before, after].map((server) => figures.get(server.name)?.[measure] ?? Number.NaN);
        if (was === undefined || is === undefined) continue;
        rows.push({
          set: set.name,
          name: `${name} precision ${level} ${measure}`,
          unit: 'ms',
          before: was,
          after: is,
          ratio: is / was,
          different,
        });
      }
    }
  }
  return rows;
}

const lineOf = ({ set, name, unit, before, after, ratio, different = 0 }: Row): string => {
  const digits = unit === 'ms' ? 2 : 0;
  const changed = different === 0 ? '' : `  ${different} questions answered differently`;
  return `${set.padEnd(4)} ${name.padEnd(36)} ${before.toFixed(digits).padStart(8)} -> ${after.toFixed(digits).padStart(8)} ${unit.padEnd(12)} ${ratio.toFixed(2)}x${changed}`;
};

const settings = readSettings();
const checkout = checkOut(revision);
const servers: Findling[] = [];
const rows: Row[] = [];
say(`calibration before: ${JSON.stringify(calibrate())}`);
try {
  for (const set of findSets(settings).found) {
    servers.push(await Findling.start({}, { name: 'before', root: checkout.root }));
    servers.push(await Findling.start({}, { name: 'after' }));
    if (values['without-logs']) for (const server of servers) await server.turnLogsOff();
    for (const row of await compare([servers[0] as Findling, servers[1] as Findling], set, settings)) {
      rows.push(row);
      say(lineOf(row));
    }
    const ratios = rows
      .filter((row) => row.set === set.name && row.name.endsWith('p50'))
      .map(({ ratio }) => ratio);
    say(
      `${set.name}: p50 of the median class ${median(ratios).toFixed(2)}x, slowest ${Math.max(...ratios).toFixed(2)}x`,
    );
    for (const server of servers.splice(0)) await server.stop();
  }
} finally {
  for (const server of servers) await server.stop();
  closeConnections();
  checkout.remove();
}
say(`calibration after: ${JSON.stringify(calibrate())}`);
if (values.save !== undefined) {
  writeFileSync(values.save, `${JSON.stringify({ before: checkout.commit, rows }, null, 1)}\n`);
}
