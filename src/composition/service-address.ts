import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { hasDataFolder } from './data-folder.ts';
import { isServed } from './instance.ts';

/** Where a service listens. */
export interface ServiceAddress {
  readonly host: string;
  readonly port: number;
}

const FILE = 'address';

/**
 * Leaves the address of the running service in its data folder, for commands that print links. Returns a function that
 * removes it again. Nothing depends on the file, so that a failure is ignored.
 */
export function leaveAddress(config: Config, { host, port }: ServiceAddress): () => void {
  if (!hasDataFolder(config)) return () => {};
  const path = join(config.data, FILE);
  try {
    writeFileSync(path, `${JSON.stringify({ host, port })}\n`, { mode: 0o600 });
  } catch {
    return () => {};
  }
  return () => {
    try {
      rmSync(path, { force: true });
    } catch {
      // Without a service that runs, the file means nothing.
    }
  };
}

/** The address of the service that runs on a data folder; undefined if none does, or if its address is not known. */
export function runningAddress(config: Config): ServiceAddress | undefined {
  if (!hasDataFolder(config)) return undefined;
  const found = readAddress(join(config.data, FILE));
  // A service that was killed has left its file behind.
  return found !== undefined && isServed(config.data) ? found : undefined;
}

function readAddress(path: string): ServiceAddress | undefined {
  try {
    const { host, port } = JSON.parse(readFileSync(path, 'utf8')) as Partial<ServiceAddress>;
    return typeof host === 'string' && typeof port === 'number' ? { host, port } : undefined;
  } catch {
    return undefined;
  }
}
