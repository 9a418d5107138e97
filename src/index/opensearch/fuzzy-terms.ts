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

interface Candidate extends Comparison {
  readonly text: string;
  readonly docs: number;
  readonly tokenIn: (field: string) => Token;
}

/** The fuzzy matches of a term in some text fields, the best first (docs/matching.md, section 5). */
export function fuzzyTermsOf(
  { word, stem, isLast, alternatives }: QueryTerm,
  fields: readonly string[],
  analyzer: Analyzer,
  facts: TermFacts,
): FuzzyTerm[] {
  const near = (vocabulary: 'word' | 'stem', term: string): readonly string[] =>
    facts.near({ vocabulary, term, edits: allowedEdits([...term].length), prefixLength: COMMON });
  const docsOf = (tokenIn: (field: string) => Token): number =>
    fields.reduce((sum, field) => sum + facts.frequency(tokenIn(field)), 0);
  const candidate = (
    text: string,
    comparison: Comparison | undefined,
    tokenIn: (field: string) => Token,
  ): Candidate[] =>
    comparison === undefined ? [] : [{ ...comparison, text, tokenIn, docs: docsOf(tokenIn) }];

  const words = near('word', word)
    .filter((other) => other !== word && analyzer.stem(other) !== stem)
    .flatMap((other) => candidate(other, compared(word, other), (field) => wordToken(field, other)));
  const stems = near('stem', stem)
    .filter((other) => other !== stem)
    .flatMap((other) => candidate(other, compared(stem, other), (field) => stemToken(field, other)));
  const isKnown =
    alternatives.length > 0 ||
    docsOf((field) => stemToken(field, stem)) > 0 ||
    (isLast && [...word].length <= LONGEST_BEGINNING && docsOf((field) => beginningToken(field, word)) > 0);
  const c = isKnown ? WEIGHTS.fuzzy : UNKNOWN_FUZZY_WEIGHT;
  return [...words, ...stems]
    .filter(({ docs }) => docs > 0)
    .sort((a, b) => a.edits - b.edits || b.docs - a.docs || compareBytes(a.text, b.text))
    .slice(0, MAX_FUZZY_MATCHES)
    .map(({ edits, length, tokenIn }) => ({ tokenIn, weight: c * (1 - edits / length) }));
}

export const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
