import { type Location, parseLocation } from '../../src/values/geolocation-value.ts';
import type { FieldType } from '../../src/values/types.ts';
import type { Random } from '../support/seed.ts';
import { DATES, longText, NUMBERS, PLACES, type RandomEngine } from './random-engine.ts';

export const several = <T>(random: Random, most: number, make: () => T): T[] =>
  Array.from({ length: 1 + random.below(most) }, make);

/** The name of a field that has one of the types, undefined if the engine has none. */
export function fieldOf(random: Random, { schema }: RandomEngine, ...types: FieldType[]): string | undefined {
  const names = [...schema].filter(([, type]) => types.includes(type)).map(([name]) => name);
  return names.length === 0 ? undefined : random.pick(names);
}

export const somePlace = (random: Random): Location =>
  parseLocation(random.pick(PLACES)) ?? { lat: 0, lon: 0 };
export const someMetres = (random: Random): number => random.pick([0, 1, 2500, 10_000, 1e5, 5e6, 1e7, 2e7]);

/** Mostly 1, which is the only engine of many tests. */
export const someEngineId = (random: Random): number => random.pick([1, 1, 1, 2, 3, 4]);

/** A value as documents of the random engines show it under a name. */
export function someValue(random: Random, engine: RandomEngine, field: string): string | number {
  const type = engine.schema.get(field);
  if (field === 'id') return random.pick(engine.ids);
  if (type === 'number') return random.pick(NUMBERS);
  if (type === 'date') return random.pick(DATES);
  return random.below(10) === 0
    ? longText(random, engine.labels)
    : random.pick([...engine.labels, ...engine.labels, ...engine.vocabulary]);
}
