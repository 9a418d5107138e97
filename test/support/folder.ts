import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

const folders: string[] = [];
// At the end of the process: a service that is closed when a test ends still writes to its folder then.
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder that goes when the tests of its file have ended. */
export function temporaryFolder(_t: Pick<TestContext, 'after'>): string {
  const folder = mkdtempSync(join(tmpdir(), 'findling-test-'));
  folders.push(folder);
  return folder;
}
