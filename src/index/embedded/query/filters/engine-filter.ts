import { EVERYTHING, type Filter, NOTHING } from '../../../plan.ts';

/**
 * A filter as it is for the documents of one engine: conditions on the engine are decided, so that a segment either
 * needs no test for them or has no matches at all.
 */
export function filterIn(filter: Filter, engineId: number): Filter {
  switch (filter.kind) {
    case 'engine':
      return filter.engineIds.includes(engineId) ? EVERYTHING : NOTHING;
    case 'all': {
      if (!hasEngines(filter)) return filter;
      const of = filter.of.map((part) => filterIn(part, engineId)).filter((part) => part !== EVERYTHING);
      return of.includes(NOTHING) ? NOTHING : of.length === 0 ? EVERYTHING : { kind: 'all', of };
    }
    case 'any': {
      if (!hasEngines(filter)) return filter;
      const of = filter.of.map((part) => filterIn(part, engineId)).filter((part) => part !== NOTHING);
      return of.includes(EVERYTHING) ? EVERYTHING : of.length === 0 ? NOTHING : { kind: 'any', of };
    }
    case 'none': {
      if (!hasEngines(filter)) return filter;
      const of = filter.of.map((part) => filterIn(part, engineId)).filter((part) => part !== NOTHING);
      return of.includes(EVERYTHING) ? NOTHING : of.length === 0 ? EVERYTHING : { kind: 'none', of };
    }
    default:
      return filter;
  }
}

const hasEngines = (filter: Filter): boolean =>
  'of' in filter ? filter.of.some(hasEngines) : filter.kind === 'engine';
