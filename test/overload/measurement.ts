import type { Attack, CallerKind } from './attack.ts';
import type { Probe } from './probe.ts';
import { type Outcome, send } from './sending.ts';
import { CONTAINER, type Target } from './target.ts';

/** One attack by one caller, `count` times at once. Times in milliseconds, memory in megabytes. */
export interface Measurement {
  readonly route: string;
  readonly request: string;
  readonly isWithin: boolean;
  readonly caller: CallerKind;
  readonly count: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** The first answer of 5xx, empty if there was none. */
  readonly refusal: string;
  readonly took: number;
  readonly probe: {
    readonly worst: number;
    readonly p99: number;
    readonly count: number;
    readonly late: number;
  };
  /** The memory before, and the peak. */
  readonly memory: { readonly before: number; readonly peak: number };
  readonly inFlight: number;
  /** The busiest threads, with their CPU time. */
  readonly busy: string;
  readonly hasDied: boolean;
  /** What exceeds the bounds. */
  readonly failures: readonly string[];
}

export interface Bounds {
  /** The probe's worst answer, in milliseconds. */
  readonly probe: number;
}

/** Memory may grow by this multiple of the bytes in flight. */
const MEMORY_FACTOR = 5;
/**
 * Megabytes by which memory may grow whatever the request: the first use of a thread (10 to 15 MB each), and garbage
 * that V8 collects later.
 */
const MEMORY_ALLOWANCE = 64;
const MEGABYTE = 2 ** 20;
/** The shortest measurement, in milliseconds. */
const LEAST = 150;

/** Measures an attack. */
export async function measure(
  target: Target,
  probe: Probe,
  attack: Attack,
  caller: CallerKind,
  count: number,
  bounds: Bounds,
): Promise<Measurement> {
  await target.restore(attack.prepare);
  target.forgetPeak();
  const before = target.memory().now;
  const threads = target.threads();
  probe.begin();
  const began = performance.now();
  const outcome = await send(attack, count, target.baseUrl, target.headersOf(caller));
  const rest = LEAST - (performance.now() - began);
  if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
  const report = await probe.end();
  const { isAlive } = target;
  const peak = isAlive ? target.memory().peak : Number.NaN;
  const spent = isAlive ? differences(threads, target.threads()) : '';
  const failures = [
    ...(isAlive ? [] : [`the process died: ${target.lastWords}`]),
    ...probeFailures(report, bounds),
    ...answerFailures(attack, outcome),
    ...memoryFailures(before, peak, outcome.inFlight),
  ];
  return {
    route: attack.route,
    request: attack.name,
    isWithin: attack.isWithin,
    caller,
    count,
    statuses: Object.fromEntries(outcome.statuses),
    refusal: outcome.refusal,
    took: outcome.took,
    probe: report,
    memory: { before, peak },
    inFlight: outcome.inFlight / MEGABYTE,
    busy: spent,
    hasDied: !isAlive,
    failures,
  };
}

function differences(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string {
  return [...after]
    .map(([name, time]) => ({ name, time: time - (before.get(name) ?? 0) }))
    .filter(({ time }) => time >= 30)
    .sort((a, b) => b.time - a.time)
    .slice(0, 3)
    .map(({ name, time }) => `${name} ${time}`)
    .join(', ');
}

/** A delay of the probe's own event loop is not one of the service. */
function probeFailures(
  report: { worst: number; late: number; failures: readonly string[] },
  { probe }: Bounds,
): string[] {
  const found: string[] = [];
  if (report.worst - report.late > probe) found.push(`the probe waited ${Math.round(report.worst)} ms`);
  if (report.failures.length > 0) {
    found.push(`${report.failures.length} probes failed: ${report.failures[0]}`);
  }
  return found;
}

/** Statuses from 500 on that refuse a request: not supported, busy, and no space. */
export const REFUSALS = ['501', '503', '507'];

function answerFailures({ isWithin }: Attack, { statuses, speechless }: Outcome): string[] {
  const found: string[] = speechless.map((one) => `no sentence: ${one}`);
  for (const [status] of statuses) {
    if (Number(status) >= 500 && !REFUSALS.includes(status)) found.push(`status ${status}`);
    if (!isWithin && Number(status) < 400) found.push(`not refused: ${status}`);
  }
  return found;
}

function memoryFailures(before: number, peak: number, inFlight: number): string[] {
  const found: string[] = [];
  const allowed = (MEMORY_FACTOR * inFlight) / MEGABYTE + MEMORY_ALLOWANCE;
  if (peak - before > allowed) {
    found.push(`memory grew by ${Math.round(peak - before)} MB, allowed ${Math.round(allowed)}`);
  }
  // Only the request that exceeds it is at fault, not the ones after it.
  if (before <= CONTAINER && peak > CONTAINER) found.push(`memory reached ${Math.round(peak)} MB`);
  return found;
}
