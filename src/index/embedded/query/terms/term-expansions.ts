import type { Postings } from '../../segment/postings.ts';
import type { TextIndex } from '../../segment/text-index.ts';
import { splitLists } from './adjacent-pairs.ts';
import { DictionarySeek, NOT_FOUND, type Seek } from './dictionary-seek.ts';
import { type Precision, WEIGHTS } from './expansion-kinds.ts';
import { type FuzzyCandidates, FuzzySearch, NO_CANDIDATES } from './fuzzy-candidates.ts';
import { fuzzyTermsOf } from './fuzzy-terms.ts';
import type { PostingList } from './posting-list.ts';
import type { QueryTerm } from './query-terms.ts';
import { withAllParts } from './subtoken-lists.ts';

/**
 * A expansion that counts several terms together: those of a list, and those from one ordinal up to another. The word itself
 * is not among them: where it counts too, `withExact` says so, and its postings are read once for all expansions.
 */
export interface Expansion {
  readonly weight: number;
  readonly postings: Postings;
  readonly terms: Uint32Array;
  readonly from: number;
  readonly to: number;
  readonly lists: readonly PostingList[];
  readonly withExact: boolean;
}

/** All the expansions in which a word is found in one field of one segment. */
export interface TermExpansions {
  /** The words of the field. */
  readonly postings: Postings;
  /** The word itself, -1 if it is not there. */
  readonly exact: number;
  readonly expansions: readonly Expansion[];
  /** Misspellings, each a expansion of its exact. */
  readonly fuzzy: Uint32Array;
  readonly fuzzyWeights: Float64Array;
}

/** What is known of a word in one field of a segment, independent of which documents are live. */
export interface TermMatch {
  readonly text: TextIndex;
  /** Its stem, -1 if it is not there. */
  readonly stem: number;
  readonly near: FuzzyCandidates;
  /** With all that it may have meant; undefined if the word is not found in any expansion. */
  readonly expansions: TermExpansions | undefined;
  /** With those that are among the best. */
  readonly expansionsWith: (best: ReadonlySet<string>) => TermExpansions | undefined;
}

const NO_TERMS = new Uint32Array(0);

/** A word, to be looked for in many fields and segments. */
export class TermExpander {
  readonly #word: QueryTerm;
  readonly #precision: Precision;
  readonly #walk: DictionarySeek;
  readonly #stemWalk: DictionarySeek;
  readonly #near: FuzzySearch | undefined;

  constructor(word: QueryTerm, precision: Precision) {
    this.#word = word;
    this.#precision = precision;
    this.#walk = new DictionarySeek(word.word);
    this.#stemWalk = new DictionarySeek(word.stem);
    const hasTypos = precision.expansions.has('typo') && !word.isStop;
    this.#near = hasTypos ? new FuzzySearch(word.word, word.stem) : undefined;
  }

  /** Undefined if nothing of it is there. */
  in(text: TextIndex): TermMatch | undefined {
    const word = this.#word;
    const walked = this.#walk.through(text.words);
    const isId = text.stems === undefined;
    const stem = isId ? NOT_FOUND : this.#stemWalk.through(text.stems);
    const near = isId ? NO_CANDIDATES : (this.#near?.in(text, walked, stem) ?? NO_CANDIDATES);
    const expansions = isId ? [] : expansionsIn(text, word, this.#precision, walked, stem.exact);
    const exact = word.isStop && !isId ? -1 : walked.exact;
    const [from, to] = word.isPrefix ? [walked.from, walked.to] : [0, 0];
    const expansionsWith = (best?: ReadonlySet<string>): TermExpansions | undefined => {
      const { terms, weights } = fuzzyTermsOf(near, from, to, best);
      if (exact < 0 && expansions.length === 0 && terms.length === 0) return undefined;
      return { postings: text.postings, exact, expansions, fuzzy: terms, fuzzyWeights: weights };
    };
    const all = expansionsWith();
    if (all === undefined && stem.exact < 0) return undefined;
    return { text, stem: stem.exact, near, expansions: all, expansionsWith };
  }
}

/**
 * Ways that cannot give more than another one are left out: that of the stem where the word is the only one with it,
 * that of the beginning where all words with it have the stem, misspellings that begin with the word.
 */
function expansionsIn(
  text: TextIndex,
  word: QueryTerm,
  { expansions: active }: Precision,
  { exact, from, to, prefixes }: Seek,
  stem: number,
): readonly Expansion[] {
  const { postings, words } = text;
  const expansions: Expansion[] = [];
  const add = (weight: number, expansion: Partial<Expansion>) => {
    const whole = {
      weight,
      postings,
      terms: NO_TERMS,
      from: 0,
      to: 0,
      lists: [],
      withExact: false,
      ...expansion,
    };
    if (whole.terms.length + whole.lists.length > 0 || whole.from < whole.to) expansions.push(whole);
  };
  if (word.isStop) {
    if (word.isPrefix) add(WEIGHTS.prefix, { from, to });
    return expansions;
  }
  const withExact = exact >= 0;
  const ofStem = active.has('stem') ? text.wordsWith(stem) : NO_TERMS;
  if (ofStem.length > 0) {
    add(WEIGHTS.stem, { terms: withExact ? ofStem.filter((term) => term !== exact) : ofStem, withExact });
  }
  if (word.glued.length + word.letters.length > 0) {
    const glued = word.glued.map((one) => words.find(one)).filter((term) => term >= 0);
    const lists = splitLists(text, word.word, word.letters, word.letters.length > 0 ? prefixes : []);
    add(WEIGHTS.joined, { terms: Uint32Array.from(glued), lists });
  }
  if (active.has('delimiter')) {
    const form = text.subtoken(word.stem);
    if (form !== undefined) {
      add(WEIGHTS.delimiter, { postings: form.postings, terms: Uint32Array.of(form.term) });
    }
    if (word.parts.length > 0) add(WEIGHTS.delimiter, { lists: [withAllParts(text, word.parts)] });
  }
  // Of all words that begin with it, the word itself is the first.
  if (word.isPrefix && !isAmong(from, to, ofStem)) {
    add(WEIGHTS.prefix, { from: withExact ? from + 1 : from, to, withExact });
  }
  return expansions;
}

/** Whether all ordinals from one up to another are among some. */
function isAmong(from: number, to: number, terms: Uint32Array): boolean {
  if (to - from > terms.length) return false;
  for (let term = from; term < to; term++) if (!terms.includes(term)) return false;
  return true;
}
