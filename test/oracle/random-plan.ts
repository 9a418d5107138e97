import type {
  Boost,
  DocumentRef,
  Filter,
  GroupPlan,
  MatchRules,
  QueryPlan,
  SearchPlan,
  SortKey,
} from '../../src/index/plan.ts';
import { matchRules } from '../../src/search/precision.ts';
import { parseDate } from '../../src/values/date-value.ts';
import type { Random } from '../support/seed.ts';
import { DATES, NUMBERS, type RandomEngine, sourceOf } from './random-engine.ts';
import { randomFacet } from './random-facet.ts';
import { randomQuery } from './random-query.ts';
import { fieldOf, several, someEngineId, someMetres, somePlace, someValue } from './random-value.ts';

/** A plan as the request parser could have made it, over every option. */
export function randomPlan(random: Random, engine: RandomEngine): SearchPlan {
  const sometimes = <T>(make: () => T): T[] => (random.below(4) === 0 ? several(random, 3, make) : []);
  const refs = (): DocumentRef[] =>
    several(random, 4, () => {
      const id = random.pick([...engine.ids, 'nobody']);
      return { engineId: random.below(4) === 0 ? someEngineId(random) : sourceOf(engine, id), id };
    });
  return {
    query: randomQuery(random, engine),
    fields: randomFields(random, engine),
    matching: randomRules(random, random.below(3) === 0 ? 2 : 1 + random.below(11)),
    filter: random.below(3) === 0 ? randomFilter(random, engine, 3) : { kind: 'all', of: [] },
    boosts: sometimes(() => randomBoost(random, engine)).filter((boost) => boost !== undefined),
    sort: sometimes(() => randomSortKey(random, engine)),
    group: random.below(6) === 0 ? randomGroup(random, engine) : null,
    facets: sometimes(() => randomFacet(random, engine)),
    promoted: random.below(10) === 0 ? refs() : [],
    hidden: random.below(10) === 0 ? refs() : [],
    offset: random.below(3) === 0 ? random.below(8) : 0,
    limit: random.below(3) === 0 ? random.below(6) : 1000,
  };
}

/** The rules of a precision; established terms need few documents, as these engines have few. */
export const randomRules = (random: Random, precision: number): MatchRules => ({
  ...matchRules(precision),
  establishedDocs: random.pick([1, 2, 4, 10, 50, 1_000_000]),
});

/** A search in a crowded engine for its word, or for more words than count. */
export function randomCrowdPlan(random: Random, engine: RandomEngine): SearchPlan {
  const { vocabulary } = engine;
  const words = random.below(3) === 0 ? vocabulary.toReversed() : vocabulary.slice(0, 1 + random.below(2));
  const query: QueryPlan = { kind: 'plain', text: words.join(' '), synonyms: [] };
  return { ...randomPlan(random, engine), query, matching: randomRules(random, 1 + random.below(7)) };
}

function randomFields(random: Random, { schema }: RandomEngine): SearchPlan['fields'] {
  const texts = [...schema].filter(([, type]) => type === 'text').map(([name]) => name);
  const isDefault = random.below(2) === 0;
  return ['id', ...texts]
    .filter(() => isDefault || random.below(4) > 0)
    .map((name) => ({ name, weight: isDefault ? 1 : random.pick([0, 0.5, 1, 1, 2.5, 10]) }));
}

export function randomFilter(random: Random, engine: RandomEngine, depth: number): Filter {
  if (depth > 0 && random.below(2) === 0) {
    const of = Array.from({ length: random.below(4) }, () => randomFilter(random, engine, depth - 1));
    return { kind: random.pick(['all', 'any', 'none']), of };
  }
  if (random.below(10) === 0)
    return { kind: 'engine', engineIds: several(random, 3, () => someEngineId(random)) };
  const place = fieldOf(random, engine, 'geolocation');
  if (place !== undefined && random.below(4) === 0) {
    const to = random.below(3) === 0 ? Number.POSITIVE_INFINITY : someMetres(random);
    return { kind: 'distance', field: place, center: somePlace(random), from: someMetres(random) % 1e6, to };
  }
  const ranged = fieldOf(random, engine, 'number', 'date');
  if (ranged !== undefined && random.below(3) === 0) {
    const bound = (): string | number | undefined =>
      random.below(3) === 0 ? undefined : someValue(random, engine, ranged);
    return { kind: 'range', field: ranged, from: bound(), to: bound() };
  }
  const field = random.below(6) === 0 ? 'id' : (fieldOf(random, engine, 'text', 'number', 'date') ?? 'id');
  return { kind: 'value', field, values: several(random, 4, () => someValue(random, engine, field)) };
}

function randomBoost(random: Random, engine: RandomEngine): Boost | undefined {
  const factor = random.pick([0, 0.5, 1, 1, 3, 10]);
  const operation = random.pick(['add', 'multiply'] as const);
  const kind = random.pick(['value', 'functional', 'proximity'] as const);
  if (kind === 'value') {
    const field = fieldOf(random, engine, 'text', 'number', 'date');
    if (field === undefined) return undefined;
    return {
      kind,
      field,
      factor,
      operation,
      values: several(random, 3, () => someValue(random, engine, field)),
    };
  }
  if (kind === 'functional') {
    const field = fieldOf(random, engine, 'number');
    if (field === undefined) return undefined;
    return {
      kind,
      field,
      factor,
      operation,
      function: random.pick(['linear', 'exponential', 'logarithmic']),
    };
  }
  const field = fieldOf(random, engine, 'number', 'date', 'geolocation');
  if (field === undefined) return undefined;
  const type = engine.schema.get(field);
  const date = parseDate(random.pick(DATES))?.epochMs ?? 0;
  const center =
    type === 'geolocation'
      ? somePlace(random)
      : type === 'date'
        ? date + random.pick([0, 1, 43_200_000, 1e9])
        : random.pick(NUMBERS);
  return {
    kind,
    field,
    factor,
    operation: 'add',
    center,
    function: random.pick(['linear', 'exponential', 'gaussian']),
  };
}

function randomSortKey(random: Random, engine: RandomEngine): SortKey {
  const descending = random.below(2) === 0;
  const place = fieldOf(random, engine, 'geolocation');
  if (place !== undefined && random.below(4) === 0) {
    const mode = random.pick(['min', 'max', 'median', 'avg'] as const);
    return { kind: 'distance', descending, field: place, center: somePlace(random), mode };
  }
  if (random.below(3) === 0) return { kind: 'score', descending };
  if (random.below(12) === 0) {
    const engineIds = Array.from({ length: engine.sources }, (_, i) => i + 1);
    return {
      kind: 'scoped id',
      descending,
      engineIds: random.below(2) === 0 ? engineIds : engineIds.toReversed(),
    };
  }
  const field = random.below(5) === 0 ? 'id' : (fieldOf(random, engine, 'text', 'number', 'date') ?? 'id');
  return { kind: 'field', descending, field };
}

function randomGroup(random: Random, engine: RandomEngine): GroupPlan {
  const field = fieldOf(random, engine, 'text', 'number', 'date') ?? 'title';
  return { field, size: 1 + random.below(10), sort: randomSortKey(random, engine) };
}
