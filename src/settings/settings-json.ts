import { parseBoosts } from '../search/boosts.ts';
import type { Options } from '../search/option.ts';
import { DEFAULT_PRECISION } from '../search/precision.ts';
import { textFields } from '../search/search-plan.ts';
import { fittingSections, type Section } from '../search/settings-sections.ts';
import type { StoredSettings } from '../store/port.ts';
import type { Schema } from '../values/types.ts';

/** Every field with a list of boosts. A single boost may be sent without its list. */
export const boostLists = (boosts: Options): Readonly<Record<string, readonly unknown[]>> =>
  Object.fromEntries(
    Object.entries(boosts).map(([field, entry]) => [field, Array.isArray(entry) ? entry : [entry]]),
  );

/**
 * The search settings as a response shows them. Sections that were never customised follow the schema. `warnings` names
 * the entries that searches leave out because the schema has changed, and is omitted if there are none.
 */
export function settingsJson(settings: StoredSettings, schema: Schema) {
  const { searchFields, resultFields, boosts } = skippedEntries(settings, schema);
  const warnings = [...searchFields, ...resultFields, ...boosts];
  return {
    search_fields:
      settings.search_fields ??
      Object.fromEntries([...textFields(schema), 'id'].map((name) => [name, { weight: 1 }])),
    result_fields:
      settings.result_fields ??
      Object.fromEntries(['id', ...schema.keys()].map((name) => [name, { raw: {} }])),
    boosts: boostLists((settings.boosts ?? {}) as Options),
    precision: settings.precision ?? DEFAULT_PRECISION,
    precision_enabled: true,
    ...(warnings.length > 0 && { warnings }),
  };
}

/** A message for each entry that searches leave out because the schema has changed. */
export interface SkippedEntries {
  readonly searchFields: readonly string[];
  readonly resultFields: readonly string[];
  readonly boosts: readonly string[];
}

export function skippedEntries(settings: StoredSettings, schema: Schema): SkippedEntries {
  const context = { schemaOf: () => schema, mayName: () => true };
  const fitting = (section: Section) => fittingSections(settings, [section], context);
  const { options, warnings } = fitting('boosts');
  return {
    searchFields: fitting('search_fields').warnings,
    resultFields: fitting('result_fields').warnings,
    boosts: [...warnings, ...parseBoosts(options.boosts ?? {}, schema, 0).warnings],
  };
}
