import { kendallTauOf, numbered, overlapOf, rankBiasedOverlapOf } from './rank-measures.ts';
import type { SearchPair, SideAnswer } from './search-pair.ts';

/** A search and how alike its two answers are. */
export interface ComparedSearch extends SearchPair {
  /** From 0 to 1, as in `rank-measures.ts`. Refusals with the same status count as 1, different statuses as 0. */
  readonly overlap: number;
  readonly rankBiasedOverlap: number;
  /** From -1 to 1; null if fewer than two results are on both sides. */
  readonly kendallTau: number | null;
  /** What differs, as sentences; none if the answers are equal. */
  readonly differences: readonly string[];
}

/** Measures the two answers to a search. */
export function compared(pair: SearchPair): ComparedSearch {
  const { left, right } = pair;
  const hasResults = left.error === null && right.error === null;
  const refusalOverlap = left.status === right.status && left.status !== 0 ? 1 : 0;
  return {
    ...pair,
    overlap: hasResults ? overlapOf(left.ids, right.ids) : refusalOverlap,
    rankBiasedOverlap: hasResults ? rankBiasedOverlapOf(left.ids, right.ids) : refusalOverlap,
    kendallTau: hasResults ? kendallTauOf(left.ids, right.ids) : null,
    differences: hasResults ? resultDifferences(pair) : refusalDifferences(left, right),
  };
}

function refusalDifferences(left: SideAnswer, right: SideAnswer): string[] {
  const isSame = left.status === right.status && left.error === right.error && left.status !== 0;
  return isSame ? [] : [`Left: ${outcomeText(left)} Right: ${outcomeText(right)}`];
}

/** The outcome of a search on one side, as a sentence. */
function outcomeText({ status, error }: SideAnswer): string {
  if (error === null) return 'results.';
  return status === 0 ? `no answer (${error}).` : `status ${status}, ${sentence(error)}`;
}

const sentence = (text: string): string => text.replace(/[.…]?$/, (end) => end || '.');

function resultDifferences({ left, right, facets }: SearchPair): string[] {
  const differences: string[] = [];
  const others = new Set(numbered(right.ids));
  const common = numbered(left.ids).filter((id) => others.has(id)).length;
  const most = Math.max(left.ids.length, right.ids.length);
  if (common < most) differences.push(`${common} of the first ${most} results are on both sides.`);
  else if (left.ids.some((id, rank) => id !== right.ids[rank])) {
    differences.push('The results are the same, in another order.');
  }
  if (left.total !== right.total) {
    differences.push(
      `The total is ${left.total ?? 'missing'} on the left, ${right.total ?? 'missing'} on the right.`,
    );
  }
  if (facets !== null && facets.differing > 0) {
    differences.push(`${facets.differing} of ${facets.values} facet values have different counts.`);
  }
  return differences;
}

/** Orders searches from the worst to the equal ones: by overlap, order, facets, totals. */
export const byBadness = (a: ComparedSearch, b: ComparedSearch): number =>
  Number(a.differences.length === 0) - Number(b.differences.length === 0) ||
  a.overlap - b.overlap ||
  a.rankBiasedOverlap - b.rankBiasedOverlap ||
  facetAgreement(a) - facetAgreement(b) ||
  totalAgreement(a) - totalAgreement(b);

const facetAgreement = ({ facets }: SearchPair): number =>
  facets === null || facets.values === 0 ? 1 : 1 - facets.differing / facets.values;

const totalAgreement = ({ left, right }: SearchPair): number => {
  const [a, b] = [left.total ?? 0, right.total ?? 0];
  return a === b ? 1 : Math.min(a, b) / Math.max(a, b);
};

/** The query of a search, as a text. */
export const queryOf = ({ options }: Pick<SearchPair, 'options'>): string => {
  const { query } = options;
  return typeof query === 'string' ? query : query === undefined ? '' : (JSON.stringify(query) ?? '');
};
