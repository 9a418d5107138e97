import { COVERAGE_BONUS, TIE_BREAKER, WEIGHTS } from '../../../ranking.ts';
import { type BitSet, newBitSet } from '../../segment/bits.ts';
import { MAX_BOUND, type Postings } from '../../segment/postings.ts';
import { K_BASE } from '../scoring/bm25.ts';
import type { Clause, FieldClauses, SegmentQuery, TermClause } from '../scoring/segment-query.ts';
import { type ExpansionPostings, NO_TERMS, type TermExpansions } from '../terms/term-expansions.ts';
import { type FieldBound, ROUNDING } from './partial-scores.ts';
import { postingsOfClause } from './postings-count.ts';
import { uniteClauses } from './union.ts';

/*
 * MaxScore (Turtle & Flood, "Query evaluation: strategies and optimizations", 1995). Every term has an upper bound of
 * what it adds to a score. If the bounds of some terms add up to less than the threshold, no document that has only
 * these terms can reach it: only documents of the other terms, the essential ones, are candidates.
 *
 *   term group     bound   sum       threshold 4.0
 *   moon, prefix     0.4   0.4  ┐
 *   cave, prefix     0.9   1.3  ├ not essential
 *   cave             2.1   2.5  ┘
 *   moon             3.8   6.3    essential
 *
 * A group is a query term in a field by its prefix, by its fuzzy matches, or by all other expansions: the first two have
 * low bounds and most of the postings. Of the groups of a term in a field the best one counts, and of the fields the
 * best one with a share of the others, as in the score (docs/matching.md, section 4). Bounds come from the block maxima
 * (largest term frequency, least field length; Ding & Suel, "Faster top-k document retrieval using block-max indexes",
 * 2011), taken over all blocks of a term.
 */

interface TermGroup {
  /** The number of the field, and of the query term in it. */
  readonly field: number;
  readonly slot: number;
  /** The upper bound of its contribution to the score of the field. */
  readonly bound: number;
  /** The number of its postings. */
  readonly cost: number;
  /** The part of the query term that is the group. */
  readonly clause: Clause;
}

/** The candidates of one segment that can reach a threshold. */
export class EssentialTerms {
  readonly #query: SegmentQuery;
  /** Computed lazily: many searches never have a threshold. */
  #groups: readonly TermGroup[] | undefined;
  #fieldBounds: readonly FieldBound[] | undefined;
  #set: BitSet | undefined;

  constructor(query: SegmentQuery) {
    this.#query = query;
  }

  /** The documents of a range that can reach the threshold, including deleted ones; undefined if too many. It yields. */
  *docsIn(from: number, to: number, threshold: number): Generator<void, BitSet | undefined> {
    if (threshold === Number.NEGATIVE_INFINITY) return undefined;
    const essential = this.#essential(threshold);
    if (essential === undefined) return undefined;
    const { docCount } = this.#query.reader.segment;
    this.#set ??= newBitSet(docCount);
    const clauses = essential.map(({ clause }) => clause);
    yield* uniteClauses(clauses, from, to, docCount, this.#set);
    return this.#set;
  }

  /** By field, the upper bound of its score and its postings. */
  get fieldBounds(): readonly FieldBound[] {
    this.#fieldBounds ??= this.#boundsOfFields();
    return this.#fieldBounds;
  }

  #boundsOfFields(): readonly FieldBound[] {
    this.#groups ??= groupsOf(this.#query);
    const bound = new ScoreBound(this.#groups.length);
    const costs = this.#query.fields.map(() => 0);
    for (const group of this.#groups) {
      bound.add(group);
      costs[group.field] = (costs[group.field] as number) + group.cost;
    }
    return costs.map((cost, field) => ({ cost, bound: bound.ofField(field) }));
  }

  #essential(threshold: number): readonly TermGroup[] | undefined {
    this.#groups ??= groupsOf(this.#query);
    const bound = new ScoreBound(this.#groups.length);
    let all = 0;
    let cost = 0;
    const essential = this.#groups.filter((group) => {
      all += group.cost;
      if (bound.with(group) * ROUNDING < threshold) {
        bound.add(group);
        return false;
      }
      cost += group.cost;
      return true;
    });
    return cost > all * this.#query.thresholds.essentialShare ? undefined : essential;
  }
}

/** The upper bound of the score of documents that have some groups only. */
class ScoreBound {
  /** By slot, the best group of a term in a field; by field, the sum of its terms. A field or slot has a group. */
  readonly #terms: Float64Array;
  readonly #fields: Float64Array;
  #sum = 0;
  #best = 0;

  constructor(groups: number) {
    this.#terms = new Float64Array(groups);
    this.#fields = new Float64Array(groups);
  }

  ofField(field: number): number {
    return this.#fields[field] ?? 0;
  }

  /** The bound with one more group. */
  with(group: TermGroup): number {
    const more = this.#more(group);
    const best = Math.max(this.#best, (this.#fields[group.field] as number) + more);
    return TIE_BREAKER * (this.#sum + more) + (1 - TIE_BREAKER) * best;
  }

  add(group: TermGroup): void {
    const more = this.#more(group);
    const { field, slot } = group;
    this.#terms[slot] = (this.#terms[slot] as number) + more;
    this.#fields[field] = (this.#fields[field] as number) + more;
    this.#sum += more;
    this.#best = Math.max(this.#best, this.#fields[field] as number);
  }

  #more({ slot, bound }: TermGroup): number {
    return Math.max(0, bound - (this.#terms[slot] as number));
  }
}

/** Sorted by bound per posting, ascending: expensive groups with low bounds come first. */
function groupsOf({ fields, termCount }: SegmentQuery): readonly TermGroup[] {
  const groups: TermGroup[] = [];
  let slot = 0;
  for (const [number, field] of fields.entries()) {
    for (const term of field.terms) {
      for (const [bound, clause] of groupsOfTerm(field, term, termCount))
        groups.push({ field: number, slot, bound, cost: postingsOfClause(clause), clause });
      slot++;
    }
  }
  return groups.sort((a, b) => a.bound * b.cost - b.bound * a.cost);
}

/** By group, its upper bound and its part of the query term. */
function groupsOfTerm(
  field: FieldClauses,
  { idf, weight, clause }: TermClause,
  termCount: number,
): Array<readonly [bound: number, clause: Clause]> {
  const factor = field.weight * idf * weight;
  const bound = (weight: number, maxima: Maxima): number =>
    factor * weight * largestShare(field, termCount, maxima);
  if (clause.kind === 'term')
    return [[bound(WEIGHTS.exact, maximaOf(field, clause.postings, clause.ordinal)), clause]];
  const all = clause.expansions;
  const part = (part: Partial<TermExpansions>): Clause => ({
    kind: 'expansions',
    expansions: { ...all, exact: -1, expansions: [], fuzzy: NO_TERMS, ...part },
  });
  const others = all.expansions.filter((expansion) => !isRange(expansion));
  const bounds = otherMaxima(field, all, others).map(([weight, maxima]) => bound(weight, maxima));
  const groups: Array<readonly [number, Clause]> = [];
  if (bounds.length > 0) groups.push([largestOf(bounds), part({ exact: all.exact, expansions: others })]);
  for (const prefix of all.expansions.filter(isRange))
    groups.push([bound(prefix.weight, UNLIMITED_WORDS), part({ expansions: [prefix] })]);
  if (all.fuzzy.length > 0)
    groups.push([bound(largestOf(all.fuzzyWeights), UNLIMITED_WORDS), part({ fuzzy: all.fuzzy })]);
  return groups;
}

const largestOf = (values: Iterable<number>): number => {
  let largest = 0;
  for (const value of values) largest = Math.max(largest, value);
  return largest;
};

/** Whether an expansion is a range of the dictionary: the words with a prefix. */
const isRange = ({ from, to }: ExpansionPostings): boolean => to > from;

/** The largest term frequency of an expansion in any document, and the smallest field length of its documents. */
interface Maxima {
  readonly frequency: number;
  readonly length: number;
  /** Whether the occurrences are words of the field, so that there are at most as many as the field is long. */
  readonly areWords: boolean;
}

const UNLIMITED_WORDS: Maxima = { frequency: MAX_BOUND, length: 1, areWords: true };

/** The largest value of the BM25 share of a term times the coverage bonus that the maxima allow. */
function largestShare(
  { slope, terms }: FieldClauses,
  termCount: number,
  { frequency, length: least, areWords }: Maxima,
): number {
  const matched = terms.length;
  const bonus = (length: number): number =>
    1 + COVERAGE_BONUS * Math.min(1, matched / length) * (matched / termCount);
  const share = (tf: number, length: number): number => (bonus(length) * tf) / (tf + K_BASE + slope * length);
  // Frequencies are stored up to MAX_BOUND; the true frequency may be higher.
  const isUnlimited = frequency >= MAX_BOUND;
  if (!areWords) return isUnlimited ? bonus(least) : share(frequency, least);
  // As many occurrences as words: the share grows up to a length of `matched`, and from there on it grows or falls, up
  // to a length of `frequency`. Beyond, it falls. So the largest share is at one of three lengths.
  const most = Math.max(frequency, least);
  const middle = Math.min(Math.max(matched, least), most);
  const largest = Math.max(
    share(Math.min(frequency, least), least),
    share(Math.min(frequency, middle), middle),
    share(frequency, most),
  );
  return isUnlimited ? Math.max(largest, 1 / (1 + slope)) : largest;
}

function maximaOf({ text }: FieldClauses, postings: Postings, term: number): Maxima {
  let frequency = 0;
  let length = MAX_BOUND;
  const end = postings.firstBlock[term + 1] as number;
  for (let block = postings.firstBlock[term] as number; block < end; block++) {
    frequency = Math.max(frequency, postings.maxFrequency(block));
    length = Math.min(length, postings.minLength(block));
  }
  return { frequency, length, areWords: postings === text.postings };
}

/** The weights and maxima of the exact term and of expansions that are no range. */
function otherMaxima(
  field: FieldClauses,
  { postings, exact }: TermExpansions,
  others: readonly ExpansionPostings[],
): Array<readonly [weight: number, maxima: Maxima]> {
  const ofExact = exact < 0 ? undefined : maximaOf(field, postings, exact);
  const maxima = others.map(
    (expansion) => [expansion.weight, maximaOfExpansion(field, expansion, ofExact)] as const,
  );
  if (ofExact !== undefined) maxima.push([WEIGHTS.exact, ofExact]);
  return maxima;
}

/** The frequencies of the terms of an expansion are summed. */
function maximaOfExpansion(
  field: FieldClauses,
  { postings, terms, lists, listMaxima, withExact }: ExpansionPostings,
  exact: Maxima | undefined,
): Maxima {
  const areWords = postings === field.text.postings;
  if (listMaxima !== undefined) return { ...listMaxima, areWords };
  if (lists.length > 0) return { frequency: MAX_BOUND, length: 1, areWords };
  let frequency = withExact ? (exact?.frequency ?? 0) : 0;
  let length = withExact ? (exact?.length ?? MAX_BOUND) : MAX_BOUND;
  for (const term of terms) {
    const maxima = maximaOf(field, postings, term);
    frequency += maxima.frequency;
    length = Math.min(length, maxima.length);
    if (maxima.frequency >= MAX_BOUND) frequency = MAX_BOUND;
  }
  return { frequency, length, areWords };
}
