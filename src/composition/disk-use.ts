import { readdir, stat, statfs } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Config } from '../config.ts';
import type { DiskFacts } from '../dashboard-api/operations-types.ts';
import { EVENTS_FILE } from '../store/sqlite/events.ts';
import { STORE_FILE } from '../store/sqlite/open.ts';
import { hasDataFolder } from './data-folder.ts';
import { indexFolder } from './index-folder.ts';

/** How long a measurement is valid, in milliseconds: the index may have thousands of files. */
const FRESH = 2000;

/** Measures the data folder. Several calls within a short time share a measurement. */
export function diskUse(config: Config): () => Promise<DiskFacts | null> {
  let last: { use: Promise<DiskFacts>; until: number } | undefined;
  return async () => {
    if (!hasDataFolder(config)) return null;
    if (last === undefined || performance.now() >= last.until) {
      const measurement = { use: measured(config), until: Number.POSITIVE_INFINITY };
      last = measurement;
      await measurement.use;
      measurement.until = performance.now() + FRESH;
    }
    return last.use;
  };
}

async function measured(config: Config): Promise<DiskFacts> {
  const { data, databaseUrl, searchNodes } = config;
  const files = await filesIn(data);
  // With the files beside a database, such as its log.
  const sizeOf = (name: string) => totalSize(files.filter((file) => basename(file).startsWith(name)));
  const isStored = databaseUrl === undefined;
  return {
    folder: data,
    store: isStored ? await sizeOf(STORE_FILE) : null,
    events: isStored ? await sizeOf(EVENTS_FILE) : null,
    index: searchNodes === undefined ? await totalSize(await filesIn(indexFolder(config), true)) : null,
    ...(await fileSystem(data)),
  };
}

/** The files in a folder; none if it cannot be read. */
async function filesIn(folder: string, recursive = false): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** One file after another: others need the threads of the file system too. */
async function totalSize(files: readonly string[]): Promise<number> {
  let total = 0;
  // A file may have been removed meanwhile.
  for (const file of files) total += (await stat(file).catch(() => undefined))?.size ?? 0;
  return total;
}

async function fileSystem(folder: string): Promise<Pick<DiskFacts, 'free' | 'total'>> {
  const system = await statfs(folder).catch(() => undefined);
  if (system === undefined) return { free: null, total: null };
  const { bavail, blocks, bsize } = system;
  return { free: bavail * bsize, total: blocks * bsize };
}
