import { type ApiError, errors } from '../errors.ts';
import { IndexUnavailable } from '../index/port.ts';
import {
  DocumentDamaged,
  StoreFailed,
  StoreFull,
  StoreOutcomeUnknown,
  StoreUnavailable,
} from '../store/port.ts';

/** The answer to an error of the store or the index that a client should know about; undefined for every other error. */
export function storeRefusal(error: unknown): ApiError | undefined {
  if (error instanceof StoreFull) return Object.assign(errors.diskFull(), { cause: error.cause });
  if (error instanceof StoreFailed) return Object.assign(errors.diskFailed(), { cause: error.cause });
  if (error instanceof StoreOutcomeUnknown) return Object.assign(errors.outcomeUnknown(), { cause: error });
  if (error instanceof StoreUnavailable) return Object.assign(errors.storeUnavailable(), { cause: error });
  if (error instanceof DocumentDamaged)
    return Object.assign(errors.documentDamaged(error.id), { cause: error });
  if (error instanceof IndexUnavailable) return Object.assign(errors.searchAway(), { cause: error });
  return undefined;
}
