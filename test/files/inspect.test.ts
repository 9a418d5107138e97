import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { EngineFolder } from '../../src/index/embedded/files/engine-folder.ts';
import { isProblem } from '../../src/index/embedded/files/file-problem.ts';
import { disk } from '../../src/index/embedded/files/file-system.ts';
import { inspectFile } from '../../src/index/embedded/files/inspect-file.ts';
import { findling } from '../support/command.ts';
import { temporaryFolder } from '../support/folder.ts';
import { allBut, checkpointOf, piece } from './kept-engine.ts';

/** The tests mostly wait for the processes that they start. */
const TWO_AT_A_TIME = { concurrency: 2 };

async function saved(t: TestContext) {
  const folder = join(temporaryFolder(t), '7');
  const { manifest } = await new EngineFolder(disk, folder).save(
    checkpointOf(1234, [piece('a', 0, 5, allBut(2, 5)), piece('b', 5, 33)]),
  );
  const [first] = manifest.segments;
  assert.ok(first !== undefined);
  return { folder, first: join(folder, first.file), manifest: join(folder, 'MANIFEST') };
}

const json = async (path: string) => {
  const { code, stdout, stderr } = await findling(['inspect', path, '--json']);
  assert.equal(stderr, '');
  return { code, found: JSON.parse(stdout) };
};

/** Flips a bit near the end of a file, in its last section. */
function damage(path: string): void {
  const bytes = readFileSync(path);
  bytes[bytes.length - 9] = (bytes[bytes.length - 9] as number) ^ 1;
  writeFileSync(path, bytes);
}

suite('findling inspect', TWO_AT_A_TIME, () => {
  test('prints a segment: documents, and the counts and bytes of each field', async (t) => {
    const { first } = await saved(t);
    const { code, stdout, stderr } = await findling(['inspect', first]);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    const lines = stdout.split('\n');
    assert.equal(lines[0], first);
    assert.match(lines[1] ?? '', /^A segment: format \d+, [\d,]+ bytes\.$/);
    assert.match(lines[2] ?? '', /^Language: en; analysis \d+\.$/);
    assert.equal(lines[3], '5 documents.');
    assert.match(
      lines[5] ?? '',
      /^field +type +terms +stems +subtokens +postings +text bytes +values +distinct +column bytes$/,
    );
    const row = (field: string) => lines.find((line) => line.startsWith(field))?.split(/ {2,}/);
    // cave, 0 to 4, of, the, wi, fi, glacier: 6 terms in all five documents, 5 in one each.
    assert.deepEqual(row('title')?.slice(0, 6), ['title', 'text', '11', '11', '3', '35']);
    assert.deepEqual(row('price')?.slice(0, 9), ['price', 'number', '-', '-', '-', '-', '-', '8', '-']);
    assert.deepEqual(row('body')?.slice(7, 9), ['5', '2']);
    assert.match(stdout, /\nAll checksums are correct: head, header and \d+ sections\.\n$/);
  });

  test('prints a segment as JSON, with every section', async (t) => {
    const { first } = await saved(t);
    const { code, found } = await json(first);
    assert.equal(code, 0);
    assert.deepEqual([found.kind, found.documents, found.language], ['segment', 5, 'en']);
    assert.equal(found.bytes, readFileSync(first).length);
    const title = found.fields.find(({ name }: { name: string }) => name === 'title');
    assert.equal(title.text.terms, 11);
    assert.equal(title.text.postings, 35);
    assert.equal(title.column.distinct, 5);
    const bytes = (prefix: string) =>
      found.sections
        .filter(({ name }: { name: string }) => name.startsWith(prefix))
        .reduce((sum: number, one: { bytes: number }) => sum + one.bytes, 0);
    assert.deepEqual([title.text.bytes, title.column.bytes], [bytes('text/title/'), bytes('column/title/')]);
    assert.ok(found.sections.every(({ ok }: { ok: boolean }) => ok));
  });

  test('prints a manifest, and whether its files are intact', async (t) => {
    const { manifest } = await saved(t);
    const { code, stdout } = await findling(['inspect', manifest]);
    assert.equal(code, 0);
    assert.match(stdout, /\nA manifest: format \d+/);
    assert.match(stdout, /\nEngine 7 of the store \w+, up to sequence number 1,234; written 2023-11-14T/);
    assert.match(stdout, /\n37 live documents in 2 segments\.\n/);
    assert.match(stdout, /\nprice +number\n/);
    assert.match(stdout, /\nsegment-\w+\.findling +[\d,]+ bytes +4 of 5 documents +ok\n/);
    const { found } = await json(manifest);
    assert.deepEqual(
      [found.kind, found.engine, found.sequence, found.long],
      ['manifest', 7, 1234, 'by hash'],
    );
    assert.deepEqual(
      found.segments.map(({ documents, liveDocs }: Record<string, number>) => [documents, liveDocs]),
      [
        [5, 4],
        [33, 33],
      ],
    );
  });

  test('names the damaged section of a file, for the file and for its manifest', async (t) => {
    const { first, manifest } = await saved(t);
    damage(first);
    const { code, stdout } = await findling(['inspect', first]);
    assert.equal(code, 1);
    assert.match(
      stdout,
      /\nThe file is damaged: 1 of \d+ sections have wrong checksums\.\n {2}column\/place\/lons\n$/,
    );
    const { code: jsonCode, found } = await json(first);
    assert.equal(jsonCode, 1);
    assert.deepEqual(
      found.sections.filter(({ ok }: { ok: boolean }) => !ok).map(({ name }: { name: string }) => name),
      ['column/place/lons'],
    );
    const whole = await findling(['inspect', manifest]);
    assert.equal(whole.code, 1);
    assert.match(whole.stdout, /\nsegment-\w+\.findling +[\d,]+ bytes +4 of 5 documents +unusable\n/);
    assert.match(
      whole.stdout,
      /\nThe checksum of the manifest is correct, but 1 file cannot be used\.\n {2}segment-\S+ is damaged: .+\/lons is wrong\.\n$/,
    );
  });

  test('omits the number of postings if their section is damaged', async (t) => {
    const { first } = await saved(t);
    const { found } = await json(first);
    const header = readFileSync(first);
    const dataAt = 32 + header.readUInt32LE(12);
    const { sections } = JSON.parse(header.toString('utf8', 32, dataAt));
    const { at } = sections.find(({ name }: { name: string }) => name === 'text/title/postings/df');
    header[dataAt + at] = 99;
    writeFileSync(first, header);
    const { code, found: now } = await json(first);
    assert.equal(code, 1);
    const postings = ({ fields }: typeof found) =>
      fields.map(({ text }: { text: { postings: number } | null }) => text?.postings);
    assert.deepEqual([postings(found)[1], postings(now)[1]], [35, null]);
  });

  test('rejects other files with one sentence', async (t) => {
    const { folder, manifest } = await saved(t);
    const file = (name: string, content: string | Uint8Array): string => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const [segment] = readdirSync(folder).filter((name) => name.startsWith('segment'));
    const bytes = readFileSync(join(folder, segment as string));
    const newer = 'FINDLING MANIFEST 99\n{}\n';
    for (const [path, kind, sentence] of [
      [join(folder, 'nothing'), 'missing', /nothing is missing\.$/],
      [folder, 'damaged', /7 is a folder, not an index file\.$/],
      [file('empty', ''), 'damaged', /empty is damaged: it is empty\.$/],
      [file('letter', 'Dear reader,\n'), 'foreign', /letter is not a Findling index file\.$/],
      [
        file('half', bytes.subarray(0, bytes.length >> 1)),
        'damaged',
        /half is damaged: it has \d+ bytes instead of/,
      ],
      [
        file('torn', readFileSync(manifest).subarray(0, 300)),
        'damaged',
        /torn is damaged: its checksum is wrong\.$/,
      ],
      [
        file('newer', `${newer}crc32 ${crc32(newer).toString(16).padStart(8, '0')}\n`),
        'too new',
        /newer has format 99, written by a newer version/,
      ],
    ] as const) {
      const found = await inspectFile(disk, path);
      assert.ok(isProblem(found));
      assert.equal(found.kind, kind);
      assert.match(found.sentence, sentence);
    }
    const letter = join(folder, 'letter');
    const { code, stdout, stderr } = await findling(['inspect', letter]);
    assert.deepEqual(
      { code, stdout, stderr },
      { code: 1, stdout: '', stderr: `${letter} is not a Findling index file.\n` },
    );
    const { code: jsonCode, found } = await json(letter);
    assert.deepEqual([jsonCode, found.problem.kind], [1, 'foreign']);
  });

  test('requires exactly one file', async () => {
    for (const args of [['inspect'], ['inspect', 'a', 'b']]) {
      const { code, stderr } = await findling(args);
      assert.equal(code, 2);
      assert.match(stderr, /^Usage: `findling inspect FILE`/);
    }
  });
});
