import { limits } from '../limits.ts';
import { parseNumber } from '../schema/number-value.ts';
import type { Schema } from '../schema/types.ts';
import { objectOf, optionErrors } from './option-error.ts';

/** Field to weight; undefined where the request leaves the weight to the engine. */
export type SearchFields = ReadonlyMap<string, number | undefined>;

/** What of a field is named; neither for `{}`, which asks for raw and, in a signed key, allows both. */
export interface ResultField {
  readonly raw: boolean;
  readonly snippet: boolean;
}
export type ResultFields = ReadonlyMap<string, ResultField>;

export interface FacetRequest {
  readonly field: string;
  readonly type: 'value' | 'range';
  readonly name: string | undefined;
  /** Undefined where it is left to the engine. */
  readonly size: number | undefined;
  readonly sort: { readonly by: 'count' | 'value'; readonly descending: boolean };
}

const unknownFields = (names: readonly string[], schema: Schema): string[] =>
  names.filter((name) => name !== 'id' && !schema.has(name));

export function parseSearchFields(value: unknown, schema: Schema): SearchFields {
  const option = 'Search fields';
  const entries = Object.entries(objectOf(option, value));
  if (entries.length === 0) throw optionErrors.noFields(option);
  const unknown = unknownFields(
    entries.map(([name]) => name),
    schema,
  );
  if (unknown.length > 0) throw optionErrors.unknownField(option, ...unknown);
  const fields = new Map<string, number | undefined>();
  for (const [name, definition] of entries) {
    const { weight: given } = objectOf(option, definition);
    // In an address every number is a text.
    const weight = typeof given === 'string' ? (parseNumber(given) ?? given) : given;
    if (weight !== undefined && !(typeof weight === 'number' && weight >= 0 && weight <= 10)) {
      throw optionErrors.badOption(option, 'weight must be between 0 and 10');
    }
    // Only texts can be searched; other fields are passed over unless there is nothing else.
    if (name === 'id' || schema.get(name) === 'text') fields.set(name, weight);
  }
  if (fields.size === 0) throw optionErrors.badOption(option, 'at least one field must be a text field');
  return fields;
}

export function parseResultFields(value: unknown, schema: Schema): ResultFields {
  const option = 'Result fields';
  const entries = Object.entries(objectOf(option, value));
  const unknown = unknownFields(
    entries.map(([name]) => name),
    schema,
  );
  if (unknown.length > 0) throw optionErrors.unknownField(option, ...unknown);
  return new Map(
    entries.map(([name, definition]) => {
      const { raw, snippet } = objectOf(option, definition);
      return [name, { raw: raw !== undefined, snippet: snippet !== undefined }];
    }),
  );
}

export function parseFacets(value: unknown, schema: Schema): FacetRequest[] {
  const option = 'Facets';
  const entries = Object.entries(objectOf(option, value));
  if (entries.length === 0) throw optionErrors.noFields(option);
  return entries.flatMap(([field, definitions]) => {
    if (!schema.has(field)) throw optionErrors.unknownField(option, field);
    return (Array.isArray(definitions) ? definitions : [definitions]).map((definition) =>
      parseFacet(option, field, definition),
    );
  });
}

function parseFacet(option: string, field: string, definition: unknown): FacetRequest {
  const { type, name, size: asked, sort } = objectOf(option, definition);
  if (type !== 'value' && type !== 'range')
    throw optionErrors.badOption(option, 'type must be value or range');
  const size = typeof asked === 'string' ? (parseNumber(asked) ?? Number.NaN) : asked;
  if (size !== undefined && !isFacetSize(size)) {
    throw optionErrors.badOption(option, `size must be between 1 and ${limits.facetValues.most}`);
  }
  if (name !== undefined && name !== null && typeof name !== 'string') {
    throw optionErrors.badOption(option, 'name must be a string');
  }
  return { field, type, name: name ?? undefined, size, sort: parseFacetSort(option, sort) };
}

const isFacetSize = (size: unknown): size is number =>
  Number.isInteger(size) && (size as number) >= 1 && (size as number) <= limits.facetValues.most;

function parseFacetSort(option: string, sort: unknown): FacetRequest['sort'] {
  if (sort === undefined || sort === null) return { by: 'count', descending: true };
  const [[by, direction] = [undefined, undefined], ...more] = Object.entries(objectOf(option, sort));
  if (more.length > 0 || (by !== 'count' && by !== 'value')) {
    throw optionErrors.badOption(option, 'sort must be by count or value');
  }
  if (direction !== 'asc' && direction !== 'desc') throw optionErrors.badValue(option, direction);
  return { by, descending: direction === 'desc' };
}
