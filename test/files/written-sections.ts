import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type FileProblem, isProblem } from '../../src/index/embedded/files/file-problem.ts';
import { disk } from '../../src/index/embedded/files/file-system.ts';
import {
  type DescribedSections,
  readSectionsFile,
  type WrittenFile,
  writeSectionsFile,
} from '../../src/index/embedded/files/sections-file.ts';
import { runToCompletion } from '../../src/index/embedded/runtime/time-slice.ts';
import type { Section, Sections } from '../../src/index/embedded/segment/sections.ts';
import { serialize } from '../../src/index/embedded/segment/serializer.ts';
import { temporaryFolder } from '../support/folder.ts';

export const FILE = 'segment-00000000000000ff.findling';

export const sectionsOf = (...arrays: Array<[string, Section]>): Sections =>
  runToCompletion(serialize(new Map(arrays)));

/** Every kind of section, some followed by padding and one empty. */
export const SECTIONS = sectionsOf(
  ['bytes', Uint8Array.of(1, 2, 3)],
  ['doubles', Float64Array.of(0.5, -1)],
  ['nothing', new Uint32Array(0)],
  ['a/long/name', Uint16Array.of(0xffff)],
  ['words', Uint32Array.of(7, 0xffffffff, 9)],
);
export const CONTENT: DescribedSections = {
  description: { any: ['thing', 1, null] },
  image: SECTIONS,
};

/** A file of sections in its own folder. */
export async function written(
  t: TestContext,
  content = CONTENT,
): Promise<{ folder: string; path: string; file: WrittenFile }> {
  const folder = temporaryFolder(t);
  const file = await writeSectionsFile(disk, folder, FILE, content);
  return { folder, path: join(folder, FILE), file };
}

/** What is wrong with a file that must not be used. */
export async function problem(folder: string, file = FILE, expected?: WrittenFile): Promise<FileProblem> {
  const read = await readSectionsFile(disk, folder, file, expected);
  assert.ok(isProblem(read), 'this file must not be used');
  assert.equal(read.file, file);
  assert.match(read.sentence, /^\S+ [^\n]+\.$/);
  return read;
}
