import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Measurement } from './measurement.ts';
import type { ProbeReport } from './probe.ts';
import { CONTAINER } from './target.ts';

const statusesOf = ({ statuses }: Measurement): string =>
  Object.entries(statuses)
    .map(([status, count]) => (count === 1 ? status : `${status} x${count}`))
    .join(', ');

const growthOf = ({ memory }: Measurement): number => Math.max(0, memory.peak - memory.before);

/** One line per measurement, for the terminal. */
export const lineOf = (one: Measurement): string =>
  [
    one.failures.length > 0 ? '!' : ' ',
    one.route.replace('/api/as/v1', '').padEnd(40),
    one.request.padEnd(36),
    one.caller.padEnd(11),
    `x${one.count}`.padEnd(4),
    statusesOf(one).padEnd(20),
    `${one.took.toFixed(0)} ms`.padStart(9),
    `probe ${one.probe.worst.toFixed(0)} (p99 ${one.probe.p99.toFixed(0)}, of ${one.probe.count}, late ${one.probe.late.toFixed(0)})`.padEnd(
      42,
    ),
    `${one.memory.before.toFixed(0)}+${growthOf(one).toFixed(0)} MB`,
    one.busy,
    one.refusal,
    ...one.failures,
  ].join(' ');

/** The probe without an attack, for the terminal. */
export const probeLine = ({ worst, p99, late }: ProbeReport): string =>
  `worst ${worst.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, its own delay ${late.toFixed(0)} ms`;

const maximum = (values: readonly number[]): number =>
  values.reduce((most, value) => Math.max(most, value), 0);

const peakOf = (all: readonly Measurement[]): number =>
  maximum(all.map(({ memory }) => memory.peak).filter((peak) => !Number.isNaN(peak)));

/** The result in one line. */
export function closingLine(all: readonly Measurement[]): string {
  const failed = all.filter(({ failures }) => failures.length > 0);
  const deaths = all.filter(({ hasDied }) => hasDied).length;
  const routes = new Set(all.map(({ route }) => route)).size;
  const worst = maximum(all.map(({ probe }) => probe.worst));
  return `${all.length} measurements of ${routes} routes: ${failed.length} beyond a bound, ${deaths} deaths; worst answer of the probe ${worst.toFixed(0)} ms, peak memory ${peakOf(all).toFixed(0)} of ${CONTAINER} MB`;
}

const PAGE = fileURLToPath(new URL('../../docs/resilience.md', import.meta.url));
/** The lines between which a run writes its table. */
const BEGIN = '<!-- overload: begin -->';
const END = '<!-- overload: end -->';

/** The measurement with the probe's worst answer. */
const worstOf = (all: readonly Measurement[]): Measurement | undefined =>
  all.toSorted((a, b) => b.probe.worst - a.probe.worst)[0];

const cell = (one: Measurement | undefined): string =>
  one === undefined ? '' : `${one.probe.worst.toFixed(0)} ms (${one.request})`;

/** One row per route. */
function rowOf(route: string, all: readonly Measurement[]): string {
  const statuses = new Set(all.flatMap(({ statuses }) => Object.keys(statuses)));
  return [
    `\`${route}\``,
    all.length,
    [...statuses].sort().join(', '),
    cell(worstOf(all.filter(({ count }) => count === 1))),
    cell(worstOf(all.filter(({ count }) => count > 1))),
    `${maximum(all.map(growthOf)).toFixed(0)} MB`,
    all.filter(({ failures }) => failures.length > 0).length,
  ].join(' | ');
}

/** What exceeds a bound, worst first. */
const failureRow = (one: Measurement): string =>
  [
    `\`${one.route}\``,
    one.request,
    one.caller,
    one.count,
    statusesOf(one),
    `${(one.took / 1000).toFixed(1)} s`,
    `${one.probe.worst.toFixed(0)} ms`,
    one.failures.map((failure) => failure.split('\n')[0]?.slice(0, 100).replaceAll('|', '\\|')).join('; '),
  ].join(' | ');

const tableOf = (header: readonly string[], rows: readonly string[]): string =>
  [header.join(' | '), header.map(() => '---').join(' | '), ...rows].map((row) => `| ${row} |\n`).join('');

/** Writes the tables into the page; `calm` are the probes without an attack. */
export function writePage(all: readonly Measurement[], calm: readonly ProbeReport[]): void {
  const byRoute = Map.groupBy(all, ({ route }) => route);
  const failed = all
    .filter(({ failures }) => failures.length > 0)
    .toSorted((a, b) => b.probe.worst - a.probe.worst);
  const text = [
    BEGIN,
    '',
    `${closingLine(all)}.`,
    '',
    `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, Node ${process.version}. The probe's worst answer without an attack, before and after each part of the run: ${calm.map(({ worst }) => worst.toFixed(0)).join(', ')} ms.`,
    '',
    tableOf(
      ['Route', 'Measurements', 'Statuses', 'Probe, singly', 'Probe, 32 at once', 'Memory', 'Beyond a bound'],
      [...byRoute].map(([route, measurements]) => rowOf(route, measurements)),
    ),
    failed.length === 0
      ? 'Nothing exceeded a bound.\n'
      : `Beyond a bound:\n\n${tableOf(['Route', 'Request', 'Caller', 'At once', 'Statuses', 'Took', 'Probe', 'What'], failed.map(failureRow))}`,
    END,
  ].join('\n');
  const page = readFileSync(PAGE, 'utf8');
  const from = page.indexOf(BEGIN);
  const to = page.indexOf(END) + END.length;
  writeFileSync(PAGE, page.slice(0, from) + text + page.slice(to));
}
