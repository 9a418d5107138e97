import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeAtomically } from '../../src/index/embedded/files/atomic-write.ts';
import {
  disk,
  type OpenFile,
  readAll,
  withFile,
  writeAll,
} from '../../src/index/embedded/files/file-system.ts';
import { temporaryFolder } from '../support/folder.ts';
import { FailingFiles } from './failing-files.ts';

const BYTES = Uint8Array.from({ length: 1000 }, (_, i) => i % 251);

test('written bytes are read back from any offset into shared memory', async (t) => {
  const path = join(temporaryFolder(t), 'file');
  const file = await disk.create(path);
  await writeAll(file, BYTES);
  await writeAll(file, BYTES.subarray(0, 10));
  await file.sync();
  await file.close();
  assert.deepEqual([...readFileSync(path)], [...BYTES, ...BYTES.subarray(0, 10)]);
  const shared = new Uint8Array(new SharedArrayBuffer(900));
  const [size, isFilled, isTooMuch] = await withFile(disk, path, async (open) => [
    await open.size(),
    await readAll(open, shared, 100),
    await readAll(open, new Uint8Array(900), 111),
  ]);
  assert.deepEqual([size, isFilled, isTooMuch], [1010, true, false]);
  assert.deepEqual([...shared], [...BYTES.subarray(100)]);
});

test('a file is created once, and a folder is not a file', async (t) => {
  const folder = temporaryFolder(t);
  const path = join(folder, 'file');
  await (await disk.create(path)).close();
  await assert.rejects(disk.create(path), { code: 'EEXIST' });
  await assert.rejects(disk.open(join(folder, 'other')), { code: 'ENOENT' });
  await assert.rejects(
    withFile(disk, folder, (open) => open.size()),
    { code: 'EISDIR' },
  );
});

test('folders are created, listed, synced and removed, and report the free space', async (t) => {
  const folder = join(temporaryFolder(t), 'a', 'b');
  await disk.makeFolder(folder);
  await disk.makeFolder(folder);
  writeFileSync(join(folder, 'one'), '');
  await disk.rename(join(folder, 'one'), join(folder, 'two'));
  await disk.syncFolder(folder);
  assert.deepEqual(await disk.list(folder), ['two']);
  assert.ok((await disk.freeBytes(folder)) > 0);
  await assert.rejects(disk.removeFolder(folder), { code: 'ENOTEMPTY' });
  await disk.remove(join(folder, 'two'));
  await disk.removeFolder(folder);
  await assert.rejects(disk.list(folder), { code: 'ENOENT' });
});

test('a short write is an error, and is not continued', async () => {
  let writes = 0;
  const file: Pick<OpenFile, 'write'> = {
    async write(bytes) {
      writes++;
      return bytes.length - 1;
    },
  };
  await assert.rejects(writeAll(file as OpenFile, BYTES), { code: 'ESHORT' });
  assert.equal(writes, 1);
});

test('an atomic write leaves the complete new file or the old one', async (t) => {
  const folder = temporaryFolder(t);
  await writeAtomically(disk, folder, 'MANIFEST', [BYTES]);
  for (const failure of ['short write', 'failed sync', 'failed rename'] as const) {
    const files = new FailingFiles(disk, failure, 1);
    await assert.rejects(writeAtomically(files, folder, 'MANIFEST', [BYTES.subarray(5)]));
    assert.deepEqual(await disk.list(folder), ['MANIFEST'], `${failure}: what was written aside is given up`);
    assert.deepEqual([...readFileSync(join(folder, 'MANIFEST'))], [...BYTES]);
    assert.equal(files.openCount, 0);
  }
  await writeAtomically(disk, folder, 'MANIFEST', [BYTES.subarray(0, 5), BYTES.subarray(500)]);
  assert.deepEqual(
    [...readFileSync(join(folder, 'MANIFEST'))],
    [...BYTES.subarray(0, 5), ...BYTES.subarray(500)],
  );
});

test('a temporary file of an earlier process is removed, not overwritten', async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'MANIFEST.new'), 'something much longer than what comes now');
  await writeAtomically(disk, folder, 'MANIFEST', [BYTES.subarray(0, 3)]);
  assert.deepEqual([...readFileSync(join(folder, 'MANIFEST'))], [0, 1, 2]);
  assert.deepEqual(await disk.list(folder), ['MANIFEST']);
  mkdirSync(join(folder, 'MANIFEST.new'));
  await assert.rejects(writeAtomically(disk, folder, 'MANIFEST', [BYTES]), 'a folder in the way');
});
