import type { FieldType } from '../../api/types.ts';
import { DEFAULTS, type TesterState } from './tester-state.ts';

const FACET_VALUES = 20;

type Schema = Readonly<Record<string, FieldType>>;
type Filters = Readonly<Record<string, unknown>>;

/** Parses the filters; empty means none. */
export function parseFilters(text: string): { readonly filters?: unknown; readonly problem?: string } {
  if (text.trim() === '') return {};
  try {
    return { filters: JSON.parse(text) as unknown };
  } catch (error) {
    return { problem: `Not valid JSON yet.  ${error instanceof Error ? error.message : ''}`.trim() };
  }
}

/** Fields that can be counted and sorted by: all but geolocations, which need a centre. */
export const plainFields = (schema: Schema): string[] =>
  Object.keys(schema).filter((name) => schema[name] !== 'geolocation');

export const chosenFacets = ({ facets }: TesterState, schema: Schema): string[] =>
  facets.split(',').filter((name) => Object.hasOwn(schema, name));

/** The search request: only options that were chosen, and without analytics. */
export function searchBody(state: TesterState, schema: Schema): Readonly<Record<string, unknown>> {
  const { filters } = parseFilters(state.filters);
  const facets = chosenFacets(state, schema);
  const [field, direction] = state.sort.split(' ');
  return {
    query: state.query,
    ...(filters !== undefined && { filters }),
    ...(facets.length > 0 && {
      facets: Object.fromEntries(facets.map((name) => [name, { type: 'value', size: FACET_VALUES }])),
    }),
    ...(state.precision !== DEFAULTS.precision && { precision: Number(state.precision) }),
    // Without `_score` as a sort key, results would have no scores.
    ...(field !== undefined && field !== '' && { sort: [{ [field]: direction }, { _score: 'desc' }] }),
    ...(state.page !== DEFAULTS.page && { page: { current: Number(state.page) } }),
    ...(Object.keys(schema).length > 0 && { result_fields: resultFields(schema) }),
    record_analytics: false,
  };
}

const resultFields = (schema: Schema) =>
  Object.fromEntries(
    Object.entries(schema).map(([name, type]) => [
      name,
      type === 'text' ? { raw: {}, snippet: { size: 200 } } : { raw: {} },
    ]),
  );

/** The conditions that all have to hold. */
function requiredConditions(text: string): readonly unknown[] {
  const { filters } = parseFilters(text);
  const before = filters as Filters | undefined;
  if (before === undefined) return [];
  const isList = Array.isArray(before.all) && Object.keys(before).length === 1;
  return isList ? (before.all as unknown[]) : [before];
}

const isCondition = (condition: unknown, field: string, value: unknown): boolean =>
  JSON.stringify(condition) === JSON.stringify({ [field]: value });

export const hasCondition = (text: string, field: string, value: unknown): boolean =>
  requiredConditions(text).some((condition) => isCondition(condition, field, value));

/** Adds a required condition to the filters in `text`, or removes it if it is there. */
export function toggledCondition(text: string, field: string, value: unknown): string {
  const before = requiredConditions(text);
  const others = before.filter((condition) => !isCondition(condition, field, value));
  const all = others.length < before.length ? others : [...before, { [field]: value }];
  return all.length === 0 ? '' : JSON.stringify({ all }, null, 2);
}
