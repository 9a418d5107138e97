/**
 * Loaded before the service (`node --import`) by whoever measures it: tells the parent process, over its channel, how
 * late the event loop runs, how much memory the process has and which of its threads work. The service knows nothing
 * of it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const EVERY = 500;
/**
 * Milliseconds between the looks at the event loop; what a look is late by is the delay. About what a request meets that
 * comes at any moment; of a longer stall only one look tells, so that percentiles flatter it and the largest does not.
 */
const RESOLUTION = 10;
const MEGABYTE = 2 ** 20;
/** Linux counts the time of threads in hundredths of a second. */
const TICK = 10;

/** Milliseconds by which the event loop was late. */
export interface Delay {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export interface Sample {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly delay: Delay;
  /** Cores that all threads together kept busy. */
  readonly cores: number;
  /** Megabytes: the whole process; the heap of the main thread, and what that knows of outside its heap. */
  readonly rss: number;
  readonly heap: number;
  readonly external: number;
  readonly arrayBuffers: number;
}

/** What happened between `begin` and `end`. */
export interface Stretch {
  readonly delay: Delay;
  /** Share of the time in which the main thread was busy. */
  readonly utilization: number;
  /** Milliseconds of processor by name of thread; empty where the system does not tell. */
  readonly cpu: Readonly<Record<string, number>>;
}

export type Order = 'begin' | 'end';
export type Report = { readonly sample: Sample } | { readonly begun: true } | { readonly stretch: Stretch };

type Monitor = ReturnType<typeof monitorEventLoopDelay>;

/** The timer counts from one look to the next, so that the distance has to be taken off. */
const late = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - RESOLUTION);

function delayOf(monitor: Monitor): Delay {
  // A monitor that has not looked yet gives numbers beyond meaning: the loop did not turn at all.
  if (monitor.count === 0) return { p50: 0, p99: 0, max: 0 };
  return {
    p50: late(monitor.percentile(50)),
    p99: late(monitor.percentile(99)),
    max: late(monitor.max),
  };
}

/** Numbers at the end of a name are left out: the searching threads count as one. */
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
      // It has ended since the folder was read.
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
  // Listening must not keep the service alive, and the service must not outlive the one who measures it.
  process.channel?.unref();
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}

// Threads of the service load this file too, as they inherit the options of the process.
if (isMainThread && process.send !== undefined) observe((report) => void process.send?.(report));
