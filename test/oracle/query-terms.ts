import type { Analyzer } from '../../src/analysis/analyzer.ts';
import type { SynonymExpansion } from '../../src/index/plan.ts';

/** Distinct terms that count; further ones are ignored. */
const MOST_WORDS = 64;
/** Alternatives of a term that count. */
const MOST_ALTERNATIVES = 256;
/** Characters of the longest compound. */
export const LONGEST_COMPOUND = 16;

export const characters = (text: string): string[] => [...text];

/** One term of `W` with what its expansions need. */
export interface QueryTerm {
  readonly word: string;
  readonly stem: string;
  /** The stems of its parts as first written; empty if there are fewer than two. */
  readonly partStems: readonly string[];
  /** Its compounds with neighbours in the query. */
  readonly compounds: ReadonlySet<string>;
  /** Whether it is treated as a stop word: not if the query has nothing else. */
  readonly isStop: boolean;
  /** The factor of its score for being repeated in the query. */
  readonly repetition: number;
  /** Whether it is the term of the last token of the query. */
  readonly isLast: boolean;
  /** Its alternatives by synonym sets, each as its distinct stems. */
  readonly alternatives: ReadonlyArray<ReadonlySet<string>>;
}

interface Token {
  readonly word: string;
  readonly written: string;
}

function tokensOf(text: string, analyzer: Analyzer): Token[] {
  const tokens: Token[] = [];
  analyzer.words(text, (word, start, end) => tokens.push({ word, written: text.slice(start, end) }));
  return tokens;
}

/** The words of a text in order, repeated ones too. */
export const wordsOf = (text: string, analyzer: Analyzer): string[] =>
  tokensOf(text, analyzer).map(({ word }) => word);

/** `W` of a plain query. */
export function queryTerms(
  text: string,
  analyzer: Analyzer,
  synonyms: readonly SynonymExpansion[] = [],
): QueryTerm[] {
  const tokens = tokensOf(text, analyzer);
  const different = [...new Set(tokens.map(({ word }) => word))].slice(0, MOST_WORDS);
  const onlyStopWords = different.every((word) => analyzer.isStopWord(word));
  return different.map((word) => {
    const first = tokens.find((token) => token.word === word);
    const parts = analyzer.parts(first?.written ?? '');
    return {
      word,
      stem: analyzer.stem(word),
      partStems: parts.length < 2 ? [] : parts.map((part) => analyzer.stem(part)),
      compounds: compoundsOf(word, tokens, different),
      isStop: analyzer.isStopWord(word) && !onlyStopWords,
      repetition:
        analyzer.isStopWord(word) && !onlyStopWords
          ? 1
          : 1 + Math.log(tokens.filter((token) => token.word === word).length),
      isLast: word === tokens.at(-1)?.word,
      alternatives: alternativesOf(word, tokens, synonyms, analyzer),
    };
  });
}

/** The alternatives of all members that stand in the query and have the word, without repetitions. */
function alternativesOf(
  word: string,
  tokens: readonly Token[],
  synonyms: readonly SynonymExpansion[],
  analyzer: Analyzer,
): Array<ReadonlySet<string>> {
  const texts = synonyms
    .filter(({ words }) => words.includes(word) && tokens.some((_, at) => standsAt(words, tokens, at)))
    .flatMap(({ alternatives }) => alternatives);
  const different = new Map<string, ReadonlySet<string>>();
  for (const text of texts) {
    const stems = new Set(wordsOf(text, analyzer).map((one) => analyzer.stem(one)));
    if (stems.size > 0) different.set([...stems].sort().join(' '), stems);
  }
  return [...different.values()].slice(0, MOST_ALTERNATIVES);
}

const standsAt = (words: readonly string[], tokens: readonly Token[], at: number): boolean =>
  words.every((word, index) => tokens[at + index]?.word === word);

/** What `word` makes with its neighbours, both of them among the words that count. */
function compoundsOf(word: string, tokens: readonly Token[], different: readonly string[]): Set<string> {
  const compounds = new Set<string>();
  for (const [index, { word: left }] of tokens.entries()) {
    const right = tokens[index + 1]?.word;
    if (right === undefined || !different.includes(left) || !different.includes(right)) continue;
    const made = left + right;
    if ((left === word || right === word) && characters(made).length <= LONGEST_COMPOUND) compounds.add(made);
  }
  return compounds;
}
