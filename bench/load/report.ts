import type { Sample } from '../observe.ts';
import type { Latency } from './latency.ts';
import { type Rates, RULES } from './phases.ts';
import type { Phase } from './run.ts';

/** The measurements with one number of workers. */
export interface WorkersResult {
  readonly workers: number;
  readonly startedIn: number;
  readonly rates: Rates;
  readonly phases: readonly Phase[];
  readonly samples: readonly Sample[];
}

export interface Verdict {
  readonly workers: number;
  readonly phase: string;
  readonly goal: string;
  readonly quiet: number;
  readonly limit: number;
  readonly p99: number;
  readonly isMet: boolean;
}

/** The goals of a run, each with the figure reached. */
export function verdictsOf({ workers, phases }: WorkersResult): Verdict[] {
  const p99 = (name: string, kind: string): number | undefined =>
    phases.find((phase) => phase.name === name)?.latencies[kind]?.p99;
  return RULES.map(({ phase, kind, quiet: quietName, text, limit: limitFor }) => {
    const quiet = p99(quietName, kind) ?? Number.NaN;
    const reached = p99(phase, kind) ?? Number.NaN;
    const limit = limitFor(quiet);
    return { workers, phase, goal: text, quiet, limit, p99: reached, isMet: reached <= limit };
  });
}

const HEADINGS = [
  'workers',
  'phase',
  'answers to',
  'per s',
  'failed',
  'p50',
  'p99',
  'p99.9',
  'loop p50',
  'p99',
  'max',
  'goal for p99',
  '',
];

/** One row per phase and kind of request; response times and event-loop delay in milliseconds. */
export function table(results: readonly WorkersResult[]): string {
  const rows = results.flatMap((result) => {
    const verdicts = verdictsOf(result);
    return result.phases.flatMap((phase) => {
      const verdict = verdicts.find((one) => one.phase === phase.name);
      return Object.entries(phase.latencies).map(([kind, times], i) => [
        String(result.workers),
        phase.name,
        ...latencyCells(kind, times),
        ...(i === 0 ? [...delayCells(phase), ...verdictCells(verdict)] : []),
      ]);
    });
  });
  return aligned([HEADINGS, ...rows]);
}

const tenths = (milliseconds: number): string => milliseconds.toFixed(1);

const latencyCells = (kind: string, { perSecond, failed, p50, p99, p999 }: Latency): string[] => [
  kind,
  perSecond < 10 ? tenths(perSecond) : perSecond.toFixed(0),
  String(failed),
  ...[p50, p99, p999].map(tenths),
];

const delayCells = ({ stretch: { delay } }: Phase): string[] => [delay.p50, delay.p99, delay.max].map(tenths);

const verdictCells = (verdict: Verdict | undefined): string[] =>
  verdict === undefined ? ['', ''] : [`<= ${tenths(verdict.limit)}`, verdict.isMet ? 'met' : 'MISSED'];

/** Texts aligned left, figures right. */
function aligned(rows: ReadonlyArray<readonly string[]>): string {
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const isText = (column: number): boolean => column === 1 || column === 2 || column >= 11;
  return rows
    .map((row) =>
      row
        .map((cell, i) => (isText(i) ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** CPU time by thread, as shares of a core: shows that merges and reindexes did run. */
export function threadLines({ workers, phases }: WorkersResult): string[] {
  return phases.map(({ name, from, to, stretch: { cpu, utilization } }) => {
    const shares = Object.entries(cpu)
      .toSorted(([, a], [, b]) => b - a)
      .filter(([, time]) => time / (to - from) >= 0.01)
      .map(([thread, time]) => `${thread} ${((100 * time) / (to - from)).toFixed(0)} %`);
    return `  ${workers}  ${name.padEnd(16)}  event loop busy ${(100 * utilization).toFixed(0)} %; ${shares.join(', ')}`;
  });
}
