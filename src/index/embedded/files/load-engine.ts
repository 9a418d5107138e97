import { join } from 'node:path';
import type { SegmentImage } from '../segment/segment.ts';
import type { LoadedEngine } from './checkpoint.ts';
import { type Expectation, unfit } from './expectation.ts';
import { MANIFEST } from './file-names.ts';
import { damaged, type FileProblem, isProblem, orProblem } from './file-problem.ts';
import { type Files, readAll, withFile } from './file-system.ts';
import { indexFileTexts as texts } from './file-texts.ts';
import { type Manifest, parseManifest, type SegmentRecord } from './manifest.ts';
import { readAhead } from './read-ahead.ts';
import { checked, type DescribedSections, openSectionsFile } from './sections-file.ts';
import { type Analysis, segmentIn } from './segment-file.ts';

export function manifestBytes(files: Files, folder: string): Promise<Uint8Array> {
  return withFile(files, join(folder, MANIFEST), async (file) => {
    const bytes = new Uint8Array(await file.size());
    // A manifest that was truncated meanwhile has lost its checksum line, and counts as damaged.
    await readAll(file, bytes, 0);
    return bytes;
  });
}

/** The manifest of a folder if it matches what is expected. */
export async function fittingManifest(
  files: Files,
  folder: string,
  expected: Expectation,
): Promise<Manifest | FileProblem> {
  const bytes = await orProblem(MANIFEST, () => manifestBytes(files, folder));
  const manifest = isProblem(bytes) ? bytes : parseManifest(bytes);
  return isProblem(manifest) ? manifest : (unfit(manifest, expected) ?? manifest);
}

/** Reads the files of a manifest, each while the one before is verified. Stops at the first problem. */
export async function loadEngine(
  files: Files,
  folder: string,
  expected: Expectation,
): Promise<LoadedEngine | FileProblem> {
  const manifest = await fittingManifest(files, folder, expected);
  if (isProblem(manifest)) return manifest;
  const segments: SegmentImage[] = [];
  const read = (record: SegmentRecord) => openSectionsFile(files, folder, record.file, record);
  for await (const file of readAhead(manifest.segments, read)) {
    const content = isProblem(file) ? file : await checked(file);
    if (isProblem(content)) return content;
    const image = segmentOf(manifest.segments[segments.length] as SegmentRecord, content, manifest);
    if (isProblem(image)) return image;
    segments.push(image);
  }
  return { manifest, segments, liveDocs: manifest.segments.map(({ live }) => live) };
}

const isSameAnalysis = (a: Analysis, b: Analysis): boolean =>
  a.language === b.language && a.analysisVersion === b.analysisVersion;

/** The segment in a file if it matches the manifest. */
function segmentOf(
  { file, docCount }: SegmentRecord,
  content: DescribedSections,
  manifest: Manifest,
): SegmentImage | FileProblem {
  const segment = segmentIn(file, content);
  if (isProblem(segment)) return segment;
  const { description, image } = segment;
  const types = new Map(manifest.schema);
  const fits =
    description.docCount === docCount &&
    isSameAnalysis(description, manifest) &&
    description.schema.every(([name, type]) => types.get(name) === type);
  return fits ? image : damaged(file, texts.damage.shape('description'));
}
