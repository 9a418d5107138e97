import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileError } from './file-error.ts';

/** The end of a temporary name. */
export const PART_SUFFIX = /\.[0-9a-f]{8}\.part$/;

/**
 * Writes a file under a temporary name, syncs and renames it: it is complete or absent. Readable by its owner only. Gives
 * the number of bytes.
 */
export async function writeDurably(path: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  const part = `${path}.${randomBytes(4).toString('hex')}.part`;
  const system = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error) => {
      throw fileError(path, error, 'written');
    });
  const file = await system(open(part, 'wx', 0o600));
  try {
    const bytes = await written(file, chunks, system);
    await system(rename(part, path));
    await system(syncFolder(dirname(path)));
    return bytes;
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw error;
  }
}

async function written(
  file: FileHandle,
  chunks: AsyncIterable<Uint8Array>,
  system: <T>(work: Promise<T>) => Promise<T>,
): Promise<number> {
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      await system(file.appendFile(chunk));
      bytes += chunk.length;
    }
    await system(file.sync());
  } finally {
    await file.close().catch(() => {});
  }
  return bytes;
}

/** Makes a renamed file durable. Windows cannot open folders, and does that by itself. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
