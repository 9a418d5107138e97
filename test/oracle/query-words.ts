import type { Analyzer } from '../../src/analysis/analyzer.ts';

/** Of more different words than these the rest is not looked at. */
const MOST_WORDS = 64;
/** A glued word has at most so many characters. */
export const LONGEST_GLUED = 16;

export const characters = (text: string): string[] => [...text];

/** One word of `W` with what its ways of matching need. */
export interface QueryWord {
  readonly word: string;
  readonly stem: string;
  /** The stems of its delimiter parts as it was written first; empty if there are fewer than two. */
  readonly partStems: readonly string[];
  /** The words it makes when glued to its neighbours in the query, before or behind. */
  readonly glued: ReadonlySet<string>;
  /** Whether it is treated as a stop word: not if the query has nothing else. */
  readonly isStop: boolean;
}

interface Place {
  readonly word: string;
  readonly written: string;
}

function placesOf(text: string, analyzer: Analyzer): Place[] {
  const places: Place[] = [];
  analyzer.words(text, (word, start, end) => places.push({ word, written: text.slice(start, end) }));
  return places;
}

/** The words of a text in order, repeated ones too. */
export const wordsOf = (text: string, analyzer: Analyzer): string[] =>
  placesOf(text, analyzer).map(({ word }) => word);

/** `W` of a plain query. */
export function queryWords(text: string, analyzer: Analyzer): QueryWord[] {
  const places = placesOf(text, analyzer);
  const different = [...new Set(places.map(({ word }) => word))].slice(0, MOST_WORDS);
  const onlyStopWords = different.every((word) => analyzer.isStopWord(word));
  return different.map((word) => {
    const first = places.find((place) => place.word === word);
    const parts = analyzer.parts(first?.written ?? '');
    return {
      word,
      stem: analyzer.stem(word),
      partStems: parts.length < 2 ? [] : parts.map((part) => analyzer.stem(part)),
      glued: gluedWith(word, places, different),
      isStop: analyzer.isStopWord(word) && !onlyStopWords,
    };
  });
}

/** What `word` makes with its neighbours, both of them among the words that count. */
function gluedWith(word: string, places: readonly Place[], different: readonly string[]): Set<string> {
  const glued = new Set<string>();
  for (const [index, { word: left }] of places.entries()) {
    const right = places[index + 1]?.word;
    if (right === undefined || !different.includes(left) || !different.includes(right)) continue;
    const made = left + right;
    if ((left === word || right === word) && characters(made).length <= LONGEST_GLUED) glued.add(made);
  }
  return glued;
}
