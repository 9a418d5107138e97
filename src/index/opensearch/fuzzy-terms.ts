import type { Analyzer } from '../../analysis/analyzer.ts';
import { UNKNOWN_FUZZY_WEIGHT, WEIGHTS } from '../ranking.ts';
import { codePoints, editDistance } from '../terms/edit-distance.ts';
import { MAX_FUZZY_MATCHES } from '../terms/expansion-kinds.ts';
import type { QueryTerm } from '../terms/query-terms.ts';
import type { SimilarTerm } from './known-facts.ts';
import type { TermFacts } from './term-facts.ts';
import {
  beginningToken,
  keyOfFields,
  LONGEST_BEGINNING,
  stemToken,
  type Token,
  wordToken,
} from './tokens.ts';

/** Leading characters that a fuzzy match has in common with its term. */
const COMMON = 2;

/** A fuzzy match of a query term: a word, or all words with a stem. */
export interface FuzzyTerm {
  readonly weight: number;
  readonly tokenIn: (field: string) => Token;
  /** The number of documents of a field that have it. */
  readonly docsIn: (field: string) => number;
}

/** Edits allowed by the length of a form. */
export const allowedEdits = (length: number): number => (length < 3 ? 0 : length < 6 ? 1 : 2);

/** The edits between two texts; more than `most` if that is certain. */
export function editsBetween(a: string, b: string, most: number): number {
  const [from, to] = [codePoints(a), codePoints(b)];
  return editDistance(from, from.length, to, to.length, most);
}

interface Comparison {
  readonly edits: number;
  readonly length: number;
}

/** One comparison, of words or of stems; undefined if it does not admit the pair. */
function compared(query: string, other: string): Comparison | undefined {
  const [q, v] = [[...query], [...other]];
  if (q[0] !== v[0] || q[1] !== v[1]) return undefined;
  const most = allowedEdits(q.length);
  const edits = editsBetween(query, other, most);
  return edits <= most ? { edits, length: q.length } : undefined;
}

/** How a word is a fuzzy match of a term, by the words or by their stems. */
function comparedWord(term: QueryTerm, word: string, stem: string): Comparison | undefined {
  const byWord = compared(term.word, word);
  const byStem = compared(term.stem, stem);
  if (byWord === undefined || byStem === undefined) return byWord ?? byStem;
  return byStem.edits < byWord.edits ? byStem : byWord;
}

interface Candidate extends Comparison {
  readonly text: string;
  readonly stem: string;
  readonly isStem: boolean;
  /** In each field. */
  readonly docs: readonly number[];
  /** In all fields. */
  readonly count: number;
}

/**
 * The fuzzy matches of a term in some text fields, the best first (docs/matching.md, section 5). Words that are similar
 * by their stems alone are not known: their stem stands for them.
 */
export function fuzzyTermsOf(
  term: QueryTerm,
  fields: readonly string[],
  analyzer: Analyzer,
  facts: TermFacts,
): FuzzyTerm[] {
  const { word, stem, isLast, alternatives } = term;
  const isThere = (tokenIn: (field: string, text: string) => Token, text: string): boolean =>
    fields.some((field) => facts.frequency(tokenIn(field, text)) > 0);
  const isKnown =
    alternatives.length > 0 ||
    isThere(stemToken, stem) ||
    (isLast && [...word].length <= LONGEST_BEGINNING && isThere(beginningToken, word));
  const c = isKnown ? WEIGHTS.fuzzy : UNKNOWN_FUZZY_WEIGHT;
  return similarTermsOf(term, fields, analyzer, facts).map(({ text, isStem, similarity, docs }) => ({
    tokenIn: (field) => (isStem ? stemToken(field, text) : wordToken(field, text)),
    docsIn: (field) => docs[fields.indexOf(field)] ?? 0,
    weight: c * similarity,
  }));
}

function similarTermsOf(
  term: QueryTerm,
  fields: readonly string[],
  analyzer: Analyzer,
  facts: TermFacts,
): readonly SimilarTerm[] {
  const { word, stem } = term;
  const docsOf = (tokenIn: (field: string, text: string) => Token, text: string): number[] =>
    fields.map((field) => facts.frequency(tokenIn(field, text)));
  return facts.similar(`fuzzy ${word} ${stem} ${keyOfFields(fields)}`, (nearOf) => {
    const near = (vocabulary: 'word' | 'stem', form: string): readonly string[] =>
      nearOf({ vocabulary, term: form, edits: allowedEdits([...form].length), prefixLength: COMMON });
    const candidates: Candidate[] = [];
    const add = (candidate: Omit<Candidate, 'count'>): void => {
      const count = candidate.docs.reduce((sum, docs) => sum + docs, 0);
      if (count > 0) candidates.push({ ...candidate, count });
    };
    for (const text of near('word', word)) {
      const of = analyzer.stem(text);
      const comparison = text === word || of === stem ? undefined : comparedWord(term, text, of);
      if (comparison === undefined) continue;
      add({ ...comparison, text, stem: of, isStem: false, docs: docsOf(wordToken, text) });
    }
    for (const text of near('stem', stem)) {
      const comparison = text === stem ? undefined : compared(stem, text);
      if (comparison === undefined) continue;
      add({ ...comparison, text, stem: text, isStem: true, docs: docsOf(stemToken, text) });
    }
    return bestOf(candidates).map(({ text, isStem, edits, length, docs }) => ({
      text,
      isStem,
      similarity: 1 - edits / length,
      docs,
    }));
  });
}

/** The candidates that count: of more than MAX_FUZZY_MATCHES, a stem whose words are all known does not count again. */
function bestOf(candidates: readonly Candidate[]): Candidate[] {
  const byStem = Map.groupBy(
    candidates.filter(({ isStem }) => !isStem),
    (candidate) => candidate.stem,
  );
  const wordsOf = ({ stem }: Candidate): readonly Candidate[] => byStem.get(stem) ?? [];
  const isCovered = (candidate: Candidate): boolean =>
    candidate.isStem && wordsOf(candidate).reduce((sum, { count }) => sum + count, 0) >= candidate.count;
  const counting = candidates
    .filter((candidate) => !isCovered(candidate))
    .sort((a, b) => a.edits - b.edits || b.count - a.count || compareBytes(a.text, b.text))
    .slice(0, MAX_FUZZY_MATCHES);
  const chosen = new Set(counting);
  // A stem may have more words than are known, as long as it does not bring back one that was left out.
  return [
    ...counting,
    ...candidates.filter(
      (candidate) => isCovered(candidate) && wordsOf(candidate).every((word) => chosen.has(word)),
    ),
  ];
}

export const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
