import { ANALYSIS_VERSION } from '../../../analysis/analyzer.ts';
import type { EngineFolder } from '../files/engine-folder.ts';
import { type FileProblem, isProblem } from '../files/file-problem.ts';
import { Segment } from '../segment/segment.ts';
import { SegmentReader } from '../snapshot/segment-reader.ts';

/** The index in the files of an engine, its checksums verified, for comparison with the store. */
export interface FiledIndex {
  /** Every change up to this one is in it. */
  readonly sequence: number;
  readonly documentCount: number;
  readonly bytes: number;
  readonly segments: number;
  /** The sequence of a document's last change, undefined if there is no such document. */
  sequenceOf(id: string): number | undefined;
  /** The ids of `count` documents, evenly spread. */
  sample(count: number): string[];
}

/** Reads the files of an engine; a problem is one that a start would report. */
export async function readFiledIndex(
  folder: EngineFolder,
  expected: { readonly identity: string; readonly engineId: number; readonly language: string | null },
): Promise<FiledIndex | FileProblem> {
  const loaded = await folder.load({ ...expected, analysisVersion: ANALYSIS_VERSION });
  if (isProblem(loaded)) return loaded;
  const { manifest, segments, liveDocs } = loaded;
  const readers = segments.map((image, at) =>
    SegmentReader.restored(Segment.of(image), at, liveDocs[at] ?? null),
  );
  const documentCount = readers.reduce((sum, { liveCount }) => sum + liveCount, 0);
  return {
    sequence: manifest.sequence,
    documentCount,
    bytes: manifest.segments.reduce((sum, { bytes }) => sum + bytes, 0),
    segments: readers.length,
    sequenceOf(id) {
      for (const reader of readers) {
        const doc = reader.segment.docWithId(id);
        if (doc >= 0 && reader.isLive(doc)) return reader.segment.sequences[doc];
      }
      return undefined;
    },
    sample(count) {
      const ids: string[] = [];
      const step = Math.max(1, Math.floor(documentCount / count));
      let passed = 0;
      for (const reader of readers) {
        for (let doc = 0; doc < reader.segment.docCount && ids.length < count; doc++) {
          if (reader.isLive(doc) && passed++ % step === 0) ids.push(reader.segment.id(doc));
        }
      }
      return ids;
    },
  };
}
