import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { PROGRAM, ROOT } from '../support/command.ts';

// Canaries: key values that are easy to recognise anywhere. 24 characters each, like generated keys.
export const PRIVATE = 'private-canaryprivate00000000001';
export const SEARCH = 'search-canarysearch000000000001';
export const ADMIN = 'admin-canaryadmin0000000000001';
export const BROUGHT = 'private-CANARY_brought-along_0001';

/** Runs a `findling` command on a data folder; a server may be running on it. */
export async function findling(data: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args], {
    cwd: ROOT,
    env: { ...process.env, FINDLING_DATA: data },
  });
  return stdout;
}
