import { type Misfit, misfits, texts } from '../errors.ts';
import { limits } from '../limits.ts';
import { formatDate, parseDate } from './date-value.ts';
import { formatLocation, isPoint, parseLocation } from './geolocation-value.ts';
import { parseNumber } from './number-value.ts';
import type { FieldType } from './types.ts';

/*
 * A stored document keeps each value as it was sent; what the API shows is a view of it under the type
 * that its field has at that time. No view is ever made from a view, so text -> number -> text gives the
 * original back.
 *
 *   sent        text                number        date                 geolocation
 *   string      itself              its number    UTC, canonical       "lat,lon"
 *   number      its digits          itself        -                    -
 *   boolean     "true", "false"     -             -                    -
 *   object      its JSON            -             -                    -
 *   null        null under every type
 *   array       item by item; a null stays in its place; one bad item spoils the whole value;
 *               an array in an array is bad under every type
 *   [lon, lat]  item by item        item by item  item by item         one point: "lat,lon"
 *
 *   -  not convertible: an error when written, null when read
 */

export type ShownItem = string | number | null;
export type ShownValue = ShownItem | readonly ShownItem[];

export type View =
  | { readonly ok: true; readonly value: ShownValue }
  /** `value` is the text that could not be converted, cut to the length a report shows. */
  | { readonly ok: false; readonly misfit: Misfit; readonly value: string };

/** What a value that is neither null nor an array is shown as; undefined if it cannot be. */
type Show = (item: unknown) => string | number | undefined;

const formatted = <T>(value: T | undefined, format: (value: T) => string): string | undefined =>
  value === undefined ? undefined : format(value);

const showAsText = (item: unknown): string | undefined => {
  if (typeof item === 'string') return item;
  if (typeof item === 'object') return JSON.stringify(item);
  // 1e309 is good JSON but no double: it could not be kept as it was sent.
  return typeof item === 'number' && !Number.isFinite(item) ? undefined : String(item);
};

const showAsNumber = (item: unknown): number | undefined => {
  if (typeof item === 'string') return parseNumber(item);
  return typeof item === 'number' && Number.isFinite(item) ? item + 0 : undefined; // one zero, no -0
};

const SHOW: Readonly<Record<FieldType, Show>> = {
  text: showAsText,
  number: showAsNumber,
  date: (item) => (typeof item === 'string' ? formatted(parseDate(item), formatDate) : undefined),
  geolocation: (item) => formatted(parseLocation(item), formatLocation),
};

/** `text`, or as much of it as a report shows, never ending within a pair of surrogates. */
const cut = (text: string): string => {
  if (text.length <= limits.reportedValueLength) return text;
  const end = limits.reportedValueLength - 1;
  const splitsPair = (text.codePointAt(end - 1) ?? 0) > 0xffff;
  return `${text.slice(0, splitsPair ? end - 1 : end)}…`;
};

const refused = (value: unknown, misfit: Misfit): View => {
  // JSON would call a number beyond all doubles `null`.
  const text = cut(
    typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value),
  );
  return { ok: false, misfit, value: text };
};

/** What the API shows for `original`, a JSON value as it was sent, under `type`; or why it cannot. */
export const viewValue = (original: unknown, type: FieldType): View => {
  const show = SHOW[type];
  if (original === null || original === undefined) return { ok: true, value: null };
  if (!Array.isArray(original) || (type === 'geolocation' && isPoint(original))) {
    const value = show(original);
    return value === undefined ? refused(original, misfits[type]) : { ok: true, value };
  }

  const items: ShownItem[] = [];
  for (const item of original) {
    if (Array.isArray(item)) return refused(item, misfits.nestedArray);
    const shown = item === null ? null : show(item);
    if (shown === undefined) return refused(item, misfits[type]);
    items.push(shown);
  }
  return { ok: true, value: items };
};

/** Why a document with this value is refused; undefined if it is welcome. */
export const valueError = (original: unknown, type: FieldType): string | undefined => {
  const view = viewValue(original, type);
  return view.ok ? undefined : texts.invalidFieldValue(view.value, view.misfit);
};

/** What readers see of a stored value: null if it cannot be converted. */
export const shownValue = (original: unknown, type: FieldType): ShownValue => {
  const view = viewValue(original, type);
  return view.ok ? view.value : null;
};
