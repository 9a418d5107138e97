import type { TermList } from '../../../analysis/analyzer.ts';
import { GrowableUint32Array } from './growable-arrays.ts';
import { PostingsWriter } from './postings-writer.ts';
import type { SortedTerms } from './term-interner.ts';

/**
 * The occurrences of terms in one field of a new segment, in the order of documents and positions. `SortedOccurrences`
 * inverts them into postings.
 *
 *   terms      per occurrence the number of its term
 *   positions  per occurrence its position, if the field has positions
 *   ends       per document the end of its occurrences
 */
export class Occurrences {
  readonly #withPositions: boolean;
  readonly #terms = new GrowableUint32Array();
  readonly #positions = new GrowableUint32Array();
  readonly #ends = new GrowableUint32Array();

  constructor(withPositions: boolean) {
    this.#withPositions = withPositions;
  }

  /** Adds terms at adjacent positions from `position` on. */
  add({ numbers, size }: TermList, position: number): void {
    for (let i = 0; i < size; i++) this.#terms.push(numbers[i] as number);
    if (!this.#withPositions) return;
    for (let i = 0; i < size; i++) this.#positions.push(position + i);
  }

  get size(): number {
    return this.#terms.length;
  }

  /** Estimate of the memory that they take, sorting included. */
  get workingMemory(): number {
    return this.size * (this.#withPositions ? 24 : 12);
  }

  /** Ends the occurrences of the documents below `doc`. */
  endDocuments(doc: number): void {
    while (this.#ends.length < doc) this.#ends.push(this.#terms.length);
  }

  /** Marks the numbers of its terms. */
  mark(marks: Uint8Array): void {
    for (const piece of this.#terms.chunks()) for (const term of piece) marks[term] = 1;
  }

  /** `instead` replaces each term number by another, for instance by that of the stem. */
  sorted(sortedTerms: SortedTerms, instead?: Uint32Array): SortedOccurrences {
    const terms = this.#terms.toArray();
    if (instead !== undefined) {
      for (let i = 0; i < terms.length; i++) terms[i] = instead[terms[i] as number] as number;
    }
    const ranks = sortedTerms.toOrdinals(terms);
    return new SortedOccurrences(
      ranks,
      terms,
      this.#withPositions ? this.#positions.toArray() : undefined,
      this.#ends.toArray(),
    );
  }
}

/** Terms with a single occurrence, separate from all others. */
class SplitPostings {
  readonly writer = new PostingsWriter(false);
  readonly sharedRanks = new GrowableUint32Array();
  readonly singleRanks = new GrowableUint32Array();
  readonly singleDocs = new GrowableUint32Array();
}

/** Occurrences with terms as ordinals in the order of their bytes. */
class SortedOccurrences {
  /** Rank of each term among all terms of the interner. */
  readonly ranks: Uint32Array;
  readonly #terms: Uint32Array;
  readonly #positions: Uint32Array | undefined;
  readonly #ends: Uint32Array;

  constructor(ranks: Uint32Array, terms: Uint32Array, positions: Uint32Array | undefined, ends: Uint32Array) {
    this.ranks = ranks;
    this.#terms = terms;
    this.#positions = positions;
    this.#ends = ends;
  }

  /** Postings without positions, with single occurrences stored separately. */
  split(): SplitPostings {
    const { starts, docs } = this.#byTerm();
    const split = new SplitPostings();
    for (let term = 0; term < this.ranks.length; term++) {
      const end = starts[term + 1] as number;
      for (let at = starts[term] as number; at < end; ) {
        const doc = docs[at] as number;
        let after = at + 1;
        while (after < end && docs[after] === doc) after++;
        split.writer.add(doc, after - at);
        at = after;
      }
      const only = split.writer.takeSingle();
      if (only >= 0) {
        split.singleDocs.push(only);
        split.singleRanks.push(this.ranks[term] as number);
      } else {
        split.writer.endTerm();
        split.sharedRanks.push(this.ranks[term] as number);
      }
    }
    return split;
  }

  /** With field lengths by document, blocks get bounds. Cost: three passes over the occurrences, no comparisons. */
  postings(lengths?: Uint16Array): PostingsWriter {
    const { starts, docs, positions } = this.#byTerm();
    const writer = new PostingsWriter(positions !== undefined, lengths);
    for (let term = 0; term < this.ranks.length; term++) {
      const end = starts[term + 1] as number;
      for (let at = starts[term] as number; at < end; ) {
        const doc = docs[at] as number;
        let after = at + 1;
        while (after < end && docs[after] === doc) after++;
        writer.add(doc, after - at, positions, at);
        at = after;
      }
      writer.endTerm();
    }
    return writer;
  }

  /**
   * Inverts the occurrences by a counting sort: term t has those from starts[t] to before starts[t + 1], in the order
   * of documents.
   */
  #byTerm() {
    const terms = this.#terms;
    const ends = this.#ends;
    const positionsByDoc = this.#positions;
    const starts = new Uint32Array(this.ranks.length + 1);
    for (let i = 0; i < terms.length; i++) {
      const after = (terms[i] as number) + 1;
      starts[after] = (starts[after] as number) + 1;
    }
    for (let term = 0; term < this.ranks.length; term++) {
      starts[term + 1] = (starts[term + 1] as number) + (starts[term] as number);
    }
    const next = starts.slice();
    const docs = new Uint32Array(terms.length);
    const positions = positionsByDoc === undefined ? undefined : new Uint32Array(terms.length);
    for (let doc = 0, i = 0; doc < ends.length; doc++) {
      for (const end = ends[doc] as number; i < end; i++) {
        const term = terms[i] as number;
        const at = next[term] as number;
        next[term] = at + 1;
        docs[at] = doc;
        if (positions !== undefined && positionsByDoc !== undefined)
          positions[at] = positionsByDoc[i] as number;
      }
    }
    return { starts, docs, positions };
  }

  /** Documents per group of terms; `groupOf` gives the group of each term. */
  documentsPer(groupOf: Uint32Array, groups: number): Uint32Array {
    const terms = this.#terms;
    const ends = this.#ends;
    const df = new Uint32Array(groups);
    const last = new Uint32Array(groups);
    for (let doc = 0, i = 0; doc < ends.length; doc++) {
      for (const end = ends[doc] as number; i < end; i++) {
        const group = groupOf[terms[i] as number] as number;
        if (last[group] === doc + 1) continue;
        last[group] = doc + 1;
        df[group] = (df[group] as number) + 1;
      }
    }
    return df;
  }
}
