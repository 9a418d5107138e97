import { isDeepStrictEqual } from 'node:util';
import { badRequest } from '../errors.ts';
import { limits } from '../limits.ts';
import { checkBoosts } from '../search/boosts.ts';
import { isGiven, type Options, objectOf } from '../search/option.ts';
import { cannotSearch, messagesOf, optionErrors } from '../search/option-error.ts';
import { checkOptions, parsePrecision } from '../search/request.ts';
import { parseResultFields } from '../search/result-fields.ts';
import { isSearchable, parseSearchFields } from '../search/search-fields.ts';
import { SECTIONS, type Section } from '../search/settings-sections.ts';
import type { StoredSettings } from '../store/port.ts';
import type { Schema } from '../values/types.ts';
import { boostLists } from './settings-json.ts';

/** Members of a response that a client may send back, and that have no effect. */
const READ_ONLY = ['precision_enabled', 'warnings'];
const MEMBERS = new Set<string>([...SECTIONS, ...READ_ONLY]);

/** Members that hold numbers. In query strings, numbers are strings; in settings, strings are refused. */
const NUMBERS = new Set(['weight', 'size', 'factor']);

/** Whether a change names a section; null counts as omitted. Throws if it has unknown members. */
export function namesSections(change: Options): boolean {
  checkOptions(change, MEMBERS);
  return SECTIONS.some((section) => isGiven(change[section]));
}

/**
 * The sections that a change names, in the form in which they are stored. Throws all problems of all sections. An entry
 * that is stored already is valid even if the type of its field has changed since, so that a client can send back what
 * it has read.
 */
export function parseSections(change: Options, schema: Schema, stored: StoredSettings): StoredSettings {
  const parsed: Record<string, unknown> = {};
  const messages: string[] = [];
  for (const name of Object.keys(change)) {
    const section = SECTIONS.find((known) => known === name);
    if (section === undefined || !isGiven(change[section])) continue;
    try {
      parsed[section] = PARSERS[section](change[section], schema, stored[section]);
    } catch (error) {
      for (const message of messagesOf(error)) messages.push(message);
    }
  }
  if (messages.length > 0) throw badRequest(messages);
  return parsed;
}

/** The settings after a change: the sections that it names are replaced, the others stay. */
export const changedSettings = (change: Options, schema: Schema, stored: StoredSettings): StoredSettings => ({
  ...stored,
  ...parseSections(change, schema, stored),
});

type SectionParser = (value: unknown, schema: Schema, stored: unknown) => unknown;

const PARSERS: Readonly<Record<Section, SectionParser>> = {
  search_fields(value, schema, stored) {
    const fields = objectOf('Search fields', value);
    if (Object.keys(fields).length === 0) throw optionErrors.noFields('Search fields');
    const changed = changedEntries(fields, stored);
    const unsearchable = Object.keys(changed).filter(
      (name) => schema.has(name) && !isSearchable(name, schema),
    );
    if (unsearchable.length > 0) {
      const problems = unsearchable.map((name) => cannotSearch(name, schema.get(name)));
      throw optionErrors.badOptions('Search fields', problems);
    }
    if (Object.keys(changed).length > 0) parseSearchFields(numbersOnly(changed), schema);
    return fields;
  },
  result_fields(value, schema, stored) {
    const fields = objectOf('Result fields', value);
    parseResultFields(numbersOnly(changedEntries(fields, stored)), schema);
    return fields;
  },
  boosts(value, schema, stored) {
    const boosts = boostLists(objectOf('Boosts', value));
    if (Object.values(boosts).flat().length > limits.boosts) {
      throw optionErrors.tooMany('Boosts', limits.boosts, 'boosts');
    }
    checkBoosts(numbersOnly(changedEntries(boosts, boostLists((stored ?? {}) as Options))), schema);
    return boosts;
  },
  precision(value) {
    if (typeof value !== 'number') throw optionErrors.badPrecision();
    return parsePrecision(value);
  },
};

/** The entries that differ from those that are stored. */
const changedEntries = (fields: Options, stored: unknown): Options =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, entry]) =>
        !isGiven(stored) ||
        !Object.hasOwn(stored as object, name) ||
        !isDeepStrictEqual(entry, (stored as Options)[name]),
    ),
  );

/** A copy in which strings in the place of numbers have become NaN, which every parser refuses. */
const numbersOnly = (value: Options): Options =>
  JSON.parse(JSON.stringify(value), (key, member) =>
    NUMBERS.has(key) && typeof member === 'string' ? Number.NaN : member,
  );
