import { statfs } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { StoreFailed, StoreFull } from '../port.ts';

const MB = 1024 * 1024;

/** Bytes of the disk that documents never get: deletions, the log and the end of a reindex need them to free space. */
const RESERVE = 32 * MB;

/** Bytes of the disk that stay free even if the file has free pages: the log needs them. */
const LOG_RESERVE = 8 * MB;

/** Bytes on disk per byte of a document: log, file, indexes and half-full pages. */
const SPREAD = 4;

/** The least that a write is counted as: every write changes a few pages. */
const LEAST = 4096;

/** How long a measurement of the disk is valid, in milliseconds. */
const FRESH = 200;

/** Sizes of a database file, in bytes. */
export interface FileUse {
  readonly size: number;
  /** Free pages, which are used again: the file itself never shrinks. */
  readonly reusable: number;
}

export async function fileUse<Tables>(db: Kysely<Tables>): Promise<FileUse> {
  const { rows } = await sql<{ pages: number; free: number; bytes: number }>`
    select page_count as pages, freelist_count as free, page_size as bytes
    from pragma_page_count, pragma_freelist_count, pragma_page_size`.execute(db);
  const { pages = 0, free = 0, bytes = 0 } = rows[0] ?? {};
  return { size: pages * bytes, reusable: free * bytes };
}

/**
 * Admission control for writes: refuses a write before the disk is full, so that there is space to delete. Admitted bytes
 * are subtracted until the next measurement; the reserve covers what other programs write in the meantime.
 */
export class DiskAdmission {
  readonly #folder: string;
  readonly #fileUse: () => Promise<FileUse>;
  readonly #maxBytes: number;
  #seen = { until: 0, disk: 0, left: 0 };

  constructor(folder: string, fileUse: () => Promise<FileUse>, maxBytes = Number.POSITIVE_INFINITY) {
    this.#folder = folder;
    this.#fileUse = fileUse;
    this.#maxBytes = maxBytes;
  }

  /**
   * Resolves if documents of that many bytes can be stored and `spare` bytes remain beyond the reserve, rejects with
   * `StoreFull` otherwise.
   */
  async admit(bytes: number, spare = 0): Promise<void> {
    if (performance.now() < this.#seen.until && this.#take(bytes, spare)) return;
    // A refusal needs a fresh measurement: space may have been freed since the last one.
    this.#seen = await this.#look();
    if (!this.#take(bytes, spare)) throw new StoreFull('the disk is full');
  }

  #take(bytes: number, spare: number): boolean {
    const { disk, left } = this.#seen;
    const need = SPREAD * Math.max(bytes, LEAST);
    if (left < RESERVE + spare + need || disk < LOG_RESERVE + need / 2) return false;
    this.#seen.left -= need;
    return true;
  }

  async #look() {
    const [{ size, reusable }, disk] = await Promise.all([this.#fileUse(), freeBytes(this.#folder)]);
    const left = Math.min(disk + reusable, this.#maxBytes - size + reusable);
    return { until: performance.now() + FRESH, disk, left };
  }
}

/** Bytes that the file system has for this process; infinite if it does not say. */
async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;

/** A failure to write as the port names it; every other error as it is. */
export async function asWriteError(error: unknown, folder: string): Promise<unknown> {
  const { code, errcode = 0 } = (error ?? {}) as { code?: unknown; errcode?: number };
  // The low byte of SQLite's extended code is the primary code.
  const kind = errcode & 0xff;
  if (kind !== SQLITE_FULL && kind !== SQLITE_IOERR && code !== 'ENOSPC') return error;
  // A full disk without space for a page of shared memory is reported as an I/O error.
  const isFull = kind !== SQLITE_IOERR || (await freeBytes(folder)) < LOG_RESERVE;
  const cause = { cause: error };
  return isFull
    ? new StoreFull('the disk is full', cause)
    : new StoreFailed('the disk reports an error', cause);
}
