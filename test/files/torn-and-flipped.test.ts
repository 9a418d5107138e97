import assert from 'node:assert/strict';
import {
  closeSync,
  cpSync,
  openSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { EngineFolder } from '../../src/index/embedded/files/engine-folder.ts';
import { isProblem } from '../../src/index/embedded/files/file-problem.ts';
import { disk } from '../../src/index/embedded/files/file-system.ts';
import { readSectionsFile } from '../../src/index/embedded/files/sections-file.ts';
import { temporaryFolder } from '../support/folder.ts';
import { announcedSeed, Random, repetitions } from '../support/seed.ts';
import {
  allBut,
  checkpointOf,
  contentOfCheckpoint,
  contentOfLoaded,
  EXPECTED,
  piece,
} from './kept-engine.ts';

// Torn and flipped bytes. CASES=20000 runs it longer.

const CASES = repetitions('CASES', 500);
const IS_LONG = CASES >= 20_000;
const TAIL = 64 << 10;
/** The unit that a disk writes atomically. */
const SECTOR = 512;

/** A real engine: a larger segment, and a small one with a deletion. */
async function savedFolder(t: TestContext) {
  const folder = join(temporaryFolder(t), '7');
  const checkpoint = checkpointOf(2000, [piece('large', 0, 1500), piece('small', 1500, 3, allBut(1, 3))]);
  await new EngineFolder(disk, folder).save(checkpoint);
  const load = () => new EngineFolder(disk, folder).load(EXPECTED);
  assert.deepEqual(contentOfLoaded(await load()), contentOfCheckpoint(checkpoint), 'undamaged it loads');
  const files = readdirSync(folder).map((name) => join(folder, name));
  const large = files.find((path) => readFileSync(path).length > 2 * TAIL);
  assert.ok(large !== undefined, 'a segment is larger than the part that is torn off byte by byte');
  return { folder, files, large, load };
}

test('one flipped bit in any file of an engine is detected, and nothing of the engine is used', async (t) => {
  const random = new Random(announcedSeed('flipped bits'));
  const { files, load } = await savedFolder(t);
  let found = 0;
  for (let round = 0; round < CASES; round++) {
    const path = random.pick(files);
    const right = readFileSync(path);
    const at = random.below(right.length);
    const bit = random.below(8);
    put(path, at, Uint8Array.of((right[at] as number) ^ (1 << bit)));
    const loaded = await load();
    assert.ok(isProblem(loaded), `bit ${bit} of byte ${at} of ${path}`);
    assert.ok(path.endsWith(loaded.file), loaded.sentence);
    found++;
    put(path, at, right.subarray(at, at + 1));
  }
  assert.ok(!isProblem(await load()), 'put back, it loads again');
  t.diagnostic(`${found} of ${CASES} flipped bits found`);
});

test('a sector with zeros or with content from elsewhere is detected', async (t) => {
  const random = new Random(announcedSeed('torn sectors'));
  const { files, load } = await savedFolder(t);
  let found = 0;
  for (let round = 0; round < CASES / 5; round++) {
    const path = random.pick(files);
    const right = readFileSync(path);
    const at = random.below(Math.ceil(right.length / SECTOR)) * SECTOR;
    const other = random.below(Math.ceil(right.length / SECTOR)) * SECTOR;
    const old = right.subarray(at, at + SECTOR);
    const torn =
      random.below(2) === 0
        ? Buffer.alloc(old.length)
        : Buffer.from(right.subarray(other, other + old.length));
    put(path, at, torn);
    const isSame = torn.equals(old.subarray(0, torn.length));
    assert.equal(isProblem(await load()), !isSame, `sector at ${at} of ${path}, from ${other}`);
    if (!isSame) found++;
    put(path, at, old);
  }
  assert.ok(found > 0);
  t.diagnostic(`${found} torn sectors found`);
});

test('a file truncated anywhere is detected', async (t) => {
  const random = new Random(announcedSeed('cut files'));
  const { folder, large } = await savedFolder(t);
  const size = readFileSync(large).length;
  const dataAt = 32 + readFileSync(large).readUInt32LE(12);
  // From the end to the beginning, so that no copies are needed.
  const step = () => (IS_LONG ? 1 : 1 + random.below(128));
  let cuts = 0;
  const cutTo = async (bytes: number): Promise<void> => {
    truncateSync(large, bytes);
    const read = await readSectionsFile(disk, folder, basename(large));
    assert.ok(isProblem(read) && read.kind === 'damaged', `cut to ${bytes} of ${size} bytes`);
    cuts++;
  };
  for (let bytes = size - 1; bytes >= size - TAIL; bytes -= step()) await cutTo(bytes);
  for (let bytes = dataAt; bytes >= 0; bytes--) await cutTo(bytes);
  t.diagnostic(`${cuts} cuts found`);
});

test('a truncated or partly overwritten manifest is detected', async (t) => {
  const { folder, load } = await savedFolder(t);
  const path = join(folder, 'MANIFEST');
  const right = readFileSync(path);
  for (let bytes = 0; bytes < right.length; bytes++) {
    writeFileSync(path, right.subarray(0, bytes));
    assert.ok(isProblem(await load()), `${bytes} bytes`);
    writeFileSync(path, Buffer.concat([right.subarray(0, bytes), Buffer.alloc(right.length - bytes)]));
    assert.ok(isProblem(await load()), `${bytes} bytes and zeros`);
  }
});

test('files that do not belong to the manifest are detected', async (t) => {
  const folder = join(temporaryFolder(t), '7');
  const engine = new EngineFolder(disk, folder);
  const piecesThen = [piece('a', 0, 3), piece('b', 3, 3)];
  await engine.save(checkpointOf(10, piecesThen));
  const earlier = `${folder}-earlier`;
  cpSync(folder, earlier, { recursive: true });
  await engine.save(checkpointOf(20, [...piecesThen.slice(1), piece('c', 6, 3)]));
  cpSync(join(earlier, 'MANIFEST'), join(folder, 'MANIFEST'));
  const loaded = await new EngineFolder(disk, folder).load(EXPECTED);
  assert.ok(isProblem(loaded) && loaded.kind === 'missing');
});

function put(path: string, at: number, bytes: Uint8Array): void {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
}
