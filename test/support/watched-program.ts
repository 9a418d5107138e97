import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { startService } from '../../src/main.ts';
import { processorTime } from './processor-time.ts';
import type { Watched } from './watched-service.ts';

/** A service in its own process that reports the delay of its event loop and its memory. */

const TICK = 2;
const send = (message: unknown) => process.send?.(message);

const service = await startService(readConfig(process.env, {}), pino({ level: 'silent' }));

let lateness: number[] = [];
let peak = 0;
let busiest = 0;
let last = performance.now();
let longestTurn = 0;
let used = processorTime();
setInterval(() => {
  const now = performance.now();
  lateness.push(Math.max(0, now - last - TICK));
  longestTurn = Math.max(longestTurn, processorTime() - used);
  used = processorTime();
  last = now;
  busiest = Math.max(busiest, service.workers.pending);
}, TICK).unref();
// Less often, because reading it takes time.
setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 25 * TICK).unref();

process.on('message', (request) => {
  if (request === 'close') {
    void service.close().then(() => process.disconnect());
    return;
  }
  const sorted = lateness.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const watched: Watched = {
    pending: service.workers.pending,
    busiest,
    used: processorTime(),
    delay: { p50: at(0.5), p99: at(0.99), max: at(1) },
    longestTurn,
    rss: process.memoryUsage.rss(),
    peak,
  };
  if (request === 'fresh') {
    lateness = [];
    longestTurn = 0;
    busiest = 0;
    peak = process.memoryUsage.rss();
    last = performance.now();
  }
  send(watched);
});

send({ port: service.addresses[0]?.port });
