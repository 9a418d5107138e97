import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { ANALYSIS_VERSION } from '../../src/analysis/analyzer.ts';
import type { LoadedEngine } from '../../src/index/embedded/files/checkpoint.ts';
import { EngineFolder } from '../../src/index/embedded/files/engine-folder.ts';
import { ICU } from '../../src/index/embedded/files/expectation.ts';
import { type FileProblem, isProblem } from '../../src/index/embedded/files/file-problem.ts';
import { disk } from '../../src/index/embedded/files/file-system.ts';
import { FORMAT } from '../../src/index/embedded/files/format.ts';
import { Segment } from '../../src/index/embedded/segment/segment.ts';
import { contentOf } from '../engine/segment-content.ts';
import { temporaryFolder } from '../support/folder.ts';
import { engineOf, FIXTURES, type FixtureEngine, segmentsOf } from './fixture-engine.ts';

// Index folders written by earlier versions: each opens, or is rejected as too old and rebuilt.

const KEPT = readdirSync(FIXTURES).filter((name) => name.startsWith('index-format-'));

const load = (folder: string, { identity, engineId, language }: FixtureEngine) =>
  new EngineFolder(disk, folder).load({ identity, engineId, language, analysisVersion: ANALYSIS_VERSION });

/** Its content equals that of segments built now from the same documents. */
function assertContent(loaded: LoadedEngine | FileProblem, engine: FixtureEngine): void {
  assert.ok(!isProblem(loaded), isProblem(loaded) ? loaded.sentence : '');
  const fields = engine.schema.map(([name]) => name);
  const built = segmentsOf(engine);
  assert.deepEqual(
    loaded.segments.map((image) => contentOf(Segment.of(image), fields)),
    built.map(({ segment }) => contentOf(segment, fields)),
  );
  assert.deepEqual(
    loaded.liveDocs.map((live) => live && [...live]),
    built.map(({ liveDocs }) => liveDocs && [...liveDocs]),
  );
  assert.equal(loaded.manifest.sequence, engine.sequence);
}

/** The same folder with one line of its manifest replaced, and a correct checksum. */
function withLine(t: TestContext, folder: string, line: RegExp, other: string): string {
  const copy = join(temporaryFolder(t), 'index');
  cpSync(folder, copy, { recursive: true });
  const path = join(copy, 'MANIFEST');
  const text = readFileSync(path, 'utf8')
    .replace(/crc32 .*\n$/, '')
    .replace(line, other);
  writeFileSync(path, `${text}crc32 ${crc32(text).toString(16).padStart(8, '0')}\n`);
  return copy;
}

test('there is a stored index folder of the current format, and no newer one', () => {
  assert.deepEqual(
    KEPT.map((name) => Number(name.replace('index-format-', '')))
      .sort((a, b) => a - b)
      .at(-1),
    FORMAT,
  );
});

suite('index folders of earlier versions', () => {
  for (const name of KEPT) {
    const folder = join(FIXTURES, name);
    const engine = engineOf(folder);
    const manifest = readFileSync(join(folder, 'MANIFEST'), 'utf8');
    const format = Number(/^FINDLING MANIFEST (\d+)\n/.exec(manifest)?.[1]);
    const analysis = Number(/"analysisVersion": (\d+)/.exec(manifest)?.[1]);
    const icu = /"icu": "(.*)"/.exec(manifest)?.[1];
    const opens = format === FORMAT && analysis === ANALYSIS_VERSION && icu === ICU;

    test(`${name} has the format in its name`, () => {
      assert.equal(name, `index-format-${format}`);
    });

    test(`${name} ${opens ? 'opens with the content that was written' : 'is rejected as too old'}`, async () => {
      const loaded = await load(folder, engine);
      if (opens) assertContent(loaded, engine);
      else assert.ok(isProblem(loaded) && loaded.kind === 'too old', 'too old, and nothing worse');
    });

    if (format !== FORMAT || analysis !== ANALYSIS_VERSION) continue;
    test(`${name} opens with any Unicode tables`, async (t) => {
      assertContent(await load(withLine(t, folder, /"icu": ".*"/, `"icu": "${ICU}"`), engine), engine);
    });

    test(`${name} will be rejected as too old when the format version goes up`, async (t) => {
      const before = withLine(t, folder, /^FINDLING MANIFEST \d+/, `FINDLING MANIFEST ${FORMAT - 1}`);
      const loaded = await load(before, engine);
      assert.ok(isProblem(loaded) && loaded.kind === 'too old');
    });
  }
});
