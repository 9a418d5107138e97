import { parseNumber } from './number-value.ts';

/** A location on earth in degrees. Invariant: `lat` within ±90, `lon` within ±180, both ends included. */
export interface Location {
  readonly lat: number;
  readonly lon: number;
}

const location = (lat: number | undefined, lon: number | undefined): Location | undefined => {
  if (lat === undefined || lon === undefined) return undefined;
  // Written so that NaN is refused too.
  if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) return undefined;
  return { lat: lat + 0, lon: lon + 0 }; // one zero, no -0
};

/** `35.68,-83.53`, optionally with spaces after the comma. */
const parseLatLon = (text: string): Location | undefined => {
  const comma = text.indexOf(',');
  let lonStart = comma + 1;
  while (text[lonStart] === ' ') lonStart += 1;
  return location(parseNumber(text.slice(0, comma)), parseNumber(text.slice(lonStart)));
};

// Linear: spaces and the text between them exclude each other.
const WKT_POINT = /^point *\( *([^ ()]+) +([^ ()]+) *\)$/i;

/** `POINT (-83.53 35.68)`: well-known text, longitude first. */
const parsePoint = (text: string): Location | undefined => {
  const parts = WKT_POINT.exec(text);
  return parts === null ? undefined : location(parseNumber(parts[2] ?? ''), parseNumber(parts[1] ?? ''));
};

const GEOHASH_DIGITS = '0123456789bcdefghjkmnpqrstuvwxyz';
// Both alphabets spelt out: `toLowerCase` would let the Kelvin sign pass for a k.
const GEOHASH_CAPITALS = '0123456789BCDEFGHJKMNPQRSTUVWXYZ';
const GEOHASH_LENGTH = 12;

/**
 * Decimals that tell the centre of a cell of `size` degrees from its edges, but promise no more than the
 * cell holds: about a hundredth of it.
 */
const roundToCell = (centre: number, size: number): number =>
  Number(centre.toFixed(Math.max(1, Math.floor(2 - Math.log10(size)))));

/**
 * The centre of a geohash cell. Each digit carries five bits; bits halve the range of longitude and of
 * latitude in turn, longitude first.
 */
const parseGeohash = (text: string): Location | undefined => {
  if (text.length < 1 || text.length > GEOHASH_LENGTH) return undefined;
  let [west, width, south, height] = [-180, 360, -90, 180];
  let splitsLongitude = true;
  for (const character of text) {
    const digit = Math.max(GEOHASH_DIGITS.indexOf(character), GEOHASH_CAPITALS.indexOf(character));
    if (digit < 0) return undefined;
    for (let bit = 16; bit > 0; bit >>= 1) {
      if (splitsLongitude) {
        width /= 2;
        if (digit & bit) west += width;
      } else {
        height /= 2;
        if (digit & bit) south += height;
      }
      splitsLongitude = !splitsLongitude;
    }
  }
  return location(roundToCell(south + height / 2, height), roundToCell(west + width / 2, width));
};

const parseText = (text: string): Location | undefined => {
  // A text with a comma is never a geohash, and no geohash has the o and i of `point`.
  if (text.includes(',')) return parseLatLon(text);
  return parsePoint(text) ?? parseGeohash(text);
};

const degrees = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? parseNumber(value) : undefined;
};

/**
 * Whether an array is one `[lon, lat]` point rather than a list of locations: exactly two items, each a
 * number or a text that writes one. The range does not matter here: `["200", "10"]` is a bad point, not
 * two geohashes.
 */
export const isPoint = (value: unknown): value is readonly [unknown, unknown] =>
  Array.isArray(value) &&
  value.length === 2 &&
  degrees(value[0]) !== undefined &&
  degrees(value[1]) !== undefined;

/**
 * The location that `value` denotes: `"lat,lon"`, `"POINT (lon lat)"`, a geohash or `[lon, lat]`; undefined if
 * it denotes none. Any short text in the geohash alphabet is a location, `"1985"` and `"test"` too.
 */
export const parseLocation = (value: unknown): Location | undefined => {
  if (typeof value === 'string') return parseText(value);
  return isPoint(value) ? location(degrees(value[1]), degrees(value[0])) : undefined;
};

/** `lat,lon`, which `parseLocation` reads back to the same location. */
export const formatLocation = ({ lat, lon }: Location): string => `${lat},${lon}`;

const EARTH_RADIUS = 6_371_008.8;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Metres between two locations along a great circle of the mean sphere. */
export const distance = (a: Location, b: Location): number => {
  const sine = (degrees: number): number => Math.sin(radians(degrees) / 2) ** 2;
  const h = sine(b.lat - a.lat) + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * sine(b.lon - a.lon);
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(h)));
};
