import { damaged, type FileProblem, isProblem, orProblem } from './file-problem.ts';
import type { Files } from './file-system.ts';
import { indexFileTexts as texts } from './file-texts.ts';
import { inspectFields } from './inspect-fields.ts';
import { inspectManifest, manifestAt } from './inspect-manifest.ts';
import type { Inspection } from './inspection.ts';
import { damagedSections, openSectionsFile, type UncheckedFile } from './sections-file.ts';
import { bytesOf } from './sections-header.ts';
import { parseDescription } from './segment-file.ts';
import { ShapeError } from './shape.ts';

/** Inspects an index file of any name. Reports damaged sections. */
export async function inspectFile(files: Files, path: string): Promise<Inspection | FileProblem> {
  const found = await orProblem(path, async () => ({ manifest: await manifestAt(files, path) }));
  if (isProblem(found)) return found;
  if (found.manifest === undefined) {
    const read = await openSectionsFile(files, '', path);
    return isProblem(read) ? read : inspectSections(read);
  }
  const { manifest, bytes } = found.manifest;
  return isProblem(manifest) ? manifest : inspectManifest(files, path, manifest, bytes);
}

async function inspectSections(read: UncheckedFile): Promise<Inspection | FileProblem> {
  const { file, format, bytes, description } = read;
  const wrong = new Set(await damagedSections(read));
  const sections = read.records.map((record) => ({
    ...{ name: record.name, kind: record.kind, elements: record.length, bytes: bytesOf(record) },
    ok: !wrong.has(record.name),
  }));
  try {
    const { docCount, language, analysisVersion, schema } = parseDescription(description);
    const fields = inspectFields(read.image, schema, wrong);
    const common = { kind: 'segment', file, format, bytes, language, analysis: analysisVersion } as const;
    return { ...common, documents: docCount, fields, sections };
  } catch (error) {
    if (error instanceof ShapeError) return damaged(file, texts.damage.shape(error.message));
    throw error;
  }
}
