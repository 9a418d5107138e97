import { limits } from '../limits.ts';
import { matchesPattern } from './field.ts';
import { invalid, itemsOf, knownMembers, type Part, stringOf } from './part.ts';

/** Which fields `_source` of a hit has: names or patterns; null for no `_source` at all. */
export type SourceFilter = {
  /** Null for all fields. */
  readonly includes: readonly string[] | null;
  readonly excludes: readonly string[];
} | null;

/** Reads `_source`, and `_source_includes` and `_source_excludes` of the query string. */
export function parseSource(
  source: Part | undefined,
  includes: Part | undefined,
  excludes: Part | undefined,
): SourceFilter {
  const base = sourceOf(source);
  if (base === null) return null;
  return {
    includes: includes === undefined ? base.includes : patternsOf(includes),
    excludes: excludes === undefined ? base.excludes : patternsOf(excludes),
  };
}

function sourceOf(part: Part | undefined): SourceFilter {
  const value = part?.value;
  if (part === undefined || value === true || value === 'true' || value === null) {
    return { includes: null, excludes: [] };
  }
  if (value === false || value === 'false') return null;
  if (typeof value === 'string' || Array.isArray(value)) return { includes: patternsOf(part), excludes: [] };
  const known = knownMembers(part, ['includes', 'include', 'excludes', 'exclude']);
  const included = known.includes ?? known.include;
  const excluded = known.excludes ?? known.exclude;
  return {
    includes: included === undefined ? null : patternsOf(included),
    excludes: excluded === undefined ? [] : patternsOf(excluded),
  };
}

/** A list of patterns, or a text with commas. */
function patternsOf(part: Part): string[] {
  const patterns = typeof part.value === 'string' ? part.value.split(',') : itemsOf(part).map(stringOf);
  const { sourcePatterns: most } = limits.elasticsearch;
  if (patterns.length > most) throw invalid(part.path, `cannot have more than ${most} names`);
  return patterns;
}

/** Whether `_source` has a field. */
export const showsField = ({ includes, excludes }: NonNullable<SourceFilter>, name: string): boolean =>
  (includes === null || includes.some((pattern) => matchesPattern(name, pattern))) &&
  !excludes.some((pattern) => matchesPattern(name, pattern));
