import type { Postings } from '../../segment/postings.ts';
import type { TextIndex } from '../../segment/text-index.ts';
import { splitLists } from './adjacent-pairs.ts';
import { NOWHERE, type Walked, WordWalk } from './dictionary-seek.ts';
import { type Precision, WEIGHTS } from './expansion-kinds.ts';
import { NearSearch, type NearWords, NONE_NEAR } from './fuzzy-candidates.ts';
import { typosOf } from './fuzzy-terms.ts';
import type { List } from './posting-list.ts';
import type { QueryWord } from './query-terms.ts';
import { withAllParts } from './subtoken-lists.ts';

/**
 * A way that counts several terms together: those of a list, and those from one ordinal up to another. The word itself
 * is not among them: where it counts too, `withOwn` says so, and its postings are read once for all ways.
 */
export interface Way {
  readonly weight: number;
  readonly postings: Postings;
  readonly terms: Uint32Array;
  readonly from: number;
  readonly to: number;
  readonly lists: readonly List[];
  readonly withOwn: boolean;
}

/** All the ways in which a word is found in one field of one segment. */
export interface WordWays {
  /** The words of the field. */
  readonly postings: Postings;
  /** The word itself, -1 if it is not there. */
  readonly own: number;
  readonly ways: readonly Way[];
  /** Misspellings, each a way of its own. */
  readonly typos: Uint32Array;
  readonly typoWeights: Float64Array;
}

/** What is known of a word in one field of a segment, independent of which documents are live. */
export interface WordFind {
  readonly text: TextIndex;
  /** Its stem, -1 if it is not there. */
  readonly stem: number;
  readonly near: NearWords;
  /** With all that it may have meant; undefined if the word is not found in any way. */
  readonly ways: WordWays | undefined;
  /** With those that are among the best. */
  readonly waysWith: (best: ReadonlySet<string>) => WordWays | undefined;
}

const NO_TERMS = new Uint32Array(0);

/** A word, to be looked for in many fields and segments. */
export class WordSearch {
  readonly #word: QueryWord;
  readonly #precision: Precision;
  readonly #walk: WordWalk;
  readonly #stemWalk: WordWalk;
  readonly #near: NearSearch | undefined;

  constructor(word: QueryWord, precision: Precision) {
    this.#word = word;
    this.#precision = precision;
    this.#walk = new WordWalk(word.word);
    this.#stemWalk = new WordWalk(word.stem);
    const hasTypos = precision.ways.has('typo') && !word.isStop;
    this.#near = hasTypos ? new NearSearch(word.word, word.stem) : undefined;
  }

  /** Undefined if nothing of it is there. */
  in(text: TextIndex): WordFind | undefined {
    const word = this.#word;
    const walked = this.#walk.through(text.words);
    const isId = text.stems === undefined;
    const stem = isId ? NOWHERE : this.#stemWalk.through(text.stems);
    const near = isId ? NONE_NEAR : (this.#near?.in(text, walked, stem) ?? NONE_NEAR);
    const ways = isId ? [] : waysIn(text, word, this.#precision, walked, stem.own);
    const own = word.isStop && !isId ? -1 : walked.own;
    const [from, to] = word.isPrefix ? [walked.from, walked.to] : [0, 0];
    const waysWith = (best?: ReadonlySet<string>): WordWays | undefined => {
      const { terms, weights } = typosOf(near, from, to, best);
      if (own < 0 && ways.length === 0 && terms.length === 0) return undefined;
      return { postings: text.postings, own, ways, typos: terms, typoWeights: weights };
    };
    const all = waysWith();
    if (all === undefined && stem.own < 0) return undefined;
    return { text, stem: stem.own, near, ways: all, waysWith };
  }
}

/**
 * Ways that cannot give more than another one are left out: that of the stem where the word is the only one with it,
 * that of the beginning where all words with it have the stem, misspellings that begin with the word.
 */
function waysIn(
  text: TextIndex,
  word: QueryWord,
  { ways: active }: Precision,
  { own, from, to, beginnings }: Walked,
  stem: number,
): readonly Way[] {
  const { postings, words } = text;
  const ways: Way[] = [];
  const add = (weight: number, way: Partial<Way>) => {
    const whole = { weight, postings, terms: NO_TERMS, from: 0, to: 0, lists: [], withOwn: false, ...way };
    if (whole.terms.length + whole.lists.length > 0 || whole.from < whole.to) ways.push(whole);
  };
  if (word.isStop) {
    if (word.isPrefix) add(WEIGHTS.prefix, { from, to });
    return ways;
  }
  const withOwn = own >= 0;
  const ofStem = active.has('stem') ? text.wordsWith(stem) : NO_TERMS;
  if (ofStem.length > 0) {
    add(WEIGHTS.stem, { terms: withOwn ? ofStem.filter((term) => term !== own) : ofStem, withOwn });
  }
  if (word.glued.length + word.letters.length > 0) {
    const glued = word.glued.map((one) => words.find(one)).filter((term) => term >= 0);
    const lists = splitLists(text, word.word, word.letters, word.letters.length > 0 ? beginnings : []);
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
    add(WEIGHTS.prefix, { from: withOwn ? from + 1 : from, to, withOwn });
  }
  return ways;
}

/** Whether all ordinals from one up to another are among some. */
function isAmong(from: number, to: number, terms: Uint32Array): boolean {
  if (to - from > terms.length) return false;
  for (let term = from; term < to; term++) if (!terms.includes(term)) return false;
  return true;
}
