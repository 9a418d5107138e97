import type { Hit, SortKey } from '../index/plan.ts';
import { scopedId } from '../meta-engines/scoped-id.ts';
import { parseDate } from '../values/date-value.ts';
import type { Body } from '../values/typed-fields.ts';
import type { FieldType, Schema } from '../values/types.ts';
import { type TypedItem, type TypedValue, typedValue } from '../values/value.ts';
import { type SourceFilter, showsField } from './source-filter.ts';

/** How the hits of a request are shown. */
export interface HitOptions {
  /** By id, the engines that the hits are of. */
  readonly engines: ReadonlyMap<number, { readonly name: string; readonly schema: Schema }>;
  /** Whether ids are scoped by the name of the engine, as in a meta engine. */
  readonly hasScopedIds: boolean;
  readonly source: SourceFilter;
  readonly sort: readonly SortKey[];
}

/** Whether scores decide the order; otherwise they are not shown. */
const hasScores = (sort: readonly SortKey[]): boolean =>
  sort.length === 0 || sort.some(({ kind }) => kind === 'score');

/** A hit in the shape of Elasticsearch. */
export function hitJson({ engines, hasScopedIds, source, sort }: HitOptions, hit: Hit, body: Body): string {
  const engine = engines.get(hit.engineId);
  if (engine === undefined) throw new Error(`a hit of engine ${hit.engineId}, which was not searched`);
  const { name, schema } = engine;
  const id = hasScopedIds ? scopedId(name, hit.id) : hit.id;
  return JSON.stringify({
    _index: `.ent-search-engine-documents-${name}`,
    _id: id,
    _score: hasScores(sort) ? hit.score : null,
    ...(source !== null && { _source: sourceJson(source, schema, id, body) }),
    ...(sort.length > 0 && { sort: sort.map((key) => sortValue(key, schema, { ...hit, id }, body)) }),
  });
}

/** The values of a document as strings, in the order in which they were sent. */
function sourceJson(source: NonNullable<SourceFilter>, schema: Schema, id: string, body: Body): object {
  // A null prototype, so that no field name is ever special.
  const json: Record<string, unknown> = Object.create(null);
  if (showsField(source, 'id')) json.id = id;
  for (const [name, value] of Object.entries(body)) {
    const type = schema.get(name);
    if (type !== undefined && showsField(source, name)) json[name] = asStrings(typedValue(value, type));
  }
  return json;
}

const isList = (value: TypedValue): value is readonly TypedItem[] => Array.isArray(value);
const asString = (item: TypedItem): string | null => (item === null ? null : String(item));
const asStrings = (value: TypedValue): unknown => (isList(value) ? value.map(asString) : asString(value));

/** The value that a hit is sorted by: of several, the smallest or the largest; null for none. */
function sortValue(key: SortKey, schema: Schema, hit: Hit, body: Body): string | number | null {
  if (key.kind === 'score') return hit.score;
  if (key.kind === 'scoped id') return hit.id;
  if (key.kind !== 'field') return null;
  if (key.field === 'id') return hit.id;
  const type = schema.get(key.field);
  if (type === undefined) return null;
  const value = typedValue(body[key.field], type);
  const items = (isList(value) ? value : [value]).filter((item) => item !== null);
  const [first, ...others] = items;
  if (first === undefined) return null;
  const best = others.reduce((a, b) => (compare(a, b) > 0 === key.descending ? a : b), first);
  return shownAs(type, best);
}

/** Numbers by size, texts by their bytes; canonical dates sort as text. */
const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number'
    ? a - b
    : Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));

/** Elasticsearch shows dates in milliseconds since 1970. */
const shownAs = (type: FieldType, value: string | number): string | number =>
  type === 'date' ? (parseDate(String(value))?.epochMs ?? value) : value;
