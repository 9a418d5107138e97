import type { Analyzer } from '../../src/analysis/analyzer.ts';
import type { DocumentRef, SearchOutcome, SearchPlan } from '../../src/index/plan.ts';
import type { Schema } from '../../src/values/types.ts';
import { boosted } from './boosts.ts';
import type { OracleDocument } from './document.ts';
import { facetOutcome } from './facets.ts';
import { passes } from './filters.ts';
import { groupHits, hitOf } from './groups.ts';
import { operatorScores } from './operators-query.ts';
import { orderOf, type Ranked } from './order.ts';
import { plainScores, type Scores } from './plain-query.ts';
import { prefixScores } from './prefix-query.ts';
import { searchedFields } from './searched-field.ts';
import { TreeOracle } from './tree-query.ts';

/** The outcome of a plan over all living documents of an engine. */
export function searchDocuments(
  plan: SearchPlan,
  documents: readonly OracleDocument[],
  schema: Schema,
  analyzer: Analyzer,
): SearchOutcome {
  const texts = scoresOf(plan, documents, schema, analyzer);
  const scores = new Map([...texts].map(([document, s]) => [document, boosted(s, plan.boosts, document)]));
  const found: Ranked[] = documents
    .filter((document) => !plan.hidden.some(isOf(document)) && passes(document, plan.filter))
    .flatMap((document) => {
      const score = promotedScore(plan.promoted.findIndex(isOf(document))) ?? scores.get(document);
      return score === undefined ? [] : [{ document, score }];
    });

  const order = orderOf(plan.sort);
  const hits = plan.group === null ? [...found].sort(order).map(hitOf) : groupHits(plan.group, found, order);
  return {
    total: hits.length,
    hits: hits.slice(plan.offset, plan.offset + plan.limit),
    facets: plan.facets.map((facet) =>
      facetOutcome(
        facet,
        found.map(({ document }) => document),
      ),
    ),
  };
}

/** Whether a reference is to a document. */
const isOf =
  ({ engineId, id }: OracleDocument) =>
  (ref: DocumentRef): boolean =>
    ref.engineId === engineId && ref.id === id;

/** The score of the document at a place of the promoted ones, above what any text gives; none without a place. */
export const promotedScore = (place: number): number | undefined =>
  place < 0 ? undefined : 2 ** 127 - place * 2 ** 104;

/** What the query alone finds, before filters and boosts. */
function scoresOf(
  { query, fields, matching }: SearchPlan,
  documents: readonly OracleDocument[],
  schema: Schema,
  analyzer: Analyzer,
): Scores {
  if (query.kind === 'everything') return new Map(documents.map((document) => [document, 1]));
  if (query.kind === 'tree') {
    const isText = (field: string): boolean => schema.get(field) === 'text';
    return new TreeOracle(documents, analyzer, isText).scores(query.root);
  }
  const searched = searchedFields(fields, schema, documents);
  switch (query.kind) {
    case 'plain':
      return plainScores(query, matching, searched, analyzer);
    case 'operators':
      return operatorScores(query, documents, searched, analyzer);
    case 'prefix':
      return prefixScores(query.text, searched, analyzer);
  }
}
