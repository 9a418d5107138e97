import { type FieldType, isFieldType } from '../../../values/types.ts';

/*
 * Reading JSON that we have written ourselves. Its checksum was right, so a wrong shape is a file that some other
 * program made, or a mistake of ours; either way nothing of it is used.
 */

/** Says which part of a JSON text is not as it should be. */
export class ShapeError extends Error {}

/** The members of an object that has exactly these. */
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

/** A whole number from 0 on that a double holds exactly. */
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

/** One line to show to people: nothing in it moves a cursor. */
const LINE = /^\P{C}+$/u;

export function lineOf(value: unknown, what: string): string {
  const line = textOf(value, what);
  if (!LINE.test(line)) throw new ShapeError(what);
  return line;
}

/** A name that is part of the names of sections, which slashes divide. */
function nameOf(value: unknown, what: string): string {
  const name = lineOf(value, what);
  if (name.includes('/')) throw new ShapeError(what);
  return name;
}

/** The last millisecond that a `Date` can show. */
const END_OF_TIME = 8.64e15;

/** Milliseconds since 1970. */
export function momentOf(value: unknown, what: string): number {
  const moment = countOf(value, what);
  if (moment > END_OF_TIME) throw new ShapeError(what);
  return moment;
}

export const languageOf = (value: unknown): string | null =>
  value === null ? null : nameOf(value, 'language');

/** Fields with their types, each field once. */
export function fieldsOf(value: unknown): Array<readonly [string, FieldType]> {
  const fields = listOf(value, 'schema', (pair): readonly [string, FieldType] => {
    const [name, type, ...rest] = listOf(pair, 'schema', (item) => item);
    if (rest.length > 0 || !isFieldType(type) || name === 'id') throw new ShapeError('schema');
    return [nameOf(name, 'schema'), type];
  });
  if (new Set(fields.map(([name]) => name)).size !== fields.length) throw new ShapeError('schema');
  return fields;
}
