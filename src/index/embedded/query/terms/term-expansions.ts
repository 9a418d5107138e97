import type { Expansion } from '../../../plan.ts';
import type { Postings } from '../../segment/postings.ts';
import type { TextIndex } from '../../segment/text-index.ts';
import { splitLists } from './adjacent-pairs.ts';
import { DictionarySeek, NOT_FOUND, type SeekResult } from './dictionary-seek.ts';
import { type Precision, WEIGHTS } from './expansion-kinds.ts';
import { type FuzzyCandidates, FuzzySearch, NO_CANDIDATES } from './fuzzy-candidates.ts';
import { fuzzyTermsOf } from './fuzzy-terms.ts';
import type { PostingList } from './posting-list.ts';
import type { QueryTerm } from './query-terms.ts';
import { withAllSubtokens } from './subtoken-lists.ts';

/*
 * The expansions of a query term in one field of one segment. They are scored by dis-max: of all expansions, the best
 * score of a document counts (`scoring/dis-max.ts`).
 */

/**
 * An expansion whose terms are counted together: those of a list, and a range of ordinals. The exact term is not among
 * them: `withExact` tells whether it counts too, so that its postings are read once for all expansions.
 */
export interface ExpansionPostings {
  readonly weight: number;
  readonly postings: Postings;
  readonly terms: Uint32Array;
  readonly from: number;
  readonly to: number;
  readonly lists: readonly PostingList[];
  readonly withExact: boolean;
}

/** All expansions of a query term in one field of one segment. */
export interface TermExpansions {
  /** The postings of the field's words. */
  readonly postings: Postings;
  /** The ordinal of the exact term, -1 if the field does not have it. */
  readonly exact: number;
  readonly expansions: readonly ExpansionPostings[];
  /** Fuzzy matches, each of them an expansion by itself. */
  readonly fuzzy: Uint32Array;
  readonly fuzzyWeights: Float64Array;
}

/** A query term in one field of a segment, independent of which documents are live. */
export interface TermMatch {
  readonly text: TextIndex;
  /** The ordinal of its stem, -1 if the field does not have it. */
  readonly stem: number;
  readonly candidates: FuzzyCandidates;
  /** The expansions with all fuzzy candidates; undefined if no expansion matches. */
  readonly expansions: TermExpansions | undefined;
  /** The expansions with those fuzzy candidates that are among the best words. */
  readonly expansionsWith: (best: ReadonlySet<string>) => TermExpansions | undefined;
}

const NO_TERMS = new Uint32Array(0);

/** Expands a query term in many fields and segments. */
export class TermExpander {
  readonly #term: QueryTerm;
  readonly #precision: Precision;
  readonly #wordSeek: DictionarySeek;
  readonly #stemSeek: DictionarySeek;
  readonly #fuzzy: FuzzySearch | undefined;

  constructor(term: QueryTerm, precision: Precision) {
    this.#term = term;
    this.#precision = precision;
    this.#wordSeek = new DictionarySeek(term.word);
    this.#stemSeek = new DictionarySeek(term.stem);
    const isFuzzy = precision.expansions.has('fuzzy') && !term.isStop;
    this.#fuzzy = isFuzzy ? new FuzzySearch(term.word, term.stem) : undefined;
  }

  /** Undefined if the field has neither the stem nor a match of any expansion. */
  in(text: TextIndex): TermMatch | undefined {
    const term = this.#term;
    const word = this.#wordSeek.in(text.words);
    const isId = text.stems === undefined;
    const stem = isId ? NOT_FOUND : this.#stemSeek.in(text.stems);
    const candidates = isId ? NO_CANDIDATES : (this.#fuzzy?.in(text, word, stem) ?? NO_CANDIDATES);
    const expansions = isId ? [] : expansionsIn(text, term, this.#precision, word, stem.exact);
    const exact = term.isStop && !isId ? -1 : word.exact;
    const [from, to] = term.isPrefix ? [word.from, word.to] : [0, 0];
    const expansionsWith = (best?: ReadonlySet<string>): TermExpansions | undefined => {
      const { terms, weights } = fuzzyTermsOf(candidates, from, to, best);
      if (exact < 0 && expansions.length === 0 && terms.length === 0) return undefined;
      return { postings: text.postings, exact, expansions, fuzzy: terms, fuzzyWeights: weights };
    };
    const all = expansionsWith();
    if (all === undefined && stem.exact < 0) return undefined;
    return { text, stem: stem.exact, candidates, expansions: all, expansionsWith };
  }
}

/**
 * All expansions but exact and fuzzy. Those that can never be the best are left out: the stem where only the exact term
 * has it, and the prefix where all words with the prefix have the stem.
 */
function expansionsIn(
  text: TextIndex,
  term: QueryTerm,
  { expansions: active }: Precision,
  { exact, from, to, prefixes }: SeekResult,
  stem: number,
): readonly ExpansionPostings[] {
  const { postings, words } = text;
  const expansions: ExpansionPostings[] = [];
  const add = (kind: Expansion, expansion: Partial<ExpansionPostings>) => {
    const whole = {
      weight: WEIGHTS[kind],
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
  if (term.isStop) {
    if (term.isPrefix) add('prefix', { from, to });
    return expansions;
  }
  const withExact = exact >= 0;
  const ofStem = active.has('stem') ? text.wordsWith(stem) : NO_TERMS;
  if (ofStem.length > 0) {
    add('stem', { terms: withExact ? ofStem.filter((ordinal) => ordinal !== exact) : ofStem, withExact });
  }
  const { compounds, splitCharacters, subtokenStems } = term;
  if (compounds.length + splitCharacters.length > 0) {
    const terms = compounds.map((compound) => words.find(compound)).filter((ordinal) => ordinal >= 0);
    const lists = splitLists(text, term.word, splitCharacters, splitCharacters.length > 0 ? prefixes : []);
    add('compound', { terms: Uint32Array.from(terms), lists });
  }
  if (active.has('subtoken')) {
    const subtoken = text.subtoken(term.stem);
    if (subtoken !== undefined) {
      add('subtoken', { postings: subtoken.postings, terms: Uint32Array.of(subtoken.term) });
    }
    if (subtokenStems.length > 0) add('subtoken', { lists: [withAllSubtokens(text, subtokenStems)] });
  }
  // The exact term is the first of its prefix range.
  if (term.isPrefix && !isAmong(from, to, ofStem)) {
    add('prefix', { from: withExact ? from + 1 : from, to, withExact });
  }
  return expansions;
}

/** Whether all ordinals from `from` to before `to` are in `terms`. */
function isAmong(from: number, to: number, terms: Uint32Array): boolean {
  if (to - from > terms.length) return false;
  for (let term = from; term < to; term++) if (!terms.includes(term)) return false;
  return true;
}
