/**
 * Compares Findling with other engines: `npm run bench`. bench/README.md describes how.
 *
 * All in one run, because only ratios count; a fixed loop before and after shows whether the machine has changed.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { benchChart } from './bench-chart.ts';
import { type DataSet, findSets } from './data-set.ts';
import { kernelLevel } from './kernel/kernel.ts';
import { productLevel } from './product/product.ts';
import { buildLevel } from './recipe/build.ts';
import { recipeLevel } from './recipe/recipe.ts';
import { Report } from './report.ts';
import { LEVELS, type Level, readSettings, type Settings, takesPart } from './settings.ts';
import { isWithinBound, tableOf, verdictsOf } from './table.ts';
import { calibrate } from './times.ts';
import { tuningLevel } from './tuning/tuning.ts';

const RUN: Readonly<Record<Level, (set: DataSet, settings: Settings, report: Report) => Promise<void>>> = {
  kernel: kernelLevel,
  build: buildLevel,
  recipe: recipeLevel,
  tuning: tuningLevel,
  product: productLevel,
};

const settings = settingsOrExit();
// Ending the benchmark ends the servers that it started and removes its files: see the handlers of `exit`.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.once('exit', () => {
  if (settings.isWorkOurs) rmSync(settings.work, { recursive: true, force: true });
});
const report = new Report();

function settingsOrExit(): Settings {
  try {
    return readSettings();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}

const before = { ...calibrate(), load: loadavg()[0] };
report.say(`calibration before: ${JSON.stringify(before)}`);
const { found, missing } = findSets(settings);
for (const file of missing) report.leaveOut(`the set in ${file}, which is not there`);
for (const set of found) {
  for (const level of LEVELS) {
    if (!takesPart(settings.levels, level, set.name)) continue;
    try {
      await RUN[level](set, settings, report);
    } catch (error) {
      // Keeps the measurements so far.
      report.leaveOut(`the rest of ${level} ${set.name}: ${error instanceof Error ? error.stack : error}`);
    }
  }
}
const after = { ...calibrate(), load: loadavg()[0] };

const isTrial = settings.documents !== Number.MAX_SAFE_INTEGER;
const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;
const { rows, leftOut, versions, details } = report;
mkdirSync(settings.results, { recursive: true });
writeFileSync(
  join(settings.results, 'bench.json'),
  `${JSON.stringify(
    {
      date: new Date().toISOString(),
      machine,
      isTrial,
      calibration: { before, after },
      versions,
      leftOut,
      rows: rows.map((row) => ({ ...row, verdicts: verdictsOf(row), isWithinBound: isWithinBound(row) })),
      details,
    },
    null,
    1,
  )}\n`,
);
writeFileSync(join(settings.results, 'bench.svg'), benchChart(rows, machine));

report.say('');
report.say(tableOf(rows));
report.say('');
for (const sentence of leftOut) report.say(`left out: ${sentence}`);
const verdicts = rows.flatMap((row) => [...verdictsOf(row).map(({ isMet }) => isMet), isWithinBound(row)]);
const missed = verdicts.filter((isMet) => isMet === false).length;
const met = verdicts.filter((isMet) => isMet === true).length;
report.say(`goals met: ${met}, missed: ${missed}`);
report.say(`machine: ${machine}`);
report.say(`calibration before: ${JSON.stringify(before)}  after: ${JSON.stringify(after)}`);
if (isTrial) report.say('A trial with few documents: these figures prove nothing.');
