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

/** Settings and the version that they had when they were read. */
export interface VersionedSettings {
  readonly data: SearchSettings;
  readonly version: string | null;
}

/** The calls of the API that saving needs. */
export interface SettingsApi {
  /** The current settings with their version. */
  get(): Promise<VersionedSettings>;
  put(sections: Sections, version: string | null): Promise<SearchSettings>;
  reset(version: string | null): Promise<SearchSettings>;
  /** The version of the configuration, of which the settings are a part. */
  configurationVersion(): Promise<string | null>;
  /** Replaces all settings; sections that are not named follow the schema. */
  replace(sections: Sections, configurationVersion: string | null): Promise<unknown>;
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
  const names = changedSections(before, after);
  await restore(api, schema, ({ data: now }) => {
    if (!same(pick(now, names), pick(after, names)))
      throw new ApiError(409, [
        'Someone has changed these settings since you saved them. Nothing was undone.',
      ]);
    return { target: { ...now, ...pick(before, names) } };
  });
}

/**
 * Resets some sections to the defaults, which follow the schema; the others stay. Fails if someone has changed one of
 * these sections since they were read.
 */
export function restoreDefaults(
  api: SettingsApi,
  names: readonly Section[],
  schema: Schema,
  seen: VersionedSettings,
): Promise<Saved> {
  return restore(api, schema, ({ data: now, version }) => {
    // Without a change, the values may still differ, as default values follow the schema.
    if (version !== seen.version && !same(pick(now, names), pick(seen.data, names)))
      throw new ApiError(409, [
        'Someone has changed these settings in the meantime, and the page now shows them. Nothing was restored.',
      ]);
    // Sent even if nothing differs: settings that were saved with these values begin to follow the schema.
    return { target: { ...now, ...pick(defaultSettings(schema), names) }, always: names };
  });
}

interface Restoration {
  readonly target: SearchSettings;
  /** Sections that are reset even if they already have these values. */
  readonly always?: readonly Section[];
}

/**
 * Changes the settings to earlier ones. Sections with default values follow the schema, as they did before. `plan` gets
 * the current settings, again if someone else has saved between the read and the write.
 */
async function restore(
  api: SettingsApi,
  schema: Schema,
  plan: (now: VersionedSettings) => Restoration,
): Promise<Saved> {
  const defaults = defaultSettings(schema);
  for (;;) {
    // Read first: if it still holds when the settings are replaced, so do the settings that were read after it.
    const configurationVersion = await api.configurationVersion();
    const seen = await api.get();
    const { data: now, version } = seen;
    const { target, always = [] } = plan(seen);
    const changed = [...new Set([...changedSections(now, target), ...always])];
    const customized = SECTIONS.filter((name) => !same(target[name], defaults[name]));
    try {
      if (changed.every((name) => customized.includes(name))) await api.put(pick(target, changed), version);
      else if (customized.length === 0) await api.reset(version);
      else await api.replace(pick(target, customized), configurationVersion);
      return { before: now, after: target };
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
}
