import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

const folders: string[] = [];
// At exit, not after each test: a service that closes with the test still writes to its folder.
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is deleted after the last test of the file. */
export function temporaryFolder(_t: Pick<TestContext, 'after'>): string {
  const folder = mkdtempSync(join(tmpdir(), 'findling-test-'));
  folders.push(folder);
  return folder;
}
