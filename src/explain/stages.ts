import type { Explanation, FilterVerdict } from '../index/explanation.ts';
import type { Filter, SearchPlan } from '../index/plan.ts';
import { type EngineNames, filterJson } from '../search/plan-json.ts';
import type { IsVisible } from './visible-fields.ts';

/** A stage of a search, and whether the document passed it. */
export interface Stage {
  readonly stage: string;
  readonly passed: boolean;
  readonly [detail: string]: unknown;
}

/** What the stages of a search depend on. */
export interface Staged {
  readonly plan: SearchPlan;
  readonly explanation: Explanation;
  /** Whether the first part of the plan's filter is that of a signed search key. */
  readonly hasKeyFilter: boolean;
  /** Whether the document would match the query if all fields were searched that the caller may search. */
  readonly matchesElsewhere: boolean;
  readonly isVisible: IsVisible;
  readonly engines: EngineNames;
}

/**
 * The stages of a search in order, up to the first that the document does not pass. The filters of a key come first: a document
 * outside of them is not described any further.
 */
export function stagesOf(staged: Staged): Stage[] {
  const stages: Stage[] = [];
  for (const stage of allStages(staged)) {
    stages.push(stage);
    if (!stage.passed) break;
  }
  return stages;
}

function* allStages({
  plan,
  explanation,
  hasKeyFilter,
  matchesElsewhere,
  isVisible,
  engines,
}: Staged): Generator<Stage, void> {
  const { curation, query, position } = explanation;
  yield { stage: 'exists', passed: explanation.isFound };

  const { key, own } = filtersOf(explanation.filter, hasKeyFilter);
  if (key !== null) yield { stage: 'key_filters', passed: key.passes };

  const isPromoted = curation === 'promoted';
  const matches = query.matches || isPromoted;
  yield {
    stage: 'search_fields',
    passed: matches || !matchesElsewhere,
    fields: Object.fromEntries(plan.fields.map(({ name, weight }) => [name, weight])),
  };
  const terms = query.terms.map(({ word, isStopWord, fields }) => ({
    term: word,
    stop_word: isStopWord,
    fields: fields.filter(isVisible),
  }));
  yield {
    stage: 'terms',
    passed: matches,
    ...(terms.length > 0 && {
      needed: query.needed,
      found: query.found,
      in_one_field: query.inOneField,
      terms,
    }),
  };

  const conditions = conditionsOf(own).filter(({ filter }) => fieldsOf(filter).every(isVisible));
  yield {
    stage: 'filters',
    passed: own.passes,
    conditions: conditions.map(({ filter, passes }) => ({
      condition: filterJson(filter, engines),
      passed: passes,
    })),
  };
  yield { stage: 'curation', passed: curation !== 'hidden', action: curation };
  if (plan.group !== null) yield { stage: 'group', passed: position !== null, field: plan.group.field };
  const isOnPage = position !== null && position > plan.offset && position <= plan.offset + plan.limit;
  yield { stage: 'page', passed: isOnPage, from: plan.offset + 1, to: plan.offset + plan.limit };
}

/** The verdicts about the filters of a key and of the request, which a plan has in this order. */
function filtersOf(
  verdict: FilterVerdict,
  hasKeyFilter: boolean,
): { readonly key: FilterVerdict | null; readonly own: FilterVerdict } {
  const [key, own] = verdict.of;
  return hasKeyFilter && key !== undefined && own !== undefined ? { key, own } : { key: null, own: verdict };
}

/** The conditions that must all hold. */
const conditionsOf = (verdict: FilterVerdict): readonly FilterVerdict[] =>
  verdict.filter.kind === 'all' ? verdict.of.flatMap(conditionsOf) : [verdict];

const fieldsOf = (filter: Filter): string[] => {
  if ('of' in filter) return filter.of.flatMap(fieldsOf);
  return filter.kind === 'engine' ? [] : [filter.field];
};
