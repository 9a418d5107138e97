import { statfs } from 'node:fs/promises';
import { StoreFailed, StoreFull } from '../port.ts';

const MB = 1024 * 1024;

/** Room on the disk that documents never get: deletions, the log and the end of a reindex need it to free the rest. */
const RESERVE = 32 * MB;

/** What is kept free of the disk itself even where deleted documents have left room in the file: room for the log. */
const LOG_RESERVE = 8 * MB;

/** How many bytes of the disk a byte of a document takes: in the log, in the file, in indexes and in pages half full. */
const SPREAD = 4;

/** The least that a write is counted as: it changes a page here and there whatever it stores. */
const LEAST = 4096;

/** How long a look at the disk is good for, in milliseconds. */
const FRESH = 200;

/** How full a database file is, in bytes. */
export interface FileUse {
  readonly size: number;
  /** What deleted documents have left in it, to be used again: the file itself never shrinks. */
  readonly reusable: number;
}

/**
 * Says before a write whether there is room for it, so that a full disk is an answer and not an accident. A promise is
 * good for one look at the disk; what other programs write meanwhile is what the reserve is for.
 */
export class Room {
  readonly #folder: string;
  readonly #fileUse: () => Promise<FileUse>;
  readonly #maxBytes: number;
  #seen = { until: 0, disk: 0, left: 0 };

  constructor(folder: string, fileUse: () => Promise<FileUse>, maxBytes = Number.POSITIVE_INFINITY) {
    this.#folder = folder;
    this.#fileUse = fileUse;
    this.#maxBytes = maxBytes;
  }

  /** Resolves if documents of so many bytes can be stored, rejects with `StoreFull` if not. */
  async admit(bytes: number): Promise<void> {
    if (performance.now() < this.#seen.until && this.#take(bytes)) return;
    // Never refused by an old look: room may have come since.
    this.#seen = await this.#look();
    if (!this.#take(bytes)) throw new StoreFull('the disk is full');
  }

  #take(bytes: number): boolean {
    const { disk, left } = this.#seen;
    const need = SPREAD * Math.max(bytes, LEAST);
    if (left < RESERVE + need || disk < LOG_RESERVE + need / 2) return false;
    this.#seen.left -= need;
    return true;
  }

  async #look() {
    const [{ size, reusable }, disk] = await Promise.all([this.#fileUse(), freeBytes(this.#folder)]);
    const left = Math.min(disk + reusable, this.#maxBytes - size + reusable);
    return { until: performance.now() + FRESH, disk, left };
  }
}

/** What the file system would give to this process; no limit where it does not say. */
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
  // The low byte is the kind of error, the rest says more about it.
  const kind = errcode & 0xff;
  if (kind !== SQLITE_FULL && kind !== SQLITE_IOERR && code !== 'ENOSPC') return error;
  // Where a full disk cannot give a page of shared memory, SQLite tells of an error of the disk.
  const isFull = kind !== SQLITE_IOERR || (await freeBytes(folder)) < LOG_RESERVE;
  const cause = { cause: error };
  return isFull
    ? new StoreFull('the disk is full', cause)
    : new StoreFailed('the disk reports an error', cause);
}
