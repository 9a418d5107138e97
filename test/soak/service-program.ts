import type { Worker } from 'node:worker_threads';
import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { startService } from '../../src/main.ts';
import { scheduledTime } from '../support/scheduled-time.ts';
import type { MemoryReport, Order, Stall, ThreadEnded } from './service.ts';

/**
 * The service in its own process, whose threads can be ended from outside: it reports its memory and stalls of its main
 * thread, and ends threads.
 */

/** Milliseconds between looks at the clock, and the delay of a look that counts as a stall. */
const LOOK_EVERY = 10;
const STALL = 250;

/** The times of the main thread. */
const scheduled = () => scheduledTime(process.pid, process.pid);

let stalls: Stall[] = [];
let last = { at: performance.now(), ...scheduled() };
setInterval(() => {
  const now = { at: performance.now(), ...scheduled() };
  const milliseconds = now.at - last.at;
  if (milliseconds > STALL + LOOK_EVERY) {
    stalls.push({ milliseconds, ran: now.ran - last.ran, queued: now.queued - last.queued });
  }
  last = now;
}, LOOK_EVERY).unref();

const threads = new Set<Worker>();
process.on('worker', (thread: Worker) => {
  threads.add(thread);
  thread.once('exit', () => threads.delete(thread));
});

const log = pino({ level: 'fatal' });
const service = await startService(readConfig(process.env, {}), log);

process.on('message', async (order: Order) => {
  if (order === 'close') {
    await service.close();
    process.disconnect();
    return;
  }
  if (order === 'memory') {
    const { rss, heapUsed, external } = process.memoryUsage();
    process.send?.({ rss, heap: heapUsed, external, stalls } satisfies MemoryReport);
    stalls = [];
    return;
  }
  const all = [...threads];
  const thread = all[Math.floor(order.endThread * all.length)];
  const name = (thread as { threadName?: string } | undefined)?.threadName ?? 'none';
  await thread?.terminate();
  process.send?.({ ended: name } satisfies ThreadEnded);
});

process.send?.({ port: service.addresses[0]?.port });
