/**
 * Runs the service at 70 % of its capacity with writes, reindexes, ends of its threads and hostile requests, and checks
 * that memory and response times stay flat and no acknowledged write is lost.
 *
 *   npm run soak                     an hour
 *   npm run soak -- --minutes 2      the short form
 *   npm run soak -- --share 0.5      another share of the capacity
 *
 *   SEED=1      the order of writes, ends of threads and hostile requests
 *
 * Prints a line per minute and a verdict; the exit code is 1 if a bound is exceeded.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { loadEngines, ok, sender } from '../overload/engines.ts';
import { announcedSeed, Random } from '../support/seed.ts';
import { HostileClient } from './hostile-client.ts';
import { ENGINE, Journal } from './journal.ts';
import { Searcher } from './searcher.ts';
import { KEYS, SoakedService, type Stall } from './service.ts';
import { driftOf, growthOf, type Minute, verdictsOf } from './verdict.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, share: { type: 'string', default: '0.7' } },
});
const minutes = Number(values.minutes);
const share = Number(values.share);
if (!(minutes > 0 && share > 0 && share < 1)) {
  process.stderr.write('--minutes must be above 0, and --share between 0 and 1.\n');
  process.exit(1);
}

const MEGABYTE = 2 ** 20;
/** Seconds of the measurement of the capacity, after as many of warm-up. */
const CAPACITY = 5;
/** Milliseconds between batches of each writer, reindexes, ends of threads and hostile requests. */
const EVERY = { write: 500, reindex: 20_000, endThread: 10_000, attack: 3000 };
const WRITERS = 2;
/** Groups of ids per writer. */
const GROUPS = 50;
/** Milliseconds after the end of a thread in which a request may fail by it. */
const AFTERMATH = 3000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const seed = announcedSeed('soak');
const random = new Random(seed);
const folder = mkdtempSync(join(tmpdir(), 'findling-soak-'));
const service = await SoakedService.start(folder);
const call = sender(service.baseUrl, KEYS.private);

await loadEngines(call, 0.2);
await ok(call('POST', '/engines', { name: ENGINE }));
await ok(call('POST', `/engines/${ENGINE}/schema`, { version: 'number', year: 'text' }));
const journal = new Journal(service.baseUrl, KEYS.private, random);
const hostile = await HostileClient.of(service.baseUrl, new Random(seed + 1));
for (let group = 0; group < WRITERS * GROUPS; group++) await journal.write(group);

await hostile.warmUp();
say(`sent ${hostile.sent} hostile requests, each kind once, before the measurement`);
const searcher = await Searcher.start(service.baseUrl, KEYS.search);
await searcher.capacity(CAPACITY);
const capacity = await searcher.capacity(CAPACITY);
await searcher.report();
say(`capacity ${capacity.toFixed(0)} small searches a second; sending ${(share * capacity).toFixed(0)}`);

const counts = { reindexes: 0, refusedReindexes: 0, ended: new Map<string, number>(), failedWrites: 0 };
const problems: string[] = [];
let lastEnd = Number.NEGATIVE_INFINITY;
let lastEnded = 'no thread';
let lastReindex = Number.NEGATIVE_INFINITY;
const isAftermath = (): boolean => performance.now() - lastEnd < AFTERMATH;
const stopped = new AbortController();

/** Repeats `work` until the end. Each turn begins `every` milliseconds after the last one began, or when it is over. */
async function repeat(every: number, work: () => Promise<unknown>): Promise<void> {
  while (!stopped.signal.aborted) {
    const next = performance.now() + every;
    await work();
    const rest = next - performance.now();
    if (rest > 0) await pause(rest, undefined, { signal: stopped.signal }).catch(() => {});
  }
}

async function write(writer: number): Promise<void> {
  const answer = await journal.write(writer * GROUPS + random.below(GROUPS));
  if (answer?.status === 200) return;
  counts.failedWrites++;
  const isAllowed = answer !== undefined && (answer.status === 503 || answer.status === 507);
  if (!isAllowed && !isAftermath())
    problems.push(`a write was answered with ${answer?.status}: ${answer?.text}`);
}

/** Changes the type of a field forth and back: every change rebuilds the engine. */
async function reindex(): Promise<void> {
  const year = counts.reindexes % 2 === 0 ? 'number' : 'text';
  lastReindex = performance.now();
  const { status, text } = await call('POST', `/engines/${ENGINE}/schema`, { year });
  if (status === 200) counts.reindexes++;
  else if (status === 400 || status === 503 || isAftermath()) counts.refusedReindexes++;
  else problems.push(`a schema change was answered with ${status}: ${text}`);
}

async function endThread(): Promise<void> {
  lastEnd = performance.now();
  const name = await service.endThread(random.next());
  lastEnd = performance.now();
  lastEnded = name;
  counts.ended.set(name, (counts.ended.get(name) ?? 0) + 1);
}

/** Stalls of the service's main thread, with what happened before them. */
function sayStalls(stalls: readonly Stall[]): void {
  const since = (moment: number): string => `${((performance.now() - moment) / 1000).toFixed(1)} s`;
  for (const { milliseconds, ran, queued } of stalls) {
    say(
      `       stall of ${milliseconds.toFixed(0)} ms: ran ${ran.toFixed(0)}, waited for a core ${queued.toFixed(0)} ms; sent last: ${hostile.last}; ended ${since(lastEnd)} ago: ${lastEnded}; reindex ${since(lastReindex)} ago`,
    );
  }
}

const began = performance.now();
searcher.run(share * capacity);
const work = [
  ...Array.from({ length: WRITERS }, (_, writer) => repeat(EVERY.write, () => write(writer))),
  repeat(EVERY.reindex, reindex),
  repeat(EVERY.endThread, endThread),
  repeat(EVERY.attack, () => hostile.attack(isAftermath)),
];

const lines: Minute[] = [];
// A short run has shorter "minutes", so that it has as many as a trend needs.
const minute = Math.min(60_000, (minutes * 60_000) / 8);
let failedSearches = 0;
while (performance.now() - began < minutes * 60_000 && service.isAlive) {
  const sampled: number[] = [];
  const end = performance.now() + minute;
  let heap = 0;
  while (performance.now() < end && service.isAlive) {
    const memory = await service.memory();
    sampled.push(memory.rss / MEGABYTE);
    heap = memory.heap / MEGABYTE;
    sayStalls(memory.stalls);
    await pause(500);
  }
  const searches = await searcher.report();
  const failed = Object.values(searches.failures).reduce((sum, count) => sum + count, 0);
  failedSearches += failed;
  const line: Minute = {
    rss: sampled.toSorted((a, b) => a - b)[sampled.length >> 1] ?? 0,
    p99: searches.p99,
  };
  lines.push(line);
  say(
    `${((performance.now() - began) / 60_000).toFixed(1).padStart(5)} min  rss ${line.rss.toFixed(0)} MB (most ${Math.max(...sampled).toFixed(0)})  heap ${heap.toFixed(0)} MB  ${searches.count} searches p50 ${searches.p50.toFixed(1)} p99 ${searches.p99.toFixed(1)} worst ${searches.worst.toFixed(0)} ms  failed ${JSON.stringify(searches.failures)} not sent ${searches.skipped}  writes ${journal.writes} (${counts.failedWrites} failed)  reindexes ${counts.reindexes}  hostile ${hostile.sent}`,
  );
}

stopped.abort();
searcher.stop();
await Promise.all(work);
searcher.close();
if (!service.isAlive) problems.push('the process died');
const differences = service.isAlive ? await settledDifferences() : { found: [], compared: 0 };
problems.push(...[...hostile.failures].map(([name, count]) => `${name} (${count})`));
if (differences.found.length > 0) {
  problems.push(`${differences.found.length} documents differ: ${differences.found.slice(0, 3).join('; ')}`);
}
problems.push(...verdictsOf(lines));
await service.close();
rmSync(folder, { recursive: true, force: true });

/** After the last reindex, which may still run. */
async function settledDifferences() {
  while ((await call('GET', `/engines/${ENGINE}/schema/reindex`)).json.state !== 'idle') await pause(100);
  return journal.differences();
}

const ended = [...counts.ended].map(([name, count]) => `${name} ${count}`).join(', ');
say(
  `threads ended: ${ended}; failed searches ${failedSearches}, writes without acknowledgement ${journal.unanswered}`,
);
say(`reindexes ${counts.reindexes}, refused ${counts.refusedReindexes}; hostile requests ${hostile.sent}`);
say(`${differences.compared} documents compared with the client's log: ${differences.found.length} differ`);
const growth = growthOf(lines);
const perHour = (growth * 3_600_000) / (minute * Math.max(1, lines.length - 1) * 0.75);
const { first, last } = driftOf(lines);
say(
  `memory after the warm-up: ${growth >= 0 ? '+' : ''}${growth.toFixed(1)} MB (${perHour.toFixed(1)} MB an hour); p99 ${first.toFixed(1)} ms in the first third, ${last.toFixed(1)} ms in the last`,
);
for (const problem of problems) say(`FAILED ${problem}`);
say(problems.length === 0 ? 'soak passed' : `soak failed: ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
