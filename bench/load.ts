/**
 * How do response times change under load, and what uses CPU and memory?
 *
 *   npm run bench:load
 *
 *   DOCUMENTS=63620   number of documents
 *   BENCH_DATA=       a folder with queries.json and docs-63k.ndjson (docs-1m.ndjson for more); without it, generated
 *   WORKERS=1,2       numbers of search workers, one after another on copies of the same data
 *   SECONDS=20        length of a phase
 *   LARGE=1000        documents of 100 KB
 *   RESULTS=bench/results   the folder for load.json and load.svg
 *   SEED=1            for the order of requests and for generated documents
 *
 * The service is a separate process, observed by `observe.ts`; the clients are threads of this one. Light searches, and
 * those of all classes, are sent at a fixed rate of 30 % of the maximum throughput (15 % alongside writes, which are
 * sent at 15 % of theirs). Their time counts from the moment when they were due.
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { openCorpus } from './load/corpus.ts';
import { loadDrawing } from './load/drawing.ts';
import { largePage, largeWrites } from './load/large-pages.ts';
import { type Loaded, load, write } from './load/loading.ts';
import { Observer } from './load/observer.ts';
import { type Material, runPhases } from './load/phases.ts';
import { questionsOf } from './load/questions.ts';
import { table, threadLines, verdictsOf, type WorkersResult } from './load/report.ts';
import { LoadRun } from './load/run.ts';
import { Writes } from './load/writes.ts';
import { calibrate, say, startServer } from './server.ts';

/** The share by which the two calibrations may differ. */
const MOST_DRIFT = 0.15;
/** The highest load average before the run: calibrations do not differ on a machine that is busy throughout. */
const MOST_BUSY = 0.5;

const { env } = process;
const positive = (text: string): number => {
  if (!(Number(text) > 0)) throw new Error(`"${text}" is no number above zero.`);
  return Number(text);
};
const settings = {
  documents: positive(env.DOCUMENTS ?? '63620'),
  data: env.BENCH_DATA,
  workers: (env.WORKERS ?? '1,2').split(',').map(positive),
  seconds: positive(env.SECONDS ?? '20'),
  large: positive(env.LARGE ?? '1000'),
  results: env.RESULTS ?? 'bench/results',
  seed: positive(env.SEED ?? '1'),
};
const corpus = openCorpus(settings.data, settings.documents, settings.seed);
const folder = mkdtempSync(join(tmpdir(), 'findling-bench-'));

/** A data folder with all documents, without a running service. */
async function prepare(): Promise<{ path: string; loaded: Loaded; material: Material }> {
  const path = join(folder, 'loaded');
  const server = await startServer({}, { folder: path, isObserved: true });
  try {
    const observer = new Observer(server.process);
    const loaded = await load(server, corpus, settings.documents);
    const rate = Math.round(loaded.documents / loaded.seconds);
    say(`${loaded.documents} documents (${corpus.name}) loaded, ${rate} a second, batches of 100, two lanes`);
    const large = largeWrites(loaded.sample, settings.large);
    await server.call('POST', '/engines', { name: 'pages', language: 'en' });
    for (const { body } of large) await write(server, 'pages', body);
    await observer.settled();
    const material = {
      questions: questionsOf(corpus.queries, settings.seed),
      writes: new Writes(loaded.sample),
      largeWrites: large,
      largePage: largePage(loaded.sample),
      seed: settings.seed,
    };
    return { path, loaded, material };
  } finally {
    await server.close();
  }
}

/** Measures one number of workers on a copy of the data, so that every run begins with the same files. */
async function measure(loaded: string, workers: number, material: Material): Promise<WorkersResult> {
  const copy = join(folder, `workers-${workers}`);
  cpSync(loaded, copy, { recursive: true });
  const server = await startServer({ FINDLING_WORKERS: String(workers) }, { folder: copy, isObserved: true });
  const run = new LoadRun(server, settings.seconds);
  try {
    say(`${workers} search worker(s): ready after ${(server.startedIn / 1000).toFixed(2)} s`);
    const rates = await runPhases(run, material);
    return { workers, startedIn: server.startedIn, rates, phases: run.phases, samples: run.samples };
  } finally {
    await run.close();
    rmSync(copy, { recursive: true, force: true });
  }
}

const busyBefore = loadavg()[0] ?? 0;
const machine = {
  cores: availableParallelism(),
  processor: cpus()[0]?.model ?? 'unknown',
  memory: totalmem(),
  node: process.version,
  /** The load average of the last minute. */
  busyBefore,
};
const calibration = { before: calibrate(), after: 0 };
say(`calibration ${calibration.before} ms, ${machine.cores} cores, ${busyBefore.toFixed(1)} busy before`);
say(`service and clients share the ${machine.cores} cores; times are those that the clients saw`);

const results: WorkersResult[] = [];
try {
  const { path, loaded, material } = await prepare();
  for (const workers of settings.workers) results.push(await measure(path, workers, material));
  calibration.after = calibrate();

  say(`\n${table(results)}\n`);
  say('shares of a core by thread:');
  for (const result of results) for (const line of threadLines(result)) say(line);
  const phases = results.flatMap((result) => result.phases);
  const late = Math.max(...phases.map((phase) => phase.late.p99));
  say(`\nthe clients themselves sent up to ${late.toFixed(1)} ms late (p99 of the worst phase)`);
  for (const complaint of new Set(phases.flatMap((phase) => phase.complaints))) say(`failed: ${complaint}`);
  const verdicts = results.flatMap(verdictsOf);
  say(`goals met: ${verdicts.filter(({ isMet }) => isMet).length} of ${verdicts.length}`);
  say(`calibration ${calibration.before} ms before, ${calibration.after} ms after`);
  const drift = Math.abs(calibration.after / calibration.before - 1);
  if (drift > MOST_DRIFT)
    say('The two differ: something else ran on this machine, and the figures are void.');
  if (busyBefore > MOST_BUSY) {
    say(
      `The machine was busy before it began (${busyBefore.toFixed(1)} processes): do not trust the figures.`,
    );
  }

  const { sample: _, ...loading } = loaded;
  // The path of the results is not part of them.
  const { results: _folder, ...asked } = settings;
  const facts = { machine, calibration, settings: { ...asked, data: corpus.name }, loading };
  const notes = [
    `${loaded.documents} documents (${corpus.name}); ${machine.processor}, ${machine.cores} cores shared with the clients; Node ${machine.node}`,
    `30 % load, times from the moment a request was due; calibration ${calibration.before} ms before, ${calibration.after} ms after`,
  ];
  mkdirSync(settings.results, { recursive: true });
  writeFileSync(
    join(settings.results, 'load.json'),
    `${JSON.stringify({ ...facts, verdicts, results }, rounded, 1)}\n`,
  );
  writeFileSync(join(settings.results, 'load.svg'), loadDrawing(results, notes));
  say(`${join(settings.results, 'load.json')} and load.svg are written`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Digits beyond microseconds mean nothing. */
function rounded(_name: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toFixed(5)) : value;
}
