/**
 * Loaded before the service (`node --import`) for measurements: reports event-loop delay, memory and CPU time by thread
 * to the parent process, over its channel. The service is unaware of it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const EVERY = 500;
/**
 * Milliseconds between samples of the event loop; the delay is how late a sample is. That is about what a request meets
 * at a random moment. A longer stall shows in only one sample, so percentiles understate it; the maximum does not.
 */
const RESOLUTION = 10;
const MEGABYTE = 2 ** 20;
/** Linux counts CPU time of threads in hundredths of a second. */
const TICK = 10;

/** Delay of the event loop in milliseconds. */
export interface Delay {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export interface Sample {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly delay: Delay;
  /** CPU time of all threads, in cores. */
  readonly cores: number;
  /** In megabytes: the whole process, the heap of the main thread, and its memory outside the heap. */
  readonly rss: number;
  readonly heap: number;
  readonly external: number;
  readonly arrayBuffers: number;
}

/** The measurements between `begin` and `end`. */
export interface Stretch {
  readonly delay: Delay;
  /** The share of time in which the main thread was busy. */
  readonly utilization: number;
  /** Milliseconds of CPU time by thread name; empty if the system does not report it. */
  readonly cpu: Readonly<Record<string, number>>;
}

export type Order = 'begin' | 'end';
export type Report = { readonly sample: Sample } | { readonly begun: true } | { readonly stretch: Stretch };

type Monitor = ReturnType<typeof monitorEventLoopDelay>;

/** The histogram has the time between samples, so the interval is subtracted. */
const late = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - RESOLUTION);

function delayOf(monitor: Monitor): Delay {
  // Without samples the values are meaningless: the loop did not turn at all.
  if (monitor.count === 0) return { p50: 0, p99: 0, max: 0 };
  return {
    p50: late(monitor.percentile(50)),
    p99: late(monitor.percentile(99)),
    max: late(monitor.max),
  };
}

/** Trailing numbers are removed: all search threads count as one. */
function processorTimes(): Map<string, number> {
  const times = new Map<string, number>();
  let threads: string[];
  try {
    threads = readdirSync('/proc/self/task');
  } catch {
    return times;
  }
  for (const thread of threads) {
    try {
      const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8');
      const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')).replace(/-\d+$/, '');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const spent = (Number(fields[11]) + Number(fields[12])) * TICK;
      times.set(name, (times.get(name) ?? 0) + spent);
    } catch {
      // The thread has ended since the folder was read.
    }
  }
  return times;
}

function observe(send: (report: Report) => void): void {
  const short = monitorEventLoopDelay({ resolution: RESOLUTION });
  const long = monitorEventLoopDelay({ resolution: RESOLUTION });
  short.enable();
  long.enable();
  let usage = performance.eventLoopUtilization();
  let times = processorTimes();
  let cpu = process.cpuUsage();
  let sampled = performance.now();

  const sample = (): void => {
    const now = performance.now();
    const { user, system } = process.cpuUsage(cpu);
    cpu = process.cpuUsage();
    const memory = process.memoryUsage();
    send({
      sample: {
        at: Date.now(),
        delay: delayOf(short),
        cores: (user + system) / 1000 / (now - sampled),
        rss: memory.rss / MEGABYTE,
        heap: memory.heapUsed / MEGABYTE,
        external: memory.external / MEGABYTE,
        arrayBuffers: memory.arrayBuffers / MEGABYTE,
      },
    });
    sampled = now;
    short.reset();
  };
  setInterval(sample, EVERY).unref();

  process.on('message', (order: Order) => {
    if (order === 'begin') {
      long.reset();
      usage = performance.eventLoopUtilization();
      times = processorTimes();
      send({ begun: true });
      return;
    }
    const spent = [...processorTimes()]
      .map(([name, time]) => [name, time - (times.get(name) ?? 0)] as const)
      .filter(([, time]) => time > 0);
    const { utilization } = performance.eventLoopUtilization(usage);
    send({ stretch: { delay: delayOf(long), utilization, cpu: Object.fromEntries(spent) } });
  });
  // The listener must not keep the service alive, and the service must not outlive its parent.
  process.channel?.unref();
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}

// Threads of the service load this file too, because they inherit the options of the process.
if (isMainThread && process.send !== undefined) observe((report) => void process.send?.(report));
