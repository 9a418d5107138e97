import { parseNumber } from '../values/number-value.ts';
import { optionErrors } from './option-error.ts';

export type Options = Readonly<Record<string, unknown>>;

/** Null counts as omitted, as in App Search. */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** The option as an object; throws if it is not one. */
export function objectOf(option: string, value: unknown): Options {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw optionErrors.mustBe(option, 'an object');
  }
  return value as Options;
}

/** The option as an object; throws if it has unknown members. */
export function objectWith(option: string, value: unknown, known: readonly string[]): Options {
  const object = objectOf(option, value);
  const unknown = Object.keys(object).find((key) => !known.includes(key));
  if (unknown !== undefined) throw optionErrors.unknownKey(option, unknown);
  return object;
}

/** A number, or a string with a number: in a query string all numbers are strings. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'string') return parseNumber(value);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** A boolean, or a string with one. */
export function booleanOf(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' ? false : undefined;
}

/** An integer within bounds; undefined if it is not one. */
export function wholeWithin(value: unknown, least: number, most: number): number | undefined {
  const number = numberOf(value);
  return number !== undefined && Number.isInteger(number) && number >= least && number <= most
    ? number
    : undefined;
}

/** The `sort` directions, as whether the order is descending. */
export function isDescending(option: string, direction: unknown): boolean {
  if (direction !== 'asc' && direction !== 'desc') throw optionErrors.badValue(option, direction);
  return direction === 'desc';
}

/** Counts characters as code points, so that an emoji is one. */
export function isLongerThan(text: string, most: number): boolean {
  if (text.length <= most) return false;
  let characters = 0;
  for (const _ of text) if (++characters > most) return true;
  return false;
}
