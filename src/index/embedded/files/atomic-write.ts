import { join } from 'node:path';
import { temporaryName } from './file-names.ts';
import { type Files, type OpenFile, writeAll } from './file-system.ts';

/**
 * Writes a file atomically: under a temporary name, synced, renamed. The new name is durable only after a sync of the
 * folder, which is left to the caller, who may have several files to rename.
 * If anything fails, the temporary file is given up. It is never written or synced again: after a failed sync the
 * system may mark pages as clean that never reached the disk ("fsyncgate").
 */
export async function writeAtomically(
  files: Files,
  folder: string,
  name: string,
  parts: readonly Uint8Array[],
): Promise<void> {
  const temporary = join(folder, temporaryName(name));
  try {
    const file = await createFresh(files, temporary);
    try {
      for (const part of parts) await writeAll(file, part);
      await file.sync();
    } catch (error) {
      await file.close().catch(() => {});
      throw error;
    }
    await file.close();
    await files.rename(temporary, join(folder, name));
  } catch (error) {
    await files.remove(temporary).catch(() => {});
    throw error;
  }
}

/** Creates a file; one that was left by an earlier attempt is removed, not overwritten. */
async function createFresh(files: Files, path: string): Promise<OpenFile> {
  try {
    return await files.create(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    await files.remove(path);
    return files.create(path);
  }
}
