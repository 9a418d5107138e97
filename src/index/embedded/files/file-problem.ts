import { indexFileTexts as texts } from '../../../errors.ts';

/**
 * Why a file cannot be used. It is a value, not an error: the engine is then built again from the store.
 *
 *   missing   it is not there
 *   damaged   it is not what was written, or cannot be read
 *   foreign   it is whole, but belongs to something else
 *   too new   a newer Findling has written it
 *   too old   this Findling no longer reads it
 */
export interface FileProblem {
  readonly file: string;
  readonly kind: 'missing' | 'damaged' | 'foreign' | 'too new' | 'too old';
  /** For the log, and for a person at the terminal. */
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

/** What a version says against a file, nothing if it is the one we know. */
export function versionProblem(file: string, found: number, known: number): FileProblem | undefined {
  if (found > known) return { file, kind: 'too new', sentence: texts.tooNew(file, found, known) };
  if (found < known) return { file, kind: 'too old', sentence: texts.tooOld(file, found, known) };
  return undefined;
}

/** Reads a file; what the system has against it is a problem too. Other errors are our own, and are thrown. */
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
