import { boostProblem } from '../../search-settings/field-boosts.ts';
import type { Schema, SearchSettings } from '../../search-settings/settings.ts';

export interface SettingsProblem {
  /** In a few words, next to the button. */
  readonly text: string;
  /** About the list of fields. */
  readonly fields?: string;
}

/** Why settings cannot be saved. Boosts that do not fit their fields are left to the server: it keeps saved ones. */
export function settingsProblem(settings: SearchSettings, schema: Schema): SettingsProblem | undefined {
  if (Object.keys(settings.search_fields).length === 0) {
    const fields = 'Search at least one field.';
    return { text: fields, fields };
  }
  const field = Object.entries(settings.boosts).find(([name, list]) =>
    list.some((boost) => boostProblem(name, boost, schema)?.isSkipped === false),
  )?.[0];
  return field === undefined ? undefined : { text: `Complete the boost on ${field}.` };
}
