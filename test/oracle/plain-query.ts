import type { Analyzer } from '../../src/analysis/analyzer.ts';
import type { Expansion, MatchRules, QueryPlan } from '../../src/index/plan.ts';
import type { OracleDocument } from './document.ts';
import { type ExpandedTerm, matchesIn } from './expansions.ts';
import { fuzzyMatchesOf } from './fuzzy.ts';
import { idf } from './idf.ts';
import { type Precision, precisionIn } from './precision.ts';
import { type QueryTerm, queryTerms } from './query-terms.ts';
import type { SearchedField } from './searched-field.ts';

/** B, what a field adds to its score that is the query, and nothing else. */
export const COVERAGE_BONUS = 1;
/** T, the share of the fields other than the best one. */
const TIE_BREAKER = 0.4;
/** c of a stop word. */
const STOP_WORD = 0.2;

type PlainQuery = Extract<QueryPlan, { kind: 'plain' }>;
export type Scores = Map<OracleDocument, number>;

/** The documents that match a plain query, with their scores: sections 4 and 7. */
export function plainScores(
  query: PlainQuery,
  rules: MatchRules,
  fields: readonly SearchedField[],
  analyzer: Analyzer,
): Scores {
  const precision = precisionIn(rules);
  const terms = expandedTerms(query, precision, fields, analyzer);
  const ordinary = terms.filter((q) => !q.isStop);
  const needed = Math.max(1, precision.needed(terms.length) - (terms.length - ordinary.length));
  const scores: Scores = new Map();
  if (terms.length === 0) return scores;

  const idfs = new Map(fields.map((field) => [field, new Map(terms.map((q) => [q, idf(field, q)]))]));
  for (const document of new Set(fields.flatMap((field) => [...field.texts.keys()]))) {
    const found = fields.map((field) => findIn(field, document, terms, idfs.get(field) ?? new Map()));
    const foundAnywhere = new Set(found.flatMap((one) => [...one.words]));
    const isEnough = (words: ReadonlySet<ExpandedTerm>): boolean =>
      ordinary.filter((q) => words.has(q)).length >= needed;
    const isMatch = precision.inOneField
      ? found.some(({ words }) => isEnough(words))
      : isEnough(foundAnywhere);
    if (isMatch) scores.set(document, combined(found.map(({ field, score }) => field.weight * score)));
  }
  return scores;
}

/** The score of a document from those of its fields: dis-max with a tie-breaker. */
export function combined(scores: readonly number[]): number {
  const best = Math.max(0, ...scores);
  return best + TIE_BREAKER * (scores.reduce((sum, score) => sum + score, 0) - best);
}

function expandedTerms(
  { text, synonyms }: PlainQuery,
  precision: Precision,
  fields: readonly SearchedField[],
  analyzer: Analyzer,
): ExpandedTerm[] {
  return queryTerms(text, analyzer, synonyms).map((q) => {
    const ofStopWord = new Set<Expansion>(q.isLast ? ['exact', 'prefix'] : ['exact']);
    const active = q.isStop ? precision.expansions.intersection(ofStopWord) : precision.expansions;
    const isEstablished =
      !/\p{Nd}/u.test(q.word) && fields.some((field) => stemDocuments(field, q) >= precision.establishedDocs);
    const weak = new Set<Expansion>(q.isLast ? ['fuzzy'] : ['fuzzy', 'prefix']);
    const expansions = isEstablished ? active.difference(weak) : active;
    return {
      ...q,
      expansions,
      exactWeight: q.isStop ? STOP_WORD : 1,
      fuzzyMatches: expansions.has('fuzzy') ? fuzzyMatchesOf(q, fields, analyzer) : [],
    };
  });
}

/** The documents that have a term with the stem of `q` in a text field. */
const stemDocuments = (field: SearchedField, q: QueryTerm): number =>
  field.isId ? 0 : field.documentsWith((text) => text.stems(q.stem) > 0);

interface FoundInField {
  readonly field: SearchedField;
  readonly words: ReadonlySet<ExpandedTerm>;
  /** S(f). */
  readonly score: number;
}

function findIn(
  field: SearchedField,
  document: OracleDocument,
  terms: readonly ExpandedTerm[],
  idfs: ReadonlyMap<ExpandedTerm, number>,
): FoundInField {
  const words = new Set<ExpandedTerm>();
  const text = field.texts.get(document);
  if (text === undefined) return { field, words, score: 0 };
  let sum = 0;
  for (const q of terms) {
    const matches = matchesIn(q, text, field.isId);
    if (matches.length === 0) continue;
    words.add(q);
    const worth = matches.map(({ c, tf }) => c * saturation(tf, text.length, field));
    sum += q.repetition * (idfs.get(q) ?? Number.NaN) * Math.max(...worth);
  }
  const coverage = Math.min(1, words.size / text.length) * (words.size / terms.length);
  return { field, words, score: (1 + COVERAGE_BONUS * coverage) * sum };
}

/** What `tf` occurrences are worth in a field of this length: the BM25 curve. */
export const saturation = (tf: number, length: number, field: SearchedField): number =>
  tf / (tf + 1.2 * (0.5 + (0.5 * length) / field.averageLength));
