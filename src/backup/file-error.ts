import { DataError } from '../store/migrations/migrations.ts';

const FULL: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** A failure of a file, or of standard output, as a sentence. */
export function fileError(name: string, error: unknown, verb: 'read' | 'written'): DataError {
  if (error instanceof DataError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (verb === 'written' && FULL.has(code)) {
    return new DataError(
      `The disk is full: ${name} was not written. Free space, or write the backup elsewhere.`,
    );
  }
  return new DataError(`${name} cannot be ${verb} (${code ?? message}).`);
}
