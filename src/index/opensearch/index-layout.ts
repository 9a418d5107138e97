import { ANALYSIS_VERSION } from '../../analysis/analyzer.ts';
import type { FieldType, Schema } from '../../values/types.ts';
import type { Json } from './cluster.ts';
import { named } from './named.ts';
import { KEY_LENGTH, LONGEST_BEGINNING } from './tokens.ts';

/**
 * The version of the fields below. An index with another one is not used, but rebuilt; a change of the analysis rules
 * has the same effect.
 */
const LAYOUT = `1.${ANALYSIS_VERSION}`;

/** The most hits of a search that can be reached by paging. */
export const RESULT_WINDOW = 200_000;

/** What is known of an index beyond its fields. */
export interface IndexFacts {
  readonly engineId: number;
  readonly language: string | null;
  readonly shards: number;
}

/** The settings and fields of a new index. */
export const indexBody = (facts: IndexFacts, schema: Schema, writeAlias: string): Json => ({
  settings: {
    number_of_shards: facts.shards,
    // As many copies as the cluster has room for, at most one besides the first.
    auto_expand_replicas: '0-1',
    // Every write that searches must see refreshes.
    refresh_interval: '30s',
    max_result_window: RESULT_WINDOW,
    analysis: ANALYSIS,
    similarity: { frequency: FREQUENCY },
  },
  aliases: { [writeAlias]: {} },
  mappings: {
    dynamic: false,
    _meta: { ...facts, layout: LAYOUT },
    // Documents come from the store; only long values, which facets show, are kept.
    _source: { includes: ['long'] },
    properties: {
      id: { type: 'keyword' },
      e: { type: 'long' },
      q: { type: 'long' },
      a: { type: 'boolean' },
      w: { ...PLACED, fields: { g: BEGINNINGS, a: VOCABULARY } },
      s: { ...PLACED, fields: { a: VOCABULARY } },
      x: { ...TOKENS, index_options: 'freqs' },
      i: PLACED,
      long: { type: 'object', enabled: false },
      ...fieldProperties(schema, 0),
    },
  },
});

const ANALYSIS = {
  tokenizer: { pieces: { type: 'whitespace', max_token_length: 1_000 } },
  filter: {
    beginnings: {
      type: 'edge_ngram',
      min_gram: KEY_LENGTH + 1,
      max_gram: KEY_LENGTH + LONGEST_BEGINNING,
    },
    keyless: { type: 'pattern_replace', pattern: `^.{${KEY_LENGTH}}`, replacement: '' },
  },
  analyzer: {
    tokens: { type: 'custom', tokenizer: 'pieces' },
    beginnings: { type: 'custom', tokenizer: 'pieces', filter: ['beginnings'] },
    vocabulary: { type: 'custom', tokenizer: 'pieces', filter: ['keyless'] },
  },
};

/** The score of a term is its frequency: the formula of docs/matching.md is computed from it. */
const FREQUENCY = { type: 'scripted', script: { source: 'return query.boost * doc.freq;' } };

const TOKENS = {
  type: 'text',
  analyzer: 'tokens',
  norms: false,
  similarity: 'frequency',
};
/** Tokens with positions, and those between the items of a list. */
const PLACED = { ...TOKENS, index_options: 'positions', position_increment_gap: 100 };
const BEGINNINGS = {
  type: 'text',
  analyzer: 'beginnings',
  search_analyzer: 'tokens',
  norms: false,
  similarity: 'frequency',
  index_options: 'freqs',
};
const VOCABULARY = {
  type: 'text',
  analyzer: 'vocabulary',
  search_analyzer: 'tokens',
  norms: false,
  index_options: 'docs',
};
const LENGTH = { type: 'integer', index: false };

/**
 * The properties of fields, the first of which is the one number `first` of the schema:
 * - v: whole values, for filters, sorts, facets and groups; the type and the number of the field are in its `meta`;
 * - l: the length of texts; t: dates in milliseconds; p: points.
 */
export function fieldProperties(fields: Schema, first: number): Record<string, Json> {
  const v = named<Json>();
  const l = named<Json>();
  // In every index.
  l.id = LENGTH;
  const t = named<Json>();
  const p = named<Json>();
  let number = first;
  for (const [name, type] of fields) {
    const meta = { type, number: String(number++) };
    v[name] = { type: type === 'number' ? 'double' : 'keyword', meta };
    if (type === 'text') l[name] = LENGTH;
    if (type === 'date') t[name] = { type: 'double', index: false };
    if (type === 'geolocation') p[name] = { type: 'geo_point' };
  }
  return { v: { properties: v }, l: { properties: l }, t: { properties: t }, p: { properties: p } };
}

interface Mappings {
  readonly _meta?: IndexFacts & { readonly layout?: string };
  readonly properties?: { readonly v?: { readonly properties?: Readonly<Record<string, ValueProperty>> } };
}
interface ValueProperty {
  readonly meta?: { readonly type: FieldType; readonly number: string };
}

/** Reads the mappings of an index; undefined if another version of Findling or something else made it. */
export function readMappings(json: unknown): (IndexFacts & { readonly schema: Schema }) | undefined {
  const { _meta: facts, properties } = json as Mappings;
  if (facts?.layout !== LAYOUT) return undefined;
  const fields = Object.entries(properties?.v?.properties ?? {}).flatMap(([name, { meta }]) =>
    meta === undefined ? [] : [{ name, type: meta.type, number: Number(meta.number) }],
  );
  // Two nodes may have given the same number to different fields.
  fields.sort((a, b) => a.number - b.number || (a.name < b.name ? -1 : 1));
  const { engineId, language, shards } = facts;
  return { engineId, language, shards, schema: new Map(fields.map(({ name, type }) => [name, type])) };
}
