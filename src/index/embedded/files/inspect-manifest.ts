import { dirname } from 'node:path';
import { popcount } from '../segment/bits.ts';
import { type FileProblem, isProblem } from './file-problem.ts';
import { type Files, readAll, withFile } from './file-system.ts';
import type { FileInspection, ManifestInspection } from './inspection.ts';
import { isManifest, type Manifest, parseManifest, type SegmentRecord } from './manifest.ts';
import { readSectionsFile, type WrittenFile } from './sections-file.ts';

/** Bytes that suffice to recognise a manifest. */
const BEGINNING = 32;

/** The manifest in a file and its length in bytes; undefined if the file is not a manifest. */
export function manifestAt(
  files: Files,
  path: string,
): Promise<{ readonly manifest: Manifest | FileProblem; readonly bytes: number } | undefined> {
  return withFile(files, path, async (file) => {
    const size = await file.size();
    const beginning = new Uint8Array(Math.min(BEGINNING, size));
    await readAll(file, beginning, 0);
    if (!isManifest(beginning)) return undefined;
    const bytes = new Uint8Array(size);
    await readAll(file, bytes, 0);
    return { manifest: parseManifest(bytes, path), bytes: size };
  });
}

/** Describes a manifest, and whether its files exist and are intact. */
export async function inspectManifest(
  files: Files,
  path: string,
  manifest: Manifest,
  bytes: number,
): Promise<ManifestInspection> {
  const look = async (record: WrittenFile): Promise<FileInspection> => {
    const read = await readSectionsFile(files, dirname(path), record.file, record);
    return { file: record.file, bytes: record.bytes, problem: isProblem(read) ? read.sentence : null };
  };
  const segments: Array<ManifestInspection['segments'][number]> = [];
  for (const record of manifest.segments) {
    segments.push({ ...(await look(record)), documents: record.docCount, liveDocs: liveDocsIn(record) });
  }
  return {
    ...{ kind: 'manifest', file: path, format: manifest.format, bytes },
    ...{ store: manifest.identity, engine: manifest.engineId, language: manifest.language },
    ...{ analysis: manifest.analysisVersion, icu: manifest.icu, sequence: manifest.sequence },
    long: manifest.keepsLong ? 'whole' : 'by hash',
    written: new Date(manifest.writtenAt).toISOString(),
    fields: manifest.schema.map(([name, type]) => ({ name, type })),
    segments,
  };
}

function liveDocsIn({ live, docCount }: SegmentRecord): number {
  if (live === null) return docCount;
  let count = 0;
  for (const [i, word] of live.entries()) {
    // Bits beyond the last document are undefined.
    const inUse = docCount - 32 * i;
    count += popcount(inUse < 32 ? word & ((1 << inUse) - 1) : word);
  }
  return count;
}
