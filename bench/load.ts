/**
 * What becomes of the time of answers when much is asked at once, and where do processor and memory go?
 *
 *   npm run bench:load
 *
 *   DOCUMENTS=63620   how many documents are loaded
 *   BENCH_DATA=       a folder with queries.json and docs-63k.ndjson (docs-1m.ndjson for more); without it, made up
 *   WORKERS=1,2       numbers of search workers, one after another on copies of the same data
 *   SECONDS=20        length of a phase
 *   LARGE=1000        documents of 100 KB
 *   RESULTS=bench/results   where load.json and load.svg go
 *   SEED=1            of the order of requests, and of documents that are made up
 *
 * The service is a process of its own that `observe.ts` tells about; the clients are threads of this one. Light
 * searches, and those of all classes, come at a fixed rate of 30 % of what the service answered at most (15 % beside
 * writes, which are 15 % of what it took), and their time counts from the moment at which they were due.
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

/** Share by which the two calibrations may differ. */
const MOST_DRIFT = 0.15;
/** Processes that may have wanted to run before us: calibrations do not differ on a machine that is busy throughout. */
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

/** A data folder with everything in it, and no service on it. */
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

/** One number of workers, on a copy of the data: every run begins with the same files. */
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
  /** Processes that wanted to run in the minute before. */
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
  say(
    `\nthe clients themselves were late with their beat by up to ${late.toFixed(1)} ms (p99 of the worst phase)`,
  );
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
  // Where the results went is nobody's business.
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

/** Microseconds are the last digits that mean something. */
function rounded(_name: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toFixed(5)) : value;
}
