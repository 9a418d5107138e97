import type { Analyzer } from '../../src/analysis/analyzer.ts';
import { begins } from './expansions.ts';
import { characters, type QueryTerm } from './query-terms.ts';
import type { SearchedField } from './searched-field.ts';
import { compareValues } from './values.ts';

/** Only the best fuzzy matches of a term count. */
const MOST_FUZZY_MATCHES = 50;

/** Edits between two words by optimal string alignment: no character is edited twice. */
export function editDistance(a: string, b: string): number {
  const from = characters(a);
  const to = characters(b);
  const rows: number[][] = [];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 0; i <= from.length; i++) {
    rows.push([]);
    for (let j = 0; j <= to.length; j++) {
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      rows[i]?.push(
        Math.min(
          i === 0 && j === 0 ? 0 : Number.POSITIVE_INFINITY,
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1),
          isSwap ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(from.length, to.length);
}

export const allowedEdits = (length: number): number => (length < 3 ? 0 : length < 6 ? 1 : 2);

interface Comparison {
  readonly edits: number;
  /** The length of the form of the query word. */
  readonly length: number;
}

/** One comparison, of words or of stems; undefined if it does not admit the pair. */
export function compareForms(query: string, other: string): Comparison | undefined {
  const [q, v] = [characters(query), characters(other)];
  if (q[0] !== v[0] || q[1] !== v[1]) return undefined;
  const edits = editDistance(query, other);
  return edits <= allowedEdits(q.length) ? { edits, length: q.length } : undefined;
}

/** How `v` is a fuzzy match of `q`; undefined if it is none. */
export function fuzzyComparison(q: string, v: string, analyzer: Analyzer): Comparison | undefined {
  const [stemOfQ, stemOfV] = [analyzer.stem(q), analyzer.stem(v)];
  if (q === v || stemOfQ === stemOfV) return undefined;
  const byWord = compareForms(q, v);
  const byStem = compareForms(stemOfQ, stemOfV);
  if (byWord === undefined || byStem === undefined) return byWord ?? byStem;
  return byStem.edits < byWord.edits ? byStem : byWord;
}

export interface FuzzyMatch {
  readonly word: string;
  /** The weight of the expansion. */
  readonly c: number;
}

/** The fuzzy matches of `q` that count, best first. */
export function fuzzyMatchesOf(
  q: QueryTerm,
  fields: readonly SearchedField[],
  analyzer: Analyzer,
): FuzzyMatch[] {
  const documents = new Map<string, number>();
  for (const field of fields.filter(({ isId }) => !isId)) {
    for (const text of field.texts.values()) {
      for (const word of new Set(text.words.map((placed) => placed.word))) {
        documents.set(word, (documents.get(word) ?? 0) + 1);
      }
    }
  }
  const isKnown =
    q.alternatives.length > 0 ||
    [...documents.keys()].some(
      (word) => analyzer.stem(word) === analyzer.stem(q.word) || (q.isLast && begins(word, q)),
    );
  return [...documents]
    .flatMap(([word, count]) => {
      const comparison = fuzzyComparison(q.word, word, analyzer);
      return comparison === undefined ? [] : [{ word, count, ...comparison }];
    })
    .sort((a, b) => a.edits - b.edits || b.count - a.count || compareValues(a.word, b.word))
    .slice(0, MOST_FUZZY_MATCHES)
    .map(({ word, edits, length }) => ({ word, c: (isKnown ? 0.1 : 0.9) * (1 - edits / length) }));
}
