import { textBytes } from '../../../../caching/bounded-cache.ts';
import { OwnedCaches } from '../../../../caching/owned-caches.ts';
import type { Dictionary } from '../../segment/dictionary.ts';
import type { TextIndex } from '../../segment/text-index.ts';
import { FIELD_CACHE_BYTES, ITEMS_PAUSE, LARGE_DICTIONARY } from '../tuning/thresholds.ts';
import { DictionarySeek, type SeekResult } from './dictionary-seek.ts';
import { eachFuzzyMatch, FuzzyPattern } from './fuzzy-match.ts';

/** The words of one field of one segment that may be fuzzy matches, those without live documents included. Immutable. */
export interface FuzzyCandidates {
  readonly words: readonly string[];
  readonly ordinals: Uint32Array;
  readonly edits: Uint8Array;
  /** The length of the pattern that was compared: the query term or its stem. */
  readonly lengths: Uint8Array;
}

export const NO_CANDIDATES: FuzzyCandidates = {
  words: [],
  ordinals: new Uint32Array(0),
  edits: new Uint8Array(0),
  lengths: new Uint8Array(0),
};

const cachedCandidates = new OwnedCaches<TextIndex, string, FuzzyCandidates>({
  bytes: FIELD_CACHE_BYTES,
  weigh: (word, { words }) => words.reduce((sum, one) => sum + 6 + textBytes(one), 512 + textBytes(word)),
});

/** The edits that a pattern of this many characters may have. */
const allowedEdits = (length: number): number => (length < 3 ? 0 : length < 6 ? 1 : 2);

/**
 * Finds the fuzzy candidates of a query term: it compares the term with the words of a field and its stem with the stems
 * (`fuzzy-match.ts`), in the dictionary range that shares the first characters.
 */
export class FuzzySearch {
  readonly word: string;
  readonly #wordPattern: FuzzyPattern | undefined;
  readonly #stemPattern: FuzzyPattern | undefined;
  readonly #stemSeek: DictionarySeek;

  constructor(word: string, stem: string) {
    this.word = word;
    this.#wordPattern = patternOf(word);
    this.#stemPattern = patternOf(stem);
    this.#stemSeek = new DictionarySeek(stem);
  }

  /**
   * The candidates in a field, by word or by stem, without the exact term and the words of its stem (docs/matching.md,
   * section 5); none in `id`. `word` is the result of seeking the term in the words of the field. Cost: a length check per
   * word of the fuzzy range, and a comparison where the lengths are close enough. It yields.
   */
  *in(text: TextIndex, word: SeekResult): Generator<void, FuzzyCandidates> {
    if (text.words.size < LARGE_DICTIONARY) return yield* this.#candidatesIn(text, word);
    const cache = cachedCandidates.of(text);
    const known = cache.get(this.word);
    if (known !== undefined) return known;
    const candidates = yield* this.#candidatesIn(text, word);
    cache.set(this.word, candidates);
    return candidates;
  }

  *#candidatesIn(text: TextIndex, word: SeekResult): Generator<void, FuzzyCandidates> {
    const { words, stems, stemStarts, stemWords } = text;
    if (stems === undefined) return NO_CANDIDATES;
    const stem = this.#stemSeek.in(stems);
    if (word.fuzzyFrom === word.fuzzyTo && stem.fuzzyFrom === stem.fuzzyTo) return NO_CANDIDATES;
    const byOrdinal = new Map<number, { edits: number; length: number }>();
    yield* eachWithEdits(this.#wordPattern, words, word, (ordinal, edits, length) =>
      byOrdinal.set(ordinal, { edits, length }),
    );
    // Words before stems: of equal edits, the comparison of words counts.
    yield* eachWithEdits(this.#stemPattern, stems, stem, (ordinal, edits, length) => {
      const end = stemStarts[ordinal + 1] as number;
      for (let at = stemStarts[ordinal] as number; at < end; at++) {
        const wordOrdinal = stemWords[at] as number;
        const known = byOrdinal.get(wordOrdinal);
        if (known === undefined || edits < known.edits) byOrdinal.set(wordOrdinal, { edits, length });
      }
    });
    if (byOrdinal.size > 0) for (const ordinal of text.wordsWith(stem.exact)) byOrdinal.delete(ordinal);
    if (byOrdinal.size === 0) return NO_CANDIDATES;
    const list = [...byOrdinal];
    return {
      words: list.map(([ordinal]) => words.text(ordinal)),
      ordinals: Uint32Array.from(list, ([ordinal]) => ordinal),
      edits: Uint8Array.from(list, ([, { edits }]) => edits),
      lengths: Uint8Array.from(list, ([, { length }]) => length),
    };
  }
}

function patternOf(text: string): FuzzyPattern | undefined {
  const allowed = allowedEdits([...text].length);
  return allowed === 0 ? undefined : new FuzzyPattern(text, allowed);
}

/** Calls `onMatch` for every text of the fuzzy range with at least one edit, with the length of the pattern. It yields. */
function* eachWithEdits(
  pattern: FuzzyPattern | undefined,
  texts: Dictionary,
  { fuzzyFrom, fuzzyTo }: SeekResult,
  onMatch: (ordinal: number, edits: number, length: number) => void,
): Generator<void, void> {
  if (pattern === undefined) return;
  for (let from = fuzzyFrom; from < fuzzyTo; from += ITEMS_PAUSE) {
    eachFuzzyMatch(pattern, texts, from, Math.min(from + ITEMS_PAUSE, fuzzyTo), (ordinal, edits) => {
      if (edits > 0) onMatch(ordinal, edits, pattern.length);
    });
    if (from + ITEMS_PAUSE < fuzzyTo) yield;
  }
}
