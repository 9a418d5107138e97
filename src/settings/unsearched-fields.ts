import { isGiven } from '../search/option.ts';
import { parseSearchFields } from '../search/search-fields.ts';
import { textFields } from '../search/search-plan.ts';
import { fittingSections } from '../search/settings-sections.ts';
import type { StoredSettings } from '../store/port.ts';
import type { Schema } from '../values/types.ts';

/** The text fields that searches leave out because of the search settings. */
export function unsearchedFields(settings: StoredSettings, schema: Schema): readonly string[] {
  const context = { schemaOf: () => schema, mayName: () => true };
  const { search_fields: entries } = fittingSections(settings, ['search_fields'], context).options;
  // Without entries, searches use every text field.
  if (!isGiven(entries)) return [];
  const searched = parseSearchFields(entries, schema);
  return textFields(schema).filter((name) => !searched.has(name) || searched.get(name) === 0);
}
