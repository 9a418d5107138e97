import type { Logger } from 'pino';
import { leasedWork } from '../nodes/leased-work.ts';
import { type Store, StoreUnavailable } from '../store/port.ts';
import { BACKUP_STATE, type BackupState, NO_BACKUPS, parseState, retryAt } from './backup-state.ts';
import { type BackupSchedule, nextBackupAt, scheduleText } from './schedule.ts';

/** How often the schedule is looked at, in milliseconds. */
const CHECK_EVERY = 5_000;

/** A backup that was made and verified. */
export interface MadeBackup {
  readonly name: string;
  readonly bytes: number;
  readonly documents: number;
  /** Documents that were damaged in the store before. */
  readonly damaged: number;
  /** Names of the backups that were removed because they were too many. */
  readonly removed: readonly string[];
}

export interface ScheduledBackupOptions {
  readonly store: Pick<Store, 'instance' | 'transact' | 'nodes'>;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly schedule: BackupSchedule;
  /** Where they go, in words. */
  readonly to: string;
  readonly keep: number;
  /** Makes a backup, verifies it and removes those that are too many. */
  readonly make: (signal: AbortSignal) => Promise<MadeBackup>;
}

/** What is known about scheduled backups. Times are milliseconds since 1970. */
export interface BackupReport {
  readonly to: string;
  /** When, in words. */
  readonly every: string;
  readonly keep: number;
  /** If this node is making one. */
  readonly runningSince: number | undefined;
  readonly nextAt: number;
  readonly success: BackupState['success'];
  /** The last failure since the last success. */
  readonly failure: BackupState['failure'];
}

/** Makes backups on a schedule: one node at a time, and again some time after a failure. */
export class ScheduledBackups {
  readonly #options: ScheduledBackupOptions;
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> | undefined;
  #runningSince: number | undefined;
  /** The state that could not be stored, because the disk is full for example. */
  #unsaved: BackupState | undefined;

  constructor(options: ScheduledBackupOptions) {
    this.#options = options;
  }

  /** Makes backups when they are due, also one that came due while no process ran. */
  watch(): void {
    this.#check();
    this.#timer = setInterval(() => this.#check(), CHECK_EVERY).unref();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#timer);
    await this.#checking;
  }

  async report(): Promise<BackupReport> {
    const { to, schedule, keep } = this.#options;
    const state = await this.#state();
    return {
      to,
      every: scheduleText(schedule),
      keep,
      runningSince: this.#runningSince,
      nextAt: this.#nextAt(state, Date.now()),
      success: state.success,
      failure: state.failure,
    };
  }

  #check(): void {
    if (this.#closing.signal.aborted) return;
    this.#checking ??= this.#makeIfDue()
      .catch((error) => {
        // The next look may find it again.
        if (!(error instanceof StoreUnavailable)) {
          this.#options.log.error({ err: error }, 'looking whether a backup is due failed');
        }
      })
      .finally(() => {
        this.#checking = undefined;
      });
  }

  async #makeIfDue(): Promise<void> {
    if (!this.#isDue(await this.#state())) return;
    await leasedWork(this.#options.store.nodes, 'backup', async (lost) => {
      // Another node may have made it just now.
      const state = await this.#state();
      if (this.#isDue(state)) await this.#make(state, AbortSignal.any([lost, this.#closing.signal]));
    });
  }

  #isDue(state: BackupState): boolean {
    const now = Date.now();
    return this.#nextAt(state, now) <= now;
  }

  #nextAt(state: BackupState, now: number): number {
    return Math.max(nextBackupAt(this.#options.schedule, state.success?.at, now), retryAt(state, now));
  }

  async #make(state: BackupState, signal: AbortSignal): Promise<void> {
    const { log, make, to } = this.#options;
    const began = performance.now();
    const at = Date.now();
    this.#runningSince = at;
    try {
      const { name, bytes, documents, damaged, removed } = await make(signal).finally(() => {
        // Before its success or failure is reported.
        this.#runningSince = undefined;
      });
      const seconds = Math.round((performance.now() - began) / 100) / 10;
      log.info({ backup: name, bytes, documents, seconds, removed }, 'a backup was made and verified');
      if (damaged > 0) {
        log.warn({ documents: damaged }, 'documents in the store are damaged: run `findling verify`');
      }
      const success = { at, name, bytes, documents, seconds };
      await this.#save({ to, success, failure: null });
    } catch (error) {
      if (signal.aborted) return;
      const times = (state.failure?.times ?? 0) + 1;
      const failure = { at: Date.now(), message: (error as Error).message, times };
      log.error({ err: error, times }, 'a backup failed; it is tried again');
      await this.#save({ ...state, to, failure });
    }
  }

  async #state(): Promise<BackupState> {
    if (this.#unsaved !== undefined) return this.#unsaved;
    const state = parseState(await this.#options.store.instance.get(BACKUP_STATE));
    // A new destination has no backup yet.
    return state.to === this.#options.to ? state : NO_BACKUPS;
  }

  async #save(state: BackupState): Promise<void> {
    this.#unsaved = state;
    try {
      const text = JSON.stringify(state);
      await this.#options.store.transact('instance', ({ instance }) => instance.set(BACKUP_STATE, text));
      this.#unsaved = undefined;
    } catch (error) {
      this.#options.log.warn({ err: error }, 'the time of the last backup could not be stored');
    }
  }
}
