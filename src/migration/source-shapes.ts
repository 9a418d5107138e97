import { isObject } from '../json/object.ts';
import { RemoteError } from './remote-error.ts';

export type Json = Readonly<Record<string, unknown>>;

/** A document as the source shows it. */
export type SourceDocument = Json & { readonly id: string };

export interface SourceEngine {
  readonly name: string;
  readonly isMeta: boolean;
  readonly language: string | null;
  readonly createSettings: Json;
  /** Of a meta engine. */
  readonly sources: readonly string[];
  /** Undefined before App Search 7.12, which does not say it. */
  readonly documentCount: number | undefined;
}

export interface SynonymSet {
  readonly id: string;
  readonly synonyms: readonly string[];
}

export interface SourceCuration {
  readonly id: string;
  readonly queries: readonly string[];
  readonly promoted: readonly string[];
  readonly hidden: readonly string[];
}

const malformed = (what: string): RemoteError =>
  new RemoteError(`The service responded with something else than ${what}.`, { status: 0 });

export function objectIn(value: unknown, what: string): Json {
  if (!isObject(value)) throw malformed(what);
  return value;
}

/** A page of a list. */
export interface Listed {
  readonly results: readonly Json[];
  readonly pages: number;
  readonly total: number;
}

export function listed(answer: unknown, what: string): Listed {
  const { results, meta } = objectIn(answer, what);
  const page = isObject(meta) ? meta.page : undefined;
  if (!Array.isArray(results) || !results.every(isObject) || !isObject(page)) throw malformed(what);
  return { results, pages: Number(page.total_pages), total: Number(page.total_results) };
}

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

export function engineIn(json: Json): SourceEngine {
  const { name, type, language, source_engines, document_count, index_create_settings_override } = json;
  if (typeof name !== 'string') throw malformed('an engine');
  return {
    name,
    isMeta: type === 'meta',
    language: typeof language === 'string' ? language : null,
    createSettings: isObject(index_create_settings_override) ? index_create_settings_override : {},
    sources: strings(source_engines),
    documentCount: typeof document_count === 'number' ? document_count : undefined,
  };
}

export function synonymSetIn({ id, synonyms }: Json): SynonymSet {
  if (typeof id !== 'string') throw malformed('a synonym set');
  return { id, synonyms: strings(synonyms) };
}

export function curationIn({ id, queries, promoted, hidden }: Json): SourceCuration {
  if (typeof id !== 'string') throw malformed('a curation');
  return { id, queries: strings(queries), promoted: strings(promoted), hidden: strings(hidden) };
}

export const isDocument = (value: unknown): value is SourceDocument =>
  isObject(value) && typeof value.id === 'string';
