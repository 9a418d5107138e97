import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { plainEnvironment } from './command.ts';
import { type Answer, type CallOptions, request, temporaryFolder } from './service.ts';

/** What a watched service reports. */
export interface Watched {
  /** Calls pending in its workers: now, and at most since the measurement began. */
  readonly pending: number;
  readonly busiest: number;
  /** Delay of its event loop since then, in milliseconds. */
  readonly delay: { readonly p50: number; readonly p99: number; readonly max: number };
  /**
   * The most processor time that its main thread took between two ticks of a timer, in milliseconds. Unlike the delay,
   * it does not grow while other processes have the core.
   */
  readonly longestTurn: number;
  /** Processor time of its main thread in total, in milliseconds. */
  readonly used: number;
  /** Resident memory in bytes: now, and at most since then. */
  readonly rss: number;
  readonly peak: number;
}

export interface WatchedService {
  readonly url: string;
  readonly key: string;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** The report so far; `fresh` then begins a new measurement. */
  watch(fresh?: 'fresh'): Promise<Watched>;
}

const KEY = 'private-watchedwatchedwatched';
const PROGRAM = fileURLToPath(new URL('./watched-program.ts', import.meta.url));

/** A service in its own process, so that the work of the test itself is not measured. */
export async function startWatchedService(
  t: TestContext,
  settings: Record<string, string> = {},
): Promise<WatchedService> {
  const child = fork(PROGRAM, {
    env: plainEnvironment({
      FINDLING_PORT: '0',
      FINDLING_HOST: '127.0.0.1',
      FINDLING_DATA: temporaryFolder(t),
      FINDLING_SAMPLE: 'off',
      FINDLING_PRIVATE_KEY: KEY,
      ...settings,
    }),
  });
  t.after(async () => {
    if (child.exitCode !== null) return;
    child.send('close');
    await once(child, 'exit');
  });
  const ended = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`the service exited with ${code}`)),
  );
  ended.catch(() => {});
  const [{ port }] = await Promise.race([once(child, 'message') as Promise<[{ port: number }]>, ended]);
  const url = `http://127.0.0.1:${port}/api/as/v1`;
  return {
    url,
    key: KEY,
    call: (method, path, options = {}) => request(`${url}${path}`, method, { key: KEY, ...options }),
    async watch(fresh) {
      const report = once(child, 'message') as Promise<[Watched]>;
      child.send(fresh ?? 'watch');
      const [watched] = await Promise.race([report, ended]);
      return watched;
    },
  };
}

export const inMilliseconds = ({ p50, p99, max }: Watched['delay']): string =>
  `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, max ${max.toFixed(1)} ms`;
