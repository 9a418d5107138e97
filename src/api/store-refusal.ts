import { type ApiError, errors } from '../errors.ts';
import { DocumentDamaged, StoreFailed, StoreFull } from '../store/port.ts';

/** The answer to a write that the store could not take or to a damaged document; undefined for every other error. */
export function storeRefusal(error: unknown): ApiError | undefined {
  if (error instanceof StoreFull) return Object.assign(errors.diskFull(), { cause: error.cause });
  if (error instanceof StoreFailed) return Object.assign(errors.diskFailed(), { cause: error.cause });
  if (error instanceof DocumentDamaged)
    return Object.assign(errors.documentDamaged(error.id), { cause: error });
  return undefined;
}
