import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { verifyEngines } from '../../src/cli/verify.ts';
import { openShared } from '../../src/composition/instance.ts';
import { temporaryFolder } from '../support/folder.ts';
import { announcedSeed, Random } from '../support/seed.ts';
import { configFor, IndexService } from './index-service.ts';

/** Number of damages, enough for each kind; `npm run campaign` sets DAMAGES. */
const DAMAGES = Number(process.env.DAMAGES ?? 15);
const WORDS = ['cave', 'glacier', 'moon', 'stone', 'river', 'lake', 'forest', 'canyon', 'wi-fi'];

const ENGINE = 'parks';
const indexOf = (data: string): string => join(data, 'index');
/** The index folder of the first engine, whose files get damaged. */
const folderOf = (data: string): string => join(indexOf(data), '1');

function documentOf(number: number, random: Random): object {
  return {
    id: `d${number}`,
    title: `${random.pick(WORDS)} ${random.pick(WORDS)} number ${number}`,
    body: `${random.pick(WORDS)} `.repeat(1 + random.below(40)),
    tag: random.pick(WORDS),
    size: random.below(1000),
    made: `20${10 + random.below(10)}-0${1 + random.below(9)}-01`,
    place: `${random.below(90)},${random.below(90)}`,
  };
}

/** A service whose engine has several segments with tombstones in its files. */
async function withHistory(t: TestContext, random: Random): Promise<IndexService> {
  const service = await IndexService.start(t);
  await service.must('POST', '', { name: ENGINE, language: 'en' });
  await service.must('POST', `/${ENGINE}/schema`, {
    ...{ title: 'text', body: 'text', tag: 'text', size: 'number', made: 'date', place: 'geolocation' },
  });
  await service.must('POST', '', { name: 'other' });
  await service.write('other', [{ id: 'only', title: 'another engine' }]);
  for (let from = 0; from < 300; from += 150) {
    const some = Array.from({ length: 150 }, (_, i) => documentOf(from + i, random));
    await service.write(ENGINE, some);
    await service.must('DELETE', `/${ENGINE}/documents`, [`d${from + 1}`, `d${from + 30}`]);
    await service.restart();
  }
  await service.write(ENGINE, [documentOf(7, random), documentOf(1000, random)]);
  return service;
}

/**
 * The responses of some searches, with scores and facets. The pages are small enough to be rendered without a worker.
 */
async function answers(service: IndexService): Promise<unknown[]> {
  const facets = { tag: { type: 'value', size: 30 }, size: { type: 'value', size: 250 } };
  const searches = [
    { query: '', facets },
    { query: 'caves', facets },
    { query: 'glacier moon stone', filters: { size: { from: 200, to: 700 } } },
    { query: '"river lake"' },
    { query: 'forst canyn', search_fields: { title: { weight: 3 }, body: {} } },
    { query: 'moon', sort: [{ made: 'desc' }, { size: 'asc' }] },
    { query: '', filters: { place: { center: '45,45', distance: 3000, unit: 'km' } } },
    { query: 'number 7', group: { field: 'tag' } },
  ];
  const all: unknown[] = [];
  for (const search of searches) {
    const body = { ...search, page: { size: 60 } };
    const { meta, ...rest } = await service.must('POST', `/${ENGINE}/search`, body);
    all.push({ total: meta.page.total_results, ...rest });
  }
  return all;
}

interface Damage {
  readonly name: string;
  /** The expected log message. */
  readonly says: RegExp;
  /** Damages the files in a folder; returns where. */
  readonly to: (folder: string, random: Random) => string;
}

const filesIn = (folder: string): string[] => readdirSync(folder).map((name) => join(folder, name));
const segmentsIn = (folder: string): string[] => filesIn(folder).filter((path) => path.includes('segment-'));

function changed(path: string, change: (bytes: Buffer) => Uint8Array): string {
  writeFileSync(path, change(readFileSync(path)));
  return basename(path);
}

/** A manifest with changed content and a correct checksum in its last line. */
function changedManifest(folder: string, change: (text: string) => string): string {
  return changed(join(folder, 'MANIFEST'), (bytes) => {
    const text = change(bytes.toString('utf8', 0, bytes.length - 'crc32 01234567\n'.length));
    return Buffer.from(`${text}crc32 ${crc32(text).toString(16).padStart(8, '0')}\n`);
  });
}

const UNUSABLE = /^the index is rebuilt from the store: \S+ (is damaged|is not|is missing|has format|holds)/;

const DAMAGED: readonly Damage[] = [
  ...Array.from({ length: 3 }, () => ({
    name: 'a bit is flipped',
    says: UNUSABLE,
    to: (folder: string, random: Random) =>
      changed(random.pick(filesIn(folder)), (bytes) => {
        const at = random.below(bytes.length);
        bytes[at] = (bytes[at] as number) ^ (1 << random.below(8));
        return bytes;
      }),
  })),
  ...Array.from({ length: 2 }, () => ({
    name: 'a file is cut off',
    says: UNUSABLE,
    to: (folder: string, random: Random) =>
      changed(random.pick(filesIn(folder)), (bytes) => bytes.subarray(0, random.below(bytes.length))),
  })),
  ...Array.from({ length: 2 }, () => ({
    name: 'a file is missing',
    says: /^the index is rebuilt from the store: \S+ is missing\.$/,
    to: (folder: string, random: Random) => {
      const path = random.pick(filesIn(folder));
      rmSync(path);
      return basename(path);
    },
  })),
  {
    name: 'a file is longer',
    says: UNUSABLE,
    to: (folder, random) =>
      changed(random.pick(filesIn(folder)), (bytes) => Buffer.concat([bytes, Buffer.from([0])])),
  },
  {
    name: 'a file is empty',
    says: UNUSABLE,
    to: (folder, random) => changed(random.pick(filesIn(folder)), () => Buffer.alloc(0)),
  },
  {
    name: 'a folder in place of a file',
    says: /^the index is rebuilt from the store: \S+ is a folder, not an index file\.$/,
    to: (folder, random) => {
      const path = random.pick(segmentsIn(folder));
      rmSync(path);
      mkdirSync(path);
      return basename(path);
    },
  },
  {
    name: 'two files have changed places',
    says: UNUSABLE,
    to: (folder) => {
      const [one, two] = segmentsIn(folder) as [string, string];
      renameSync(one, `${one}.aside`);
      renameSync(two, one);
      renameSync(`${one}.aside`, two);
      return `${basename(one)} and ${basename(two)}`;
    },
  },
  {
    name: 'the manifest is of a newer format',
    says: /^the index is rebuilt from the store: MANIFEST has format 2, written by a newer version of Findling/,
    to: (folder) =>
      changedManifest(folder, (text) => text.replace('FINDLING MANIFEST 1\n', 'FINDLING MANIFEST 2\n')),
  },
  {
    name: "the manifest is another data folder's",
    says: /^the index is rebuilt from the store: MANIFEST belongs to another data folder\.$/,
    to: (folder) =>
      changedManifest(folder, (text) => text.replace(/"identity": "\w+"/, '"identity": "0123456789abcdef"')),
  },
  {
    name: "the folder is another engine's",
    says: /^the index is rebuilt from the store: MANIFEST belongs to engine 2, not to engine 1\.$/,
    to: (folder) => {
      rmSync(folder, { recursive: true });
      cpSync(join(folder, '..', '2'), folder, { recursive: true });
      return basename(folder);
    },
  },
  {
    name: 'the folder is gone',
    says: /^the index is rebuilt from the store: MANIFEST is missing\.$/,
    to: (folder) => {
      rmSync(folder, { recursive: true });
      return basename(folder);
    },
  },
];

/** The files are intact and agree with the store, and no temporary files are left. */
async function assertGood(data: string): Promise<void> {
  const { store, close } = await openShared(configFor(data));
  try {
    for (const { engine, problems } of await verifyEngines(store, await store.engines.all(), indexOf(data))) {
      assert.deepEqual(problems, [], engine);
    }
  } finally {
    await close();
  }
  const left = readdirSync(folderOf(data)).filter((name) => !/^MANIFEST$|\.findling$/.test(name));
  assert.deepEqual(left, []);
}

suite('unusable index files', () => {
  test(`are detected and rebuilt, with the same responses: ${DAMAGES} damages`, async (t) => {
    const seed = announcedSeed('index damage');
    const random = new Random(seed);
    const service = await withHistory(t, random);
    const expected = await answers(service);
    await service.close();
    const { data } = service;
    assert.ok(segmentsIn(folderOf(data)).length > 1, 'there is more than one segment');
    const kept = join(temporaryFolder(t), 'kept');
    cpSync(indexOf(data), kept, { recursive: true });
    const counts = new Map<string, number>();

    for (let n = 0; n < DAMAGES; n++) {
      const { name, says, to } = DAMAGED[n % DAMAGED.length] as Damage;
      rmSync(indexOf(data), { recursive: true });
      cpSync(kept, indexOf(data), { recursive: true });
      const where = to(folderOf(data), random);
      try {
        await service.start();
        const said = service.rebuildLines;
        assert.equal(said.length, 1, said.join('\n') || 'nothing was logged');
        assert.match(said[0] as string, says);
        assert.deepEqual(await answers(service), expected);
        await service.close();
        await assertGood(data);
      } catch (cause) {
        throw new Error(`damage ${n} of seed ${seed}: ${name} (${where})`, { cause });
      }
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    await service.start();
    assert.deepEqual(service.rebuildLines, [], 'intact files are used');
    assert.deepEqual(await answers(service), expected);
    const kinds = [...counts].map(([name, count]) => `${name} ${count}`).join(', ');
    process.stdout.write(`index damage: ${DAMAGES} damages (${kinds}); 0 unnoticed, 0 wrong answers\n`);
  });

  test('do not include partly written ones, which the next checkpoint deletes', async (t) => {
    const service = await withHistory(t, new Random(1));
    const expected = await answers(service);
    await service.close();
    const folder = folderOf(service.data);
    for (const name of ['MANIFEST', 'segment-0123456789abcdef.findling']) {
      writeFileSync(join(folder, `${name}.new`), 'half a');
    }
    cpSync(segmentsIn(folder)[0] as string, join(folder, 'segment-fedcba9876543210.findling'));
    await service.start();
    assert.deepEqual(service.rebuildLines, []);
    assert.deepEqual(await answers(service), expected);
    await service.close();
    await assertGood(service.data);
    assert.ok(!readdirSync(folder).includes('segment-fedcba9876543210.findling'));
  });
});

suite('intact index files', () => {
  /** A service with some documents, stopped, and a copy of its data. */
  async function withCopy(t: TestContext) {
    const service = await withHistory(t, new Random(2));
    await service.close();
    const copy = join(temporaryFolder(t), 'copy');
    cpSync(service.data, copy, { recursive: true });
    return { service, copy, index: indexOf(service.data), store: join(service.data, 'findling.sqlite') };
  }

  test('that are too old to catch up are detected', async (t) => {
    const { service, copy, index } = await withCopy(t);
    await service.start();
    await service.must('DELETE', `/${ENGINE}/documents`, ['d100', 'd101', 'd102']);
    await service.write(ENGINE, [documentOf(103, new Random(3))]);
    const expected = await answers(service);
    await service.close();
    rmSync(index, { recursive: true });
    cpSync(indexOf(copy), index, { recursive: true });
    await service.start();
    assert.deepEqual(service.rebuildLines, [
      'the index is rebuilt from the store: it is too far behind the store, which no longer knows all deletions since.',
    ]);
    assert.deepEqual(await answers(service), expected);
    assert.deepEqual(await service.found(ENGINE, { filters: { id: ['d100', 'd101', 'd102', 'd103'] } }), [
      'd103',
    ]);
  });

  test('that are newer than the store are detected', async (t) => {
    const { service, copy, store } = await withCopy(t);
    await service.start();
    const expected = await answers(service);
    await service.must('DELETE', `/${ENGINE}/documents`, ['d100', 'd101', 'd102']);
    await service.write(ENGINE, [documentOf(2000, new Random(3))]);
    await service.close();
    rmSync(store);
    cpSync(join(copy, basename(store)), store);
    await service.start();
    assert.deepEqual(service.rebuildLines, [
      'the index is rebuilt from the store: it is ahead of the store, which is older than it was.',
    ]);
    assert.deepEqual(await answers(service), expected);
  });

  test('that have other documents than the store are detected by the document count', async (t) => {
    const { service, copy, index } = await withCopy(t);
    await service.start();
    await service.write(ENGINE, [documentOf(2000, new Random(3))]);
    const expected = await answers(service);
    await service.close();
    const twin = await IndexService.start(t, { data: copy });
    await twin.must('DELETE', `/${ENGINE}/documents`, ['d200']);
    await twin.close();
    rmSync(index, { recursive: true });
    cpSync(indexOf(copy), index, { recursive: true });
    await service.start();
    assert.deepEqual(service.rebuildLines, [
      `the index of ${ENGINE} does not agree with the store and is rebuilt`,
    ]);
    assert.deepEqual(await answers(service), expected);
    await service.close();
    await assertGood(service.data);
  });

  test('from another data folder are detected', async (t) => {
    const { service, index } = await withCopy(t);
    const other = await withHistory(t, new Random(4));
    await other.close();
    await service.start();
    const expected = await answers(service);
    await service.close();
    rmSync(index, { recursive: true });
    cpSync(indexOf(other.data), index, { recursive: true });
    await service.start();
    const foreign = 'the index is rebuilt from the store: MANIFEST belongs to another data folder.';
    assert.deepEqual(service.rebuildLines, [foreign, foreign]);
    assert.deepEqual(await answers(service), expected);
  });
});
