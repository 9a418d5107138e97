import { changedSections, pick, type SearchSettings, type Section, type Sections } from './settings.ts';

/** Unsaved changes of search settings. Plain data, so that it survives a reload. */
export interface SettingsDraft {
  /** The settings that were read, and their version for `If-Match`. */
  readonly base: SearchSettings;
  readonly version: string | null;
  readonly value: SearchSettings;
  /** Earlier values, oldest first. */
  readonly past: readonly SearchSettings[];
  /** What the last edit changed: further edits of the same part belong to the same step. */
  readonly part: string;
}

/** The most steps that can be undone. */
const MOST_STEPS = 30;

export const draftOf = (base: SearchSettings, version: string | null): SettingsDraft => ({
  base,
  version,
  value: base,
  past: [],
  part: '',
});

export const unsavedSections = ({ base, value }: SettingsDraft): Section[] => changedSections(base, value);

export const isChanged = (draft: SettingsDraft): boolean => unsavedSections(draft).length > 0;

/** The sections that saving would replace. */
export const unsaved = (draft: SettingsDraft): Sections => pick(draft.value, unsavedSections(draft));

/**
 * The draft after an edit. `part` names what is edited (`weight title`), so that dragging a slider or typing a word is
 * one step.
 */
export function edited(draft: SettingsDraft, change: Sections, part: string): SettingsDraft {
  const value = { ...draft.value, ...change };
  if (changedSections(draft.value, value).length === 0) return draft;
  const isSameStep = part === draft.part && draft.past.length > 0;
  const past = isSameStep ? draft.past : [...draft.past, draft.value].slice(-MOST_STEPS);
  return { ...draft, value, past, part };
}

/** The draft before its last step. */
export function undone(draft: SettingsDraft): SettingsDraft {
  const value = draft.past.at(-1);
  return value === undefined ? draft : { ...draft, value, past: draft.past.slice(0, -1), part: '' };
}

/** The same changes on top of settings that someone else has saved; where both changed a section, the draft wins. */
export function rebased(draft: SettingsDraft, base: SearchSettings, version: string | null): SettingsDraft {
  return { base, version, value: { ...base, ...unsaved(draft) }, past: [], part: '' };
}
