import type { BackupInput } from '../backup-reader.ts';

/** A place for backups. Failures are sentences (`DataError`). */
export interface BackupDestination {
  /** The names that begin with a prefix, in no particular order. */
  names(prefix: string): Promise<readonly string[]>;
  /** Stores a backup: afterwards it is there as a whole, or not at all. */
  write(name: string, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /** A stored backup, to be read. */
  input(name: string): BackupInput;
  remove(name: string): Promise<void>;
}
