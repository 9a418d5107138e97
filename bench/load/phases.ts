import { setTimeout } from 'node:timers/promises';
import { say } from '../server.ts';
import type { Ask, Stream } from './client.ts';
import type { Questions } from './questions.ts';
import type { LoadRun } from './run.ts';
import type { Writes } from './writes.ts';

/** The share of the maximum throughput. In phases with writes, these make up half of it. */
const LOAD = 0.3;
const HEAVY_CLIENTS = 2;
const MIXED_CLIENTS = 4;
/** A field that no query uses, so that its type does not affect them. */
const CHANGED_FIELD = 'published';

export interface Material {
  readonly questions: Questions;
  readonly writes: Writes;
  readonly largeWrites: readonly Ask[];
  readonly largePage: Ask;
  readonly seed: number;
}

/** The bound of a response time, and the phase that it is compared with. */
export interface Rule {
  readonly phase: string;
  readonly kind: string;
  readonly quiet: string;
  readonly text: string;
  readonly limit: (quiet: number) => number;
}

const duringHeavy = { text: 'quiet + 10 ms', limit: (quiet: number) => quiet + 10 };
const duringMerges = {
  text: 'larger of 2x quiet and quiet + 10 ms',
  limit: (quiet: number) => Math.max(2 * quiet, quiet + 10),
};
const light = { kind: 'light search', quiet: 'quiet, light' };
const all = { kind: 'search', quiet: 'quiet, all' };

/** The goals, each for the 99th percentile. Other phases have no goal. */
export const RULES: readonly Rule[] = [
  { phase: 'heavy searches', ...light, ...duringHeavy },
  { phase: 'merges, light', ...light, ...duringMerges },
  { phase: 'merges, all', ...all, ...duringMerges },
  { phase: 'reindex, light', ...light, ...duringMerges },
  { phase: 'reindex, all', ...all, ...duringMerges },
];

/** Requests per second. */
export interface Rates {
  readonly light: number;
  readonly all: number;
  /** Batches of 100 documents. */
  readonly writes: number;
}

const at = (asks: readonly Ask[], perSecond: number): Stream => ({ asks, pace: { perSecond } });

/** Everything that is measured with one number of workers. */
export async function runPhases(run: LoadRun, material: Material): Promise<Rates> {
  const { questions, writes, largeWrites, largePage, seed } = material;
  const short = run.seconds / 2;
  // The first responses are slow: code is compiled, threads start. The same queries again then show the capacity.
  await run.capacity(writes.batches(200), short);
  const writesAtMost = await run.capacity(writes.batches(200), short);
  for (const asks of [questions.all, questions.heavy, questions.light]) await run.capacity(asks, short);
  const rates = {
    light: LOAD * (await run.capacity(questions.light, short)),
    all: LOAD * (await run.capacity(questions.all, short)),
    writes: LOAD * writesAtMost,
  };
  say(
    `  30 % load: ${rates.light.toFixed(0)} light searches a second, or ${rates.all.toFixed(0)} of all classes, or ${rates.writes.toFixed(1)} batches`,
  );

  const lightly = at(questions.light, rates.light);
  const allClasses = at(questions.all, rates.all);
  const steadyWrites = at(writes.batches(200), rates.writes / 2);
  const withoutPause = (asks: readonly Ask[], clients: number): Stream => ({ asks, pace: { clients } });
  const reindex = reindexing(run);

  await run.phase('quiet, light', { measured: [lightly] });
  await run.phase('quiet, all', { measured: [allClasses] });
  await run.phase('heavy searches', {
    measured: [lightly],
    background: [withoutPause(questions.heavy, HEAVY_CLIENTS)],
  });
  await run.phase('mixed load', {
    measured: [withoutPause(writes.mixed(questions.all, seed), MIXED_CLIENTS)],
  });
  await run.phase('merges, light', {
    measured: [at(questions.light, rates.light / 2)],
    background: [steadyWrites],
  });
  await run.phase('merges, all', {
    measured: [at(questions.all, rates.all / 2)],
    background: [steadyWrites],
  });
  await run.phase('reindex, light', { measured: [lightly], during: reindex });
  await run.phase('reindex, all', { measured: [allClasses], during: reindex });
  await run.phase('bodies of 10 MB', { measured: [lightly], background: [withoutPause(largeWrites, 1)] });
  await run.phase('pages of 1,000', { measured: [lightly], background: [withoutPause([largePage], 1)] });
  return rates;
}

/** Changes a type back and forth, one job after another, until the phase is over and the last job has ended. */
function reindexing({ server, seconds }: LoadRun): () => Promise<void> {
  let type = 'text';
  return async () => {
    const until = performance.now() + seconds * 1000;
    do {
      await server.call('POST', '/engines/bench/schema', { [CHANGED_FIELD]: type });
      while ((await server.call('GET', '/engines/bench/schema/reindex')).state !== 'idle')
        await setTimeout(50);
      type = type === 'text' ? 'date' : 'text';
    } while (performance.now() < until);
  };
}
