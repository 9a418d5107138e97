import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { unfit } from '../../src/index/embedded/files/expectation.ts';
import { type FileProblem, isProblem } from '../../src/index/embedded/files/file-problem.ts';
import { FORMAT } from '../../src/index/embedded/files/format.ts';
import {
  filesOf,
  type Manifest,
  manifestText,
  parseManifest,
} from '../../src/index/embedded/files/manifest.ts';
import { allBut, EXPECTED, SCHEMA } from './kept-engine.ts';

const MANIFEST: Manifest = {
  ...EXPECTED,
  format: FORMAT,
  schema: SCHEMA,
  icu: process.versions.icu ?? 'none',
  sequence: 2 ** 53 - 1,
  keepsLong: true,
  writtenAt: 1_700_000_000_000,
  segments: [
    {
      file: 'segment-0000000000000001.findling',
      bytes: 4711,
      crc: 0xffffffff,
      docCount: 70,
      live: allBut(69, 70),
    },
    { file: 'segment-fedcba9876543210.findling', bytes: 128, crc: 0, docCount: 0, live: null },
  ],
};

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A text with its checksum line. */
const sealed = (text: string): Uint8Array =>
  bytesOf(`${text}crc32 ${crc32(text).toString(16).padStart(8, '0')}\n`);

function problemOf(bytes: Uint8Array): FileProblem {
  const found = parseManifest(bytes);
  assert.ok(isProblem(found), 'this manifest must not be used');
  assert.match(found.sentence, /^MANIFEST [^\n]+\.$/);
  return found;
}

test('a manifest is parsed from its text unchanged', () => {
  const back = parseManifest(bytesOf(manifestText(MANIFEST)));
  assert.ok(!isProblem(back));
  assert.deepEqual(
    { ...back, segments: back.segments.map((one) => ({ ...one, live: one.live && [...one.live] })) },
    { ...MANIFEST, segments: MANIFEST.segments.map((one) => ({ ...one, live: one.live && [...one.live] })) },
  );
  assert.deepEqual(filesOf(back), filesOf(MANIFEST));
});

test('live documents are parsed into shared memory', () => {
  const back = parseManifest(bytesOf(manifestText(MANIFEST)));
  assert.ok(!isProblem(back) && back.segments[0]?.live?.buffer instanceof SharedArrayBuffer);
});

test('one flipped bit anywhere in a manifest is detected', () => {
  const right = bytesOf(manifestText(MANIFEST));
  for (let bit = 0; bit < 8 * right.length; bit++) {
    const wrong = right.slice();
    wrong[bit >> 3] = (wrong[bit >> 3] as number) ^ (1 << (bit & 7));
    problemOf(wrong);
  }
});

test('a manifest that is too short or too long is detected', () => {
  const right = bytesOf(manifestText(MANIFEST));
  for (let length = 0; length < right.length; length++) problemOf(right.slice(0, length));
  problemOf(Buffer.concat([right, bytesOf('\n')]));
  problemOf(Buffer.concat([right, right]));
});

suite('an unusable manifest has a reason', () => {
  const text = manifestText(MANIFEST);
  const body = text.slice(0, text.lastIndexOf('crc32'));

  test('it is empty, or something else', () => {
    assert.equal(problemOf(bytesOf('')).sentence, 'MANIFEST is damaged: it is empty.');
    assert.equal(problemOf(bytesOf('Hello.\n')).kind, 'foreign');
    assert.equal(problemOf(sealed('Hello.\n')).kind, 'foreign');
    assert.equal(problemOf(sealed('FINDLING MANIFEST 01\n{}\n')).kind, 'foreign');
  });

  test('it has another format', () => {
    const withFormat = (format: number) => sealed(body.replace(/\d+\n/, `${format}\n`));
    assert.equal(problemOf(withFormat(FORMAT + 1)).kind, 'too new');
    assert.equal(problemOf(withFormat(FORMAT - 1)).kind, 'too old');
    assert.ok(!isProblem(parseManifest(withFormat(FORMAT))));
  });

  const json = JSON.parse(body.slice(body.indexOf('\n')));
  const [segment, second] = json.segments;
  const wrong: Record<string, unknown> = {
    'no object': [json],
    'a member too few': { ...json, sequence: undefined },
    'a member too many': { ...json, more: 1 },
    'a list of files that are no longer written': { ...json, vocabulary: [] },
    'an identity that is no text': { ...json, identity: 7 },
    'an identity that moves the cursor': { ...json, identity: 'a\u001b[2J' },
    'an invalid engine number': { ...json, engineId: 1.5 },
    'a sequence below zero': { ...json, sequence: -1 },
    'a sequence that no double holds': { ...json, sequence: 2 ** 53 },
    'a moment after the end of time': { ...json, writtenAt: 8.64e15 + 1 },
    'a word that is neither true nor false': { ...json, keepsLong: 1 },
    'a schema with an unknown type': { ...json, schema: [['title', 'picture']] },
    'a schema with a field twice': { ...json, schema: [...json.schema, ['title', 'text']] },
    'segments that are no list': { ...json, segments: {} },
    'a segment too many members': { ...json, segments: [{ ...segment, more: 1 }] },
    'a segment without its bytes': { ...json, segments: [{ ...segment, bytes: undefined }] },
    'an invalid checksum': { ...json, segments: [{ ...segment, crc: 2 ** 32 }] },
    'live documents of another number': { ...json, segments: [{ ...segment, docCount: 97 }] },
    'live documents that are no base64': { ...json, segments: [{ ...segment, live: '****' }] },
    'live documents in non-canonical base64': {
      ...json,
      segments: [{ ...segment, live: `${segment.live.slice(0, -1)} =` }],
    },
    'the same file twice': { ...json, segments: [segment, second, segment] },
  };
  for (const file of [
    ...[
      '../x',
      '/etc/passwd',
      'segment-0000000000000001.findling/../x',
      '..',
      '',
      'MANIFEST',
      'MANIFEST.new',
    ],
    ...['segment-0000000000000001.findling.new', 'segment-0000000000000001.findling\n', 'segment-1.findling'],
    ...['vocabulary-0000000000000001.findling'],
    ...['SEGMENT-0000000000000001.findling', 'segment-000000000000000G.findling', 'segment-0000000000000001'],
    ...['..\\segment-0000000000000001.findling', 'segment-0000000000000001.findling\0'],
  ]) {
    wrong[`a file named ${JSON.stringify(file)}`] = { ...json, segments: [{ ...segment, file }] };
  }
  for (const [what, value] of Object.entries(wrong)) {
    test(what, () => {
      const { kind, sentence } = problemOf(sealed(`FINDLING MANIFEST ${FORMAT}\n${JSON.stringify(value)}\n`));
      assert.equal(kind, 'damaged');
      assert.match(sentence, /is damaged: its .+ is invalid\.$/);
    });
  }

  test('no JSON', () => {
    const { sentence } = problemOf(sealed(`FINDLING MANIFEST ${FORMAT}\n{"identity":\n`));
    assert.equal(sentence, 'MANIFEST is damaged: its JSON is invalid.');
  });
});

suite('an intact manifest is used only where it belongs', () => {
  test('without differences there is no problem', () => {
    assert.equal(unfit(MANIFEST, EXPECTED), undefined);
  });

  for (const [what, change, kind, sentence] of [
    ['another store', { identity: 'other' }, 'foreign', 'MANIFEST belongs to another data folder.'],
    ['another engine', { engineId: 8 }, 'foreign', 'MANIFEST belongs to engine 8, not to engine 7.'],
    [
      'another language',
      { language: null },
      'foreign',
      'MANIFEST was built for language none, but the engine has en.',
    ],
    [
      'a newer analysis',
      { analysisVersion: 99 },
      'too new',
      /newer text analysis \(99; this version of Findling has \d+\)/,
    ],
    [
      'an older analysis',
      { analysisVersion: 0 },
      'too old',
      /older text analysis \(0; this version of Findling has \d+\)/,
    ],
    [
      'other Unicode tables',
      { icu: '1.0' },
      'too old',
      /different Unicode tables \(ICU 1\.0; this process has ICU \d/,
    ],
  ] as const) {
    test(`${what}: ${kind}`, () => {
      const found = unfit({ ...MANIFEST, ...change }, EXPECTED);
      assert.equal(found?.kind, kind);
      if (typeof sentence === 'string') assert.equal(found?.sentence, sentence);
      else assert.match(found?.sentence ?? '', sentence);
    });
  }
});
