import { join } from 'node:path';
import { temporaryName } from './file-names.ts';
import { type Files, type OpenFile, writeAll } from './file-system.ts';

/**
 * Writes a file so that it is there whole or not at all: aside, synced, renamed. The new name is durable only when the
 * folder was synced too, which is left to the caller, who has several files to name.
 * Whatever fails, the file aside is given up. It is never written or synced a second time: after a failed sync the
 * system may call pages clean that never reached the disk.
 */
export async function writeAtomically(
  files: Files,
  folder: string,
  name: string,
  parts: readonly Uint8Array[],
): Promise<void> {
  const aside = join(folder, temporaryName(name));
  try {
    const file = await createFresh(files, aside);
    try {
      for (const part of parts) await writeAll(file, part);
      await file.sync();
    } catch (error) {
      await file.close().catch(() => {});
      throw error;
    }
    await file.close();
    await files.rename(aside, join(folder, name));
  } catch (error) {
    await files.remove(aside).catch(() => {});
    throw error;
  }
}

/** A file that nobody has written to: one that was left behind is removed, not written over. */
async function createFresh(files: Files, path: string): Promise<OpenFile> {
  try {
    return await files.create(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    await files.remove(path);
    return files.create(path);
  }
}
