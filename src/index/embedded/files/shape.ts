import { type FieldType, isFieldType } from '../../../values/types.ts';

/*
 * Parsers for JSON of index files. Its checksum was right, so a wrong shape comes from another program or from a bug;
 * in either case the file is not used.
 */

/** The message names the part of the JSON that has a wrong shape. */
export class ShapeError extends Error {}

/** The members of an object that has exactly these names. */
export function membersOf<K extends string>(
  value: unknown,
  what: string,
  names: readonly K[],
): Record<K, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ShapeError(what);
  const found = Object.keys(value);
  if (found.length !== names.length || !names.every((name) => Object.hasOwn(value, name))) {
    throw new ShapeError(what);
  }
  return value as Record<K, unknown>;
}

export function listOf<T>(value: unknown, what: string, each: (item: unknown) => T): T[] {
  if (!Array.isArray(value)) throw new ShapeError(what);
  return value.map(each);
}

export function textOf(value: unknown, what: string): string {
  if (typeof value !== 'string') throw new ShapeError(what);
  return value;
}

/** A non-negative safe integer. */
export function countOf(value: unknown, what: string): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0 || Object.is(value, -0))
    throw new ShapeError(what);
  return value as number;
}

export function checksumOf(value: unknown, what: string): number {
  const checksum = countOf(value, what);
  if (checksum > 0xffffffff) throw new ShapeError(what);
  return checksum;
}

export function flagOf(value: unknown, what: string): boolean {
  if (typeof value !== 'boolean') throw new ShapeError(what);
  return value;
}

/** One line without control characters, safe to print. */
const LINE = /^\P{C}+$/u;

export function lineOf(value: unknown, what: string): string {
  const line = textOf(value, what);
  if (!LINE.test(line)) throw new ShapeError(what);
  return line;
}

/** A name that is a component of section names, which are separated by slashes. */
function nameOf(value: unknown, what: string): string {
  const name = lineOf(value, what);
  if (name.includes('/')) throw new ShapeError(what);
  return name;
}

/** The last millisecond of a `Date`. */
const END_OF_TIME = 8.64e15;

/** Milliseconds since 1970. */
export function momentOf(value: unknown, what: string): number {
  const moment = countOf(value, what);
  if (moment > END_OF_TIME) throw new ShapeError(what);
  return moment;
}

export const languageOf = (value: unknown): string | null =>
  value === null ? null : nameOf(value, 'language');

/** Distinct fields with their types. */
export function fieldsOf(value: unknown): Array<readonly [string, FieldType]> {
  const fields = listOf(value, 'schema', (pair): readonly [string, FieldType] => {
    const [name, type, ...rest] = listOf(pair, 'schema', (item) => item);
    if (rest.length > 0 || !isFieldType(type) || name === 'id') throw new ShapeError('schema');
    return [nameOf(name, 'schema'), type];
  });
  if (new Set(fields.map(([name]) => name)).size !== fields.length) throw new ShapeError('schema');
  return fields;
}
