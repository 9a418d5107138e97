import { DEFAULT_PRECISION } from '../../../src/search/precision.ts';
import type { FieldType } from '../api/types.ts';
import { own, same } from './json-value.ts';

/** The sections of the search settings; a PUT replaces those that it names. */
export const SECTIONS = ['search_fields', 'result_fields', 'boosts', 'precision'] as const;
export type Section = (typeof SECTIONS)[number];

export type Schema = Readonly<Record<string, FieldType>>;

/** The search settings as the API returns them. Sections that were never customized follow the schema. */
export interface SearchSettings {
  /** By field; without a weight it is 1. */
  readonly search_fields: Readonly<Record<string, { readonly weight?: number | null }>>;
  readonly result_fields: Readonly<Record<string, ResultField>>;
  readonly boosts: Readonly<Record<string, readonly Boost[]>>;
  readonly precision: number;
  /** Entries that searches leave out because the schema has changed. */
  readonly warnings?: readonly string[];
}

export interface ResultField {
  readonly raw?: { readonly size?: number | null } | null;
  readonly snippet?: { readonly size?: number | null; readonly fallback?: boolean | null } | null;
}

export type BoostType = 'value' | 'functional' | 'proximity';

/** Members that do not belong to the type are absent. */
export interface Boost {
  readonly type: BoostType;
  readonly value?: unknown;
  readonly operation?: string;
  readonly function?: string;
  readonly center?: unknown;
  readonly factor?: number | null;
}

export type Sections = Partial<Pick<SearchSettings, Section>>;

export const pick = (settings: SearchSettings, names: readonly Section[]): Sections =>
  Object.fromEntries(names.map((name) => [name, settings[name]])) as Sections;

/** The sections in which two settings differ. */
export const changedSections = (before: SearchSettings, after: SearchSettings): Section[] =>
  SECTIONS.filter((name) => !same(before[name], after[name]));

export const ID = 'id';

/** Whether a field can be searched for words. */
export const isSearchable = (name: string, schema: Schema): boolean =>
  name === ID || own(schema, name) === 'text';

/** The settings of an engine whose settings were never changed. */
export function defaultSettings(schema: Schema): SearchSettings {
  const names = Object.keys(schema);
  const searched = [...names.filter((name) => schema[name] === 'text'), ID];
  return {
    search_fields: Object.fromEntries(searched.map((name) => [name, { weight: 1 }])),
    result_fields: Object.fromEntries([ID, ...names].map((name) => [name, { raw: {} }])),
    boosts: {},
    precision: DEFAULT_PRECISION,
  };
}
