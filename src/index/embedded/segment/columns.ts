import type { DateValue } from '../../../schema/date-value.ts';
import { formatDate, parseDate } from '../../../schema/date-value.ts';
import { formatLocation, type Location, parseLocation } from '../../../schema/geolocation-value.ts';
import type { FieldType } from '../../../schema/types.ts';
import { compareTexts, Dictionary, dictionarySections } from './dictionary.ts';
import { hashOf, hashSection, isLong, LongTexts } from './long-texts.ts';
import type { Section, Sections } from './sections.ts';

/*
 * The values of a field by document, whole: what filters, facets, sorts, groups and boosts look at.
 * All are multi-valued: document d has the values starts[d] .. starts[d + 1].
 *
 *   number       one double each
 *   date         milliseconds since 1970 as a double, and nanoseconds on top where a segment has any
 *   geolocation  two doubles
 *   text         an ordinal: into a dictionary of values in order of UTF-8 bytes, and beyond its size into long ones
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
export interface PlaceColumn extends ColumnBase {
  readonly type: 'geolocation';
  readonly lats: Float64Array;
  readonly lons: Float64Array;
}
export interface TextColumn extends ColumnBase {
  readonly type: 'text';
  readonly ordinals: Uint32Array;
  readonly dictionary: Dictionary;
  readonly long: LongTexts;
}
export type Column = NumberColumn | DateColumn | PlaceColumn | TextColumn;

export function openColumn(sections: Sections, field: string, type: FieldType): Column | undefined {
  const name = `column/${field}`;
  if (!sections.has(`${name}/starts`)) return undefined;
  const starts = sections.words(`${name}/starts`);
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
        ordinals: sections.words(`${name}/ordinals`),
        dictionary: new Dictionary(sections, `${name}/values`),
        long: new LongTexts(sections.words(`${name}/long`)),
      };
  }
}

/** A value as documents show it. */
export function shownAt(column: Column, at: number): string | number {
  switch (column.type) {
    case 'number':
      return column.values[at] as number;
    case 'date':
      return formatDate(dateAt(column, at));
    case 'geolocation':
      return formatLocation(placeAt(column, at));
    case 'text':
      return textOf(column, column.ordinals[at] as number);
  }
}

/** The text of an ordinal; a long one must have been loaded. */
export const textOf = ({ dictionary, long }: TextColumn, ordinal: number): string =>
  ordinal < dictionary.size ? dictionary.text(ordinal) : long.text(ordinal - dictionary.size);

/** The ordinal of a text, -1 if it is not there. */
export function ordinalOf({ dictionary, long }: TextColumn, text: string): number {
  if (!isLong(text) || long.size === 0) return dictionary.find(text);
  const number = long.find(text);
  return number < 0 ? dictionary.find(text) : dictionary.size + number;
}

export const dateAt = (column: DateColumn, at: number): DateValue => ({
  epochMs: column.values[at] as number,
  nanos: column.nanos?.[at] ?? 0,
});

export const placeAt = (column: PlaceColumn, at: number): Location => ({
  lat: column.lats[at] as number,
  lon: column.lons[at] as number,
});

/** Collects the shown values of one field, document by document. */
export class ColumnBuilder {
  readonly #field: string;
  readonly #type: FieldType;
  readonly #keepsLong: boolean;
  readonly #starts: number[] = [0];
  readonly #items: Array<string | number> = [];

  /** `keepsLong`: long texts are kept whole, as there is nowhere to read them again. */
  constructor(field: string, type: FieldType, keepsLong: boolean) {
    this.#field = field;
    this.#type = type;
    this.#keepsLong = keepsLong;
  }

  /** Documents come in order; those without the field may be left out. */
  add(doc: number, items: ReadonlyArray<string | number>): void {
    while (this.#starts.length <= doc) this.#starts.push(this.#items.length);
    for (const item of items) this.#items.push(item);
    this.#starts.push(this.#items.length);
  }

  sections(docCount: number): Map<string, Section> {
    while (this.#starts.length <= docCount) this.#starts.push(this.#items.length);
    const name = `column/${this.#field}`;
    const sections = new Map<string, Section>([[`${name}/starts`, Uint32Array.from(this.#starts)]]);
    for (const [key, section] of this.#values(name)) sections.set(key, section);
    return sections;
  }

  #values(name: string): Array<[string, Section]> {
    const items = this.#items;
    switch (this.#type) {
      case 'number':
        return [[`${name}/values`, Float64Array.from(items as number[])]];
      case 'date': {
        const dates = items.map((item) => parseDate(String(item)) ?? { epochMs: Number.NaN, nanos: 0 });
        const values: [string, Section] = [
          `${name}/values`,
          Float64Array.from(dates, (date) => date.epochMs),
        ];
        const hasNanos = dates.some((date) => date.nanos !== 0);
        return hasNanos
          ? [values, [`${name}/nanos`, Uint32Array.from(dates, (date) => date.nanos)]]
          : [values];
      }
      case 'geolocation': {
        const places = items.map((item) => parseLocation(item) ?? { lat: Number.NaN, lon: Number.NaN });
        return [
          [`${name}/lats`, Float64Array.from(places, (place) => place.lat)],
          [`${name}/lons`, Float64Array.from(places, (place) => place.lon)],
        ];
      }
      case 'text': {
        const texts = [...new Set(items as string[])];
        const isKept = (text: string): boolean => this.#keepsLong || !isLong(text);
        const { sections, ordinalOfKept, ordinalOfHash } = valueSections(
          name,
          texts.filter(isKept),
          texts.filter((text) => !isKept(text)).map(hashOf),
        );
        const ordinals = new Map(
          texts.map((text) => [
            text,
            isKept(text) ? ordinalOfKept.get(text) : ordinalOfHash.get(hashOf(text)),
          ]),
        );
        return [
          ...sections,
          [`${name}/ordinals`, Uint32Array.from(items, (item) => ordinals.get(item as string) as number)],
        ];
      }
    }
  }
}

/** The sections of different values, kept and long, and the ordinal of each. */
export function valueSections(name: string, kept: readonly string[], long: readonly bigint[]) {
  const texts = kept.toSorted(compareTexts);
  const hashes = long.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return {
    sections: [
      ...dictionarySections(`${name}/values`, texts),
      [`${name}/long`, hashSection(hashes)] as [string, Section],
    ],
    ordinalOfKept: new Map(texts.map((text, ordinal) => [text, ordinal])),
    ordinalOfHash: new Map(hashes.map((hash, number) => [hash, texts.length + number])),
  };
}
