import type { Analyzer } from '../../src/analysis/analyzer.ts';
import type { Operand, QueryPlan } from '../../src/index/plan.ts';
import type { OracleDocument } from './document.ts';
import type { FieldText } from './field-text.ts';
import { idfOf } from './idf.ts';
import { hasPhrase } from './phrases.ts';
import { combined, type Scores, saturation } from './plain-query.ts';
import { wordsOf } from './query-terms.ts';
import type { SearchedField } from './searched-field.ts';

type OperatorsPlan = Extract<QueryPlan, { kind: 'operators' }>;

/** An operand by its words; it matches within one field. */
interface Sought {
  readonly isPhrase: boolean;
  readonly words: readonly string[];
}

/** Section 6. */
export function operatorScores(
  plan: OperatorsPlan,
  documents: readonly OracleDocument[],
  fields: readonly SearchedField[],
  analyzer: Analyzer,
): Scores {
  const { required, wanted, forbidden } = soughtIn(plan, analyzer);
  const scores: Scores = new Map();
  if (fields.length === 0 || required.length + wanted.length + forbidden.length === 0) return scores;

  const isIn = (document: OracleDocument) => (sought: Sought) =>
    fields.some((field) => matchesField(sought, field, field.texts.get(document), analyzer));
  const onlyForbids = required.length === 0 && wanted.length === 0;
  for (const document of documents) {
    if (forbidden.some(isIn(document)) || !required.every(isIn(document))) continue;
    if (onlyForbids) scores.set(document, 1);
    else if (required.length > 0 || wanted.some(isIn(document))) {
      const terms = [...required, ...wanted].map((sought) =>
        operandScore(sought, document, fields, analyzer),
      );
      scores.set(
        document,
        terms.reduce((sum, term) => sum + term, 0),
      );
    }
  }
  return scores;
}

interface SoughtByRole {
  readonly required: readonly Sought[];
  readonly wanted: readonly Sought[];
  readonly forbidden: readonly Sought[];
}

/** The operands that are left once unquoted stop words are dropped, unless nothing would be left at all. */
function soughtIn(plan: OperatorsPlan, analyzer: Analyzer): SoughtByRole {
  const withWords = (operands: readonly Operand[], dropsStopWords: boolean): Sought[] =>
    operands
      .map(({ kind, text }) => {
        const isPhrase = kind === 'phrase';
        const keeps = (word: string): boolean => isPhrase || !dropsStopWords || !analyzer.isStopWord(word);
        return { isPhrase, words: wordsOf(text, analyzer).filter(keeps) };
      })
      .filter(({ words }) => words.length > 0);
  const all = (dropsStopWords: boolean): SoughtByRole => ({
    required: withWords(plan.required, dropsStopWords),
    wanted: withWords(plan.wanted, dropsStopWords),
    forbidden: withWords(plan.forbidden, dropsStopWords),
  });
  const left = all(true);
  return left.required.length + left.wanted.length + left.forbidden.length > 0 ? left : all(false);
}

function matchesField(
  { isPhrase, words }: Sought,
  field: SearchedField,
  text: FieldText | undefined,
  analyzer: Analyzer,
): boolean {
  if (text === undefined) return false;
  const stems = words.map((word) => stemIn(field, word, analyzer));
  return isPhrase
    ? hasPhrase(text, stems)
    : stems.every((sought) => text.words.some(({ stem }) => stem === sought));
}

/** The fields in which the operand matches, combined; in each, the sum over its different words. */
function operandScore(
  sought: Sought,
  document: OracleDocument,
  fields: readonly SearchedField[],
  analyzer: Analyzer,
): number {
  const scores: number[] = [];
  for (const field of fields) {
    const text = field.texts.get(document);
    if (text === undefined || !matchesField(sought, field, text, analyzer)) continue;
    let score = 0;
    for (const word of new Set(sought.words)) {
      const wanted = stemIn(field, word, analyzer);
      const df = field.documentsWith(({ words }) => words.some(({ stem }) => stem === wanted));
      const tf = text.count(({ stem }) => stem === wanted);
      const c = field.isId ? 1 : 0.95;
      score += field.weight * idfOf(field.documentCount, df) * c * saturation(tf, text.length, field);
    }
    scores.push(score);
  }
  return combined(scores);
}

/** `id` knows no stems, so there words are compared. */
const stemIn = (field: SearchedField, word: string, analyzer: Analyzer): string =>
  field.isId ? word : analyzer.stem(word);
