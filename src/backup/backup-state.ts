import { isObject } from '../json/object.ts';

/** The fact about the instance that holds the state. */
export const BACKUP_STATE = 'backup_state';

/** What became of the scheduled backups, as stored. Times are milliseconds since 1970. */
export interface BackupState {
  /** The destination. */
  readonly to: string;
  readonly success: {
    /** When it was begun. */
    readonly at: number;
    readonly name: string;
    readonly bytes: number;
    readonly documents: number;
    readonly seconds: number;
  } | null;
  /** The last failure since then. */
  readonly failure: {
    readonly at: number;
    readonly message: string;
    /** Failures in a row. */
    readonly times: number;
  } | null;
}

export const NO_BACKUPS: BackupState = { to: '', success: null, failure: null };

/** The stored state; that of no backups if there is none that can be read. */
export function parseState(text: string | undefined): BackupState {
  try {
    const state: unknown = JSON.parse(text ?? '');
    return isObject(state) && typeof state.to === 'string' ? { ...NO_BACKUPS, ...state } : NO_BACKUPS;
  } catch {
    return NO_BACKUPS;
  }
}

/** The pause after a failure; it doubles with each further one. In milliseconds. */
const FIRST_PAUSE = 5_000;
const LONGEST_PAUSE = 1_800_000;

/** When a failed backup is tried again; a moment in the past if none has failed. */
export function retryAt({ failure }: BackupState, now: number): number {
  // A failure in the future means that the clock was set back.
  if (failure === null || failure.at > now) return 0;
  return failure.at + Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (failure.times - 1));
}
