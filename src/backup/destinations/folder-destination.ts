import { mkdir, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileInput } from '../backup-input.ts';
import { writeDurably } from '../durable-file.ts';
import { fileError } from '../file-error.ts';
import type { BackupDestination } from './destination.ts';

/** Backups in a folder, which is created if it does not exist. */
export function folderDestination(folder: string): BackupDestination {
  const system = <T>(name: string, work: Promise<T>): Promise<T> =>
    work.catch((error) => {
      throw fileError(name, error, 'written');
    });
  return {
    async names(prefix) {
      await system(folder, mkdir(folder, { recursive: true, mode: 0o700 }));
      const names = await system(folder, readdir(folder));
      return names.filter((name) => name.startsWith(prefix));
    },
    async write(name, chunks) {
      await writeDurably(join(folder, name), chunks);
    },
    input: (name) => fileInput(join(folder, name)),
    remove: (name) => system(join(folder, name), unlink(join(folder, name))),
  };
}
