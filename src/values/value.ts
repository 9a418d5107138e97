import { type ConversionError, conversionErrors, texts } from '../error-texts.ts';
import { limits } from '../limits.ts';
import { canonicalDate } from './date-value.ts';
import { formatLocation, isPoint, parseLocation } from './geolocation-value.ts';
import { parseNumber } from './number-value.ts';
import type { FieldType } from './types.ts';

/*
 * A stored document keeps each value as it was sent. The API returns the value converted to the current type of its
 * field. A conversion always starts from the value as sent, so changing a type from text to number and back to text
 * restores the original.
 *
 *   sent        text                number        date                 geolocation
 *   string      itself              its number    UTC, canonical       "lat,lon"
 *   number      its digits          itself        -                    -
 *   boolean     "true", "false"     -             -                    -
 *   object      its JSON            -             -                    -
 *   null        null under every type
 *   array       item by item; a null stays in its place; one item that fails makes the whole value fail;
 *               a nested array fails under every type
 *   [lon, lat]  item by item        item by item  item by item         one point: "lat,lon"
 *
 *   -  not convertible: an error when written, null when read
 */

export type TypedItem = string | number | null;
export type TypedValue = TypedItem | readonly TypedItem[];

export type Conversion =
  | { readonly ok: true; readonly value: TypedValue }
  /** `value` is the text that could not be converted, cut to the length a report shows. */
  | { readonly ok: false; readonly error: ConversionError; readonly value: string };

/** Converts a value that is neither null nor an array; undefined if it cannot be converted. */
type Convert = (item: unknown) => string | number | undefined;

const toText = (item: unknown): string | undefined => {
  if (typeof item === 'string') return item;
  if (typeof item === 'object') return JSON.stringify(item);
  // 1e309 is good JSON but no double: it could not be stored as it was sent.
  return typeof item === 'number' && !Number.isFinite(item) ? undefined : String(item);
};

const toNumber = (item: unknown): number | undefined => {
  if (typeof item === 'string') return parseNumber(item);
  return typeof item === 'number' && Number.isFinite(item) ? item + 0 : undefined; // one zero, no -0
};

const toLocation = (item: unknown): string | undefined => {
  const location = parseLocation(item);
  return location === undefined ? undefined : formatLocation(location);
};

const CONVERSIONS: Readonly<Record<FieldType, Convert>> = {
  text: toText,
  number: toNumber,
  date: (item) => (typeof item === 'string' ? canonicalDate(item) : undefined),
  geolocation: toLocation,
};

/** `text`, cut to the length that a report shows, never between two surrogates. */
export const reportedText = (text: string): string => {
  if (text.length <= limits.reportedValueLength) return text;
  const end = limits.reportedValueLength - 1;
  const splitsPair = (text.codePointAt(end - 1) ?? 0) > 0xffff;
  return `${text.slice(0, splitsPair ? end - 1 : end)}…`;
};

const refused = (value: unknown, error: ConversionError): Conversion => {
  // JSON.stringify makes `null` of a number that no double can hold.
  const text = reportedText(
    typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value),
  );
  return { ok: false, error, value: text };
};

/** A JSON value as it was sent, converted to a type, or the reason why it cannot be. */
export const convertValue = (original: unknown, type: FieldType): Conversion => {
  // Most values are texts, which stay as they are.
  if (type === 'text' && typeof original === 'string') return { ok: true, value: original };
  const convert = CONVERSIONS[type];
  if (original === null || original === undefined) return { ok: true, value: null };
  if (!Array.isArray(original) || (type === 'geolocation' && isPoint(original))) {
    const value = convert(original);
    return value === undefined ? refused(original, conversionErrors[type]) : { ok: true, value };
  }

  const items: TypedItem[] = [];
  for (const item of original) {
    if (Array.isArray(item)) return refused(item, conversionErrors.nestedArray);
    const typed = item === null ? null : convert(item);
    if (typed === undefined) return refused(item, conversionErrors[type]);
    items.push(typed);
  }
  return { ok: true, value: items };
};

/** Why a document with this value is refused; undefined if it is accepted. */
export const valueError = (original: unknown, type: FieldType): string | undefined => {
  const conversion = convertValue(original, type);
  return conversion.ok ? undefined : texts.invalidFieldValue(conversion.value, conversion.error);
};

/** The typed value of a stored one: null if it cannot be converted. */
export const typedValue = (original: unknown, type: FieldType): TypedValue => {
  const conversion = convertValue(original, type);
  return conversion.ok ? conversion.value : null;
};
