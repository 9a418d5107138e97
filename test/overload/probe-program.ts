import { Agent, request } from 'node:http';
import { setPriority } from 'node:os';
import type { ProbeReport } from './probe.ts';

/**
 * Sends a small search every 20 ms, whether or not earlier ones are answered, in its own process: the event loop of the
 * attacker must not delay it. Its own delays are reported, so that they are not taken for those of the service.
 */

const EVERY = 20;
/** Beyond this number of unanswered searches none is sent. */
const MOST_WAITING = 100;

const [, , url = '', key = ''] = process.argv;
try {
  setPriority(-10);
} catch {
  // Needs privileges.
}
const agent = new Agent({ keepAlive: true });

let times: number[] = [];
let failures: string[] = [];
let waiting = 0;
let late = 0;
let round = 0;
let due = performance.now() + EVERY;
let isEnding = false;

function ask(): void {
  const began = performance.now();
  const ofRound = round;
  waiting++;
  const done = (failure?: string): void => {
    waiting--;
    if (ofRound === round) {
      times.push(performance.now() - began);
      if (failure !== undefined) failures.push(failure);
    }
    if (isEnding && waiting === 0) report();
  };
  const outgoing = request(url, { agent, headers: { authorization: `Bearer ${key}` } }, (incoming) => {
    let text = '';
    incoming.setEncoding('utf8');
    incoming.on('data', (chunk) => (text += chunk));
    incoming.on('end', () =>
      done(incoming.statusCode === 200 ? undefined : `${incoming.statusCode} ${text.slice(0, 200)}`),
    );
  });
  outgoing.on('error', (error) => done(String(error)));
  outgoing.end();
}

function report(): void {
  isEnding = false;
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const answer: ProbeReport = {
    count: sorted.length,
    p50: at(0.5),
    p99: at(0.99),
    worst: at(1),
    late,
    failures,
  };
  process.send?.(answer);
}

setInterval(() => {
  const now = performance.now();
  late = Math.max(late, now - due);
  due = now + EVERY;
  if (!isEnding && waiting < MOST_WAITING) ask();
}, EVERY);

process.on('message', (order: 'begin' | 'end') => {
  if (order === 'begin') {
    round++;
    times = [];
    failures = [];
    late = 0;
    return;
  }
  isEnding = true;
  if (waiting === 0) report();
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
