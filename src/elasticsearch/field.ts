import type { TextView } from '../index/plan.ts';
import type { FieldType, Schema } from '../values/types.ts';

/** A field as a request names it: the words of a text, or whole values. */
export type NamedField =
  | { readonly kind: 'text'; readonly name: string; readonly view: TextView }
  | { readonly kind: 'value'; readonly name: string; readonly type: FieldType | 'id' };

const VIEWS: Readonly<Record<string, TextView>> = {
  stem: 'stem',
  prefix: 'prefix',
  joined: 'joined',
  delimiter: 'delimiter',
};

/** The sub-field with the values of a type, in addition to `enum`, which every field has. */
const VALUE_SUB_FIELDS: Readonly<Record<FieldType, string | undefined>> = {
  text: undefined,
  number: 'float',
  date: 'date',
  geolocation: 'location',
};

/**
 * The field that a name such as `title`, `title.stem` or `year.float` stands for; undefined if the engine has no such
 * field, which then matches nothing, as in Elasticsearch. Names of fields have no dots.
 */
export function namedField(name: string, schema: Schema): NamedField | undefined {
  const dot = name.indexOf('.');
  const field = dot === -1 ? name : name.slice(0, dot);
  const sub = dot === -1 ? undefined : name.slice(dot + 1);
  if (field === 'id' || field === '_id') {
    return sub === undefined || sub === 'enum' ? { kind: 'value', name: 'id', type: 'id' } : undefined;
  }
  const type = schema.get(field);
  if (type === undefined) return undefined;
  if (sub === 'enum' || (sub !== undefined && sub === VALUE_SUB_FIELDS[type])) {
    return { kind: 'value', name: field, type };
  }
  if (type !== 'text') return sub === undefined ? { kind: 'value', name: field, type } : undefined;
  const view = sub === undefined ? 'word' : Object.hasOwn(VIEWS, sub) ? VIEWS[sub] : undefined;
  return view && { kind: 'text', name: field, view };
}

/** The field whose values are sorted or counted: those of a text field are its whole texts. */
export function valueField(name: string, schema: Schema): Extract<NamedField, { kind: 'value' }> | undefined {
  const field = namedField(name, schema);
  if (field?.kind !== 'text') return field;
  return field.view === 'word' ? { kind: 'value', name: field.name, type: 'text' } : undefined;
}

/** Names of fields that a pattern such as `*`, `title*` or `*.stem` stands for: text fields, with the same sub-field. */
export function expandedNames(pattern: string, schema: Schema): string[] {
  if (!pattern.includes('*')) return [pattern];
  const dot = pattern.indexOf('.');
  const [names, sub] = dot === -1 ? [pattern, ''] : [pattern.slice(0, dot), pattern.slice(dot)];
  return [...schema]
    .filter(([name, type]) => type === 'text' && matchesPattern(name, names))
    .map(([name]) => name + sub);
}

/** Whether a name matches a pattern in which `*` stands for any characters. Linear: the last `*` is extended. */
export function matchesPattern(name: string, pattern: string): boolean {
  let at = 0;
  let next = 0;
  let star = -1;
  let from = 0;
  while (at < name.length) {
    if (pattern[next] === '*') {
      star = next++;
      from = at;
    } else if (pattern[next] === name[at]) {
      next++;
      at++;
    } else if (star >= 0) {
      next = star + 1;
      at = ++from;
    } else return false;
  }
  while (pattern[next] === '*') next++;
  return next === pattern.length;
}
