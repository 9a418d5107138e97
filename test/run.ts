/**
 * Runs test files and lists the slowest ones.
 *
 *   node test/run.ts            all of them except those of `npm run campaign` alone
 *   node test/run.ts --quick    all except those that test/slow-files.ts matches, random ones with a tenth of the cases
 *   node test/run.ts FILE ...   the named ones
 *
 * Unlike `node --test`, it keeps every core busy (`node --test` leaves one idle, which is half of two) and compiled code
 * between processes. A named file and most slow ones have their own process; several of the others share one, because
 * loading the service takes as long as a dozen tests.
 */
import { existsSync, globSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { spec, type TestEvent } from 'node:test/reporters';
import { parseArgs } from 'node:util';
import { opensearchProblem } from './services/opensearch.ts';
import { withoutPostgres } from './services/postgres.ts';
import {
  CAMPAIGN_ONLY,
  needsBrowser,
  needsOpenSearch,
  needsPostgres,
  perProcess,
  reachedFrom,
  slownessOf,
} from './slow-files.ts';
import { chromiumPath } from './support/chromium.ts';

const LISTED = 10;
/** Where Linux keeps files in memory. */
const MEMORY_FOLDER = '/dev/shm';
/** Several times what the tests have written at any moment, in bytes. */
const MEMORY_NEEDED = 8 * 2 ** 30;

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean' } },
  allowPositionals: true,
});
// An absolute path, because some tests start a process in another folder.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/test');
if (hasMemoryFolder()) process.env.TMPDIR ??= MEMORY_FOLDER;
// For data that several files need, and that is made once.
const folder = mkdtempSync(join(tmpdir(), 'findling-test-run-'));
process.env.TEST_RUN_FOLDER = folder;
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
// For `repetitions` in test/support/seed.ts.
if (values.quick === true) process.env.QUICK = 'on';
// Built once for all files that start processes.
if (positionals.length === 0 && values.quick !== true) {
  const { buildProgram } = await import('./support/built-program.ts');
  process.env.TEST_PROGRAM = await buildProgram(join(folder, 'program'));
}
/** The modules that stand for several files, and these files. */
const groups = new Map<string, readonly string[]>();
const files = positionals.length > 0 ? positionals : selectedFiles(values.quick === true);

try {
  checkSelection();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}

// Tests wait for the disk, timers and other processes now and then: two more processes than cores use that time. With
// one more, two cores are idle for a fifth of the run.
const concurrency = availableParallelism() + 2;
run({ files: positionals.length > 0 ? files : withGroups(files), concurrency })
  .on('test:fail', fail)
  .compose(withDurations)
  .pipe(new spec())
  .pipe(process.stdout);

/**
 * Whether there is room for files in memory: tests write and sync thousands of files, and would be late on a slow disk.
 */
function hasMemoryFolder(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return bavail * bsize >= MEMORY_NEEDED;
  } catch {
    return false;
  }
}

function checkSelection(): void {
  const missing = files.filter((file) => !existsSync(file));
  if (missing.length > 0) throw new Error(`There is no test file ${missing.join(', ')}.`);
  if (files.length === 0) throw new Error('There are no test files.');
  // Now rather than in a test, so that the output begins with what is installed or missing.
  if (files.some(needsBrowser)) chromiumPath();
  const reason = files.some(needsPostgres) && withoutPostgres();
  if (reason) process.stderr.write(`${reason}\n`);
  const problem = files.some(needsOpenSearch) && opensearchProblem();
  if (problem) process.stderr.write(`OpenSearch is not tested: ${problem}.\n`);
}

function fail(): void {
  process.exitCode = 1;
}

/**
 * Slow files come first: a long one that starts last would leave the other cores idle. Each kind is spread evenly over
 * them, because files of one kind wait for the same thing, such as the disk, while others could use the cores.
 */
function selectedFiles(quick: boolean): string[] {
  const kinds = Map.groupBy(globSync('test/**/*.test.ts', { exclude: CAMPAIGN_ONLY }).sort(), slownessOf);
  const quickFiles = kinds.get(undefined) ?? [];
  if (quick) return quickFiles;
  kinds.delete(undefined);
  const spread = [...kinds.values()]
    .flatMap((ofKind) => ofKind.map((file, i) => ({ file, position: (i + 0.5) / ofKind.length })))
    .sort((a, b) => a.position - b.position);
  return [...spread.map(({ file }) => file), ...quickFiles];
}

/** Files in their order, where a module stands for several of one kind: neighbours, which often need the same modules. */
function withGroups(files: readonly string[]): string[] {
  const started: string[] = [];
  const open = new Map<number | undefined, string[]>();
  for (const file of files) {
    const most = perProcess(file);
    const kind = slownessOf(file);
    const group = open.get(kind);
    if (most === 1) started.push(file);
    else if (group !== undefined && group.length < most) group.push(file);
    else {
      const path = join(folder, `group-${groups.size + 1}.mjs`);
      const members = [file];
      groups.set(path, members);
      open.set(kind, members);
      started.push(path);
    }
  }
  for (const [path, members] of groups)
    writeFileSync(path, members.map((file) => `import ${JSON.stringify(resolve(file))};\n`).join(''));
  return started;
}

/** Passes events on, with the slowest files before the final counts. Fails if a file ran no test. */
async function* withDurations(events: AsyncIterable<TestEvent>): AsyncGenerator<TestEvent> {
  const took = new Map<string, number>();
  for await (const event of events) {
    const { type, data } = event;
    if (type === 'test:complete' && data.nesting === 0) {
      const file = measuredFile(data);
      if (file !== undefined) took.set(file, (took.get(file) ?? 0) + data.details.duration_ms);
    }
    // Node reports a file without tests as one passed test.
    if (type === 'test:pass' && isOfFile(data)) {
      fail();
      yield note(`${data.name} ran no test`, 'error');
    }
    if (type === 'test:diagnostic' && data.file === undefined && data.message.startsWith('tests ')) {
      // Tests of a suite that several files run count to the module of the suite.
      const ranTests = (file: string) => [...reachedFrom(file)].some((module) => took.has(module));
      for (const file of [...groups.values()].flat().filter((member) => !ranTests(member))) {
        fail();
        yield note(`${file} ran no test`, 'error');
      }
      yield* summaryOf(took).map((line) => note(line));
    }
    yield event;
  }
}

/** Whether an event is about a test file as a whole; those of tests inside name the file that was started. */
const isOfFile = (data: object): boolean => !('entryFile' in data);

/** The file to which the time of a test counts: that of the process, or that of the test if several share a process. */
function measuredFile(data: {
  readonly name: string;
  readonly file?: string | undefined;
  readonly entryFile?: string | undefined;
}): string | undefined {
  if (data.entryFile === undefined) return groups.has(data.name) ? undefined : data.name;
  return groups.has(data.entryFile) && data.file !== undefined ? relative('.', data.file) : undefined;
}

function summaryOf(took: ReadonlyMap<string, number>): string[] {
  const slowest = [...took].sort(([, a], [, b]) => b - a).slice(0, LISTED);
  return [
    `${files.length} test file${files.length === 1 ? '' : 's'} in ${inWords(performance.now())}; the slowest:`,
    ...slowest.map(([file, ms]) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`),
  ];
}

const inWords = (ms: number): string =>
  `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;

const note = (message: string, level: 'info' | 'error' = 'info'): TestEvent => ({
  type: 'test:diagnostic',
  data: { nesting: 0, message, level },
});
