import type { FacetPlan } from '../../src/index/plan.ts';
import type { Random } from '../support/seed.ts';
import type { RandomEngine } from './random-engine.ts';
import { fieldOf, several, someMetres, somePlace, someValue } from './random-value.ts';

export function randomFacet(random: Random, engine: RandomEngine): FacetPlan {
  const place = fieldOf(random, engine, 'geolocation');
  if (place !== undefined && random.below(4) === 0) {
    const ranges = several(random, 4, () => bounds(random, () => someMetres(random)));
    return { kind: 'distance', field: place, center: somePlace(random), ranges };
  }
  const ranged = fieldOf(random, engine, 'number', 'date');
  if (ranged !== undefined && random.below(3) === 0) {
    const ranges = several(random, 4, () => bounds(random, () => someValue(random, engine, ranged)));
    return { kind: 'range', field: ranged, ranges };
  }
  const size = random.pick([1, 2, 3, 10, 250]);
  const sort = { by: random.pick(['count', 'value'] as const), descending: random.below(2) === 0 };
  if (random.below(8) === 0) return { kind: 'engine', size, sort };
  return { kind: 'value', field: fieldOf(random, engine, 'text', 'number', 'date') ?? 'title', size, sort };
}

/** Either bound may be absent, and the range may be empty. */
const bounds = <T>(random: Random, bound: () => T): { from?: T; to?: T } => ({
  ...(random.below(3) > 0 && { from: bound() }),
  ...(random.below(3) > 0 && { to: bound() }),
});
