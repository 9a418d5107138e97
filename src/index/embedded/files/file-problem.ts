import { indexFileTexts as texts } from './file-texts.ts';

/**
 * Why a file cannot be used. A value, not an exception: the index is then rebuilt from the store.
 *
 *   missing   it does not exist
 *   damaged   its bytes are not those that were written, or it cannot be read
 *   foreign   it is intact, but belongs to something else
 *   too new   a newer version of Findling wrote it
 *   too old   this version of Findling no longer reads it
 */
export interface FileProblem {
  readonly file: string;
  readonly kind: 'missing' | 'damaged' | 'foreign' | 'too new' | 'too old';
  /** For the log and the terminal. */
  readonly sentence: string;
}

export const isProblem = <T extends object>(value: T | FileProblem): value is FileProblem =>
  'sentence' in value;

const missing = (file: string): FileProblem => ({
  file,
  kind: 'missing',
  sentence: texts.missing(file),
});

/** `what` completes the sentence "It is damaged: ...". */
export const damaged = (file: string, what: string): FileProblem => ({
  file,
  kind: 'damaged',
  sentence: texts.damaged(file, what),
});

export const foreign = (file: string, sentence: string): FileProblem => ({ file, kind: 'foreign', sentence });

/** The problem with a file of another format version; undefined if the version is current. */
export function versionProblem(file: string, found: number, known: number): FileProblem | undefined {
  if (found > known) return { file, kind: 'too new', sentence: texts.tooNew(file, found, known) };
  if (found < known) return { file, kind: 'too old', sentence: texts.tooOld(file, found, known) };
  return undefined;
}

/** Reads a file. Errors of the file system become problems; other errors are bugs and are thrown. */
export async function orProblem<T>(file: string, read: () => Promise<T>): Promise<T | FileProblem> {
  try {
    return await read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || code.startsWith('ERR_')) throw error;
    if (code === 'ENOENT' || code === 'ENOTDIR') return missing(file);
    const sentence = code === 'EISDIR' ? texts.isFolder(file) : texts.unreadable(file, code);
    return { file, kind: 'damaged', sentence };
  }
}
