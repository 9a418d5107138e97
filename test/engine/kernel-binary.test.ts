import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { compileKernel, KERNEL } from '../../build-kernel.ts';

test('the kernel that is checked in is the one that its sources compile to', async () => {
  const compiled = await compileKernel();
  assert.ok(
    Buffer.from(compiled).equals(readFileSync(KERNEL)),
    'run `npm run build:kernel` after a change of src/index/embedded/kernel/assembly/',
  );
});
