import { limits } from '../limits.ts';
import { isGiven, type Options, objectOf } from './option.ts';
import { optionErrors } from './option-error.ts';
import { checkOptions } from './request.ts';

const OPTIONS = new Set(['queries']);

/** The searches of a multi search, as functions: each is parsed when it is called and has its own errors. */
export function parseSearches(options: Options): ReadonlyArray<() => Options> {
  checkOptions(options, OPTIONS);
  const { queries } = options;
  if (!isGiven(queries) || (Array.isArray(queries) && queries.length === 0)) {
    throw optionErrors.missing('queries');
  }
  if (!Array.isArray(queries)) throw optionErrors.mustBe('Queries', 'an array');
  const most = limits.searchesPerRequest;
  if (queries.length > most) throw optionErrors.tooMany('Queries', most, 'queries');
  return queries.map((query) => () => objectOf('Query', query));
}
