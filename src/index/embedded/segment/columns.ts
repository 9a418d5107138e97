import type { DateValue } from '../../../values/date-value.ts';
import { formatDate } from '../../../values/date-value.ts';
import { formatLocation, type Location } from '../../../values/geolocation-value.ts';
import type { FieldType } from '../../../values/types.ts';
import { countedUp } from './constants.ts';
import { FrontCoded } from './front-coded.ts';
import { isLong, LongTexts } from './long-texts.ts';
import type { Ordinals } from './ordinals.ts';
import type { Sections } from './sections.ts';

/*
 * Columns (doc values): the values of a field by document, which filters, facets, sorts, groups and boosts read.
 * All are multi-valued: document d has the values starts[d] .. starts[d + 1]. Where every document has exactly one
 * value, as in most columns, the segment does not store `starts`; all such columns of a thread share one array.
 *
 *   starts    0   1   3   3   4        document 1 has values 1 and 2, document 2 has none
 *   values    v0  v1  v2  v3
 *
 *   number       one double per value
 *   date         milliseconds since 1970 as a double, and nanoseconds if any date of the segment has them
 *   geolocation  two doubles per value
 *   text         an ordinal per value: into a dictionary in the order of UTF-8 bytes, and beyond its size into the long
 *                texts; 1, 2 or 4 bytes wide, depending on the number of distinct values
 */
export interface ColumnBase {
  readonly starts: Uint32Array;
}
export interface NumberColumn extends ColumnBase {
  readonly type: 'number';
  readonly values: Float64Array;
}
export interface DateColumn extends ColumnBase {
  readonly type: 'date';
  readonly values: Float64Array;
  readonly nanos: Uint32Array | undefined;
}
export interface GeolocationColumn extends ColumnBase {
  readonly type: 'geolocation';
  readonly lats: Float64Array;
  readonly lons: Float64Array;
}
export interface TextColumn extends ColumnBase {
  readonly type: 'text';
  readonly ordinals: Ordinals;
  readonly dictionary: FrontCoded;
  readonly long: LongTexts;
}
export type Column = NumberColumn | DateColumn | GeolocationColumn | TextColumn;

/** The section with one element per value, by type. */
export const VALUES: Readonly<Record<FieldType, string>> = {
  number: 'values',
  date: 'values',
  geolocation: 'lats',
  text: 'ordinals',
};

export function openColumn(sections: Sections, field: string, type: FieldType, docCount: number): Column {
  const name = `column/${field}`;
  const starts = sections.has(`${name}/starts`) ? sections.words(`${name}/starts`) : countedUp(docCount + 1);
  switch (type) {
    case 'number':
      return { type, starts, values: sections.doubles(`${name}/values`) };
    case 'date': {
      const nanos = sections.has(`${name}/nanos`) ? sections.words(`${name}/nanos`) : undefined;
      return { type, starts, values: sections.doubles(`${name}/values`), nanos };
    }
    case 'geolocation':
      return { type, starts, lats: sections.doubles(`${name}/lats`), lons: sections.doubles(`${name}/lons`) };
    case 'text':
      return {
        type,
        starts,
        ordinals: sections.wholes(`${name}/ordinals`),
        dictionary: new FrontCoded(sections, `${name}/values`),
        long: new LongTexts(sections.words(`${name}/long`)),
      };
  }
}

/** A value as documents show it, for instance a date as ISO 8601. */
export function shownAt(column: Column, at: number): string | number {
  switch (column.type) {
    case 'number':
      return column.values[at] as number;
    case 'date':
      return formatDate(dateAt(column, at));
    case 'geolocation':
      return formatLocation(locationAt(column, at));
    case 'text':
      return textOf(column, column.ordinals[at] as number);
  }
}

/** The text of an ordinal. Long texts must have been loaded. */
export const textOf = ({ dictionary, long }: TextColumn, ordinal: number): string =>
  ordinal < dictionary.size ? dictionary.text(ordinal) : long.text(ordinal - dictionary.size);

/** The ordinal of a text, -1 if the column does not have it. */
export function ordinalOf({ dictionary, long }: TextColumn, text: string): number {
  if (!isLong(text) || long.size === 0) return dictionary.find(text);
  const number = long.find(text);
  return number < 0 ? dictionary.find(text) : dictionary.size + number;
}

export const dateAt = (column: DateColumn, at: number): DateValue => ({
  epochMs: column.values[at] as number,
  nanos: column.nanos?.[at] ?? 0,
});

export const locationAt = (column: GeolocationColumn, at: number): Location => ({
  lat: column.lats[at] as number,
  lon: column.lons[at] as number,
});
