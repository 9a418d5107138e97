import type { StoredSettings } from '../store/port.ts';
import type { Schema } from '../values/types.ts';
import { isGiven, type Options } from './option.ts';
import { cannotSearch, noSuchField, optionWarnings } from './option-error.ts';
import { isSearchable, type SearchFields } from './search-fields.ts';

/** The sections of the search settings. Each has the form of the search option of its name. */
export const SECTIONS = ['search_fields', 'result_fields', 'boosts', 'precision'] as const;
export type Section = (typeof SECTIONS)[number];

/** What the settings of an engine contribute to a search. */
export interface FittingSections {
  readonly options: Options;
  readonly warnings: readonly string[];
}

/** What the sections must fit. */
export interface SectionContext {
  /** The fields that a section may name. */
  readonly schemaOf: (section: Section) => Schema;
  /** Whether a warning may name a field: a caller must not learn about fields that are hidden from it. */
  readonly mayName: (field: string) => boolean;
}

/**
 * The named sections as search options. Entries that the schema does not allow (any more) are left out with a warning,
 * so that a schema change never breaks a search. Boosts that do not suit the type of their field remain: the parser
 * skips them. If no entry of `search_fields` remains, neither does the section.
 */
export function fittingSections(
  settings: StoredSettings,
  sections: readonly Section[],
  { schemaOf, mayName }: SectionContext,
): FittingSections {
  const options: Record<string, unknown> = {};
  const warnings: string[] = [];
  for (const section of sections) {
    const stored = settings[section];
    if (!isGiven(stored)) continue;
    if (section === 'precision') {
      options.precision = stored;
      continue;
    }
    const schema = schemaOf(section);
    const kept = Object.entries(stored as object).filter(([field]) => {
      const problem = problemOf(section, field, schema);
      if (problem !== undefined && mayName(field)) warnings.push(problem);
      return problem === undefined;
    });
    if (kept.length > 0 || section === 'result_fields') options[section] = Object.fromEntries(kept);
  }
  return { options, warnings };
}

function problemOf(section: Section, field: string, schema: Schema): string | undefined {
  switch (section) {
    case 'search_fields':
      return isSearchable(field, schema)
        ? undefined
        : optionWarnings.fieldSkipped('Search field', cannotSearch(field, schema.get(field)));
    case 'result_fields':
      return field === 'id' || schema.has(field)
        ? undefined
        : optionWarnings.fieldSkipped('Result field', noSuchField(field));
    default:
      return schema.has(field) ? undefined : optionWarnings.boostSkipped(noSuchField(field));
  }
}

/** Fields without a weight get that of the engine's settings. */
export function withEngineWeights(
  fields: SearchFields | null,
  settings: StoredSettings,
): SearchFields | null {
  if (fields === null || !isGiven(settings.search_fields)) return fields;
  const stored = settings.search_fields as Readonly<Record<string, { weight?: number | null }>>;
  const weightOf = (name: string): number | undefined =>
    (Object.hasOwn(stored, name) ? stored[name]?.weight : undefined) ?? undefined;
  return new Map([...fields].map(([name, weight]) => [name, weight ?? weightOf(name)]));
}
