import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { isProblem } from '../../src/index/embedded/files/file-problem.ts';
import { disk } from '../../src/index/embedded/files/file-system.ts';
import { FORMAT } from '../../src/index/embedded/files/format.ts';
import { readSectionsFile, writeSectionsFile } from '../../src/index/embedded/files/sections-file.ts';
import { HEAD_BYTES, headBytes } from '../../src/index/embedded/files/sections-header.ts';
import { temporaryFolder } from '../support/folder.ts';
import { CONTENT, FILE, problem, SECTIONS, sectionsOf, written } from './written-sections.ts';

const bytesOf = ({ buffer }: { buffer: SharedArrayBuffer }): number[] => [...new Uint8Array(buffer)];

test('sections are read from a file unchanged, into their own shared memory', async (t) => {
  const { folder, path, file } = await written(t);
  assert.deepEqual(await disk.list(folder), [FILE]);
  assert.equal(file.bytes, readFileSync(path).length);
  const read = await readSectionsFile(disk, folder, FILE, file);
  assert.ok(!isProblem(read));
  assert.ok(read.image.buffer instanceof SharedArrayBuffer && read.image.buffer !== SECTIONS.buffer);
  assert.deepEqual(bytesOf(read.image), bytesOf(SECTIONS));
  assert.deepEqual(read.image.entries, SECTIONS.entries);
  assert.deepEqual(read.description, CONTENT.description);
});

test('a file without sections is read', async (t) => {
  const { folder } = await written(t, { description: null, image: sectionsOf() });
  const read = await readSectionsFile(disk, folder, FILE);
  assert.ok(!isProblem(read));
  assert.deepEqual([read.image.entries, read.image.buffer.byteLength], [[], 0]);
});

test('the sections begin at a multiple of 64 bytes, as they are in memory', async (t) => {
  const { path, file } = await written(t);
  const all = readFileSync(path);
  const at = file.bytes - SECTIONS.byteLength;
  assert.equal(at % 64, 0);
  assert.deepEqual([...all.subarray(at)], bytesOf(SECTIONS));
  assert.equal(all.toString('latin1', 0, 8), 'FINDLING');
});

suite('every byte of a file is verified', () => {
  test('bytes after the end are detected', async (t) => {
    const { folder, path } = await written(t);
    appendFileSync(path, '\0');
    assert.match((await problem(folder)).sentence, /has \d+ bytes instead of \d+\.$/);
  });

  test('of several damaged sections the first is named', async (t) => {
    const { folder, path, file } = await written(t);
    const bytes = readFileSync(path);
    const at = file.bytes - SECTIONS.byteLength;
    bytes[at + 8] = 1;
    bytes[at + 24] = 1;
    writeFileSync(path, bytes);
    assert.equal(
      (await problem(folder)).sentence,
      `${FILE} is damaged: the checksum of section doubles is wrong.`,
    );
  });
});

suite('an unusable file has a reason', () => {
  test('it is missing, empty, a folder, or something else', async (t) => {
    const folder = temporaryFolder(t);
    const file = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content);
    file('empty', '');
    file('short', 'FINDL');
    file('text', 'A text of somebody who has nothing to do with any of this.');
    mkdirSync(join(folder, 'folder'));
    for (const [name, kind, sentence] of [
      ['nothing', 'missing', 'nothing is missing.'],
      ['empty', 'damaged', 'empty is damaged: it is empty.'],
      ['short', 'damaged', 'short is damaged: it ends too early.'],
      ['text', 'foreign', 'text is not a Findling index file.'],
      ['folder', 'damaged', 'folder is a folder, not an index file.'],
    ] as const) {
      const found = await problem(folder, name);
      assert.deepEqual([found.kind, found.sentence], [kind, sentence]);
    }
  });

  for (const [format, kind] of [
    [FORMAT + 1, 'too new'],
    [FORMAT - 1, 'too old'],
    [0xffffffff, 'too new'],
  ] as const) {
    test(`it has format ${format}: ${kind}`, async (t) => {
      const { folder, path } = await written(t);
      const bytes = readFileSync(path);
      bytes.writeUInt32LE(format, 8);
      bytes.writeUInt32LE(crc32(bytes.subarray(0, 28)), 28);
      writeFileSync(path, bytes);
      const found = await problem(folder);
      assert.equal(found.kind, kind);
      assert.match(
        found.sentence,
        new RegExp(`has format ${format}[ ,].* this version (of Findling )?reads format ${FORMAT}\\.$`),
      );
    });
  }

  test('it is intact, but not the one that the manifest names', async (t) => {
    const { folder, file } = await written(t);
    for (const other of [
      { ...file, crc: file.crc ^ 1 },
      { ...file, bytes: file.bytes + 1 },
    ]) {
      assert.equal((await problem(folder, FILE, other)).kind, 'foreign');
    }
  });
});

suite('a header with a correct checksum and invalid content is rejected', () => {
  const entry = { name: 'a', kind: 'u8', at: 0, length: 8, crc: crc32(new Uint8Array(8)) };
  const right = { kind: 'segment', description: {}, sections: [entry] };
  const headers: Record<string, unknown> = {
    'no object': [],
    'no sections': { kind: 'segment', description: {} },
    'another member': { ...right, more: 1 },
    'an unknown kind': { ...right, kind: 'picture' },
    'a kind from a prototype': { ...right, kind: 'constructor' },
    'a section beyond the end': { ...right, sections: [{ ...entry, length: 9 }] },
    'a section before the beginning': { ...right, sections: [{ ...entry, at: -8 }] },
    'a section that is too short': { ...right, sections: [{ ...entry, length: 0 }] },
    'a section of half an element': { ...right, sections: [{ ...entry, length: 7.5 }] },
    'a gap before the first section': { ...right, sections: [{ ...entry, at: 8, length: 0 }] },
    'two sections of one name': { ...right, sections: [entry, { ...entry, at: 8, length: 0, crc: 0 }] },
    'two sections in one place': { ...right, sections: [entry, { ...entry, name: 'b' }] },
    'a section of an unknown kind': { ...right, sections: [{ ...entry, kind: 'f32' }] },
    'a section of a kind from a prototype': { ...right, sections: [{ ...entry, kind: 'toString' }] },
    'a name that moves the cursor': { ...right, sections: [{ ...entry, name: 'a\u001b[2J' }] },
    'a checksum that is none': { ...right, sections: [{ ...entry, crc: 2 ** 32 }] },
    'a length that no file has': { ...right, sections: [{ ...entry, length: 1e300 }] },
  };

  /** A file with this header and eight bytes of sections. */
  function fileWith(header: string): Buffer {
    const text = Buffer.from(header.padEnd(Math.ceil((HEAD_BYTES + header.length) / 64) * 64 - HEAD_BYTES));
    const fileBytes = HEAD_BYTES + text.length + 8;
    const head = { format: FORMAT, headerBytes: text.length, fileBytes, headerChecksum: crc32(text) };
    return Buffer.concat([headBytes(head), text, Buffer.alloc(8)]);
  }

  test('such files can be read otherwise', async (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, FILE), fileWith(JSON.stringify(right)));
    assert.ok(!isProblem(await readSectionsFile(disk, folder, FILE)));
  });

  for (const [what, header] of Object.entries(headers)) {
    test(what, async (t) => {
      const folder = temporaryFolder(t);
      writeFileSync(join(folder, FILE), fileWith(JSON.stringify(header)));
      const found = await problem(folder);
      assert.equal(found.kind, 'damaged');
      assert.match(found.sentence, /is damaged: its \S+ is invalid\.$/);
    });
  }

  test('no JSON, or a header that is longer than the file', async (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, FILE), fileWith('{"kind":'));
    assert.equal((await problem(folder)).kind, 'damaged');
    const head = { format: FORMAT, headerBytes: 0xffffffff, fileBytes: 64, headerChecksum: 0 };
    writeFileSync(join(folder, FILE), Buffer.concat([headBytes(head), Buffer.alloc(32)]));
    assert.equal((await problem(folder)).kind, 'damaged');
  });
});

test('sections that are not contiguous are not written', async (t) => {
  const folder = temporaryFolder(t);
  const { buffer, entries } = SECTIONS;
  for (const wrong of [entries.slice(1), entries.slice(0, -1), entries.toReversed()]) {
    const image = { buffer, entries: wrong };
    await assert.rejects(
      writeSectionsFile(disk, folder, FILE, { ...CONTENT, image }),
      /do not fill their buffer/,
    );
  }
  assert.deepEqual(await disk.list(folder), []);
});
