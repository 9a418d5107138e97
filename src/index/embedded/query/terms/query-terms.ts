import type { Analyzer } from '../../../../analysis/analyzer.ts';
import { JOINED_LENGTH, type Precision } from './expansion-kinds.ts';

/** A different word of a query, and all that is looked for because of it. */
export interface QueryTerm {
  readonly word: string;
  readonly stem: string;
  /** A stop word among other words: it matches by prefix only. */
  readonly isStop: boolean;
  /** Whether it is among the words that a document may need. */
  readonly counts: boolean;
  /** Words glued from it and a neighbour. */
  readonly glued: readonly string[];
  /** Its characters, if it may be cut into two words, else none. */
  readonly letters: readonly string[];
  /** Stems of its delimiter parts, if it has two or more. */
  readonly parts: readonly string[];
  /** Whether it is looked for as the beginning of words. */
  readonly isPrefix: boolean;
}

interface Token {
  readonly word: string;
  readonly raw: string;
}

export function tokensOf(analyzer: Analyzer, text: string): Token[] {
  const tokens: Token[] = [];
  analyzer.words(text, (word, start, end) => tokens.push({ word, raw: text.slice(start, end) }));
  return tokens;
}

/** The words of a plain query, each once, with what an active way may look for. */
export function queryTerms(analyzer: Analyzer, text: string, precision: Precision): QueryTerm[] {
  const tokens = tokensOf(analyzer, text);
  const words = [...new Set(tokens.map((token) => token.word))].slice(0, precision.mostWords);
  const allStop = words.every((word) => analyzer.isStopWord(word));
  const glued = gluedNeighbours(tokens);
  const rawOf = new Map(tokens.toReversed().map(({ word, raw }) => [word, raw]));
  const { expansions } = precision;
  return words.map((word) => {
    const isStop = !allStop && analyzer.isStopWord(word);
    const letters = [...word];
    const parts = expansions.has('delimiter') && !isStop ? analyzer.parts(rawOf.get(word) ?? word) : [];
    const canJoin = expansions.has('joined') && !isStop;
    return {
      word,
      stem: analyzer.stem(word),
      isStop,
      counts: !isStop || precision.countsStopWords,
      glued: canJoin ? [...(glued.get(word) ?? [])] : [],
      letters: canJoin && letters.length <= JOINED_LENGTH ? letters : [],
      parts: parts.length >= 2 ? parts.map((part) => analyzer.stem(part)) : [],
      isPrefix: expansions.has('prefix') && letters.length <= precision.longestPrefix,
    };
  });
}

function gluedNeighbours(tokens: readonly Token[]): Map<string, Set<string>> {
  const glued = new Map<string, Set<string>>();
  for (let i = 1; i < tokens.length; i++) {
    const pair = [tokens[i - 1]?.word ?? '', tokens[i]?.word ?? ''] as const;
    const word = pair.join('');
    if ([...word].length > JOINED_LENGTH) continue;
    for (const one of pair) glued.set(one, (glued.get(one) ?? new Set()).add(word));
  }
  return glued;
}
