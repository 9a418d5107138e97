import type { Analyzer } from '../../analysis/analyzer.ts';
import { UNKNOWN_FUZZY_WEIGHT, WEIGHTS } from '../ranking.ts';
import { codePoints, editDistance } from '../terms/edit-distance.ts';
import { MAX_FUZZY_MATCHES } from '../terms/expansion-kinds.ts';
import type { QueryTerm } from '../terms/query-terms.ts';
import type { TermFacts } from './term-facts.ts';
import { beginningToken, LONGEST_BEGINNING, stemToken, type Token, wordToken } from './tokens.ts';

/** Leading characters that a fuzzy match has in common with its term. */
const COMMON = 2;

/** A fuzzy match of a query term: a word, or all words with a stem. */
export interface FuzzyTerm {
  readonly weight: number;
  readonly tokenIn: (field: string) => Token;
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
  readonly docs: number;
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
  const near = (vocabulary: 'word' | 'stem', form: string): readonly string[] =>
    facts.near({ vocabulary, term: form, edits: allowedEdits([...form].length), prefixLength: COMMON });
  const docsOf = (tokenIn: (field: string) => Token): number =>
    fields.reduce((sum, field) => sum + facts.frequency(tokenIn(field)), 0);

  const candidates: Candidate[] = [];
  for (const text of near('word', word)) {
    const of = analyzer.stem(text);
    const comparison = text === word || of === stem ? undefined : comparedWord(term, text, of);
    const docs = docsOf((field) => wordToken(field, text));
    if (comparison !== undefined) candidates.push({ ...comparison, text, stem: of, isStem: false, docs });
  }
  for (const text of near('stem', stem)) {
    const comparison = text === stem ? undefined : compared(stem, text);
    const docs = docsOf((field) => stemToken(field, text));
    if (comparison !== undefined) candidates.push({ ...comparison, text, stem: text, isStem: true, docs });
  }
  const isKnown =
    alternatives.length > 0 ||
    docsOf((field) => stemToken(field, stem)) > 0 ||
    (isLast && [...word].length <= LONGEST_BEGINNING && docsOf((field) => beginningToken(field, word)) > 0);
  const c = isKnown ? WEIGHTS.fuzzy : UNKNOWN_FUZZY_WEIGHT;
  return bestOf(candidates.filter(({ docs }) => docs > 0)).map(({ text, isStem, edits, length }) => ({
    tokenIn: (field) => (isStem ? stemToken(field, text) : wordToken(field, text)),
    weight: c * (1 - edits / length),
  }));
}

/** The candidates that count: of more than MAX_FUZZY_MATCHES, a stem whose words are all known does not count again. */
function bestOf(candidates: readonly Candidate[]): Candidate[] {
  const byStem = Map.groupBy(
    candidates.filter(({ isStem }) => !isStem),
    (candidate) => candidate.stem,
  );
  const wordsOf = ({ stem }: Candidate): readonly Candidate[] => byStem.get(stem) ?? [];
  const isCovered = (candidate: Candidate): boolean =>
    candidate.isStem && wordsOf(candidate).reduce((sum, { docs }) => sum + docs, 0) >= candidate.docs;
  const counting = candidates
    .filter((candidate) => !isCovered(candidate))
    .sort((a, b) => a.edits - b.edits || b.docs - a.docs || compareBytes(a.text, b.text))
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
