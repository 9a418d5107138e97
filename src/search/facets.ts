import type { FacetPlan } from '../index/plan.ts';
import { limits } from '../limits.ts';
import type { FieldType, Schema } from '../values/types.ts';
import { ENGINE_FIELD, isEngineField, unusableFields } from './engine-field.ts';
import { isDescending, isGiven, objectOf, objectWith, wholeWithin } from './option.ts';
import { optionErrors } from './option-error.ts';
import { nameOf, parseRanges, type RangeRequest } from './ranges.ts';

/** A requested facet: what to count, and how the response shows it. */
export type FacetRequest = {
  readonly field: string;
  readonly name: string | undefined;
  /** Undefined for the default of the engine, and for ranges. */
  readonly size: number | undefined;
} & ({ readonly type: 'value'; readonly sort: FacetSort } | ({ readonly type: 'range' } & RangeRequest));

type FacetSort = { readonly by: 'count' | 'value'; readonly descending: boolean };

const OPTION = 'Facets';
const MEMBERS = ['type', 'name', 'size', 'sort', 'ranges', 'center', 'unit'];

/** Parses `facets`: field to one definition or several. `id` is not in the schema and has no facets. */
export function parseFacets(value: unknown, schema: Schema): readonly FacetRequest[] {
  const entries = Object.entries(objectOf(OPTION, value));
  if (entries.length === 0) throw optionErrors.noFields(OPTION);
  const unknown = entries
    .map(([field]) => field)
    .filter((field) => !schema.has(field) && !isEngineField(field, schema));
  if (unknown.length > 0) throw unusableFields(OPTION, unknown, schema);
  const facets = entries.flatMap(([field, definitions]) =>
    (Array.isArray(definitions) ? definitions : [definitions]).map((definition) => ({ field, definition })),
  );
  if (facets.length > limits.facets) throw optionErrors.tooMany(OPTION, limits.facets, 'facets');
  return checkedRanges(
    facets.map(({ field, definition }) => parseFacet(field, schema.get(field) ?? 'text', definition)),
  );
}

/** Throws if the ranges of all facets together would take too long to count. */
function checkedRanges(facets: readonly FacetRequest[]): readonly FacetRequest[] {
  let ranges = 0;
  let distances = 0;
  for (const facet of facets) {
    if (facet.type !== 'range') continue;
    ranges += facet.ranges.length;
    if (facet.center !== undefined) distances++;
  }
  if (ranges > limits.allFacetRanges) {
    throw optionErrors.tooMany(OPTION, limits.allFacetRanges, 'ranges in total');
  }
  if (distances > limits.facetDistances) {
    throw optionErrors.tooMany(OPTION, limits.facetDistances, 'facets of distances');
  }
  return facets;
}

function parseFacet(field: string, type: FieldType, value: unknown): FacetRequest {
  const definition = objectWith(OPTION, value, MEMBERS);
  const name = nameOf(OPTION, definition.name);
  if (definition.type === 'range') {
    return { field, name, size: undefined, type: 'range', ...parseRanges(OPTION, field, type, definition) };
  }
  if (definition.type !== 'value') throw optionErrors.badOption(OPTION, 'type must be value or range');
  if (type === 'geolocation') {
    throw optionErrors.badOption(OPTION, `value is not supported for geolocation field ${field}`);
  }
  const { most } = limits.facetValues;
  const size = isGiven(definition.size) ? wholeWithin(definition.size, 1, most) : undefined;
  if (isGiven(definition.size) && size === undefined) {
    throw optionErrors.badOption(OPTION, `size must be between 1 and ${most}`);
  }
  return { field, name, size, type: 'value', sort: parseFacetSort(definition.sort) };
}

function parseFacetSort(sort: unknown): FacetSort {
  if (!isGiven(sort)) return { by: 'count', descending: true };
  const [entry, ...more] = Object.entries(objectOf(OPTION, sort));
  const by = entry?.[0];
  if (more.length > 0 || (by !== 'count' && by !== 'value')) {
    throw optionErrors.badOption(OPTION, 'sort must be by count or value');
  }
  return { by, descending: isDescending(OPTION, entry?.[1]) };
}

/** The plan of a facet, for the index. */
export function facetPlan(facet: FacetRequest): FacetPlan {
  const { field } = facet;
  if (facet.type === 'value') {
    const { sort, size = limits.facetValues.default } = facet;
    // All engines: they are sorted and cut by their names, which the index does not know.
    if (field === ENGINE_FIELD) return { kind: 'engine', size: limits.sourceEngines, sort };
    return { kind: 'value', field, size, sort };
  }
  if (facet.center === undefined) {
    return { kind: 'range', field, ranges: facet.ranges.map(({ bounds }) => bounds) };
  }
  // `parseRanges` returns numbers as bounds of distances.
  const ranges = facet.ranges.map(({ bounds }) => bounds as { from?: number; to?: number });
  return { kind: 'distance', field, center: facet.center, ranges };
}
