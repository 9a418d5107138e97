import { MAX_COMPOUND_LENGTH } from '../../../terms/expansion-kinds.ts';
import type { Term } from '../../../terms/terms-of-text.ts';
import { countedUp } from '../../segment/constants.ts';
import type { Postings } from '../../segment/postings.ts';
import type { TextIndex } from '../../segment/text-index.ts';
import { splitLists } from '../terms/adjacent-pairs.ts';
import { DictionarySeek } from '../terms/dictionary-seek.ts';
import type { PostingList } from '../terms/posting-list.ts';
import { NO_TERMS } from '../terms/term-expansions.ts';
import { Pace } from '../tuning/pace.ts';
import { TERMS_AT_ONCE } from '../tuning/thresholds.ts';

/** The longest term, in characters, that the view of prefixes finds, as in App Search. */
const LONGEST_PREFIX = 12;

/** The postings of a term in one segment: those of some words, and computed ones. */
interface Source {
  readonly postings: Postings;
  readonly terms: Uint32Array;
}

/** Reads the postings of one term of a tree in windows of ascending documents. */
export class TermPostings {
  readonly #sources: readonly Source[];
  readonly #lists: Array<{ readonly list: PostingList; at: number }>;
  readonly #pace = new Pace();

  constructor(sources: readonly Source[], lists: readonly PostingList[] = []) {
    this.#sources = sources.filter(({ terms }) => terms.length > 0);
    this.#lists = lists.filter(({ docs }) => docs.length > 0).map((list) => ({ list, at: 0 }));
  }

  get isEmpty(): boolean {
    return this.#sources.length + this.#lists.length === 0;
  }

  /** Adds the frequencies of the documents from `from` to before `to`. Windows may be left out, but not repeated. */
  *addTo(counts: Uint32Array, from: number, to: number): Generator<void, void> {
    for (const { postings, terms } of this.#sources) {
      for (let k = 0; k < terms.length; k++) {
        addBlocks(postings, terms[k] as number, from, to, counts);
        if (k % TERMS_AT_ONCE === 0 && this.#pace.isDue(TERMS_AT_ONCE)) yield;
      }
    }
    for (const one of this.#lists) {
      const { docs, counts: frequencies } = one.list;
      for (; one.at < docs.length && (docs[one.at] as number) < to; one.at++) {
        const doc = docs[one.at] as number;
        if (doc >= from)
          counts[doc - from] = (counts[doc - from] as number) + (frequencies[one.at] as number);
      }
    }
  }

  /** The positions in one document, of all words of the term. */
  positionsIn(doc: number): number[] {
    const positions: number[] = [];
    for (const { postings, terms } of this.#sources) {
      for (const term of terms) for (const at of postings.positionsIn(term, doc) ?? []) positions.push(at);
    }
    return positions;
  }
}

/**
 * Adds the blocks of a term that reach into a window. The first one is found by binary search: keeping the place of each
 * term would take memory for every word with a prefix.
 */
function addBlocks(postings: Postings, term: number, from: number, to: number, counts: Uint32Array): void {
  const end = postings.firstBlock[term + 1] as number;
  for (let block = postings.blockFor(term, from); block < end; block++) {
    if (postings.firstDoc(block) >= to) return;
    const size = postings.decode(term, block);
    const { docs, frequencies } = postings;
    for (let i = 0; i < size; i++) {
      const doc = docs[i] as number;
      if (doc < from) continue;
      if (doc >= to) return;
      counts[doc - from] = (counts[doc - from] as number) + (frequencies[i] as number);
    }
  }
}

/** The postings of a term in a text field of a segment. It yields. */
export function* postingsOf(text: TextIndex, { view, term }: Term): Generator<void, TermPostings> {
  const { postings } = text;
  switch (view) {
    case 'word':
      return new TermPostings([{ postings, terms: wordOf(text, term) }]);
    case 'stem':
      return new TermPostings([
        { postings, terms: text.stems === undefined ? wordOf(text, term) : text.wordsOfStem(term) },
      ]);
    case 'prefix': {
      const terms = isWithin(term, LONGEST_PREFIX) ? rangeOf(text.words.prefixRange(term)) : NO_TERMS;
      return new TermPostings([{ postings, terms }]);
    }
    case 'joined': {
      const characters = [...term];
      if (characters.length > MAX_COMPOUND_LENGTH) return new TermPostings([]);
      const { prefixes } = new DictionarySeek(term).in(text.words);
      return new TermPostings([], yield* splitLists(text, term, characters, prefixes));
    }
    case 'delimiter': {
      const subtoken = text.subtoken(term);
      const words = { postings, terms: text.wordsOfStem(term) };
      return new TermPostings(
        subtoken === undefined
          ? [words]
          : [words, { postings: subtoken.postings, terms: Uint32Array.of(subtoken.term) }],
      );
    }
  }
}

/** The postings of any of some words. */
export function postingsOfWords(text: TextIndex, words: readonly string[]): TermPostings {
  const terms = Uint32Array.from(new Set(words.map((word) => text.words.find(word)).filter((at) => at >= 0)));
  return new TermPostings([{ postings: text.postings, terms }]);
}

/** The postings of all words that begin with a text. */
export const postingsOfBeginning = (text: TextIndex, beginning: string): TermPostings =>
  new TermPostings([{ postings: text.postings, terms: rangeOf(text.words.prefixRange(beginning)) }]);

const isWithin = (term: string, most: number): boolean => [...term].length <= most;

const rangeOf = ([from, to]: readonly [number, number]): Uint32Array => countedUp(to).subarray(from);

function wordOf({ words }: TextIndex, word: string): Uint32Array {
  const ordinal = words.find(word);
  return ordinal < 0 ? NO_TERMS : Uint32Array.of(ordinal);
}
