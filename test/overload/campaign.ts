/**
 * Sends every route its most expensive requests, singly and 32 at once, while a probe sends small searches.
 *
 *   npm run campaign:overload                     everything; about an hour
 *   npm run campaign:overload -- --only search    routes or requests whose name contains the text
 *   npm run campaign:overload -- --caller 'search key'
 *   npm run campaign:overload -- --bound 250      milliseconds that the probe may wait, 100 by default
 *   npm run campaign:overload -- --minutes 3      ends after this time
 *   npm run campaign:overload -- --data FOLDER    keeps the engines for the next run
 *   npm run campaign:overload -- --save FILE      keeps the results; a run with the same file continues it
 *   npm run campaign:overload -- --table          writes the results, with those of the file, into docs/resilience.md;
 *                                                 `--minutes 0 --save FILE --table` measures nothing before
 *
 * The exit code is 1 if a bound is exceeded.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AttackRun, type Cell, cellsOf } from './attack-run.ts';
import type { Measurement } from './measurement.ts';
import type { ProbeReport } from './probe.ts';
import { registeredRoutes } from './registered-routes.ts';
import { closingLine, lineOf, probeLine, writePage } from './report.ts';
import { attacksOn, connectionAttacks } from './routes.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    caller: { type: 'string', multiple: true },
    bound: { type: 'string', default: '100' },
    minutes: { type: 'string', default: '600' },
    data: { type: 'string' },
    save: { type: 'string' },
    table: { type: 'boolean', default: false },
  },
});
/** Measurements that the end of this process may cost. */
const SAVED_EVERY = 50;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const nameOf = (one: Pick<Measurement, 'route' | 'request' | 'caller' | 'count'>): string =>
  [one.route, one.request, one.caller, one.count].join('|');
const nameOfCell = ({ attack, caller, count }: Cell): string =>
  nameOf({ route: attack.route, request: attack.name, caller, count });

const saved: { probes: ProbeReport[]; results: Measurement[] } =
  values.save !== undefined && existsSync(values.save)
    ? JSON.parse(readFileSync(values.save, 'utf8'))
    : { probes: [], results: [] };
/** The probe without an attack, before and after each run. */
const probes = saved.probes;
const results = new Map(saved.results.map((one) => [nameOf(one), one]));

const minutes = Number(values.minutes);
if (minutes > 0) await attackAll().finally(save);
const all = [...results.values()];
if (values.table) writePage(all, probes);
for (const one of all.filter(({ failures }) => failures.length > 0)) say(`FAILED ${lineOf(one)}`);
say(closingLine(all));
process.exitCode = all.some(({ failures }) => failures.length > 0) ? 1 : 0;

function save(): void {
  if (values.save === undefined) return;
  writeFileSync(values.save, JSON.stringify({ probes, results: [...results.values()] }, undefined, 1));
}

/** Measures what the options name and the file does not have yet. */
async function attackAll(): Promise<void> {
  const folder = values.data ?? mkdtempSync(join(tmpdir(), 'findling-overload-'));
  mkdirSync(folder, { recursive: true });
  const routes = await registeredRoutes();
  const run = await AttackRun.start(folder, { probe: Number(values.bound) });
  say(run.loaded);
  say(`probe alone: ${probeLine(run.calm)}`);
  const end = performance.now() + 60_000 * minutes;
  const cells = cellsOf([...routes.flatMap((route) => attacksOn(route, run.target)), ...connectionAttacks()])
    .filter(({ caller }) => values.caller?.includes(caller) ?? true)
    .filter(
      ({ attack }) => values.only?.some((text) => `${attack.route} ${attack.name}`.includes(text)) ?? true,
    )
    .filter((cell) => !results.has(nameOfCell(cell)));
  let measured = 0;
  for (const cell of cells) {
    if (performance.now() > end) break;
    const result = await run.measure(cell);
    results.set(nameOf(result), result);
    measured++;
    if (measured % SAVED_EVERY === 0) save();
    say(lineOf(result));
  }
  const after = await run.close();
  say(`probe alone: ${probeLine(after)}`);
  probes.push(run.calm, after);
  if (values.data === undefined) rmSync(folder, { recursive: true, force: true });
  for (const one of run.restarts)
    say(`The service was started again at ${one.memory.peak.toFixed(0)} MB after ${nameOf(one)}`);
  if (measured < cells.length) say(`${cells.length - measured} measurements are left.`);
}
