import { mkdir, open, readdir, rename, rmdir, statfs, unlink } from 'node:fs/promises';

/**
 * The file calls that the index needs, and no others: each is one step that can fail by itself, so that tests can let
 * any one of them fail. Everything rejects with the error of the system (`code` says which).
 */
export interface Files {
  /** Opens a file that is there. */
  open(path: string): Promise<OpenFile>;
  /** Makes a file that is not there yet (EEXIST), and opens it for writing. */
  create(path: string): Promise<OpenFile>;
  rename(from: string, to: string): Promise<void>;
  /** After it, names that were given or taken in a folder are durable. */
  syncFolder(folder: string): Promise<void>;
  /** The names in a folder, in no order. */
  list(folder: string): Promise<string[]>;
  remove(path: string): Promise<void>;
  /** Removes a folder that is empty (ENOTEMPTY). */
  removeFolder(folder: string): Promise<void>;
  /** Makes a folder and those above it; nothing happens if it is there. */
  makeFolder(folder: string): Promise<void>;
  /** Bytes that can still be written where `folder` lies. */
  freeBytes(folder: string): Promise<number>;
}

export interface OpenFile {
  /** Its length in bytes. Rejects for a folder (EISDIR). */
  size(): Promise<number>;
  /** Reads from byte `at` on, as much as there is and fits; gives the number of bytes. */
  read(into: Uint8Array, at: number): Promise<number>;
  /** Writes at the end; gives the number of bytes that were taken, which can be too few. */
  write(bytes: Uint8Array): Promise<number>;
  /** After it, what was written is durable. A file whose sync failed is lost: a second one may lie. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Bytes of one read or write: far below what a system takes in one call, and others get the disk in between. */
const PIECE = 64 << 20;

/** The real disk. */
export const disk: Files = {
  open: (path) => opened(path, 'r'),
  create: (path) => opened(path, 'wx'),
  rename,
  async syncFolder(folder) {
    // Windows opens no folders, and keeps names without being asked.
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

/** Writes all of it. A write that takes less than it was given means a disk in trouble: it is not continued. */
export async function writeAll(file: OpenFile, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; at += PIECE) {
    const piece = bytes.subarray(at, at + PIECE);
    const taken = await file.write(piece);
    if (taken !== piece.length) {
      throw Object.assign(new Error(`${taken} of ${piece.length} bytes were written`), { code: 'ESHORT' });
    }
  }
}

/** Fills `into` from byte `at` on; false if the file ends before that. */
export async function readAll(file: OpenFile, into: Uint8Array, at: number): Promise<boolean> {
  for (let filled = 0; filled < into.length; ) {
    const read = await file.read(into.subarray(filled, filled + PIECE), at + filled);
    if (read === 0) return false;
    filled += read;
  }
  return true;
}

/** Works with a file that is there, and closes it whatever happens. */
export async function withFile<T>(
  files: Files,
  path: string,
  work: (file: OpenFile) => Promise<T>,
): Promise<T> {
  const file = await files.open(path);
  try {
    return await work(file);
  } finally {
    // Nothing was written, so nothing is lost by a close that fails.
    await file.close().catch(() => {});
  }
}
