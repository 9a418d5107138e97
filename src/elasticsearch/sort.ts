import type { SortKey } from '../index/plan.ts';
import { parseJson } from '../json/parse.ts';
import { limits } from '../limits.ts';
import { parseSortKey } from '../search/sort.ts';
import type { Schema } from '../values/types.ts';
import { valueField } from './field.ts';
import { invalid, itemsOf, knownMembers, onlyMember, type Part, stringOf, unsupported } from './part.ts';

/** Reads `sort` of the body, or of the query string: `_score`, `year:desc,title`, or JSON. */
export function parseSort(part: Part | undefined, schema: Schema): SortKey[] {
  if (part === undefined || part.value === null) return [];
  const items =
    typeof part.value === 'string'
      ? itemsOf({ ...part, value: itemsOfText(part, part.value) })
      : itemsOf(part);
  if (items.length > limits.sortFields) {
    throw invalid(part.path, `cannot have more than ${limits.sortFields} fields`);
  }
  const keys = items.map((item) => sortKey(item, schema));
  // By score is the default, and is faster without a key.
  return keys.length === 1 && keys[0]?.kind === 'score' && keys[0].descending ? [] : keys;
}

function itemsOfText({ path }: Part, text: string): unknown {
  if (/^\s*[[{]/.test(text)) {
    try {
      return parseJson(text);
    } catch {
      throw invalid(path, 'must be valid JSON, or names of fields');
    }
  }
  return text.split(',').map((item) => {
    const colon = item.lastIndexOf(':');
    return colon === -1 ? item.trim() : { [item.slice(0, colon).trim()]: item.slice(colon + 1).trim() };
  });
}

function sortKey(part: Part, schema: Schema): SortKey {
  if (typeof part.value === 'string') return keyOf(part, part.value, undefined, schema);
  const [name, member] = onlyMember(part, 'field');
  if (typeof member.value === 'string') return keyOf(member, name, member, schema);
  const { order, missing, mode } = knownMembers(member, ['order', 'missing', 'mode', 'unmapped_type']);
  const key = keyOf(member, name, order, schema);
  // The only supported places of missing values, and choices among several values, are the defaults.
  if (missing !== undefined && missing.value !== '_last') throw unsupported(missing.path);
  if (mode !== undefined && stringOf(mode) !== (key.descending ? 'max' : 'min')) throw unsupported(mode.path);
  return key;
}

function keyOf(part: Part, name: string, order: Part | undefined, schema: Schema): SortKey {
  const isScore = name === '_score';
  const direction = order === undefined ? (isScore ? 'desc' : 'asc') : stringOf(order);
  if (direction !== 'asc' && direction !== 'desc') throw invalid(part.path, 'must be "asc" or "desc"');
  if (isScore) return { kind: 'score', descending: direction === 'desc' };
  // Orders that need no field: by index order, distance or script.
  if (name.startsWith('_') && name !== '_id') throw unsupported(`${part.path}: ${name}`);
  const field = valueField(name, schema);
  if (field === undefined || field.type === 'geolocation') {
    throw invalid(part.path, `names no field to sort by: ${name}`);
  }
  return parseSortKey('Sort', { [field.name]: direction }, schema);
}
