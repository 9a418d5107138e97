import { texts } from '../error-texts.ts';
import { badRequest } from '../errors.ts';
import { isObject } from '../json/object.ts';
import { limits } from '../limits.ts';
import { isGiven, type Options, wholeWithin } from '../search/option.ts';
import { parseTerms } from '../synonyms/synonym-request.ts';
import { queryKey } from '../tuning/query-key.ts';
import { relevanceErrors } from './relevance-error.ts';

/** What to evaluate. */
export interface EvaluationRequest {
  /** How many results of each query count. */
  readonly depth: number;
  /** Sections of search settings to compare with the present ones; not yet checked against an engine. */
  readonly settings: Options | undefined;
  /** Synonym sets to compare with the present ones, all of them. */
  readonly synonyms: ReadonlyArray<readonly string[]> | undefined;
  /** The queries by their keys, with the text that names them; undefined for all judged queries. */
  readonly queries: ReadonlyMap<string, string> | undefined;
}

const OPTIONS = new Set(['k', 'settings', 'synonyms', 'queries']);

export function parseEvaluation(params: Options): EvaluationRequest {
  const unknown = Object.keys(params).find((name) => !OPTIONS.has(name));
  if (unknown !== undefined) throw relevanceErrors.unknownOption(unknown);
  return {
    depth: depthOf(params.k),
    settings: settingsOf(params.settings),
    synonyms: synonymsOf(params.synonyms),
    queries: queriesOf(params.queries),
  };
}

function depthOf(value: unknown): number {
  if (!isGiven(value)) return limits.evaluatedResults.default;
  const depth = wholeWithin(value, 1, limits.evaluatedResults.most);
  if (depth === undefined) throw relevanceErrors.badDepth();
  return depth;
}

function settingsOf(value: unknown): Options | undefined {
  if (!isGiven(value)) return undefined;
  if (!isObject(value)) throw relevanceErrors.badSettings();
  return value;
}

function synonymsOf(value: unknown): ReadonlyArray<readonly string[]> | undefined {
  if (!isGiven(value)) return undefined;
  if (!Array.isArray(value) || !value.every(isObject)) throw relevanceErrors.badSynonyms();
  if (value.length > limits.synonymSets) throw badRequest(texts.tooManySynonymSets);
  return value.map((set) => parseTerms(set));
}

function queriesOf(value: unknown): ReadonlyMap<string, string> | undefined {
  if (!isGiven(value)) return undefined;
  const isList = Array.isArray(value) && value.every((query) => typeof query === 'string');
  if (!isList || value.length === 0) throw relevanceErrors.badQueries();
  return new Map(value.map((query: string) => [queryKey(query), query]));
}
