import { type BitSet, newBitSet } from '../../segment/bits.ts';
import { MAX_BOUND, type Postings } from '../../segment/postings.ts';
import { COVERAGE_BONUS, K_BASE } from '../scoring/bm25.ts';
import type { FieldClauses, SegmentQuery, TermClause } from '../scoring/segment-query.ts';
import { WEIGHTS } from '../terms/expansion-kinds.ts';
import type { ExpansionPostings } from '../terms/term-expansions.ts';
import { postingsOf, postingsOfExpansions } from './postings-count.ts';
import { uniteExpansions, uniteTerm, uniteTerms } from './union.ts';

/*
 * MaxScore (Turtle & Flood, "Query evaluation: strategies and optimizations", 1995). Every term has an upper bound of
 * what it adds to a score. If the bounds of some terms add up to less than the threshold, no document that has only
 * these terms can reach it: only documents of the other terms, the essential ones, are candidates.
 *
 *   term group    bound   sum       threshold 4.0
 *   moon, weak      0.4   0.4  ┐
 *   cave, weak      0.9   1.3  ├ not essential
 *   cave, strong    2.1   3.4  ┘
 *   moon, strong    3.8   7.2    essential
 *
 * A group is a query term in a field, by its strong expansions or by its weak ones: weak ones have low bounds and most
 * of the postings. Bounds come from the block maxima (largest term frequency, least field length; Ding & Suel, "Faster
 * top-k document retrieval using block-max indexes", 2011), taken over all blocks of a term.
 */

/** Allows for rounding: sums in another order differ in the last digits. */
const ROUNDING = 1 + 1e-9;
/** Expansions from this weight on are strong. */
const STRONG = WEIGHTS.subtoken;

interface TermGroup {
  /** The upper bound of its contribution to a score. */
  readonly bound: number;
  /** The number of its postings. */
  readonly cost: number;
  readonly uniteInto: (from: number, to: number, set: BitSet) => void;
}

/** The candidates of one segment that can reach a threshold. */
export class EssentialTerms {
  readonly #query: SegmentQuery;
  /** Computed lazily: many searches never have a threshold. */
  #groups: readonly TermGroup[] | undefined;
  #set: BitSet | undefined;

  constructor(query: SegmentQuery) {
    this.#query = query;
  }

  /** The documents of a range that can reach the threshold, including deleted ones. Undefined if they are too many. */
  docsIn(from: number, to: number, threshold: number): BitSet | undefined {
    if (threshold === Number.NEGATIVE_INFINITY) return undefined;
    const essential = this.#essential(threshold);
    if (essential === undefined) return undefined;
    this.#set ??= newBitSet(this.#query.reader.segment.docCount);
    for (const group of essential) group.uniteInto(from, to, this.#set);
    return this.#set;
  }

  #essential(threshold: number): readonly TermGroup[] | undefined {
    this.#groups ??= groupsOf(this.#query);
    let sum = 0;
    let all = 0;
    let cost = 0;
    const essential = this.#groups.filter((group) => {
      all += group.cost;
      if ((sum + group.bound) * ROUNDING < threshold) {
        sum += group.bound;
        return false;
      }
      cost += group.cost;
      return true;
    });
    return cost > all * this.#query.thresholds.essentialShare ? undefined : essential;
  }
}

/** Sorted by bound per posting, ascending: expensive groups with low bounds come first. */
function groupsOf({ fields, termCount }: SegmentQuery): readonly TermGroup[] {
  const groups = fields.flatMap((field) =>
    field.terms.flatMap((term) => groupsOfTerm(field, term, termCount)),
  );
  return groups.sort((a, b) => a.bound * b.cost - b.bound * a.cost);
}

function groupsOfTerm(
  { text, slope, weight }: FieldClauses,
  { idf, clause }: TermClause,
  termCount: number,
): TermGroup[] {
  const upperBound = ({ weight: ofExpansion, frequency, length: least }: Maxima): number => {
    const length = Math.min(least, MAX_BOUND);
    const bonus = 1 + COVERAGE_BONUS * Math.min(1, termCount / length);
    // Frequencies are stored up to MAX_BOUND; the true frequency may be higher.
    const share = frequency >= MAX_BOUND ? 1 : frequency / (frequency + K_BASE + slope * length);
    return weight * bonus * idf * ofExpansion * share;
  };
  if (clause.kind === 'term') {
    const { postings, ordinal, df } = clause;
    return [
      {
        bound: upperBound({ weight: WEIGHTS.exact, ...maximaOf(postings, ordinal) }),
        cost: df,
        uniteInto: (from, to, set) => uniteTerm(postings, ordinal, from, to, set),
      },
    ];
  }
  const groups: TermGroup[] = [];
  const { exact, expansions, fuzzy } = clause.expansions;
  const { postings } = text;
  const strong = expansions.filter((expansion) => expansion.weight >= STRONG);
  const weak = expansions.filter((expansion) => expansion.weight < STRONG);
  const ofExact = exact < 0 ? undefined : { weight: WEIGHTS.exact, ...maximaOf(postings, exact) };
  const maxima = strong.map((expansion) => maximaOfExpansion(expansion, ofExact));
  if (ofExact !== undefined) maxima.push(ofExact);
  if (maxima.length > 0) {
    groups.push({
      bound: maxima.reduce((most, each) => Math.max(most, upperBound(each)), Number.NEGATIVE_INFINITY),
      cost: postingsOfExpansions(strong) + (exact < 0 ? 0 : (postings.df[exact] as number)),
      uniteInto: (from, to, set) => {
        uniteExpansions(strong, from, to, set);
        if (exact >= 0) uniteTerm(postings, exact, from, to, set);
      },
    });
  }
  if (weak.length === 0 && fuzzy.length === 0) return groups;
  const largest = weak.reduce((most, { weight }) => Math.max(most, weight), WEIGHTS.fuzzy);
  groups.push({
    bound: upperBound({ weight: largest, frequency: MAX_BOUND, length: 1 }),
    cost: postingsOfExpansions(weak) + postingsOf(postings, fuzzy),
    uniteInto: (from, to, set) => {
      uniteExpansions(weak, from, to, set);
      uniteTerms(postings, fuzzy, from, to, set);
    },
  });
  return groups;
}

/** The largest term frequency of an expansion in any document, and the smallest field length of its documents. */
interface Maxima {
  readonly weight: number;
  readonly frequency: number;
  readonly length: number;
}

function maximaOf(postings: Postings, term: number): Omit<Maxima, 'weight'> {
  let frequency = 0;
  let length = MAX_BOUND;
  const end = postings.firstBlock[term + 1] as number;
  for (let block = postings.firstBlock[term] as number; block < end; block++) {
    frequency = Math.max(frequency, postings.maxFrequency(block));
    length = Math.min(length, postings.minLength(block));
  }
  return { frequency, length };
}

/** The frequencies of the terms of an expansion are summed. */
function maximaOfExpansion(expansion: ExpansionPostings, exact: Omit<Maxima, 'weight'> | undefined): Maxima {
  const { weight, postings, terms, from, to, lists, withExact } = expansion;
  if (lists.length > 0 || to > from) return { weight, frequency: MAX_BOUND, length: 1 };
  let frequency = withExact ? (exact?.frequency ?? 0) : 0;
  let length = withExact ? (exact?.length ?? MAX_BOUND) : MAX_BOUND;
  for (const term of terms) {
    const maxima = maximaOf(postings, term);
    frequency += maxima.frequency;
    length = Math.min(length, maxima.length);
    if (maxima.frequency >= MAX_BOUND) frequency = MAX_BOUND;
  }
  return { weight, frequency, length };
}
