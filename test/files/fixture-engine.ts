import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyzerFor } from '../../src/analysis/language.ts';
import { runToCompletion } from '../../src/index/embedded/runtime/time-slice.ts';
import type { BitSet } from '../../src/index/embedded/segment/bits.ts';
import { clearBit, newBitSet } from '../../src/index/embedded/segment/bits.ts';
import type { Segment } from '../../src/index/embedded/segment/segment.ts';
import { SegmentBuilder } from '../../src/index/embedded/segment/segment-builder.ts';
import type { FieldType } from '../../src/values/types.ts';
import type { TypedValue } from '../../src/values/value.ts';

export const FIXTURES = join(import.meta.dirname, '../fixtures');

/** The source of a stored index folder: its `engine.json`. */
export interface FixtureEngine {
  readonly identity: string;
  readonly engineId: number;
  readonly language: string | null;
  readonly sequence: number;
  readonly schema: ReadonlyArray<readonly [string, FieldType]>;
  readonly segments: ReadonlyArray<{
    readonly dead: readonly number[];
    readonly documents: ReadonlyArray<{
      readonly id: string;
      readonly sequence: number;
      readonly fields: Readonly<Record<string, TypedValue>>;
    }>;
  }>;
}

export const engineOf = (folder: string): FixtureEngine =>
  JSON.parse(readFileSync(join(folder, 'engine.json'), 'utf8'));

/** The segments of such an engine as the current builder creates them, with their live documents. */
export function segmentsOf(engine: FixtureEngine): Array<{ segment: Segment; liveDocs: BitSet | null }> {
  const schema = new Map(engine.schema);
  return engine.segments.map(({ documents, dead }) => {
    const builder = new SegmentBuilder(analyzerFor(engine.language));
    for (const { id, sequence, fields } of documents) {
      builder.add({ id, sequence, fields: new Map(Object.entries(fields)) }, schema);
    }
    const liveDocs = dead.length === 0 ? null : newBitSet(documents.length).fill(0xffffffff);
    for (const doc of dead) if (liveDocs !== null) clearBit(liveDocs, doc);
    return { segment: runToCompletion(builder.seal()), liveDocs };
  });
}
