// Writes the stored index folder of the current format: `node test/files/write-fixture.ts`. Never for a released
// format: its folder must stay as that release wrote it.
import { join } from 'node:path';
import { ANALYSIS_VERSION } from '../../src/analysis/analyzer.ts';
import { EngineFolder } from '../../src/index/embedded/files/engine-folder.ts';
import { disk } from '../../src/index/embedded/files/file-system.ts';
import { FORMAT } from '../../src/index/embedded/files/format.ts';
import { engineOf, FIXTURES, segmentsOf } from './fixture-engine.ts';

const folder = join(FIXTURES, `index-format-${FORMAT}`);
const engine = engineOf(folder);
const { identity, engineId, language, schema, sequence } = engine;
const pieces = segmentsOf(engine);
const { manifest } = await new EngineFolder(disk, folder).save({
  data: {
    ...{ identity, engineId, language, schema, sequence, analysisVersion: ANALYSIS_VERSION },
    ...{ keepsLong: false, writtenAt: Date.parse('2024-01-01T00:00:00Z') },
  },
  segments: pieces.map(({ segment, liveDocs }, i) => ({ key: i, image: segment.image, liveDocs })),
});
process.stdout.write(`${folder}: ${manifest.segments.length} segments, format ${FORMAT}\n`);
