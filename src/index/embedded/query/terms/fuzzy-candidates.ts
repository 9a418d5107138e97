import { textBytes } from '../../../../caching/bounded-cache.ts';
import { OwnedCaches } from '../../../../caching/owned-caches.ts';
import type { Dictionary } from '../../segment/dictionary.ts';
import type { TextIndex } from '../../segment/text-index.ts';
import { FIELD_CACHE_BYTES, LARGE_DICTIONARY } from '../tuning/thresholds.ts';
import type { Seek } from './dictionary-seek.ts';
import { eachFuzzyMatch, FuzzyPattern } from './fuzzy-match.ts';

/** Words of one field of one segment that a misspelt word may have meant; dead ones among them. Never changed. */
export interface FuzzyCandidates {
  readonly words: readonly string[];
  readonly ordinals: Uint32Array;
  readonly edits: Uint8Array;
  /** The length of the form of the query word that was compared. */
  readonly lengths: Uint8Array;
}

export const NO_CANDIDATES: FuzzyCandidates = {
  words: [],
  ordinals: new Uint32Array(0),
  edits: new Uint8Array(0),
  lengths: new Uint8Array(0),
};

const cached = new OwnedCaches<TextIndex, string, FuzzyCandidates>({
  bytes: FIELD_CACHE_BYTES,
  weigh: (word, { words }) => words.reduce((sum, one) => sum + 6 + textBytes(one), 512 + textBytes(word)),
});

/** Edits that a form of this many characters may have. */
const allowedEdits = (length: number): number => (length < 3 ? 0 : length < 6 ? 1 : 2);

/** A word and its stem, to be compared with the words and stems of many fields and segments. */
export class FuzzySearch {
  readonly word: string;
  readonly #likeWord: FuzzyPattern | undefined;
  readonly #likeStem: FuzzyPattern | undefined;

  constructor(word: string, stem: string) {
    this.word = word;
    this.#likeWord = formOf(word);
    this.#likeStem = formOf(stem);
  }

  /**
   * What the word may have meant in a field, by itself or by its stem; neither it nor words of its stem
   * (docs/matching.md, section 5). Given where the word is among the words of the field, and its stem among the stems.
   * Cost: per word of the field that begins like it a look at its length, and a comparison where that is alike.
   */
  in(text: TextIndex, word: Seek, stem: Seek): FuzzyCandidates {
    if (text.words.size < LARGE_DICTIONARY) return this.#found(text, word, stem);
    return cached.of(text).getOrMake(this.word, () => this.#found(text, word, stem));
  }

  #found(text: TextIndex, word: Seek, stem: Seek): FuzzyCandidates {
    const { words, stems, stemStarts, stemWords } = text;
    if (stems === undefined) return NO_CANDIDATES;
    if (word.fuzzyFrom === word.fuzzyTo && stem.fuzzyFrom === stem.fuzzyTo) return NO_CANDIDATES;
    const near = new Map<number, { edits: number; length: number }>();
    eachMisspelt(this.#likeWord, words, word, (ordinal, edits, length) =>
      near.set(ordinal, { edits, length }),
    );
    // Words before stems: a draw goes to the comparison of words.
    eachMisspelt(this.#likeStem, stems, stem, (ordinal, edits, length) => {
      const end = stemStarts[ordinal + 1] as number;
      for (let at = stemStarts[ordinal] as number; at < end; at++) {
        const like = stemWords[at] as number;
        const before = near.get(like);
        if (before === undefined || edits < before.edits) near.set(like, { edits, length });
      }
    });
    if (near.size > 0) for (const exact of text.wordsWith(stem.exact)) near.delete(exact);
    if (near.size === 0) return NO_CANDIDATES;
    const list = [...near];
    return {
      words: list.map(([ordinal]) => words.text(ordinal)),
      ordinals: Uint32Array.from(list, ([ordinal]) => ordinal),
      edits: Uint8Array.from(list, ([, { edits }]) => edits),
      lengths: Uint8Array.from(list, ([, { length }]) => length),
    };
  }
}

function formOf(form: string): FuzzyPattern | undefined {
  const allowed = allowedEdits([...form].length);
  return allowed === 0 ? undefined : new FuzzyPattern(form, allowed);
}

/** Calls `note` for every text that begins like a form and is within its edits, at least one; with the form's length. */
function eachMisspelt(
  form: FuzzyPattern | undefined,
  texts: Dictionary,
  { fuzzyFrom, fuzzyTo }: Seek,
  note: (ordinal: number, edits: number, length: number) => void,
): void {
  if (form === undefined) return;
  eachFuzzyMatch(form, texts, fuzzyFrom, fuzzyTo, (ordinal, edits) => {
    if (edits > 0) note(ordinal, edits, form.length);
  });
}
