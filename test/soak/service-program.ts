import type { Worker } from 'node:worker_threads';
import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { startService } from '../../src/main.ts';
import type { MemoryReport, Order, ThreadEnded } from './service.ts';

/** The service in its own process, whose threads can be ended from outside: it reports its memory and ends threads. */

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
    process.send?.({ rss, heap: heapUsed, external } satisfies MemoryReport);
    return;
  }
  const all = [...threads];
  const thread = all[Math.floor(order.endThread * all.length)];
  const name = (thread as { threadName?: string } | undefined)?.threadName ?? 'none';
  await thread?.terminate();
  process.send?.({ ended: name } satisfies ThreadEnded);
});

process.send?.({ port: service.addresses[0]?.port });
