import type { Analyzer } from '../../analysis/analyzer.ts';
import type { SynonymExpansion } from '../plan.ts';
import { type Alternative, alternativesOf } from './alternatives.ts';
import { MAX_COMPOUND_LENGTH, type Precision } from './expansion-kinds.ts';

/** A distinct word of a query, with the input of each of its expansions. */
export interface QueryTerm {
  readonly word: string;
  readonly stem: string;
  /** Whether it is a stop word next to other words: no document needs it, and it matches exactly. */
  readonly isStop: boolean;
  /** The factor of its score for being repeated in the query. */
  readonly repetition: number;
  /** Whether it is the last word of the query as written, which may be unfinished. */
  readonly isLast: boolean;
  /** Compounds of the word and an adjacent word of the query: `website` for `web site`. */
  readonly compounds: readonly string[];
  /** The characters of the word if it may be split into two adjacent words, else empty. */
  readonly splitCharacters: readonly string[];
  /** The stems of its subtokens if it has two or more, else empty. */
  readonly subtokenStems: readonly string[];
  /** Whether it matches words that have it as a prefix. */
  readonly isPrefix: boolean;
  /** Whether it matches similar words. */
  readonly isFuzzy: boolean;
  /** Its alternatives by synonym sets. */
  readonly alternatives: readonly Alternative[];
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

/** The distinct terms of a plain query, in order, with the input of the active expansions. */
export function queryTerms(
  analyzer: Analyzer,
  text: string,
  synonyms: readonly SynonymExpansion[],
  precision: Precision,
): QueryTerm[] {
  const tokens = tokensOf(analyzer, text);
  const words = [...new Set(tokens.map((token) => token.word))].slice(0, precision.maxTerms);
  const allStop = words.every((word) => analyzer.isStopWord(word));
  const compounds = adjacentCompounds(tokens);
  const counts = new Map<string, number>();
  for (const { word } of tokens) counts.set(word, (counts.get(word) ?? 0) + 1);
  const rawOf = new Map(tokens.toReversed().map(({ word, raw }) => [word, raw]));
  const { expansions } = precision;
  const alternatives = alternativesOf(
    analyzer,
    tokens.map(({ word }) => word),
    synonyms,
  );
  return words.map((word) => {
    const isStop = !allStop && analyzer.isStopWord(word);
    const isLast = word === tokens.at(-1)?.word;
    const characters = [...word];
    const subtokens = expansions.has('subtoken') && !isStop ? analyzer.parts(rawOf.get(word) ?? word) : [];
    const hasCompounds = expansions.has('compound') && !isStop;
    const hasPrefix = expansions.has('prefix');
    return {
      word,
      stem: analyzer.stem(word),
      isStop,
      repetition: isStop ? 1 : 1 + Math.log(counts.get(word) ?? 1),
      isLast,
      compounds: hasCompounds ? [...(compounds.get(word) ?? [])] : [],
      splitCharacters: hasCompounds && characters.length <= MAX_COMPOUND_LENGTH ? characters : [],
      subtokenStems: subtokens.length >= 2 ? subtokens.map((subtoken) => analyzer.stem(subtoken)) : [],
      isPrefix: hasPrefix && (isLast || !isStop) && characters.length <= precision.longestPrefix,
      isFuzzy: expansions.has('fuzzy') && !isStop,
      alternatives: alternatives.get(word) ?? [],
    };
  });
}

const DIGIT = /\p{Nd}/u;

/**
 * The term with the expansions that it has in some text fields, given the documents of each that have its stem: an
 * established term has no fuzzy matches, and no prefix matches unless it is the last (docs/matching.md, section 2).
 */
export function termIn(
  term: QueryTerm,
  fields: readonly string[],
  { establishedDocs }: Precision,
  stemDocs: (field: string) => number,
): QueryTerm {
  const { word, isLast, isPrefix, isFuzzy } = term;
  if ((!isFuzzy && (isLast || !isPrefix)) || DIGIT.test(word)) return term;
  if (!fields.some((field) => stemDocs(field) >= establishedDocs)) return term;
  return { ...term, isPrefix: isPrefix && isLast, isFuzzy: false };
}

/** The numbers of the terms that are not stop words, and how many of them a document needs. */
export function minimumOf(
  terms: readonly QueryTerm[],
  precision: Precision,
): { readonly counting: readonly number[]; readonly needed: number } {
  const counting = [...terms.keys()].filter((number) => !terms[number]?.isStop);
  return {
    counting,
    needed: Math.max(1, precision.needed(terms.length) - (terms.length - counting.length)),
  };
}

/** By word, its compounds with the words before and after it. */
function adjacentCompounds(tokens: readonly Token[]): Map<string, Set<string>> {
  const compounds = new Map<string, Set<string>>();
  for (let i = 1; i < tokens.length; i++) {
    const pair = [tokens[i - 1]?.word ?? '', tokens[i]?.word ?? ''] as const;
    const compound = pair.join('');
    if ([...compound].length > MAX_COMPOUND_LENGTH) continue;
    for (const word of pair) compounds.set(word, (compounds.get(word) ?? new Set()).add(compound));
  }
  return compounds;
}
