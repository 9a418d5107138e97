import type { Boost } from '../plan.ts';
import type { Json } from './cluster.ts';
import { comparable, valuePath } from './filters.ts';
import { BOOSTED } from './scripts.ts';
import type { Targets } from './target.ts';

const DAY = 86_400_000;
const PLACE_SCALE = 10_000;

/** A query with the scores that boosts make of its own. */
export function boostedQuery(query: Json, boosts: readonly Boost[], targets: Targets): Json {
  if (boosts.length === 0) return query;
  const params = { boosts: boosts.map((boost) => boostParams(boost, targets)) };
  return { script_score: { query, script: { source: BOOSTED, params } } };
}

/** A boost as the script reads it. */
function boostParams(boost: Boost, targets: Targets): Json {
  const { field, factor, operation: o } = boost;
  const f = valuePath(field);
  switch (boost.kind) {
    case 'value': {
      const k = targets.schema.get(field) === 'number' ? 'number' : 'text';
      return { k, f, factor, o, v: comparable(boost.values, field, targets) };
    }
    case 'functional':
      return { k: 'functional', f, factor, o, n: boost.function };
    case 'proximity': {
      const { center, function: n } = boost;
      // The operation of a proximity boost is always `add`.
      const common = { factor, o: 'add', n };
      if (typeof center === 'object')
        return { ...common, k: 'near place', f, lat: center.lat, lon: center.lon, s: PLACE_SCALE };
      const isDate = targets.schema.get(field) === 'date';
      const scale = isDate ? DAY : Math.max(0.1 * Math.abs(center), 1);
      return { ...common, k: 'near number', f: isDate ? `t.${field}` : f, c: center, s: scale };
    }
  }
}
