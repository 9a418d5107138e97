import { texts } from '../error-texts.ts';
import { badRequest } from '../errors.ts';
import { limits } from '../limits.ts';
import { queryKey } from '../tuning/query-key.ts';
import { storableText } from '../values/storable-text.ts';

/** A new curation, or a replacement. */
export interface CurationRequest {
  /** As sent, in order; undefined if omitted. */
  readonly queries: readonly string[] | undefined;
  readonly promoted: readonly string[];
  readonly hidden: readonly string[];
}

type Params = Readonly<Record<string, unknown>>;

/** Parses the body of a curation. All problems are reported together. An update may omit `queries`, which then stay. */
export function parseCuration(params: Params, isUpdate = false): CurationRequest {
  const messages: string[] = [];
  const queries = readQueries(params.queries, isUpdate, messages);
  const { promoted, hidden } = readLists(params, messages);
  if (messages.length > 0) throw badRequest(messages);
  return { queries, promoted, hidden };
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;
const isStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

function readQueries(value: unknown, isUpdate: boolean, messages: string[]): readonly string[] | undefined {
  if (!isGiven(value)) {
    if (!isUpdate) messages.push(texts.queriesMissing);
    return undefined;
  }
  if (!isStrings(value) || value.length === 0) {
    messages.push(texts.queriesNotStrings);
    return undefined;
  }
  if (value.length > limits.curationQueries) {
    messages.push(texts.tooManyQueries);
    return undefined;
  }
  const queries = value.map(storableText);
  if (queries.some((query) => [...query].length > limits.curationQueryLength)) {
    messages.push(texts.curationQueryTooLong);
  }
  const keys = queries.map(queryKey);
  const repeated = queries.find((_, at) => keys.indexOf(keys[at] as string) < at);
  if (repeated !== undefined) messages.push(texts.queryRepeated(repeated));
  return queries;
}

/** An empty list is valid next to a list that is not empty. */
function readLists(params: Params, messages: string[]): Pick<CurationRequest, 'promoted' | 'hidden'> {
  const lists = {
    promoted: readIds(params, 'promoted', messages),
    hidden: readIds(params, 'hidden', messages),
  };
  if (messages.length > 0 || lists.promoted.length + lists.hidden.length > 0) {
    const both = lists.promoted.filter((id) => lists.hidden.includes(id));
    if (both.length > 0) messages.push(texts.promotedAndHidden(both));
    return lists;
  }
  const empty = (['promoted', 'hidden'] as const).filter((name) => isGiven(params[name]));
  if (empty.length === 0) messages.push(texts.curationEmpty);
  else for (const name of empty) messages.push(texts.documentsNotStrings(name));
  return lists;
}

function readIds(params: Params, name: 'promoted' | 'hidden', messages: string[]): readonly string[] {
  const value = params[name];
  if (!isGiven(value)) return [];
  if (!isStrings(value)) messages.push(texts.documentsNotStrings(name));
  else if (value.length > limits.curatedDocuments) messages.push(texts.tooManyCuratedDocuments(name));
  else return value;
  return [];
}
