import { isDeepStrictEqual } from 'node:util';
import type { Type } from './values.ts';

// Search settings, synonym sets and curations as the docs describe them.

export type Sections = Readonly<Record<string, unknown>>;
export interface SynonymSet {
  readonly id: string;
  readonly synonyms: readonly string[];
}
export interface Curation {
  readonly id: string;
  readonly queries: readonly string[];
  readonly promoted: readonly string[];
  readonly hidden: readonly string[];
}

type Schema = ReadonlyMap<string, Type>;
type ByField = Readonly<Record<string, unknown>>;

const fieldsOf = (section: unknown): ReadonlyArray<[string, unknown]> =>
  Object.entries((section ?? {}) as ByField);

const textsOf = (schema: Schema): string[] =>
  [...schema].filter(([, type]) => type === 'text').map(([name]) => name);

/** Whether a schema allows a field in a section. All boosts of the model are functional. */
function allows(section: string, field: string, schema: Schema): boolean {
  if (section === 'search_fields') return field === 'id' || schema.get(field) === 'text';
  if (section === 'result_fields') return field === 'id' || schema.has(field);
  return schema.get(field) === 'number';
}

export class TuningModel {
  /** The customised sections. */
  settings: Sections = {};
  sets: readonly SynonymSet[] = [];
  curations: readonly Curation[] = [];

  /** Whether a change of settings is accepted: its entries fit the schema, or are stored already. */
  accepts(sections: Sections, schema: Schema): boolean {
    return Object.entries(sections).every(
      ([section, value]) =>
        section === 'precision' ||
        fieldsOf(value).every(
          ([field, entry]) =>
            allows(section, field, schema) ||
            fieldsOf(this.settings[section]).some(
              ([name, stored]) => name === field && isDeepStrictEqual(stored, entry),
            ),
        ),
    );
  }

  shownSettings(schema: Schema): Sections {
    return {
      search_fields: Object.fromEntries([...textsOf(schema), 'id'].map((name) => [name, { weight: 1 }])),
      result_fields: Object.fromEntries(['id', ...schema.keys()].map((name) => [name, { raw: {} }])),
      boosts: {},
      precision: 2,
      precision_enabled: true,
      ...this.settings,
    };
  }

  /** Whether a schema change has made an entry invalid. */
  hasStaleEntries(schema: Schema): boolean {
    return ['search_fields', 'result_fields', 'boosts'].some((section) =>
      fieldsOf(this.settings[section]).some(([field]) => !allows(section, field, schema)),
    );
  }

  /** The fields that searches look into by default. */
  searched(schema: Schema): readonly string[] {
    const fit = fieldsOf(this.settings.search_fields).filter(([name]) =>
      allows('search_fields', name, schema),
    );
    if (fit.length === 0) return ['id', ...textsOf(schema)];
    return fit.filter(([, entry]) => (entry as { weight?: number }).weight !== 0).map(([name]) => name);
  }

  returns(field: string): boolean {
    const { result_fields } = this.settings;
    return result_fields === undefined || field === 'id' || Object.hasOwn(result_fields as ByField, field);
  }

  synonymsOf(word: string): readonly string[] {
    return this.sets
      .filter(({ synonyms }) => synonyms.includes(word))
      .flatMap(({ synonyms }) => synonyms.filter((other) => other !== word));
  }

  /** Whether a curation is accepted, as a new one or in place of another. */
  acceptsCuration(
    { id, queries, promoted, hidden }: Omit<Curation, 'id'> & { readonly id?: string | undefined },
    exists: (id: string) => boolean,
  ): boolean {
    return (
      promoted.length + hidden.length > 0 &&
      [...promoted, ...hidden].every(exists) &&
      !promoted.some((document) => hidden.includes(document)) &&
      new Set(queries).size === queries.length &&
      !this.curations.some(
        (other) => other.id !== id && other.queries.some((query) => queries.includes(query)),
      )
    );
  }

  curationOf(query: string): Pick<Curation, 'promoted' | 'hidden'> {
    return this.curations.find(({ queries }) => queries.includes(query)) ?? { promoted: [], hidden: [] };
  }
}
