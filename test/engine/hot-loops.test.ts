import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const PROGRAM = join(import.meta.dirname, 'hot-loops.ts');
/** The loops over documents that are not in the kernel: candidates, hits, lengths. */
const HOT = ['intersect', 'countBits', 'gather', 'unpackDeltas', 'unpackPlusOne', 'copyTo', 'lastBetter'];

/**
 * A loop that is repeatedly deoptimized costs several times more without any visible cause, so deoptimizations are
 * counted. One is allowed: a value may occur for the first time after any number of rounds.
 */
test('no hot loop is deoptimized repeatedly once it is warm', () => {
  const { stdout, status } = spawnSync(process.execPath, ['--trace-deopt', PROGRAM], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  assert.equal(status, 0);
  const [, warm] = stdout.split('\nwarm\n');
  assert.ok(warm !== undefined, 'the program got warm');
  const given = new Map<string, number>();
  for (const [, name = ''] of warm.matchAll(/deoptimizing \S+ <JSFunction (\w+)/g)) {
    given.set(name, (given.get(name) ?? 0) + 1);
  }
  for (const name of HOT) assert.ok((given.get(name) ?? 0) <= 1, `${name}: ${given.get(name)} times`);
});
