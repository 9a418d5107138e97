import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { DataSet } from '../data-set.ts';
import { ceilingGoals } from '../goals.ts';
import { ASKING_CORE, canPin, MEASURED_CORE, NO_PINNING } from '../pinning.ts';
import { type QuestionClass, WORD_CLASSES } from '../questions.ts';
import type { Report } from '../report.ts';
import type { Settings } from '../settings.ts';
import { type Findling, searchOf } from './findling.ts';

const CONNECTIONS = 16;
/** Rounds in which Findling and the empty handler take turns. */
const TURNS = 3;
const WARM_SECONDS = 2;
/** A server that uses less than this share of its core was not the bottleneck. */
const BUSY = 0.95;

const run = promisify(execFile);

interface Measured {
  answered: number;
  seconds: number;
  cpuSeconds: number;
}

/**
 * What share of the throughput of plain HTTP does a search reach? Compares the service, pinned to one core, with an
 * empty handler of the same framework on the same core that returns the same bytes.
 */
export async function ceiling(
  ours: Findling,
  classes: readonly QuestionClass[],
  set: DataSet,
  settings: Settings,
  report: Report,
): Promise<void> {
  if (!canPin()) {
    report.leaveOut(`search against an empty handler: ${NO_PINNING}`);
    return;
  }
  pin(ours.pid as number);
  const questions = classes
    .filter(({ name }) => WORD_CLASSES.includes(name))
    .flatMap(({ measured }) => measured);
  // Mixed, so that the queries of a class are spread out.
  const mixed = questions.map(
    (_, i) => questions[(i * 101) % questions.length] as (typeof questions)[number],
  );
  for (const [name, precision] of [
    ['default precision', undefined],
    ['precision 11', 11],
  ] as const) {
    const bodies = mixed.map((question) => JSON.stringify(searchOf(question, precision)));
    const measured = await contest(ours, bodies, settings);
    const speed = ({ answered, seconds }: Measured): number => answered / seconds;
    const costs = ({ answered, cpuSeconds }: Measured): number => (cpuSeconds / answered) * 1e6;
    const idle = Object.entries(measured).filter(([, one]) => one.cpuSeconds < BUSY * one.seconds);
    report.add({
      level: 'ceiling',
      set: set.name,
      measure: `POST search, word classes, one core, ${name}`,
      unit: 'answers/s',
      better: 'more',
      ours: speed(measured.ours),
      peers: { 'empty handler': speed(measured.empty) },
      goals: ceilingGoals[name] ?? {},
      note: [
        `CPU time per response ${costs(measured.ours).toFixed(0)} against ${costs(measured.empty).toFixed(0)} us: ${(costs(measured.empty) / costs(measured.ours)).toFixed(3)}x`,
        ...idle.map(([who]) => `${who} was not busy all the time`),
      ].join('; '),
    });
  }
}

/** Pins a process and all its threads to the core of the measured process. */
function pin(pid: number): void {
  const { status, stderr } = spawnSync('taskset', ['-a', '-c', '-p', String(MEASURED_CORE), String(pid)], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`taskset: ${stderr}`);
}

async function contest(
  ours: Findling,
  bodies: readonly string[],
  { work, seconds }: Settings,
): Promise<{ ours: Measured; empty: Measured }> {
  const { url, headers } = ours.searchAddress;
  const answers: string[] = [];
  for (const body of bodies) {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    });
    if (answer.status !== 200) throw new Error(`a search was answered with ${answer.status}`);
    answers.push(await answer.text());
  }
  const requests = bodies.map((body, i) => requestOf(url, { ...headers, 'x-question': String(i) }, body));
  const requestsFile = join(work, 'requests.json');
  const answersFile = join(work, 'answers.json');
  writeFileSync(requestsFile, JSON.stringify(requests.map((request) => request.toString('base64'))));
  writeFileSync(answersFile, JSON.stringify(answers));

  const empty = spawn(
    'taskset',
    [
      '-c',
      String(MEASURED_CORE),
      process.execPath,
      join(import.meta.dirname, 'empty-server.ts'),
      answersFile,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    const [port] = await once(createInterface({ input: empty.stdout }), 'line');
    const servers = [
      { name: 'ours', port: url.port, pid: ours.pid as number },
      { name: 'empty', port: String(port), pid: empty.pid as number },
    ] as const;
    const sums = { ours: nothing(), empty: nothing() };
    for (const { port } of servers) await ask(requestsFile, port, WARM_SECONDS);
    for (let turn = 0; turn < TURNS; turn++) {
      for (const { name, port, pid } of servers) {
        const before = cpuSeconds(pid);
        const { answered } = await ask(requestsFile, port, seconds / TURNS);
        sums[name].answered += answered;
        sums[name].seconds += seconds / TURNS;
        sums[name].cpuSeconds += cpuSeconds(pid) - before;
      }
    }
    return sums;
  } finally {
    empty.kill();
  }
}

const nothing = (): Measured => ({ answered: 0, seconds: 0, cpuSeconds: 0 });

function requestOf(url: URL, headers: Record<string, string>, body: string): Buffer {
  const lines = Object.entries({
    host: url.host,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`POST ${url.pathname} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

async function ask(file: string, port: string, seconds: number): Promise<{ answered: number }> {
  const program = join(import.meta.dirname, 'raw-client.ts');
  const { stdout } = await run('taskset', [
    '-c',
    String(ASKING_CORE),
    process.execPath,
    program,
    file,
    port,
    String(seconds),
    String(CONNECTIONS),
  ]);
  return JSON.parse(stdout);
}

/** CPU time of a process so far; the system counts in hundredths of a second. */
function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [, , , , , , , , , , , user, system] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(user) + Number(system)) / 100;
}
