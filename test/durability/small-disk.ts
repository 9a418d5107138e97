import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryFolder } from '../support/folder.ts';

export const DISK_BYTES = 64 * 1024 * 1024;

/** A folder for data with little space. */
export interface SmallDisk {
  readonly folder: string;
  /** The size limit for the store if no small disk can be mounted. */
  readonly maxBytes: number | undefined;
  /** Fills the disk as another process would; undefined for a quota, which applies to the store only. */
  readonly ballast: { fill(): void; remove(): void } | undefined;
}

/** A file system of 64 MB if this machine can mount one, otherwise a folder with a quota; prints which. */
export function smallDisk(t: TestContext): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'findling-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch (error) {
    const [reason] = String((error as { stderr?: unknown }).stderr || error).split('\n');
    process.stdout.write(`disk full: by a quota of 64 MB, because none can be mounted (${reason})\n`);
    rmdirSync(folder);
    return { folder: temporaryFolder(t), maxBytes: DISK_BYTES, ballast: undefined };
  }
  t.after(() => {
    execFileSync('umount', [folder]);
    rmdirSync(folder);
  });
  process.stdout.write('disk full: on a tmpfs of 64 MB\n');
  const path = join(folder, 'ballast');
  return {
    folder,
    maxBytes: undefined,
    ballast: { fill: () => fillUp(path), remove: () => rmSync(path) },
  };
}

/** Writes until there is no space for another byte. */
function fillUp(path: string): void {
  const file = openSync(path, 'a');
  for (let size = 1024 * 1024; size >= 1; ) {
    try {
      writeSync(file, new Uint8Array(size));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      size = Math.floor(size / 2);
    }
  }
  closeSync(file);
}
