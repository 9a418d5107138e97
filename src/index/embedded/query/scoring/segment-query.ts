import { type BitSet, clearBit, intersect } from '../../segment/bits.ts';
import type { Postings } from '../../segment/postings.ts';
import type { TextIndex } from '../../segment/text-index.ts';
import type { SegmentReader } from '../../snapshot/segment-reader.ts';
import type { ExpansionPostings, TermExpansions } from '../terms/term-expansions.ts';
import { TERMS_AT_ONCE, type Thresholds } from '../tuning/thresholds.ts';

/** Query terms that have a bit in the mask of a document; the bits of further terms are in the overflow. */
export const MASKED_TERMS = 29;
/** The bit of the mask for a document that has any of the further terms. */
const OVERFLOW = 1 << MASKED_TERMS;

/** A query, compiled for one segment. */
export interface SegmentQuery {
  /** The number of the segment in the snapshot. */
  readonly number: number;
  readonly reader: SegmentReader;
  /** Live documents in ascending order that do not match, whatever they contain. */
  readonly excluded: Uint32Array;
  readonly fields: readonly FieldClauses[];
  readonly minimum: MinimumMatch;
  /** The number of terms of the query, including stop words. */
  readonly termCount: number;
  readonly thresholds: Thresholds;
}

/** The query terms in one field of one segment. */
export interface FieldClauses {
  readonly text: TextIndex;
  /** The factor of a length in the BM25 norm: `K_SLOPE` over the average length. */
  readonly slope: number;
  readonly weight: number;
  readonly terms: readonly TermClause[];
}

/** A query term in a field of a segment. */
export interface TermClause {
  /** The number of the term in the query. */
  readonly term: number;
  readonly idf: number;
  /** The weight of its only match; 1 if it has several, which have their own. */
  readonly weight: number;
  /** Its bit in the mask of a document. */
  readonly bit: number;
  readonly clause: Clause;
}

export type Clause =
  /** The segment has only the exact term. */
  | {
      readonly kind: 'term';
      readonly postings: Postings;
      readonly ordinal: number;
      readonly df: number;
    }
  /** Several expansions, of which the best score counts (dis-max). */
  | { readonly kind: 'expansions'; readonly expansions: TermExpansions };

/** The clauses of some query terms in all fields, term by term. */
export const clausesOf = (fields: readonly FieldClauses[], terms: readonly number[]): Clause[] =>
  terms.flatMap((term) =>
    fields.flatMap((field) => field.terms.filter((one) => one.term === term).map(({ clause }) => clause)),
  );

/** Removes documents that are deleted or excluded from a set, in the words from `from` to before `to`. */
export function keepMatchable(
  set: BitSet,
  { reader, excluded }: SegmentQuery,
  from = 0,
  to = set.length,
): void {
  intersect(set, reader.liveDocs, from, to);
  for (let i = 0; i < excluded.length; i++) clearBit(set, excluded[i] as number);
}

/** Whether a query term has so many expansions that reading them has to yield. */
export function isLong({ expansions }: TermExpansions): boolean {
  for (let i = 0; i < expansions.length; i++) {
    const { from, to } = expansions[i] as ExpansionPostings;
    if (to - from > TERMS_AT_ONCE) return true;
  }
  return false;
}

/** The bit of a term in the mask of a document. */
export const bitOf = (term: number): number => (term < MASKED_TERMS ? 1 << term : OVERFLOW);

/** Minimum should match: how many of which terms a document needs. */
export interface MinimumMatch {
  /** The numbers of the terms that count. */
  readonly terms: readonly number[];
  /** Their bits in the mask of a document, and in its overflow. */
  readonly bits: number;
  readonly overflow: readonly [number, number];
  readonly count: number;
  readonly inOneField: boolean;
  /** Whether the query has more terms than the mask. */
  readonly hasOverflow: boolean;
}

/** Needs `count` of the terms whose numbers are listed, in a query of `termCount`. */
export function minimumMatchOf(
  terms: readonly number[],
  termCount: number,
  count: number,
  inOneField: boolean,
): MinimumMatch {
  let bits = 0;
  const overflow: [number, number] = [0, 0];
  for (const term of terms) {
    if (term < MASKED_TERMS) bits |= 1 << term;
    else {
      overflow[(term - MASKED_TERMS) >> 5 === 0 ? 0 : 1] |= 1 << ((term - MASKED_TERMS) & 31);
      bits |= OVERFLOW;
    }
  }
  // A single term is always in one field.
  const isInOneField = inOneField && count > 1;
  return { terms, bits, overflow, count, inOneField: isInOneField, hasOverflow: termCount > MASKED_TERMS };
}
