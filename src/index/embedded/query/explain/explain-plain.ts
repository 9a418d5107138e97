import type { QueryVerdict, ScorePart } from '../../../explanation.ts';
import type { MatchRules, QueryPlan, SearchPlan } from '../../../plan.ts';
import { COVERAGE_BONUS, TIE_BREAKER } from '../../../ranking.ts';
import { precisionOf } from '../../../terms/expansion-kinds.ts';
import { minimumOf, type QueryTerm, queryTerms } from '../../../terms/query-terms.ts';
import type { SegmentReader } from '../../snapshot/segment-reader.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { averageLength, K_BASE, K_SLOPE } from '../scoring/bm25.ts';
import { type TermPlan, termPlan } from '../terms/term-lookup.ts';
import { bestExpansion } from './best-expansion.ts';

type TermPart = Extract<ScorePart, { kind: 'term' }>;

/** A field in which terms match, with the part of each before fields are combined. */
interface FieldParts {
  readonly found: ReadonlySet<number>;
  readonly parts: readonly TermPart[];
  readonly score: number;
}

/** How a document matches a plain query: the formula of docs/matching.md, section 4, for one document. It yields. */
export function* explainPlain(
  snapshot: Snapshot,
  { text, synonyms }: Extract<QueryPlan, { kind: 'plain' }>,
  fields: SearchPlan['fields'],
  rules: MatchRules,
  number: number,
  doc: number,
): Generator<void, { verdict: QueryVerdict; parts: readonly ScorePart[] }> {
  const precision = precisionOf(rules);
  const terms = queryTerms(snapshot.analyzer, text, synonyms, precision);
  const { counting, needed } = minimumOf(terms, precision);
  const names = fields.map(({ name }) => name);
  const plans: TermPlan[] = [];
  for (const term of terms) {
    const plan = termPlan(snapshot, term, names, precision);
    plans.push('next' in plan ? yield* plan : plan);
  }
  const inFields: FieldParts[] = [];
  for (const [f, field] of fields.entries()) {
    const ofField = plans.map((plan) => plan[f]);
    inFields.push(yield* partsIn(snapshot, field, terms, ofField, number, doc));
  }
  const countIn = (found: ReadonlySet<number>): number => counting.filter((term) => found.has(term)).length;
  const anywhere = new Set(inFields.flatMap(({ found }) => [...found]));
  const found = precision.inOneField
    ? inFields.reduce((most, one) => Math.max(most, countIn(one.found)), 0)
    : countIn(anywhere);
  const matches = terms.length > 0 && found >= needed;
  const verdict = {
    matches,
    terms: terms.map(({ word, isStop }, term) => ({
      word,
      isStopWord: isStop,
      fields: names.filter((_, f) => inFields[f]?.found.has(term)),
    })),
    needed,
    found,
    inOneField: precision.inOneField,
  };
  return { verdict, parts: matches ? combined(inFields) : [] };
}

function* partsIn(
  snapshot: Snapshot,
  { name, weight }: SearchPlan['fields'][number],
  terms: readonly QueryTerm[],
  plans: TermPlan,
  number: number,
  doc: number,
): Generator<void, FieldParts> {
  const parts: TermPart[] = [];
  const found = new Set<number>();
  const text = (snapshot.readers[number] as SegmentReader).segment.text(name);
  const length = text?.lengths[doc] ?? 0;
  if (text === undefined || length === 0) return { found, parts, score: 0 };
  const average = averageLength(snapshot.totals(name));
  const norm = K_BASE + (K_SLOPE / average) * length;
  for (const [term, { word, repetition }] of terms.entries()) {
    const inField = plans[term];
    const expansions = inField?.bySegment[number];
    if (inField === undefined || expansions === undefined) continue;
    const best = yield* bestExpansion(text, expansions, doc, norm);
    if (best === undefined) continue;
    found.add(term);
    const { kind: expansion, frequency, words } = best;
    parts.push({
      kind: 'term',
      field: name,
      term: word,
      expansion,
      words,
      weight: best.weight,
      frequency,
      length,
      averageLength: average,
      idf: inField.idf,
      repetition,
      fieldWeight: weight,
      coverage: 1,
      share: 1,
      score: (weight * repetition * inField.idf * best.weight * frequency) / (frequency + norm),
    });
  }
  const coverage =
    1 + COVERAGE_BONUS * Math.min(1, found.size / length) * (found.size / Math.max(1, terms.length));
  const covered = parts.map((part) => ({ ...part, coverage, score: coverage * part.score }));
  return { found, parts: covered, score: covered.reduce((sum, { score }) => sum + score, 0) };
}

/** Dis-max over fields: the best one counts in full, the others by the tie-breaker. */
function combined(fields: readonly FieldParts[]): ScorePart[] {
  const best = fields.reduce<FieldParts | undefined>(
    (first, field) => (first === undefined || field.score > first.score ? field : first),
    undefined,
  );
  return fields.flatMap((field) => {
    const share = field === best ? 1 : TIE_BREAKER;
    return field.parts.map((part) => ({ ...part, share, score: share * part.score }));
  });
}
