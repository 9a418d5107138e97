import { type FiledIndex, readFiledIndex } from './checkpoints/verification.ts';
import { EngineFolder } from './files/engine-folder.ts';
import { MANIFEST } from './files/file-names.ts';
import type { FileProblem } from './files/file-problem.ts';
import { disk } from './files/file-system.ts';
import { inspectFile } from './files/inspect-file.ts';
import type { Inspection } from './files/inspection.ts';

// What the commands `inspect` and `verify` use of the embedded index: its files, read without a running service.

export type { FiledIndex } from './checkpoints/verification.ts';
export { type FileProblem, isProblem } from './files/file-problem.ts';
export type {
  FieldInspection,
  Inspection,
  ManifestInspection,
  SectionInspection,
} from './files/inspection.ts';

/** Describes one index file. */
export const inspectIndexFile = (path: string): Promise<Inspection | FileProblem> => inspectFile(disk, path);

/** Reads the index of an engine from its folder, to compare it with the store. */
export const readIndexFiles = (
  folder: string,
  expected: { readonly identity: string; readonly engineId: number; readonly language: string | null },
): Promise<FiledIndex | FileProblem> => readFiledIndex(new EngineFolder(disk, folder), expected);

/** Whether the folder has no manifest. */
export const lacksManifest = ({ kind, file }: FileProblem): boolean =>
  kind === 'missing' && file === MANIFEST;
