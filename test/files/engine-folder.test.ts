import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { EngineFolder } from '../../src/index/embedded/files/engine-folder.ts';
import { isProblem } from '../../src/index/embedded/files/file-problem.ts';
import { disk, type Files } from '../../src/index/embedded/files/file-system.ts';
import {
  filesOf,
  type Manifest,
  manifestText,
  parseManifest,
} from '../../src/index/embedded/files/manifest.ts';
import { temporaryFolder } from '../support/folder.ts';
import {
  allBut,
  checkpointOf,
  contentOfCheckpoint,
  contentOfLoaded,
  EXPECTED,
  piece,
  SCHEMA,
} from './kept-engine.ts';

const A = piece('a', 0, 3);
const B = piece('b', 3, 40, allBut(7, 40));
const C = piece('c', 43, 2);

const folderOf = (t: TestContext): string => join(temporaryFolder(t), 'index', '7');
const reopened = (folder: string) => new EngineFolder(disk, folder).load(EXPECTED);

/** Files with inode and modification time, which are unchanged for a file that was not written again. */
const stamps = (folder: string) =>
  new Map(
    readdirSync(folder).map((name) => {
      const { ino, mtimeNs } = statSync(join(folder, name), { bigint: true });
      return [name, `${ino} ${mtimeNs}`] as const;
    }),
  );

const segmentsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith('segment-'))
    .sort();

/** Changes the manifest of a folder, with a correct checksum. */
function editManifest(folder: string, change: (manifest: Manifest) => Partial<Manifest>): void {
  const path = join(folder, 'MANIFEST');
  const manifest = parseManifest(readFileSync(path));
  assert.ok(!isProblem(manifest));
  writeFileSync(path, manifestText({ ...manifest, ...change(manifest) }));
}

suite('a saved state is loaded', () => {
  test('by another process, with every segment, its live and deleted documents', async (t) => {
    const folder = folderOf(t);
    const checkpoint = checkpointOf(50, [A, B, C]);
    const { manifest, notRemoved } = await new EngineFolder(disk, folder).save(checkpoint);
    assert.deepEqual(notRemoved, []);
    const loaded = await reopened(folder);
    assert.deepEqual(contentOfLoaded(loaded), contentOfCheckpoint(checkpoint));
    assert.ok(!isProblem(loaded));
    assert.deepEqual(loaded.manifest.schema, SCHEMA);
    assert.deepEqual(
      loaded.manifest.segments.map(({ file }) => file),
      manifest.segments.map(({ file }) => file),
    );
    assert.equal(loaded.manifest.keepsLong, false);
  });

  test('for an engine without documents', async (t) => {
    const folder = folderOf(t);
    await new EngineFolder(disk, folder).save(checkpointOf(0, []));
    const loaded = await reopened(folder);
    assert.ok(!isProblem(loaded));
    assert.deepEqual([loaded.segments, loaded.liveDocs], [[], []]);
    assert.deepEqual(readdirSync(folder), ['MANIFEST']);
  });

  test('and its size is known from the manifest alone', async (t) => {
    const folder = folderOf(t);
    const engine = new EngineFolder(disk, folder);
    await engine.save(checkpointOf(50, [A, B]));
    const manifest = await engine.manifest(EXPECTED);
    assert.ok(!isProblem(manifest));
    for (const { file, bytes } of manifest.segments) {
      assert.equal(statSync(join(folder, file)).size, bytes);
    }
  });

  test('concurrent saves, loads and a removal run one after another', async (t) => {
    const engine = new EngineFolder(disk, folderOf(t));
    const [, first, , second, , third] = await Promise.all([
      engine.save(checkpointOf(1, [A])),
      engine.load(EXPECTED),
      engine.save(checkpointOf(2, [A, B])),
      engine.load(EXPECTED),
      engine.remove(),
      engine.load(EXPECTED),
    ]);
    assert.deepEqual(contentOfLoaded(first), contentOfCheckpoint(checkpointOf(1, [A])));
    assert.deepEqual(contentOfLoaded(second), contentOfCheckpoint(checkpointOf(2, [A, B])));
    assert.ok(isProblem(third) && third.kind === 'missing');
  });
});

suite('a save writes only new data', () => {
  test('a segment stays in its file when its documents are deleted', async (t) => {
    const folder = folderOf(t);
    const engine = new EngineFolder(disk, folder);
    await engine.save(checkpointOf(10, [A, B]));
    const before = stamps(folder);
    const next = checkpointOf(20, [{ ...A, liveDocs: allBut(2, 3) }, B, C]);
    await engine.save(next);
    const after = stamps(folder);
    for (const [name, stamp] of before) if (name !== 'MANIFEST') assert.equal(after.get(name), stamp, name);
    assert.equal(after.size, before.size + 1);
    assert.deepEqual(contentOfLoaded(await reopened(folder)), contentOfCheckpoint(next));
  });

  test('after a load the file names are the keys, and `written` gives the file under any key', async (t) => {
    const folder = folderOf(t);
    await new EngineFolder(disk, folder).save(checkpointOf(10, [A, B]));
    const before = stamps(folder);
    const engine = new EngineFolder(disk, folder);
    const loaded = await engine.load(EXPECTED);
    assert.ok(!isProblem(loaded));
    const [first, second] = loaded.manifest.segments;
    assert.ok(first !== undefined && second !== undefined);
    const checkpoint = checkpointOf(20, [{ ...A, key: first.file }, { ...B, key: 4711, written: second }, C]);
    await engine.save(checkpoint);
    const after = stamps(folder);
    for (const [name, stamp] of before) if (name !== 'MANIFEST') assert.equal(after.get(name), stamp, name);
    assert.equal(after.size, before.size + 1);
    assert.deepEqual(contentOfLoaded(await reopened(folder)), contentOfCheckpoint(checkpoint));
  });

  test('files that no manifest names are removed, also those of an interrupted save; foreign files stay', async (t) => {
    const folder = folderOf(t);
    await new EngineFolder(disk, folder).save(checkpointOf(10, [A, B]));
    const others = ['.DS_Store', 'notes.txt', 'segment-1.findling', 'segment.new'];
    const left = [
      'MANIFEST.new',
      `segment-${'0'.repeat(16)}.findling`,
      `segment-${'1'.repeat(16)}.findling.new`,
    ];
    for (const name of [...others, ...left]) writeFileSync(join(folder, name), 'something');
    const { manifest } = await new EngineFolder(disk, folder).save(checkpointOf(20, [C]));
    assert.deepEqual(readdirSync(folder).sort(), ['MANIFEST', ...filesOf(manifest), ...others].sort());
    assert.deepEqual(contentOfLoaded(await reopened(folder)), contentOfCheckpoint(checkpointOf(20, [C])));
  });

  test('files that cannot be removed are reported, and removed by the next save', async (t) => {
    const folder = folderOf(t);
    const stuck = new Set<string>();
    const files: Files = {
      ...disk,
      async remove(path) {
        if ([...stuck].some((name) => path.endsWith(name)))
          throw Object.assign(new Error(), { code: 'EBUSY' });
        await disk.remove(path);
      },
    };
    const engine = new EngineFolder(files, folder);
    const { manifest } = await engine.save(checkpointOf(10, [A]));
    const old = manifest.segments[0]?.file as string;
    stuck.add(old);
    assert.deepEqual((await engine.save(checkpointOf(20, [B]))).notRemoved, [old]);
    stuck.clear();
    assert.deepEqual((await engine.save(checkpointOf(30, [B]))).notRemoved, []);
    assert.ok(!readdirSync(folder).includes(old));
  });

  test('a folder that was emptied while the service runs is written again', async (t) => {
    const folder = folderOf(t);
    const engine = new EngineFolder(disk, folder);
    const { manifest } = await engine.save(checkpointOf(10, [A, B]));
    const checkpoint = checkpointOf(20, [{ ...A, written: manifest.segments[0] }, B]);
    rmSync(folder, { recursive: true });
    await engine.save(checkpoint);
    assert.deepEqual(contentOfLoaded(await reopened(folder)), contentOfCheckpoint(checkpoint));
  });

  test('a manifest that could not be parsed is not written', async (t) => {
    const folder = folderOf(t);
    const engine = new EngineFolder(disk, folder);
    await engine.save(checkpointOf(10, [A]));
    await assert.rejects(engine.save(checkpointOf(Number.NaN, [A])), /is not readable/);
    assert.deepEqual(contentOfLoaded(await reopened(folder)), contentOfCheckpoint(checkpointOf(10, [A])));
  });
});

suite('an unusable folder has a reason', () => {
  async function saved(t: TestContext): Promise<string> {
    const folder = folderOf(t);
    await new EngineFolder(disk, folder).save(checkpointOf(10, [A, B]));
    return folder;
  }

  async function assertProblem(folder: string, kind: string, sentence: RegExp | string, expected = EXPECTED) {
    const found = await new EngineFolder(disk, folder).load(expected);
    assert.ok(isProblem(found), 'this folder must not be used');
    assert.equal(found.kind, kind);
    if (typeof sentence === 'string') assert.equal(found.sentence, sentence);
    else assert.match(found.sentence, sentence);
  }

  test('it does not exist', async (t) => {
    await assertProblem(folderOf(t), 'missing', 'MANIFEST is missing.');
  });

  test('it belongs to another store, engine or language', async (t) => {
    const folder = await saved(t);
    await assertProblem(folder, 'foreign', /another data folder/, { ...EXPECTED, identity: 'other' });
    await assertProblem(folder, 'foreign', /engine 7, not to engine 8/, { ...EXPECTED, engineId: 8 });
    await assertProblem(folder, 'foreign', /language en/, { ...EXPECTED, language: 'de' });
  });

  test('it was written by a newer Findling, or with a newer analysis', async (t) => {
    const folder = await saved(t);
    editManifest(folder, ({ analysisVersion }) => ({ analysisVersion: analysisVersion + 1 }));
    await assertProblem(folder, 'too new', /newer text analysis/);
    editManifest(folder, ({ format }) => ({ format: format + 1 }));
    await assertProblem(folder, 'too new', /written by a newer version of Findling/);
  });

  test('its texts were analysed with other Unicode tables', async (t) => {
    const folder = await saved(t);
    editManifest(folder, () => ({ icu: '12.1' }));
    await assertProblem(folder, 'too old', /ICU 12\.1/);
  });

  const last = (folder: string): string => join(folder, segmentsIn(folder).at(-1) as string);

  test('a file is missing', async (t) => {
    const folder = await saved(t);
    rmSync(last(folder));
    await assertProblem(folder, 'missing', /^segment-.+ is missing\.$/);
  });

  test('a file is empty', async (t) => {
    const folder = await saved(t);
    writeFileSync(last(folder), '');
    await assertProblem(folder, 'damaged', /is damaged: it is empty\.$/);
  });

  test('a file is a folder', async (t) => {
    const folder = await saved(t);
    const path = last(folder);
    rmSync(path);
    mkdirSync(path);
    await assertProblem(folder, 'damaged', /is a folder, not an index file\.$/);
  });

  test('the manifest is empty, or a folder', async (t) => {
    const folder = await saved(t);
    writeFileSync(join(folder, 'MANIFEST'), '');
    await assertProblem(folder, 'damaged', 'MANIFEST is damaged: it is empty.');
    rmSync(join(folder, 'MANIFEST'));
    mkdirSync(join(folder, 'MANIFEST'));
    await assertProblem(folder, 'damaged', 'MANIFEST is a folder, not an index file.');
  });

  test('two files are swapped', async (t) => {
    const folder = await saved(t);
    const [one, two] = segmentsIn(folder).map((name) => join(folder, name)) as [string, string];
    copyFileSync(one, join(folder, 'third'));
    copyFileSync(two, one);
    copyFileSync(join(folder, 'third'), two);
    await assertProblem(folder, 'foreign', /is not the file listed in the manifest/);
  });

  test('the manifest points outside the folder', async (t) => {
    const folder = await saved(t);
    const outside = join(folder, '..', 'x');
    editManifest(folder, ({ segments }) => {
      copyFileSync(join(folder, segments[0]?.file as string), outside);
      return { segments: segments.map((one) => ({ ...one, file: '../x' })) };
    });
    await assertProblem(folder, 'damaged', 'MANIFEST is damaged: its segment is invalid.');
  });

  test('the manifest contradicts a segment', async (t) => {
    for (const change of [
      ({ schema }: Manifest) => ({ schema: schema.slice(1) }),
      ({ schema }: Manifest) => ({ schema: schema.map(([name]) => [name, 'text'] as const) }),
      ({ segments }: Manifest) => ({
        segments: segments.map((one) => ({ ...one, docCount: 41, live: null })),
      }),
    ]) {
      const folder = await saved(t);
      editManifest(folder, change);
      await assertProblem(folder, 'damaged', /its description is invalid/);
    }
  });

  test('and the next save overwrites it', async (t) => {
    const folder = await saved(t);
    writeFileSync(join(folder, 'MANIFEST'), 'rubbish');
    writeFileSync(join(folder, segmentsIn(folder)[0] as string), 'rubbish');
    const checkpoint = checkpointOf(20, [A, C]);
    await new EngineFolder(disk, folder).save(checkpoint);
    assert.deepEqual(contentOfLoaded(await reopened(folder)), contentOfCheckpoint(checkpoint));
    assert.equal(segmentsIn(folder).length, 2);
  });
});

suite('the folder of a deleted engine', () => {
  test('is removed with all its files', async (t) => {
    const folder = folderOf(t);
    const engine = new EngineFolder(disk, folder);
    await engine.save(checkpointOf(10, [A, B]));
    writeFileSync(join(folder, 'MANIFEST.new'), '');
    await engine.remove();
    assert.deepEqual(readdirSync(join(folder, '..')), []);
    await engine.remove();
  });

  test('stays if it contains other files, but without index files', async (t) => {
    const folder = folderOf(t);
    const engine = new EngineFolder(disk, folder);
    await engine.save(checkpointOf(10, [A]));
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    await engine.remove();
    assert.deepEqual(readdirSync(folder), ['notes.txt']);
  });
});
