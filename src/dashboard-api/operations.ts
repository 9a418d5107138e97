import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import type { ScheduledBackups } from '../backup/scheduled-backups.ts';
import type { Config } from '../config.ts';
import type { Lag } from '../indexing/follower.ts';
import type { StoreThread } from '../store/port.ts';
import { VERSION } from '../version.ts';
import type {
  BackupScheduleFacts,
  DiskFacts,
  MainThreadFacts,
  MemoryFacts,
  NodesFacts,
  OperationsReport,
  ThreadItem,
} from './operations-types.ts';
import type { RecentErrors } from './recent-errors.ts';
import { type JobSources, runningJobs } from './running-jobs.ts';

/** The shortest time over which the load of the main thread is measured, in milliseconds. */
const SHORTEST_MEASUREMENT = 1000;
/** The number of other nodes that are listed. */
const LISTED_NODES = 100;

export interface OperationsParts {
  readonly config: Pick<Config, 'databaseUrl' | 'searchNodes'>;
  readonly jobs: JobSources;
  readonly recentErrors: RecentErrors;
  /** The threads of the process, except the main thread and those of the store. */
  readonly threads: readonly StoreThread[];
  /** Undefined if there is no schedule. */
  readonly backups: Pick<ScheduledBackups, 'report'> | undefined;
  readonly lag: () => Lag;
  readonly memory: () => MemoryFacts;
  readonly disk: () => Promise<DiskFacts | null>;
}

/** The state of this node and of the instance. */
export class Operations {
  readonly #parts: OperationsParts;
  readonly #startedAt = Date.now();
  #measured: { readonly at: number; readonly utilization: EventLoopUtilization };

  constructor(parts: OperationsParts) {
    this.#parts = parts;
    this.#measured = { at: performance.now(), utilization: performance.eventLoopUtilization() };
  }

  async report(): Promise<OperationsReport> {
    const { config, jobs, recentErrors, memory, disk } = this.#parts;
    const isFolder = config.databaseUrl === undefined;
    return {
      at: new Date().toISOString(),
      version: VERSION,
      node_version: process.versions.node,
      started_at: new Date(this.#startedAt).toISOString(),
      store: isFolder ? 'sqlite' : 'postgresql',
      index: config.searchNodes === undefined ? 'embedded' : 'opensearch',
      nodes: await this.#nodes(),
      main_thread: this.#mainThread(),
      memory: memory(),
      disk: await disk(),
      threads: this.#threads(),
      jobs: await runningJobs(jobs),
      recent_errors: recentErrors.list,
      backup: await this.#backup(),
    };
  }

  async #nodes(): Promise<NodesFacts | null> {
    const { nodes } = this.#parts.jobs.store;
    if (nodes === undefined) return null;
    const { engines, milliseconds } = this.#parts.lag();
    const others = await nodes.others();
    return {
      id: nodes.id,
      others: others
        .slice(0, LISTED_NODES)
        .map(({ id, version, seenAt }) => ({ id, version, seen_at: new Date(seenAt).toISOString() })),
      engines_behind: engines,
      seconds_behind: Math.round(milliseconds / 100) / 10,
    };
  }

  async #backup(): Promise<BackupScheduleFacts | null> {
    const report = await this.#parts.backups?.report();
    if (report === undefined) return null;
    const { to, every, keep, runningSince, nextAt, success, failure } = report;
    return {
      to,
      every,
      keep,
      running_since: runningSince === undefined ? null : moment(runningSince),
      next_at: moment(nextAt),
      last_success: success && { ...success, at: moment(success.at) },
      last_failure: failure && { at: moment(failure.at), message: failure.message, times: failure.times },
    };
  }

  /** Since the last report, or since the one before if that was just now. */
  #mainThread(): MainThreadFacts {
    const at = performance.now();
    const utilization = performance.eventLoopUtilization();
    const milliseconds = at - this.#measured.at;
    const { active, idle } = performance.eventLoopUtilization(utilization, this.#measured.utilization);
    if (milliseconds >= SHORTEST_MEASUREMENT) this.#measured = { at, utilization };
    const busy = active + idle > 0 ? active / (active + idle) : 0;
    return { busy: Math.round(1000 * busy) / 1000, seconds: Math.round(milliseconds / 100) / 10 };
  }

  #threads(): readonly ThreadItem[] {
    const { jobs, threads } = this.#parts;
    return [...(jobs.store.threads ?? []), ...threads].map(({ name, isStarted, pending }) => ({
      name,
      state: pending > 0 ? 'busy' : isStarted ? 'idle' : 'stopped',
      calls: pending,
    }));
  }
}

const moment = (ms: number): string => new Date(ms).toISOString();
