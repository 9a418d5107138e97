import { type Location, parseLocation } from '../values/geolocation-value.ts';
import { isGiven, numberOf } from './option.ts';
import { optionErrors } from './option-error.ts';

const METRES: ReadonlyMap<unknown, number> = new Map([
  ['mm', 0.001],
  ['cm', 0.01],
  ['m', 1],
  ['km', 1000],
  ['in', 0.0254],
  ['ft', 0.3048],
  ['yd', 0.9144],
  ['mi', 1609.344],
]);

/** Metres per unit of an option; 1 if it has no unit. */
export function metresPer(option: string, unit: unknown): number {
  const metres = METRES.get(isGiven(unit) ? unit : 'm');
  if (metres === undefined) throw optionErrors.badValue(option, unit);
  return metres;
}

/** The `center` of an option, in any notation of a location. */
export function centerOf(option: string, center: unknown): Location {
  if (!isGiven(center)) throw optionErrors.badOption(option, 'center is required');
  const location = parseLocation(center);
  if (location === undefined) throw optionErrors.badValue(option, center);
  return location;
}

/** A bound of a distance in the unit of the option; undefined if omitted. */
export function distanceOf(option: string, value: unknown): number | undefined {
  if (!isGiven(value)) return undefined;
  const number = numberOf(value);
  if (number === undefined || number < 0) throw optionErrors.badValue(option, value);
  return number;
}
