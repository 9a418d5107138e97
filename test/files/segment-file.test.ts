import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { analyzerFor } from '../../src/analysis/language.ts';
import { type FileProblem, isProblem } from '../../src/index/embedded/files/file-problem.ts';
import { disk } from '../../src/index/embedded/files/file-system.ts';
import { readSectionsFile, writeSectionsFile } from '../../src/index/embedded/files/sections-file.ts';
import { segmentIn, writeSegment } from '../../src/index/embedded/files/segment-file.ts';
import { runToCompletion } from '../../src/index/embedded/runtime/time-slice.ts';
import { type Section, Sections } from '../../src/index/embedded/segment/sections.ts';
import { Segment, type SegmentImage } from '../../src/index/embedded/segment/segment.ts';
import { SegmentBuilder } from '../../src/index/embedded/segment/segment-builder.ts';
import { serialize } from '../../src/index/embedded/segment/serializer.ts';
import { contentOf } from '../engine/segment-content.ts';
import { randomDocument, randomEngine } from '../oracle/random-engine.ts';
import { temporaryFolder } from '../support/folder.ts';
import { announcedSeed, Random } from '../support/seed.ts';
import { LANGUAGE, SCHEMA, segmentOf } from './kept-engine.ts';

const ROUNDS = 40;
const FILE = 'segment-00000000000000ff.findling';

async function readSegment(folder: string, file = FILE) {
  const read = await readSectionsFile(disk, folder, file);
  return isProblem(read) ? read : segmentIn(file, read);
}

test('a segment is read from its file unchanged', async (t) => {
  const random = new Random(announcedSeed('segment files'));
  const folder = temporaryFolder(t);
  for (let round = 0; round < ROUNDS; round++) {
    const engine = randomEngine(random);
    const builder = new SegmentBuilder(analyzerFor(engine.language));
    const count = random.below(random.pick([2, 20, 300]));
    for (let i = 0; i < count; i++) {
      builder.add({ id: `${i}`, sequence: i, fields: randomDocument(random, engine) }, engine.schema);
    }
    const segment = runToCompletion(builder.seal());
    const file = `segment-${round.toString(16).padStart(16, '0')}.findling`;
    const facts = { language: engine.language, analysisVersion: 3 };
    const written = await writeSegment(disk, folder, file, segment.image, facts);
    const found = await readSegment(folder, file);
    assert.ok(!isProblem(found));
    const fields = [...engine.schema.keys()];
    assert.deepEqual(contentOf(Segment.of(found.image), fields), contentOf(segment, fields));
    assert.deepEqual(found.description, { ...facts, docCount: count, schema: [...segment.schema] });
    assert.equal(written.docCount, count);
  }
});

/** The sections of an image, some of them replaced or (null) left out. */
function changed(
  { buffer, entries }: Omit<SegmentImage, 'schema'>,
  changes: Record<string, Section | null>,
): Sections {
  const sections = new Sections(buffer, entries);
  const reader = { u8: 'bytes', u16: 'shorts', u32: 'words', f64: 'doubles' } as const;
  const arrays = new Map<string, Section>(
    entries.map(({ name, kind }) => [name, sections[reader[kind]](name)]),
  );
  for (const [name, array] of Object.entries(changes)) {
    assert.ok(arrays.has(name), `there is a section ${name} to exchange`);
    if (array === null) arrays.delete(name);
    else arrays.set(name, array);
  }
  return runToCompletion(serialize(arrays));
}

suite('an inconsistent segment is not used, even if all checksums are correct', () => {
  const { image } = segmentOf(0, 4);
  const description = { docCount: 4, language: LANGUAGE, analysisVersion: 1, schema: SCHEMA };

  async function problemOf(t: TestContext, sections: Sections, says: unknown): Promise<FileProblem> {
    const folder = temporaryFolder(t);
    await writeSectionsFile(disk, folder, FILE, { description: says, image: sections });
    const found = await readSegment(folder);
    assert.ok(isProblem(found));
    assert.equal(found.kind, 'damaged');
    return found;
  }

  const arrays: Array<[string, Record<string, Section | null>]> = [
    ['list of sections', { sequences: null }],
    ['list of sections', { 'ids/offsets': null }],
    ['list of sections', { 'text/title/postings/data': null }],
    ['list of sections', { 'column/price/values': null }],
    ['list of sections', { idOf: Float64Array.of(0, 1, 2, 3) }],
    ['docCount', { sequences: Float64Array.of(1, 2, 3) }],
    ['ids', { docOfId: Uint32Array.of(0, 1, 2) }],
    ['table of ids', { idSlots: Uint32Array.of(1, 2, 3, 4) }],
    ['text of field title', { 'text/title/lengths': Uint16Array.of(1, 2, 3) }],
    ['text of field title', { 'text/title/postings/df': Uint32Array.of(1) }],
    ['text of field body', { 'text/body/stemDf': Uint32Array.of(1) }],
    ['text of field id', { 'text/id/lengths': Uint16Array.of(1, 2, 3) }],
    ['column of field price', { 'column/price/starts': Uint32Array.of(0, 1, 2) }],
    ['column of field made', { 'column/made/nanos': Uint32Array.of(0) }],
    ['column of field place', { 'column/place/lons': Float64Array.of(0) }],
    ['column of field title', { 'column/title/ordinals': Uint32Array.of(0) }],
  ];
  for (const [part, changes] of arrays) {
    test(`${part}: ${Object.keys(changes)}`, async (t) => {
      const { sentence } = await problemOf(t, changed(image, changes), description);
      assert.equal(sentence, `${FILE} is damaged: its ${part} is invalid.`);
    });
  }

  const descriptions: Array<[string, unknown]> = [
    ['description', null],
    ['description', { ...description, more: 1 }],
    ['description', { docCount: 4 }],
    ['docCount', { ...description, docCount: 5 }],
    ['docCount', { ...description, docCount: '4' }],
    ['language', { ...description, language: 7 }],
    ['analysisVersion', { ...description, analysisVersion: -1 }],
    ['schema', { ...description, schema: { title: 'text' } }],
    ['schema', { ...description, schema: [['title', 'picture']] }],
    ['schema', { ...description, schema: [['title', 'text', 1]] }],
    ['schema', { ...description, schema: [['id', 'text']] }],
    ['schema', { ...description, schema: [['title/words', 'text']] }],
    ['schema', { ...description, schema: [...SCHEMA, ['title', 'text']] }],
    ['list of sections', { ...description, schema: [['price', 'text']] }],
  ];
  for (const [part, says] of descriptions) {
    test(`${part} in ${JSON.stringify(says)}`, async (t) => {
      const { sentence } = await problemOf(t, new Sections(image.buffer, image.entries), says);
      assert.equal(sentence, `${FILE} is damaged: its ${part} is invalid.`);
    });
  }
});

test('a segment larger than one read or one step of checking is read unchanged', async (t) => {
  const folder = temporaryFolder(t);
  // 70 MB: two reads, many steps of checking; values that differ wherever two pieces could be swapped.
  const count = 9_000_000;
  const large = new Float64Array(count).map((_, i) => i);
  const sections = runToCompletion(serialize(new Map([['large', large]])));
  await writeSectionsFile(disk, folder, FILE, { description: null, image: sections });
  const read = await readSectionsFile(disk, folder, FILE);
  assert.ok(!isProblem(read));
  const back = new Float64Array(read.image.buffer);
  assert.ok(back.length === count && back.every((value, i) => value === i));
  await disk.remove(join(folder, FILE));
});
