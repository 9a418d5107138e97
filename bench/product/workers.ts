import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DataSet } from '../data-set.ts';
import { workersGoals } from '../goals.ts';
import type { Report } from '../report.ts';
import type { Settings } from '../settings.ts';

/** Queries heavy enough for a worker. */
const HEAVY_CLASSES = ['or2cc', 'prefix', 'filtfacet', 'termfacet', 'geo', 'allfacet'];

/** Do two search workers have twice the throughput of one? They run on their own, without waiting for messages. */
export async function workersLevel(set: DataSet, settings: Settings, report: Report): Promise<void> {
  if (availableParallelism() < 2) {
    report.leaveOut('two search workers over one: there is one core');
    return;
  }
  const program = join(import.meta.dirname, 'workers-main.ts');
  const classes = HEAVY_CLASSES.filter((name) => settings.classes?.includes(name) ?? true);
  if (classes.length === 0) return;
  const order = { set, queries: settings.queries, classes, seconds: settings.seconds };
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--max-old-space-size=8192',
    program,
    JSON.stringify(order),
  ]);
  const speeds: Record<string, { one: number; two: number }> = JSON.parse(stdout);
  for (const [name, { one, two }] of Object.entries(speeds)) {
    report.add({
      level: 'workers',
      set: set.name,
      measure: `two search workers, self-fed, ${name}`,
      unit: 'answers/s',
      better: 'more',
      ours: two,
      peers: { 'one worker': one },
      goals: workersGoals(set.name, name),
    });
  }
}
