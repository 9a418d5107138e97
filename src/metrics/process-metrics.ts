import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { Histogram } from './histogram.ts';
import type { MetricRegistry } from './registry.ts';

/** Milliseconds between two looks at the event loop. */
const EVERY = 20;
const DELAY_BOUNDS: readonly number[] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/**
 * How late a timer of the main thread is: about what a request meets at a random moment. Unlike the percentiles of
 * `monitorEventLoopDelay`, which are those since its last reset, buckets can be read by several scrapers and added over
 * nodes. Costs some microseconds fifty times a second.
 */
function eventLoopDelay(): { readonly histogram: Histogram; stop(): void } {
  const histogram = new Histogram(DELAY_BOUNDS);
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    histogram.observe(Math.max(0, now - last - EVERY) / 1000);
    last = now;
  }, EVERY).unref();
  return { histogram, stop: () => clearInterval(timer) };
}

/** Processor time, memory and event loop, which is measured until the returned function is called. */
export function processMetrics(registry: MetricRegistry, version: string): () => void {
  const { histogram, stop } = eventLoopDelay();
  const build = { labels: { version, node: process.versions.node }, value: 1 };
  registry.gauge('findling_build_info', 'The versions of Findling and Node.js, as labels; always 1.', () => [
    build,
  ]);
  registry.gauge(
    'process_start_time_seconds',
    'When the process started, in seconds since 1970.',
    () => performance.timeOrigin / 1000,
  );
  registry.counter('process_cpu_seconds_total', 'Processor time of all threads.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  registry.gauge('process_resident_memory_bytes', 'Memory of the process in RAM.', () =>
    process.memoryUsage.rss(),
  );
  registry.gauge(
    'findling_heap_used_bytes',
    'JavaScript heap of the main thread in use.',
    () => getHeapStatistics().used_heap_size,
  );
  registry.gauge(
    'findling_heap_limit_bytes',
    'The most JavaScript heap that the main thread may use.',
    () => getHeapStatistics().heap_size_limit,
  );
  registry.counter(
    'findling_event_loop_active_seconds_total',
    'Time in which the main thread was busy.',
    () => performance.eventLoopUtilization().active / 1000,
  );
  registry.histogram('findling_event_loop_delay_seconds', 'How late timers of the main thread are.', () => [
    { labels: {}, histogram },
  ]);
  return stop;
}
