import { mkdir, open, readdir, rename, rmdir, statfs, unlink } from 'node:fs/promises';

/**
 * The file calls that the index needs. Each is one step that can fail on its own, so that tests can make any one of
 * them fail. All reject with the error of the system, which has a `code`.
 */
export interface Files {
  /** Opens an existing file. */
  open(path: string): Promise<OpenFile>;
  /** Creates a file and opens it for writing. Rejects if it exists (EEXIST). */
  create(path: string): Promise<OpenFile>;
  rename(from: string, to: string): Promise<void>;
  /** Makes created, renamed and removed names in a folder durable. */
  syncFolder(folder: string): Promise<void>;
  /** The names in a folder, in no particular order. */
  list(folder: string): Promise<string[]>;
  remove(path: string): Promise<void>;
  /** Removes an empty folder. Rejects if it is not empty (ENOTEMPTY). */
  removeFolder(folder: string): Promise<void>;
  /** Creates a folder and its parents; does nothing if it exists. */
  makeFolder(folder: string): Promise<void>;
  /** Free bytes on the disk of `folder`. */
  freeBytes(folder: string): Promise<number>;
}

export interface OpenFile {
  /** Its length in bytes. Rejects for a folder (EISDIR). */
  size(): Promise<number>;
  /** Reads from byte `at` on, as much as there is and fits; returns the number of bytes. */
  read(into: Uint8Array, at: number): Promise<number>;
  /** Writes at the end; returns the number of bytes written, which may be fewer than given. */
  write(bytes: Uint8Array): Promise<number>;
  /**
   * Makes the written bytes durable. After a failed sync the file must be given up: a second sync may falsely succeed.
   */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Bytes per read or write: far below the limits of systems, and other requests can use the disk in between. */
const PIECE = 64 << 20;

/** The real disk. */
export const disk: Files = {
  open: (path) => opened(path, 'r'),
  create: (path) => opened(path, 'wx'),
  rename,
  async syncFolder(folder) {
    // Windows cannot open folders, and makes names durable by itself.
    if (process.platform === 'win32') return;
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  list: (folder) => readdir(folder),
  remove: unlink,
  removeFolder: (folder) => rmdir(folder),
  async makeFolder(folder) {
    await mkdir(folder, { recursive: true });
  },
  async freeBytes(folder) {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  },
};

async function opened(path: string, flags: 'r' | 'wx'): Promise<OpenFile> {
  const handle = await open(path, flags);
  return {
    async size() {
      const stats = await handle.stat();
      if (stats.isFile()) return stats.size;
      throw Object.assign(new Error('not a file'), { code: 'EISDIR' });
    },
    read: async (into, at) => (await handle.read(into, 0, into.length, at)).bytesRead,
    write: async (bytes) => (await handle.write(bytes)).bytesWritten,
    sync: () => handle.sync(),
    close: () => handle.close(),
  };
}

/** Writes all bytes. A short write means that the disk is full or failing; it is not continued. */
export async function writeAll(file: OpenFile, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; at += PIECE) {
    const piece = bytes.subarray(at, at + PIECE);
    const taken = await file.write(piece);
    if (taken !== piece.length) {
      throw Object.assign(new Error(`${taken} of ${piece.length} bytes were written`), { code: 'ESHORT' });
    }
  }
}

/** Fills `into` from byte `at` on; false if the file is too short. */
export async function readAll(file: OpenFile, into: Uint8Array, at: number): Promise<boolean> {
  for (let filled = 0; filled < into.length; ) {
    const read = await file.read(into.subarray(filled, filled + PIECE), at + filled);
    if (read === 0) return false;
    filled += read;
  }
  return true;
}

/** Opens an existing file for `work` and closes it in any case. */
export async function withFile<T>(
  files: Files,
  path: string,
  work: (file: OpenFile) => Promise<T>,
): Promise<T> {
  const file = await files.open(path);
  try {
    return await work(file);
  } finally {
    // Nothing was written, so a failed close loses nothing.
    await file.close().catch(() => {});
  }
}
