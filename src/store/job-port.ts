import type { FieldType, Schema } from '../values/types.ts';
import type { Page, PageRange } from './page.ts';

// The part of the store for reindex jobs and their reports.

export type JobState = 'running' | 'finished' | 'cancelled';
/** How far a running job has built a generation that all nodes share. */
export interface BuiltPart {
  /** The id of the generation. */
  readonly generation: string;
  /** All documents up to this position are in it, and the report has their failures. */
  readonly position: number;
}
export interface JobRecord {
  readonly id: number;
  readonly engineId: number;
  readonly state: JobState;
  /** The schema before the change, and after it. */
  readonly before: Schema;
  readonly after: Schema;
  /** Fields whose type changes. */
  readonly changed: readonly string[];
  readonly added: readonly string[];
  /** The engine's sequence number at the change: later writes were validated against the new types. */
  readonly sequence: number;
  readonly total: number;
  readonly done: number;
  /** Values that could not be converted. */
  readonly failures: number;
  readonly startedAt: number;
  readonly finishedAt: number | null;
  /** What the next run can continue with, if there is anything. */
  readonly built?: BuiltPart | undefined;
}
export interface Failure {
  readonly documentId: string;
  readonly field: string;
  readonly type: FieldType;
  /** The value as it was sent. */
  readonly value: string;
  readonly reason: string;
}
export type NewJob = Omit<JobRecord, 'id' | 'done' | 'failures' | 'built'>;
export interface JobReader {
  byId(engineId: number, id: number): Promise<JobRecord | undefined>;
  /** The running jobs of all engines, oldest first. */
  running(): Promise<readonly JobRecord[]>;
  /** The owners of the leases of running jobs that have not expired, by the id of the job. */
  holders(): Promise<ReadonlyMap<number, string>>;
  /** Newest first. */
  list(engineId: number): Promise<readonly JobRecord[]>;
  failures(jobId: number, range: PageRange): Promise<Page<Failure>>;
}
export interface JobWriter {
  insert(job: NewJob): Promise<JobRecord>;
  /** Replaces state, counts, end and what is built. */
  update(job: JobRecord): Promise<void>;
  /** Appends to the report of a job. */
  addFailures(jobId: number, failures: readonly Failure[]): Promise<void>;
  /** Removes the failures of these documents from the report, or all failures. */
  removeFailures(jobId: number, documentIds?: readonly string[]): Promise<void>;
  countFailures(jobId: number): Promise<number>;
  delete(id: number): Promise<void>;
  /**
   * Takes the lease of a running job for `milliseconds` by the store's clock, and gives its fencing number, which is
   * higher than that of every earlier claim. Undefined if the job is over or another owner's lease has not expired.
   * An owner may claim again what it holds; the earlier number is then void.
   */
  claim(jobId: number, owner: string, milliseconds: number): Promise<number | undefined>;
  /**
   * Extends a lease. False if it was lost: the job is over, or was claimed again. A run renews in every transaction
   * that writes for its job, so that it writes nothing after it lost the lease.
   */
  renew(jobId: number, fence: number, milliseconds: number): Promise<boolean>;
  /** Removes what is built from the record; false if the job is gone or was claimed again, and changes nothing then. */
  withdrawBuilt(jobId: number, fence: number): Promise<boolean>;
  /** Ends a lease early: any owner may claim the job at once. */
  release(jobId: number, fence: number): Promise<void>;
}
