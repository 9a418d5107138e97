import type { SortKey } from '../plan.ts';
import type { Json } from './cluster.ts';
import { valuePath } from './filters.ts';
import { compareBytes } from './fuzzy-terms.ts';
import { DISTANCE_SORT, ENGINE_SORT, NOWHERE } from './scripts.ts';
import type { Targets } from './target.ts';

const BY_SCORE: SortKey = { kind: 'score', descending: true };
/** Equal documents: the newest write first, then the lower engine. No two documents are equal in both. */
const TIES: readonly Json[] = [{ q: { order: 'desc' } }, { e: { order: 'asc' } }];

/** The keys of a sort; without any, that of the score. */
const keysOf = (sort: readonly SortKey[]): readonly SortKey[] => (sort.length === 0 ? [BY_SCORE] : sort);

/** A sort as OpenSearch has it. */
export const sortOf = (sort: readonly SortKey[], targets: Targets): Json[] => [
  ...keysOf(sort).flatMap((key) => clauses(key, targets)),
  ...TIES,
];

function clauses(key: SortKey, { schema }: Targets): Json[] {
  const order = key.descending ? 'desc' : 'asc';
  switch (key.kind) {
    case 'score':
      return [{ _score: { order } }];
    case 'scoped id':
      return [
        { _script: { type: 'number', order, script: { source: ENGINE_SORT, params: { e: key.engineIds } } } },
        { id: { order } },
      ];
    case 'field': {
      if (key.field === 'id') return [{ id: { order } }];
      const unmapped_type = schema.get(key.field) === 'number' ? 'double' : 'keyword';
      const mode = key.descending ? 'max' : 'min';
      return [{ [valuePath(key.field)]: { order, mode, missing: '_last', unmapped_type } }];
    }
    case 'distance': {
      const { lat, lon } = key.center;
      const missing = key.descending ? -NOWHERE : NOWHERE;
      const params = { f: valuePath(key.field), lat, lon, mode: key.mode, missing };
      return [{ _script: { type: 'number', order, script: { source: DISTANCE_SORT, params } } }];
    }
  }
}

export type SortValue = string | number | null;

/** The number of values that a hit has for the keys of a sort, without those that decide ties. */
export const sortWidth = (sort: readonly SortKey[]): number =>
  keysOf(sort).reduce((sum, { kind }) => sum + (kind === 'scoped id' ? 2 : 1), 0);

/** The number of values of the keys that decide ties. */
export const TIE_WIDTH = TIES.length;

/** Compares the values that two hits have for a sort, without ties. */
export function compareSorted(
  sort: readonly SortKey[],
  a: readonly SortValue[],
  b: readonly SortValue[],
): number {
  let at = 0;
  for (const { kind, descending } of keysOf(sort)) {
    for (const end = at + (kind === 'scoped id' ? 2 : 1); at < end; at++) {
      const [left, right] = [keyOf(a[at]), keyOf(b[at])];
      if (left === undefined || right === undefined) {
        if (left === right) continue;
        // Missing values are last in both directions.
        return left === undefined ? 1 : -1;
      }
      const order =
        typeof left === 'number' && typeof right === 'number'
          ? left - right
          : compareBytes(String(left), String(right));
      if (order !== 0) return descending ? -order : order;
    }
  }
  return 0;
}

/** OpenSearch has several values for a missing one. */
function keyOf(value: SortValue | undefined): string | number | undefined {
  if (value === null || value === undefined || value === 'Infinity' || value === '-Infinity')
    return undefined;
  return typeof value === 'number' && Math.abs(value) >= NOWHERE / 10 ? undefined : value;
}
