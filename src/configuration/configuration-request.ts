import { texts } from '../error-texts.ts';
import { badRequest, errors } from '../errors.ts';
import { isObject } from '../json/object.ts';
import { limits } from '../limits.ts';
import type { Options } from '../search/option.ts';
import { parseTerms } from '../synonyms/synonym-request.ts';
import { CONFIGURATION_VERSION } from '../tuning/configuration.ts';

/** An entry of a list; one without an id is new. */
export interface Entry<T> {
  readonly id: string | undefined;
  readonly value: T;
}

/** A configuration as sent, not yet checked against an engine. Omitted sections stay as they are. */
export interface ConfigurationRequest {
  readonly schema: ReadonlyArray<readonly [string, unknown]> | undefined;
  readonly searchSettings: Options | undefined;
  readonly synonyms: ReadonlyArray<Entry<readonly string[]>> | undefined;
  readonly curations: ReadonlyArray<Entry<Options>> | undefined;
  readonly sourceEngines: readonly string[] | undefined;
}

const SECTIONS = new Set(['version', 'schema', 'search_settings', 'synonyms', 'curations', 'source_engines']);

/** Parses a configuration; refuses those of another version and with unknown members. */
export function parseConfiguration(params: Readonly<Record<string, unknown>>): ConfigurationRequest {
  const unknown = Object.keys(params).filter((name) => !SECTIONS.has(name));
  if (unknown.length > 0) {
    throw badRequest(unknown.slice(0, limits.messages).map(texts.unknownConfigurationKey));
  }
  if (params.version === undefined || params.version === null) throw errors.missingParameter('version');
  if (params.version !== CONFIGURATION_VERSION) throw badRequest(texts.otherConfigurationVersion);
  return {
    schema: objectIn(params, 'schema') && Object.entries(objectIn(params, 'schema') ?? {}),
    searchSettings: objectIn(params, 'search_settings'),
    synonyms: listIn(params, 'synonyms', 'syn', limits.synonymSets)?.map(({ id, value }) => ({
      id,
      value: parseTerms(value),
    })),
    curations: listIn(params, 'curations', 'cur', limits.curations),
    sourceEngines: namesIn(params.source_engines),
  };
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

const LABELS = {
  schema: 'Schema',
  search_settings: 'Search settings',
  synonyms: 'Synonyms',
  curations: 'Curations',
} as const;

function objectIn(params: Options, section: 'schema' | 'search_settings'): Options | undefined {
  const value = params[section];
  if (!isGiven(value)) return undefined;
  if (!isObject(value)) throw errors.mustBe(LABELS[section], 'an object');
  return value;
}

function listIn(
  params: Options,
  section: 'synonyms' | 'curations',
  prefix: string,
  most: number,
): Array<Entry<Options>> | undefined {
  const value = params[section];
  if (!isGiven(value)) return undefined;
  const label = LABELS[section];
  if (!Array.isArray(value) || !value.every(isObject)) throw errors.mustBe(label, 'an array of objects');
  if (value.length > most) throw badRequest(texts.tooManyEntries(label, most));
  const form = new RegExp(`^${prefix}-[0-9a-f]{24}$`);
  const seen = new Set<string>();
  return value.map(({ id, ...entry }: Options) => {
    if (!isGiven(id)) return { id: undefined, value: entry };
    if (typeof id !== 'string' || !form.test(id)) throw badRequest(texts.badEntryId(label, id));
    if (seen.has(id)) throw badRequest(texts.repeatedEntryId(label, id));
    seen.add(id);
    return { id, value: entry };
  });
}

function namesIn(value: unknown): readonly string[] | undefined {
  if (!isGiven(value)) return undefined;
  if (!Array.isArray(value) || !value.every((name) => typeof name === 'string')) {
    throw errors.mustBe('Source engines', 'an array of engine names');
  }
  return [...new Set(value)];
}
