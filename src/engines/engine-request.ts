import { texts } from '../error-texts.ts';
import { badRequest, errors } from '../errors.ts';
import { isObject } from '../json/object.ts';
import { limits } from '../limits.ts';
import type { NewEngine } from '../store/port.ts';

export const LANGUAGES = [
  'da',
  'de',
  'en',
  'es',
  'fr',
  'it',
  'ja',
  'ko',
  'nl',
  'pt',
  'pt-br',
  'ru',
  'th',
  'zh',
] as const;

export interface EngineRequest extends Pick<NewEngine, 'name' | 'language' | 'createSettings'> {
  /** The names of the sources of a meta engine; undefined for every other engine. */
  readonly sources?: readonly string[];
}

// Not Buffer: the dashboard imports this file.
const utf8Bytes = (text: string): number => new TextEncoder().encode(text).byteLength;

export const areNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string');

const isEngineName = (name: string): boolean => /^[a-z0-9-]+$/.test(name);
/** Reads the parameters of a new engine; refuses with every message that applies. */
export function parseEngineRequest(params: Readonly<Record<string, unknown>>): EngineRequest {
  const given = (name: string): unknown => (params[name] === '' ? undefined : (params[name] ?? undefined));
  const messages: string[] = [];

  const type = given('type') ?? 'default';
  const sources = given('source_engines') ?? [];
  if (type === 'meta') {
    if (!areNames(sources)) messages.push(texts.sourceEnginesNotList);
    else if (sources.length === 0) messages.push(texts.sourceEnginesRequired);
  } else if (type !== 'default') messages.push(texts.typeNotInList);

  const name = given('name');
  if (name === undefined) throw errors.missingParameter('name');
  if (typeof name !== 'string' || !isEngineName(name)) messages.push(texts.engineNameCharacters);
  else if (name.length > limits.engineNameLength) messages.push(texts.engineNameTooLong);

  const language = given('language') ?? null;
  if (language !== null && !(LANGUAGES as readonly unknown[]).includes(language)) {
    messages.push(texts.languageNotInList);
  }
  const createSettings = given('index_create_settings_override') ?? {};
  if (!isObject(createSettings)) messages.push(texts.createSettingsNotObject);
  else if (utf8Bytes(JSON.stringify(createSettings)) > limits.createSettingsBytes) {
    messages.push(texts.createSettingsTooLarge);
  }

  if (messages.length > 0) throw badRequest(messages);
  return {
    name: name as string,
    language: language as string | null,
    createSettings: createSettings as Record<string, unknown>,
    ...(type === 'meta' && { sources: [...new Set(sources as string[])] }),
  };
}
