import { limits } from '../limits.ts';
import type { Schema } from '../values/types.ts';
import { unusableFields } from './engine-field.ts';
import { isGiven, numberOf, objectOf, objectWith } from './option.ts';
import { optionErrors } from './option-error.ts';

/** Field to weight; undefined for the default weight. */
export type SearchFields = ReadonlyMap<string, number | undefined>;

const OPTION = 'Search fields';

/** Whether a field is searched for words: text fields and `id` are. */
export const isSearchable = (name: string, schema: Schema): boolean =>
  name === 'id' || schema.get(name) === 'text';

/** The fields of an option that the engine does not have. */
export const unknownAmong = (names: readonly string[], schema: Schema): string[] =>
  names.filter((name) => name !== 'id' && !schema.has(name));

/**
 * Parses `search_fields`. Only text fields can be searched; other fields are ignored unless there are no text fields.
 */
export function parseSearchFields(value: unknown, schema: Schema): SearchFields {
  const entries = Object.entries(objectOf(OPTION, value));
  if (entries.length === 0) throw optionErrors.noFields(OPTION);
  const unknown = unknownAmong(
    entries.map(([name]) => name),
    schema,
  );
  if (unknown.length > 0) throw unusableFields(OPTION, unknown, schema);
  const fields = new Map<string, number | undefined>();
  for (const [name, definition] of entries) {
    const weight = weightOf(objectWith(OPTION, definition, ['weight']).weight);
    if (isSearchable(name, schema)) fields.set(name, weight);
  }
  if (fields.size === 0) throw optionErrors.badOption(OPTION, 'at least one field must be a text field');
  return fields;
}

function weightOf(value: unknown): number | undefined {
  if (!isGiven(value)) return undefined;
  const weight = numberOf(value);
  if (weight === undefined || weight < 0 || weight > limits.fieldWeight) {
    throw optionErrors.badOption(OPTION, `weight must be between 0 and ${limits.fieldWeight}`);
  }
  return weight;
}
