/** Loads a set, and lets one and two threads search it on their own: `node workers-main.ts ORDER`, ORDER as JSON. */
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { analyzerFor } from '../../src/analysis/language.ts';
import { PublishedSnapshot } from '../../src/index/embedded/generation/published-snapshot.ts';
import type { DataSet } from '../data-set.ts';
import { loadOurs, newIndex } from '../kernel/ours.ts';
import { planOf } from '../kernel/ours-plan.ts';
import { conditionsOf } from '../kernel/question.ts';
import { LANGUAGE } from '../kernel/rows.ts';
import { type Question, readClasses } from '../questions.ts';

/** Rounds in which one and two threads take turns. */
const TURNS = 2;
const PROGRAM = join(import.meta.dirname, 'self-fed.ts');

const order: { set: DataSet; queries: string; classes: string[]; seconds: number } = JSON.parse(
  process.argv[2] ?? '{}',
);
const { generation } = await loadOurs(order, newIndex());
const { readers } = generation.checkpointState() ?? { readers: [] };
const view = new PublishedSnapshot(1, 1, LANGUAGE, analyzerFor(LANGUAGE), readers);
const message = view.message(() => false);

const workers = [0, 1].map(() => new Worker(PROGRAM, { workerData: message }));
await Promise.all(workers.map((worker) => once(worker, 'message')));

const plansOf = (questions: readonly Question[]) =>
  questions.map((question) => planOf(question.terms.join(' '), conditionsOf(question)));

/** Searches per second of several threads together. */
async function speed(count: number, questions: readonly Question[]): Promise<number> {
  const seconds = order.seconds / (2 * TURNS);
  const running = workers.slice(0, count).map(async (worker, i) => {
    // Each begins at another query, so that they do not run the same ones.
    const from = Math.floor((i * questions.length) / workers.length);
    const plans = plansOf([...questions.slice(from), ...questions.slice(0, from)]);
    worker.postMessage({ plans, seconds });
    const [answered] = await once(worker, 'message');
    return Number(answered);
  });
  const answered = await Promise.all(running);
  return answered.reduce((sum, one) => sum + one, 0) / seconds;
}

const speeds: Record<string, { one: number; two: number }> = {};
for (const { name, measured, warm } of readClasses(order, { dropStopWords: true })) {
  await speed(2, warm);
  const sum = { one: 0, two: 0 };
  for (let turn = 0; turn < TURNS; turn++) {
    sum.one += (await speed(1, measured)) / TURNS;
    sum.two += (await speed(2, measured)) / TURNS;
  }
  speeds[name] = sum;
}
process.stdout.write(`${JSON.stringify(speeds)}\n`);
process.exit(0);
