import type { Expansion } from '../../../plan.ts';
import {
  LAST_PREFIX_WEIGHT,
  STOP_WORD_WEIGHT,
  SYNONYM_WEIGHT,
  UNKNOWN_FUZZY_WEIGHT,
  WEIGHTS,
} from '../../../ranking.ts';
import type { Precision } from '../../../terms/expansion-kinds.ts';
import type { QueryTerm } from '../../../terms/query-terms.ts';
import { MAX_BOUND, type Postings } from '../../segment/postings.ts';
import type { TextIndex } from '../../segment/text-index.ts';
import { splitLists } from './adjacent-pairs.ts';
import { DictionarySeek, type SeekResult } from './dictionary-seek.ts';
import { type FuzzyCandidates, FuzzySearch, NO_CANDIDATES } from './fuzzy-candidates.ts';
import { fuzzyTermsOf, type PrefixRange } from './fuzzy-terms.ts';
import type { PostingList } from './posting-list.ts';
import { withAllSubtokens } from './subtoken-lists.ts';
import { lookUpSynonyms, NO_SYNONYMS, type SynonymMatch } from './synonyms.ts';

/*
 * The expansions of a query term in one field of one segment. They are scored by dis-max: of all expansions, the best
 * score of a document counts (`scoring/dis-max.ts`).
 */

/** The largest frequency of a list and the least length of its documents, both at most `MAX_BOUND`. */
export interface ListMaxima {
  readonly frequency: number;
  readonly length: number;
}

/**
 * An expansion whose terms are counted together: those of a list, and a range of ordinals. The exact term is not among
 * them: `withExact` tells whether it counts too, so that its postings are read once for all expansions.
 */
export interface ExpansionPostings {
  readonly kind: Expansion | 'synonym';
  readonly weight: number;
  readonly postings: Postings;
  readonly terms: Uint32Array;
  readonly from: number;
  readonly to: number;
  readonly lists: readonly PostingList[];
  /** Of the only list, if it is known. */
  readonly listMaxima?: ListMaxima;
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
  /** A lower bound of the documents that match, deleted ones included: those of its most frequent expansion. */
  readonly leastDocs: number;
}

/** The term that is the only match of a query term, with its weight; undefined if there are several. */
export function onlyMatch({
  postings,
  exact,
  expansions: [first, ...others],
  fuzzy,
  fuzzyWeights,
}: TermExpansions): { postings: Postings; ordinal: number; weight: number } | undefined {
  if (first === undefined) {
    if (fuzzy.length === 0) return { postings, ordinal: exact, weight: WEIGHTS.exact };
    if (exact >= 0 || fuzzy.length > 1) return undefined;
    return { postings, ordinal: fuzzy[0] as number, weight: fuzzyWeights[0] as number };
  }
  const { weight, terms, from, to, lists } = first;
  const isOne = terms.length + to - from === 1 && lists.length === 0;
  if (exact >= 0 || fuzzy.length > 0 || others.length > 0 || !isOne) return undefined;
  return { postings: first.postings, ordinal: terms[0] ?? from, weight };
}

/** A query term in one field of a segment, independent of which documents are live. */
export interface TermMatch {
  readonly text: TextIndex;
  /** The ordinal of its stem, -1 if the field does not have it. */
  readonly stem: number;
  /** The range of its prefix expansion; empty without one. */
  readonly prefix: PrefixRange;
  readonly candidates: FuzzyCandidates;
  readonly synonyms: SynonymMatch;
  /** All expansions but exact and fuzzy. */
  readonly expansions: readonly ExpansionPostings[];
  /** All expansions, with the fuzzy candidates that are among the best words; undefined if none matches. */
  readonly expansionsWith: (state: StemState, best?: ReadonlySet<string>) => TermExpansions | undefined;
}

/**
 * Whether some live document has the stem of a query term in a searched text field, or a term that begins with it if it
 * is the last: if not, it is probably misspelt.
 */
export type StemState = 'known' | 'unknown';

const FUZZY_WEIGHTS: Readonly<Record<StemState, number>> = {
  known: WEIGHTS.fuzzy,
  unknown: UNKNOWN_FUZZY_WEIGHT,
};

export const NO_TERMS = new Uint32Array(0);
const NO_MATCHES = { terms: NO_TERMS, from: 0, to: 0, lists: [], withExact: false } as const;

/** Expands a query term in many fields and segments. */
export class TermExpander {
  readonly #term: QueryTerm;
  readonly #precision: Precision;
  readonly #wordSeek: DictionarySeek;
  readonly #fuzzy: FuzzySearch | undefined;

  constructor(term: QueryTerm, precision: Precision) {
    this.#term = term;
    this.#precision = precision;
    this.#wordSeek = new DictionarySeek(term.word);
    this.#fuzzy = term.isFuzzy ? new FuzzySearch(term.word, term.stem) : undefined;
  }

  /** Undefined if the field has neither the stem nor a match of any expansion. It yields. */
  *in(text: TextIndex): Generator<void, TermMatch | undefined> {
    const term = this.#term;
    const word = this.#wordSeek.in(text.words);
    const isId = text.stems === undefined;
    const stem = text.stems?.find(term.stem) ?? -1;
    const candidates = this.#fuzzy === undefined ? NO_CANDIDATES : yield* this.#fuzzy.in(text, word);
    const synonyms =
      isId || term.alternatives.length === 0 ? NO_SYNONYMS : yield* lookUpSynonyms(text, term.alternatives);
    const own = isId ? [] : yield* expansionsIn(text, term, this.#precision, word, stem);
    const expansions = synonyms === NO_SYNONYMS ? own : [...own, ...synonymsIn(text, synonyms)];
    const exact = term.isStop && !isId ? -1 : word.exact;
    const leastDocs = Math.max(
      exact < 0 ? 0 : (text.postings.df[exact] as number),
      own.some(({ kind }) => kind === 'stem') ? (text.stemDf[stem] as number) : 0,
      mostFrequent(text, synonyms),
    );
    const [from, to] = term.isPrefix && !isId ? [word.from, word.to] : [0, 0];
    const prefix = { from, to, weight: prefixWeight(term) };
    const expansionsWith = (state: StemState, best?: ReadonlySet<string>): TermExpansions | undefined => {
      const { terms, weights } = fuzzyTermsOf(candidates, FUZZY_WEIGHTS[state], prefix, best);
      if (exact < 0 && expansions.length === 0 && terms.length === 0) return undefined;
      return { postings: text.postings, exact, expansions, fuzzy: terms, fuzzyWeights: weights, leastDocs };
    };
    if (stem < 0 && expansionsWith('unknown') === undefined) return undefined;
    return { text, stem, prefix, candidates, synonyms, expansions, expansionsWith };
  }
}

const prefixWeight = ({ isLast }: QueryTerm): number => (isLast ? LAST_PREFIX_WEIGHT : WEIGHTS.prefix);

/**
 * All expansions but exact and fuzzy; of a stop word, the only one. Those that can never be the best are left out: the
 * stem where only the exact term has it, and the prefix where all words with the prefix have the stem.
 */
function* expansionsIn(
  text: TextIndex,
  term: QueryTerm,
  { expansions: active }: Precision,
  { exact, from, to, prefixes }: SeekResult,
  stem: number,
): Generator<void, readonly ExpansionPostings[]> {
  const { postings, words } = text;
  const expansions: ExpansionPostings[] = [];
  const add = (kind: Expansion, expansion: Partial<ExpansionPostings>) => {
    const whole = { ...NO_MATCHES, kind, weight: WEIGHTS[kind], postings, ...expansion };
    if (whole.terms.length + whole.lists.length > 0 || whole.from < whole.to) expansions.push(whole);
  };
  if (term.isStop) {
    // As a prefix it has the higher weight, and counts the exact term too.
    if (term.isPrefix) add('prefix', { weight: prefixWeight(term), from, to });
    else if (exact >= 0) add('exact', { weight: STOP_WORD_WEIGHT, terms: Uint32Array.of(exact) });
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
    const isSplit = splitCharacters.length > 0;
    const lists = yield* splitLists(text, term.word, splitCharacters, isSplit ? prefixes : []);
    add('compound', { terms: Uint32Array.from(terms), lists });
  }
  if (active.has('subtoken')) {
    const subtoken = text.subtoken(term.stem);
    if (subtoken !== undefined) {
      add('subtoken', { postings: subtoken.postings, terms: Uint32Array.of(subtoken.term) });
    }
    if (subtokenStems.length > 0) add('subtoken', { lists: [yield* withAllSubtokens(text, subtokenStems)] });
  }
  // The exact term is the first of its prefix range.
  if (term.isPrefix && !isAmong(from, to, ofStem)) {
    add('prefix', { weight: prefixWeight(term), from: withExact ? from + 1 : from, to, withExact });
  }
  return expansions;
}

/** Alternatives of one word are counted together; of several words, those with the largest frequency count. */
function synonymsIn(text: TextIndex, { stems, list }: SynonymMatch): ExpansionPostings[] {
  const whole = { ...NO_MATCHES, kind: 'synonym', weight: SYNONYM_WEIGHT, postings: text.postings } as const;
  const expansions: ExpansionPostings[] = [];
  const terms: number[] = [];
  for (const stem of stems) for (const term of text.wordsWith(stem)) terms.push(term);
  if (terms.length > 0) expansions.push({ ...whole, terms: Uint32Array.from(terms) });
  if (list.docs.length > 0) expansions.push({ ...whole, lists: [list], listMaxima: maximaOf(list, text) });
  return expansions;
}

/** The number of documents of the most frequent alternative. */
function mostFrequent({ stemDf }: TextIndex, { stems, list }: SynonymMatch): number {
  let most = list.docs.length;
  for (const stem of stems) if (stem >= 0) most = Math.max(most, stemDf[stem] as number);
  return most;
}

function maximaOf({ docs, counts }: PostingList, { lengths }: TextIndex): ListMaxima {
  let frequency = 0;
  let length = MAX_BOUND;
  for (let i = 0; i < docs.length; i++) {
    frequency = Math.max(frequency, counts[i] as number);
    length = Math.min(length, lengths[docs[i] as number] as number);
  }
  return { frequency: Math.min(frequency, MAX_BOUND), length };
}

/** Whether all ordinals from `from` to before `to` are in `terms`. */
function isAmong(from: number, to: number, terms: Uint32Array): boolean {
  if (to - from > terms.length) return false;
  for (let term = from; term < to; term++) if (!terms.includes(term)) return false;
  return true;
}
