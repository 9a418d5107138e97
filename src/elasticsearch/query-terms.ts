import { type FuzzyRule, type MinimumMatch, neededOf, type TreeNode } from '../index/plan.ts';
import { limits } from '../limits.ts';
import { invalid, numberOf, type Part, textOf, unsupported, wholeOf } from './part.ts';

/** A node that matches no document. */
export const NO_MATCH: TreeNode = { kind: 'best', of: [], tieBreaker: 0, factor: 1 };

export const ALL_TERMS: MinimumMatch = { value: 100, isPercentage: true };
export const ANY_TERM: MinimumMatch = { value: 1, isPercentage: false };

/** The factor of a node's scores. */
export const factorOf = (boost: Part | undefined): number =>
  boost === undefined ? 1 : numberOf(boost, 0, limits.elasticsearch.boost);

/** `minimum_should_match`: a number or a percentage, either of them negative for what may be missing. */
export function minimumOf(part: Part): MinimumMatch {
  const text = textOf(part).trim();
  const [, digits, percent] = /^(-?\d{1,6})(%?)$/.exec(text) ?? [];
  if (digits === undefined) {
    // Combinations such as `2<75%`.
    if (text.includes('<')) throw unsupported(part.path);
    throw invalid(part.path, 'must be a whole number or a percentage');
  }
  return { value: Number(digits), isPercentage: percent === '%' };
}

/** The number of optional clauses that a bool query demands. */
export function neededClauses(minimum: Part | undefined, optional: number, hasOthers: boolean): number {
  if (optional === 0) return 0;
  const stated = minimum === undefined ? 0 : neededOf(minimumOf(minimum), optional);
  return hasOthers ? stated : Math.max(1, stated);
}

/** `operator` and `minimum_should_match` of a text. */
export function textMinimum(operator: Part | undefined, minimum: Part | undefined): MinimumMatch {
  const word = operator === undefined ? 'or' : textOf(operator).toLowerCase();
  if (word !== 'or' && word !== 'and') throw invalid(operator?.path ?? '', 'must be "or" or "and"');
  if (word === 'and') return ALL_TERMS;
  return minimum === undefined ? ANY_TERM : minimumOf(minimum);
}

/** `fuzziness` with its limits; null without it. */
export function fuzzyOf(
  fuzziness: Part | undefined,
  prefixLength: Part | undefined,
  expansions: Part | undefined,
): FuzzyRule | null {
  if (fuzziness === undefined) return null;
  const { most, default: usual } = limits.elasticsearch.expansions;
  return {
    edits: editsOf(fuzziness),
    prefixLength: prefixLength === undefined ? 0 : wholeOf(prefixLength, 0, most),
    mostWords: expansions === undefined ? usual : wholeOf(expansions, 1, most),
  };
}

function editsOf(part: Part): number | 'auto' {
  const text = textOf(part).toUpperCase();
  if (text === 'AUTO') return 'auto';
  // Other lengths than those of AUTO.
  if (text.startsWith('AUTO:')) throw unsupported(part.path);
  if (!/^[012]$/.test(text)) throw invalid(part.path, 'must be "AUTO", 0, 1 or 2');
  return Number(text);
}
