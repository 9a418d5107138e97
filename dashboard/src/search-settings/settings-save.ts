import { ApiError, isConflict } from '../api/errors.ts';
import { same } from './json-value.ts';
import {
  changedSections,
  defaultSettings,
  pick,
  type Schema,
  SECTIONS,
  type SearchSettings,
  type Section,
  type Sections,
} from './settings.ts';
import { type SettingsDraft, unsavedSections } from './settings-draft.ts';

/** The calls of the API that saving needs. */
export interface SettingsApi {
  /** The current settings with their version. */
  get(): Promise<{ readonly data: SearchSettings; readonly version: string | null }>;
  put(sections: Sections, version: string | null): Promise<SearchSettings>;
  reset(version: string | null): Promise<SearchSettings>;
  /** Replaces all settings; sections that are not named follow the schema. */
  replace(sections: Sections): Promise<unknown>;
}

/** A finished save, which can be undone. */
export interface Saved {
  readonly before: SearchSettings;
  readonly after: SearchSettings;
}

/**
 * Saves the changed sections of a draft. A conflict is thrown only if someone else has changed one of these sections:
 * the two pages that edit the settings of an engine change different ones.
 */
export async function saveDraft(api: SettingsApi, draft: SettingsDraft): Promise<Saved> {
  const names = unsavedSections(draft);
  const mine = pick(draft.value, names);
  let { base: before, version } = draft;
  for (;;) {
    try {
      return { before, after: await api.put(mine, version) };
    } catch (error) {
      const current = isConflict(error) ? (error.current as SearchSettings | null) : null;
      if (!isConflict(error) || current === null) throw error;
      // It was saved; only the response was lost.
      if (same(pick(current, names), mine)) return { before, after: current };
      if (!same(pick(current, names), pick(draft.base, names))) throw error;
      before = current;
      version = error.version;
    }
  }
}

/** Restores the settings from before a save; fails if someone has changed the saved sections since. */
export async function undoSave(api: SettingsApi, { before, after }: Saved, schema: Schema): Promise<void> {
  const { data: now, version } = await api.get();
  const names = changedSections(before, after);
  if (!same(pick(now, names), pick(after, names)))
    throw new ApiError(409, ['Someone has changed these settings since you saved them. Nothing was undone.']);
  await restore(api, { now, version, target: { ...now, ...pick(before, names) }, schema });
}

/** Resets some sections to the defaults, which follow the schema; the others stay. */
export async function restoreDefaults(
  api: SettingsApi,
  names: readonly Section[],
  schema: Schema,
): Promise<Saved> {
  const { data: now, version } = await api.get();
  const target = { ...now, ...pick(defaultSettings(schema), names) };
  // Sent even if nothing differs: settings that were saved with these values begin to follow the schema.
  await restore(api, { now, version, target, schema, always: names });
  return { before: now, after: target };
}

interface Restoration {
  readonly now: SearchSettings;
  readonly version: string | null;
  readonly target: SearchSettings;
  readonly schema: Schema;
  /** Sections that are reset even if they already have these values. */
  readonly always?: readonly Section[];
}

/** Changes the settings to earlier ones. Sections with default values follow the schema, as they did before. */
async function restore(
  api: SettingsApi,
  { now, version, target, schema, always = [] }: Restoration,
): Promise<void> {
  const defaults = defaultSettings(schema);
  const changed = [...new Set([...changedSections(now, target), ...always])];
  const customized = SECTIONS.filter((name) => !same(target[name], defaults[name]));
  if (changed.every((name) => customized.includes(name))) await api.put(pick(target, changed), version);
  else if (customized.length === 0) await api.reset(version);
  else await api.replace(pick(target, customized));
}
