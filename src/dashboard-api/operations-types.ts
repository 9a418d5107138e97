import type { Moment } from './types.ts';

/**
 * The JSON of GET /operations, first owner only: the state of the node that answers, and of the instance. Types only, as
 * `types.ts`.
 */
export interface OperationsReport {
  readonly at: Moment;
  /** Of Findling. */
  readonly version: string;
  /** Of Node.js, such as `24.1.0`. */
  readonly node_version: string;
  readonly started_at: Moment;
  readonly store: 'sqlite' | 'postgresql';
  readonly index: 'embedded' | 'opensearch';
  /** Null if the instance has one node only. */
  readonly nodes: NodesFacts | null;
  readonly main_thread: MainThreadFacts;
  readonly memory: MemoryFacts;
  /** Null if nothing is stored in a data folder. */
  readonly disk: DiskFacts | null;
  readonly threads: readonly ThreadItem[];
  readonly jobs: RunningJobs;
  /** The last 50 warnings and errors in the log of this node since it started, newest first. */
  readonly recent_errors: readonly LoggedError[];
  /** Scheduled backups; null if there are none. */
  readonly backup: BackupScheduleFacts | null;
}

export interface NodesFacts {
  /** The name of the node that answers; a random text. */
  readonly id: string;
  /** The other nodes that are running. */
  readonly others: ReadonlyArray<{ readonly id: string; readonly version: string; readonly seen_at: Moment }>;
  /** How far the node that answers is behind the store. */
  readonly engines_behind: number;
  readonly seconds_behind: number;
}

/** How busy the main thread was, from 0 to 1, during the last `seconds`. */
export interface MainThreadFacts {
  readonly busy: number;
  readonly seconds: number;
}

/** In bytes. */
export interface MemoryFacts {
  /** Memory of the process in RAM. */
  readonly rss: number;
  /** The heap of the main thread. */
  readonly heap_used: number;
  readonly heap_total: number;
  /** Entries in the caches of the main thread. */
  readonly caches_used: number;
  /** How FINDLING_MEMORY is divided; null if the index is in OpenSearch. */
  readonly budget: MemoryBudgetFacts | null;
}
export interface MemoryBudgetFacts {
  readonly total: number;
  /** The index, and running writes and merges. */
  readonly segments: number;
  /** Reserved for the caches of all threads. */
  readonly caches: number;
  /** Reserved for segments under construction. */
  readonly building: number;
}

/** The data folder. In bytes; null for what is stored elsewhere or cannot be measured. */
export interface DiskFacts {
  readonly folder: string;
  readonly store: number | null;
  readonly events: number | null;
  readonly index: number | null;
  /** Of the file system. */
  readonly free: number | null;
  readonly total: number | null;
}

export interface ThreadItem {
  readonly name: string;
  /** Threads start on demand, and most of them end when they are idle. */
  readonly state: 'busy' | 'idle' | 'stopped';
  /** Unanswered calls. */
  readonly calls: number;
}

export interface RunningJobs {
  readonly total: number;
  /** At most 100, oldest first within each kind. */
  readonly results: readonly RunningJob[];
}
export interface RunningJob {
  /** Unique among the jobs of a response. */
  readonly id: string;
  readonly kind: 'reindex' | 'rebuild' | 'import' | 'cleanup';
  /** Null for `cleanup`, which removes the data of all deleted engines. */
  readonly engine: EngineOfJob | null;
  readonly documents_done: number | null;
  readonly documents_total: number | null;
  readonly started_at: Moment | null;
  /** The node that runs it; null if it is not known, or if the instance has one node only. */
  readonly node: string | null;
}
export interface EngineOfJob {
  readonly name: string;
  readonly account: string;
  readonly host_identifier: string;
}

export interface BackupScheduleFacts {
  /** A folder, or `s3://bucket/prefix`. */
  readonly to: string;
  /** In words, such as `every 6 hours`. */
  readonly every: string;
  readonly keep: number;
  /** If the node that answers is making one. */
  readonly running_since: Moment | null;
  readonly next_at: Moment;
  readonly last_success: {
    readonly at: Moment;
    readonly name: string;
    readonly bytes: number;
    readonly documents: number;
    readonly seconds: number;
  } | null;
  /** The last failure since the last success; `times` in a row. */
  readonly last_failure: { readonly at: Moment; readonly message: string; readonly times: number } | null;
}

export interface LoggedError {
  readonly id: number;
  readonly at: Moment;
  readonly level: 'warn' | 'error' | 'fatal';
  readonly message: string;
  /** The X-Request-Id of the response. */
  readonly request_id: string | null;
  /** The other members of the log line as JSON, without secrets. */
  readonly details: string | null;
}
