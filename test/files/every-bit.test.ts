import assert from 'node:assert/strict';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { FILE, problem, written } from './written-sections.ts';

test('one flipped bit anywhere in a file of sections is detected', async (t) => {
  const { folder, path, file } = await written(t);
  const right = readFileSync(path);
  const kinds = new Map<string, number>();
  for (let bit = 0; bit < 8 * right.length; bit++) {
    const wrong = Buffer.from(right);
    wrong[bit >> 3] = (wrong[bit >> 3] as number) ^ (1 << (bit & 7));
    writeFileSync(path, wrong);
    // Also without the record in the manifest: the file alone is enough.
    const { kind } = await problem(folder, FILE, bit % 2 === 0 ? file : undefined);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  // The first eight letters distinguish index files from others.
  assert.deepEqual(Object.fromEntries(kinds), { foreign: 64, damaged: 8 * right.length - 64 });
});

test('a file of sections truncated at any byte is detected', async (t) => {
  const { folder, path, file } = await written(t);
  for (let bytes = file.bytes - 1; bytes >= 0; bytes--) {
    truncateSync(path, bytes);
    assert.equal((await problem(folder)).kind, 'damaged');
  }
});
