import type { Analyzer } from '../../analysis/analyzer.ts';
import type { MatchRules, QueryPlan, SearchPlan } from '../plan.ts';
import { LAST_PREFIX_WEIGHT, STOP_WORD_WEIGHT, SYNONYM_WEIGHT, TIE_BREAKER, WEIGHTS } from '../ranking.ts';
import { type Precision, precisionOf } from '../terms/expansion-kinds.ts';
import { idf } from '../terms/idf.ts';
import { minimumOf, type QueryTerm, queryTerms, termIn } from '../terms/query-terms.ts';
import type { Json } from './cluster.ts';
import { allOf, anyOf, NO } from './filters.ts';
import { type FuzzyTerm, fuzzyTermsOf } from './fuzzy-terms.ts';
import { countedTerm, frequencyQuery, tokenQuery } from './scored-terms.ts';
import { FIELD_SCORE } from './scripts.ts';
import type { TermFacts } from './term-facts.ts';
import { beginningToken, compoundToken, stemToken, subtokenToken, type Token, wordToken } from './tokens.ts';

type Fields = SearchPlan['fields'];

/**
 * OpenSearch allows 1,024 clauses in a query, of which some are for the filter. If matching needs more than this, or
 * scoring more than what is left, the weakest expansions are left out.
 */
const MOST_CLAUSES = 900;
/** Clauses that scoring has in any case. */
const LEAST_SCORED = 100;
/** What the sum of worths is divided by beyond its limit, so that it stays clearly below 1. */
const MARGIN = 1.1;

/** A way in which a term matches in a field. */
interface Match {
  readonly weight: number;
  /** The documents that have the token, which scores by its frequency; or all of several. */
  readonly token?: Token;
  /** Their number; undefined if it is not known. */
  readonly docs?: number;
  readonly all?: readonly Json[];
}

/** The documents that match a plain query, with their scores: docs/matching.md, sections 2 to 5 and 7. */
export function plainQuery(
  { text, synonyms }: Extract<QueryPlan, { kind: 'plain' }>,
  rules: MatchRules,
  fields: Fields,
  analyzer: Analyzer,
  facts: TermFacts,
): Json {
  const precision = precisionOf(rules);
  const asked = queryTerms(analyzer, text, synonyms, precision);
  if (asked.length === 0 || fields.length === 0) return NO;
  const names = fields.map(({ name }) => name).filter((name) => name !== 'id');
  const terms = asked.map((term) =>
    termIn(term, names, precision, (name) => facts.frequency(stemToken(name, term.stem))),
  );
  const fuzzy = terms.map((term) => (term.isFuzzy ? fuzzyTermsOf(term, names, analyzer, facts) : []));
  const searched = fields.map((field) => ({
    ...field,
    matches: terms.map((term, i) =>
      fieldMatches(term, field.name, precision, fuzzy[i] ?? [], facts).filter(({ docs }) => docs !== 0),
    ),
  }));
  const { counting, needed } = minimumOf(terms, precision);
  const { query: matching, clauses } = matchingQuery(searched, counting, needed, precision.inOneField);
  const left = Math.max(LEAST_SCORED, MOST_CLAUSES - clauses);
  const scored = strongest(searched, left);
  const scores = scoresOf(terms, scored, facts);
  if (scores.length === 0) return { bool: { filter: [matching] } };
  const best = { dis_max: { queries: scores, tie_breaker: TIE_BREAKER } };
  // If any term is enough, what is scored is what matches.
  const isImplied = needed === 1 && counting.length === terms.length && scored === searched;
  return isImplied ? best : { bool: { filter: [matching], should: [best] } };
}

/** The documents that have `needed` of the terms `counting`, and the number of clauses of the query. */
function matchingQuery(
  fields: readonly SearchedField[],
  counting: readonly number[],
  needed: number,
  inOneField: boolean,
): { readonly query: Json; readonly clauses: number } {
  let clauses = 0;
  const found = (matches: readonly Match[]): Json => {
    const queries = tokenQuery(matches.flatMap(({ token }) => token ?? []));
    const parts = matches.flatMap(({ all }) => (all === undefined ? [] : [all]));
    clauses += queries.length + parts.reduce((sum, all) => sum + 2 * all.length, 0);
    return anyOf([...queries, ...parts.map(allOf)]);
  };
  const enough = (matchesOf: (term: number) => readonly Match[]): Json => {
    const able = counting.map(matchesOf).filter((matches) => matches.length > 0);
    if (able.length < needed) return NO;
    return { bool: { should: able.map(found), minimum_should_match: needed } };
  };
  const query = inOneField
    ? anyOf(fields.map(({ matches }) => enough((term) => matches[term] ?? [])))
    : enough((term) => fields.flatMap(({ matches }) => matches[term] ?? []));
  if (clauses <= MOST_CLAUSES - LEAST_SCORED) return { query, clauses };
  // At most as many clauses as matches.
  const fewer = strongest(fields, Math.min(MOST_CLAUSES - LEAST_SCORED, weightsOf(fields).length - 1));
  return matchingQuery(fewer, counting, needed, inOneField);
}

const weightsOf = (fields: readonly SearchedField[]): number[] =>
  fields.flatMap(({ matches }) => matches.flat().map(({ weight }) => weight));

/** Fields with at most `most` matches, those with most weight. */
function strongest(fields: readonly SearchedField[], most: number): readonly SearchedField[] {
  const weights = weightsOf(fields);
  if (weights.length <= most) return fields;
  const least = weights.sort((a, b) => b - a)[most] ?? 0;
  return fields.map((field) => ({
    ...field,
    matches: field.matches.map((matches) => matches.filter(({ weight }) => weight > least)),
  }));
}

/** Every way in which a term may match in a field. */
function fieldMatches(
  term: QueryTerm,
  field: string,
  { expansions }: Precision,
  fuzzy: readonly FuzzyTerm[],
  facts: TermFacts,
): Match[] {
  const { word, stem, isStop, isLast } = term;
  const matches: Match[] = [];
  const add = (weight: number, token: Token, docs = facts.frequency(token)): void =>
    void matches.push({ weight, token, docs });
  if (field === 'id') {
    add(WEIGHTS.exact, wordToken(field, word));
    return matches;
  }
  if (expansions.has('exact')) add(isStop ? STOP_WORD_WEIGHT : WEIGHTS.exact, wordToken(field, word));
  if (expansions.has('stem') && !isStop) add(WEIGHTS.stem, stemToken(field, stem));
  for (const compound of term.compounds) add(WEIGHTS.compound, wordToken(field, compound));
  if (term.splitCharacters.length > 0) add(WEIGHTS.compound, compoundToken(field, word));
  if (expansions.has('subtoken') && !isStop) add(WEIGHTS.subtoken, subtokenToken(field, stem));
  if (term.subtokenStems.length > 0) {
    const all = term.subtokenStems.map((part) =>
      anyOf(tokenQuery([subtokenToken(field, part), stemToken(field, part)])),
    );
    matches.push({ weight: WEIGHTS.subtoken, all });
  }
  if (term.isPrefix) add(isLast ? LAST_PREFIX_WEIGHT : WEIGHTS.prefix, beginningToken(field, word));
  for (const { weight, tokenIn, docsIn } of fuzzy) add(weight, tokenIn(field), docsIn(field));
  for (const stems of term.alternatives) {
    const [only, ...others] = stems.map((one) => stemToken(field, one));
    if (only === undefined) continue;
    if (others.length === 0) add(SYNONYM_WEIGHT, only);
    else matches.push({ weight: SYNONYM_WEIGHT, all: [only, ...others].map((one) => frequencyQuery(one)) });
  }
  return matches;
}

interface SearchedField {
  readonly name: string;
  readonly weight: number;
  /** By term, the ways in which it matches. */
  readonly matches: ReadonlyArray<readonly Match[]>;
}

/** The score of each field that any document has a term in: by dis-max over the expansions of each term. */
function scoresOf(terms: readonly QueryTerm[], fields: readonly SearchedField[], facts: TermFacts): Json[] {
  return fields.flatMap(({ name, weight, matches: all }) => {
    const { docs } = facts.totals(name);
    if (docs === 0) return [];
    const worths = terms.map((term, i) => {
      const matches = all[i] ?? [];
      return { matches, worth: term.repetition * termIdf(term, name, matches, docs, facts) };
    });
    const sum =
      MARGIN * worths.reduce((sum, { matches, worth }) => sum + (matches.length > 0 ? worth : 0), 0);
    const queries = worths.flatMap(({ matches, worth }) => {
      const scored = matches.map(({ weight: c, token, all: parts }) => {
        const query = token === undefined ? once(parts ?? []) : frequencyQuery(token);
        return countedTerm(query, name, (c * worth) / sum, facts);
      });
      return scored.length === 0 ? [] : [scored.length === 1 ? scored[0] : { dis_max: { queries: scored } }];
    });
    if (queries.length === 0) return [];
    const params = { z: weight * sum, n: terms.length, f: `l.${name}` };
    const query = { bool: { should: queries, minimum_should_match: 1 } };
    return [{ script_score: { query, script: { source: FIELD_SCORE, params } } }];
  });
}

/** The documents that match all queries, as if each had the term once. */
const once = (queries: readonly Json[]): Json => ({ constant_score: { filter: allOf(queries) } });

/** The IDF that all expansions of a term share in a field. */
function termIdf(
  { word, stem, alternatives }: QueryTerm,
  field: string,
  matches: readonly Match[],
  docs: number,
  facts: TermFacts,
): number {
  const own = facts.frequency(field === 'id' ? wordToken(field, word) : stemToken(field, stem));
  const others = (): number => matches.reduce((sum, match) => sum + (match.docs ?? 0), 0);
  const rarest = (stems: readonly string[]): number =>
    stems.reduce((least, one) => Math.min(least, facts.frequency(stemToken(field, one))), docs);
  const synonyms = field === 'id' ? [] : alternatives.map(rarest);
  const df = synonyms.reduce((most, one) => Math.max(most, one), own > 0 ? own : others());
  return idf(docs, Math.min(docs, df));
}
