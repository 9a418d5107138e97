import type { FieldType } from '../../api/types.ts';

export type Schema = Readonly<Record<string, FieldType>>;

/** The bounds of a filter as text; empty for none. `to` is excluded, as in the API. */
export interface Range {
  readonly from: string;
  readonly to: string;
}

/** The state of the documents page; all of it is in the URL. */
export interface Browsing {
  readonly query: string;
  /** `year:desc`; empty for relevance, or newest first without a query. */
  readonly sort: string;
  readonly page: number;
  readonly size: number;
  /** Whether the filter panel is open. */
  readonly filtering: boolean;
  /** Fields with a filter in the panel. */
  readonly listed: readonly string[];
  /** The selected values by field. */
  readonly chosen: ReadonlyMap<string, readonly string[]>;
  readonly ranges: ReadonlyMap<string, Range>;
  /** Undefined for the columns that were last chosen, or the default. */
  readonly columns: readonly string[] | undefined;
}

export type ChangeBrowsing = (change: Partial<Browsing>, options?: { readonly replace?: boolean }) => void;

export const SIZES = [25, 50, 100];

/** The server's maximum page number. */
export const LAST_PAGE = 100;

/** No filter, for `ChangeBrowsing`. */
export const UNFILTERED = { chosen: new Map(), ranges: new Map() } satisfies Partial<Browsing>;

/** Geolocations cannot be listed as values, nor sorted without a centre. */
export const canBeListed = (schema: Schema, field: string): boolean =>
  Object.hasOwn(schema, field) && schema[field] !== 'geolocation';

export const canHaveRange = (schema: Schema, field: string): boolean =>
  Object.hasOwn(schema, field) && (schema[field] === 'number' || schema[field] === 'date');

export const lastPage = (pages: number): number => Math.min(pages, LAST_PAGE);

/** The number of fields that are filtered by. */
export const filterCount = ({ chosen, ranges }: Browsing): number =>
  new Set([...chosen.keys(), ...ranges.keys()]).size;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a text is a bound of a range for a field type. */
export const isBound = (type: FieldType | undefined, text: string): boolean =>
  type === 'number'
    ? text.trim() !== '' && Number.isFinite(Number(text))
    : DAY.test(text) && !Number.isNaN(Date.parse(text));
