import type { Boost, GroupPlan, SortKey } from '../../src/index/plan.ts';
import type { FieldType, Schema } from '../../src/values/types.ts';
import type { Random } from '../support/seed.ts';

// Random signed keys and random requests for restrict.test.ts. Each is a pair: the JSON that is sent, and its meaning,
// independent of the service's own parsing.

export const SCHEMA: Schema = new Map<string, FieldType>([
  ['alpha', 'text'],
  ['beta', 'text'],
  ['gamma', 'text'],
  ['count', 'number'],
  ['day', 'date'],
]);
export const FIELDS = [...SCHEMA.keys()];
export const TEXTS = FIELDS.filter((name) => SCHEMA.get(name) === 'text');
/** A field that keys may name and the engine does not have. */
const GHOST = 'ghost';

export interface Doc {
  readonly id: string;
  readonly values: Readonly<Record<string, string | number>>;
}

/** Values contain their field name, so that a leak shows its source; the word after it is common to all texts. */
export const docValue = (field: string, kind: number): string | number => {
  if (field === 'count') return 7_654_000 + kind;
  if (field === 'day') return `20${40 + kind}-01-01T00:00:00+00:00`;
  return `hush${field}${kind} common`;
};

/** How a hidden value would appear in a response. */
export const TRACES: Readonly<Record<string, RegExp>> = {
  alpha: /hushalpha/,
  beta: /hushbeta/,
  gamma: /hushgamma/,
  count: /7654\d{3}/,
  day: /204\d-01-01/,
};

/** The possible values of a field. */
const KINDS = 3;
const RUNS: Readonly<Record<string, number>> = { alpha: 1, beta: 3, gamma: 9, count: 5, day: 7 };

export const DOCS: readonly Doc[] = Array.from({ length: 27 }, (_, i) => ({
  id: `doc${i}`,
  values: Object.fromEntries(
    FIELDS.map((field) => [field, docValue(field, Math.floor(i / (RUNS[field] ?? 1)) % KINDS)]),
  ),
}));

export interface FilterMeaning {
  readonly json: unknown;
  readonly passes: (doc: Doc) => boolean;
  readonly names: ReadonlySet<string>;
  /** Whether it has a condition, or an empty `any`, which lets nothing through in a key. */
  readonly isBounded: boolean;
  /** Whether a part of it lets everything through for want of a condition, so that a key with it is refused. */
  readonly hasEmptyPart: boolean;
}
export interface Shown {
  readonly raw: boolean;
  readonly snippet: boolean;
  readonly rawSize?: number;
  readonly snippetSize?: number;
  readonly fallback?: boolean;
}
export interface FacetMeaning {
  readonly field: string;
  readonly type: 'value' | 'range';
  readonly size: number | undefined;
}

/** Options that a key replaces, each with its fields. */
export interface Replaced<T> {
  readonly means: T;
  readonly names: readonly string[];
}

/** A key or a request: its JSON, and the meaning of each option; undefined if omitted. */
export interface Side {
  readonly json: Record<string, unknown>;
  readonly filter?: FilterMeaning;
  readonly results?: ReadonlyMap<string, Shown>;
  readonly searched?: ReadonlyMap<string, number | undefined>;
  /** Null if a key forbids facets. */
  readonly facets?: readonly FacetMeaning[] | null;
  readonly sort?: Replaced<readonly SortKey[]>;
  readonly group?: Replaced<GroupPlan>;
  readonly boosts?: Replaced<readonly Boost[]>;
  readonly precision?: Replaced<number>;
  readonly page?: Replaced<{ current: number; size: number }>;
  readonly query?: Replaced<string>;
  readonly tags?: Replaced<readonly string[]>;
}

const chance = (random: Random, oneIn: number): boolean => random.below(oneIn) === 0;
const subset = <T>(random: Random, items: readonly T[]): T[] => items.filter(() => chance(random, 2));

/** `closed` is the result of conditions through which a key must let nothing pass; undefined in a request. */
function randomFilter(random: Random, level: number, closed: boolean | undefined): FilterMeaning {
  if (level < 3 && chance(random, 3)) {
    const kind = random.pick(['all', 'any', 'none'] as const);
    const below = closed !== undefined && kind === 'none' ? !closed : closed;
    const parts = Array.from({ length: random.below(4) }, () => randomFilter(random, level + 1, below));
    const passes = (doc: Doc): boolean => {
      const hits = parts.map((part) => part.passes(doc));
      if (kind === 'all') return hits.every(Boolean);
      if (kind === 'none') return !hits.some(Boolean);
      return hits.length === 0 ? (closed ?? true) : hits.some(Boolean);
    };
    return {
      json: { [kind]: parts.map((part) => part.json) },
      passes,
      names: new Set(parts.flatMap((part) => [...part.names])),
      isBounded: parts.some((part) => part.isBounded) || (kind === 'any' && parts.length === 0),
      hasEmptyPart: parts.some((part) => part.hasEmptyPart || (kind === 'any' && !part.isBounded)),
    };
  }
  if (chance(random, 20)) {
    return { json: {}, passes: () => true, names: new Set(), isBounded: false, hasEmptyPart: true };
  }
  const bounded = { isBounded: true, hasEmptyPart: false };
  if (closed !== undefined && chance(random, 6)) {
    return { json: { [GHOST]: 'x' }, passes: () => closed, names: new Set([GHOST]), ...bounded };
  }
  const field = random.pick(FIELDS);
  const names = new Set([field]);
  if (SCHEMA.get(field) !== 'text' && chance(random, 2)) {
    const from = docValue(field, random.below(KINDS));
    const passes = ({ values }: Doc): boolean => (values[field] ?? '') >= from;
    return { json: { [field]: { from } }, passes, names, ...bounded };
  }
  const values = [0, 1, 2].filter(() => chance(random, 2)).map((kind) => docValue(field, kind));
  if (values.length === 0) values.push(docValue(field, 0));
  return {
    json: { [field]: values.length === 1 ? values[0] : values },
    passes: (doc) => values.includes(doc.values[field] as string),
    names,
    ...bounded,
  };
}

const RESULTS: ReadonlyArray<readonly [object, Shown]> = [
  [{}, { raw: false, snippet: false }],
  [{ raw: {} }, { raw: true, snippet: false }],
  [{ raw: { size: 30 } }, { raw: true, snippet: false, rawSize: 30 }],
  [{ snippet: { size: 20 } }, { raw: false, snippet: true, snippetSize: 20 }],
  [{ snippet: { size: 40, fallback: true } }, { raw: false, snippet: true, snippetSize: 40, fallback: true }],
  [
    { raw: {}, snippet: { fallback: false } },
    { raw: true, snippet: true, fallback: false },
  ],
];

function randomFacet(random: Random, field: string): [json: object, meaning: FacetMeaning] {
  if (SCHEMA.get(field) !== 'text' && chance(random, 3)) {
    const ranges = [{ from: docValue(field, 1) }];
    return [
      { type: 'range', ranges },
      { field, type: 'range', size: undefined },
    ];
  }
  const size = random.pick([undefined, undefined, 1, 2, 250]);
  return [
    { type: 'value', ...(size && { size }) },
    { field, type: 'value', size },
  ];
}

function randomSortKey(random: Random): [json: object, means: SortKey, names: string[]] {
  const field = random.pick([...FIELDS, 'id', '_score']);
  const descending = chance(random, 2);
  const json = { [field]: descending ? 'desc' : 'asc' };
  if (field === '_score') return [json, { kind: 'score', descending }, []];
  return [json, { kind: 'field', field, descending }, field === 'id' ? [] : [field]];
}

function randomBoost(random: Random): [field: string, json: object, means: Boost] {
  const field = random.pick(FIELDS);
  const factor = 1 + random.below(5);
  if (field === 'count' && chance(random, 2)) {
    const json = { type: 'functional', function: 'linear', factor };
    return [field, json, { kind: 'functional', field, operation: 'add', factor, function: 'linear' }];
  }
  const value = docValue(field, random.below(KINDS));
  const json = { type: 'value', value, operation: 'multiply', factor };
  return [field, json, { kind: 'value', field, operation: 'multiply', factor, values: [value] }];
}

/** A random key or request. A request names only existing fields; the model decides which it may not name. */
export function randomSide(random: Random, isToken: boolean): Side {
  const named = isToken ? [...FIELDS, GHOST, 'id'] : [...FIELDS, 'id'];
  const json: Record<string, unknown> = {};
  const side: { -readonly [K in keyof Side]: Side[K] } = { json };
  if (chance(random, 2)) {
    side.filter = randomFilter(random, 0, isToken ? false : undefined);
    json.filters = side.filter.json;
  }
  if (chance(random, 2)) {
    const chosen = subset(random, named).map((field) => [field, random.pick(RESULTS)] as const);
    side.results = new Map(chosen.map(([field, [, shown]]) => [field, shown]));
    json.result_fields = Object.fromEntries(chosen.map(([field, [definition]]) => [field, definition]));
  }
  if (chance(random, 2)) {
    const chosen = subset(random, named).map((field) => [field, random.pick([undefined, 2, 7.5])] as const);
    const canBeSearched = chosen.some(([field]) => field === 'id' || TEXTS.includes(field));
    const fields = isToken || canBeSearched ? chosen : [['alpha', undefined] as const];
    side.searched = new Map(fields);
    json.search_fields = Object.fromEntries(
      fields.map(([field, weight]) => [field, weight ? { weight } : {}]),
    );
  }
  addFacets(random, isToken, side);
  addReplaced(random, side);
  return side;
}

type Draft = { -readonly [K in keyof Side]: Side[K] };

function addFacets(random: Random, isToken: boolean, side: Draft): void {
  if (isToken && chance(random, 4)) {
    side.facets = null;
    side.json.facets = random.pick([null, {}]);
    return;
  }
  if (!chance(random, 2)) return;
  const chosen = subset(random, FIELDS);
  if (chosen.length === 0) chosen.push('beta');
  const facets = chosen.map((field) => [field, randomFacet(random, field)] as const);
  side.facets = facets.map(([, [, meaning]]) => meaning);
  side.json.facets = Object.fromEntries(facets.map(([field, [definition]]) => [field, definition]));
}

/** Options that are as rare in a key as in a request. */
function addReplaced(random: Random, side: Draft): void {
  const { json } = side;
  if (chance(random, 3)) {
    const keys = Array.from({ length: random.below(3) }, () => randomSortKey(random));
    json.sort = keys.map(([key]) => key);
    side.sort = { means: keys.map(([, key]) => key), names: keys.flatMap(([, , names]) => names) };
  }
  if (chance(random, 3)) {
    const field = random.pick(FIELDS);
    const size = 1 + random.below(5);
    const [sort, means, names] = randomSortKey(random);
    json.group = { field, size, sort };
    side.group = { means: { field, size, sort: means }, names: [field, ...names] };
  }
  if (chance(random, 3)) {
    const boosts = [randomBoost(random)];
    json.boosts = Object.fromEntries(boosts.map(([field, boost]) => [field, boost]));
    side.boosts = { means: boosts.map(([, , boost]) => boost), names: boosts.map(([field]) => field) };
  }
  if (chance(random, 4)) {
    json.precision = 1 + random.below(11);
    side.precision = { means: json.precision as number, names: [] };
  }
  if (chance(random, 4)) {
    const page = { current: 1 + random.below(3), size: random.below(30) };
    json.page = page;
    side.page = { means: page, names: [] };
  }
  if (chance(random, 4)) {
    json.query = random.pick(['', 'common', 'hushalpha1']);
    side.query = { means: json.query as string, names: [] };
  }
  if (chance(random, 8)) {
    json.analytics = { tags: ['a'] };
    side.tags = { means: ['a'], names: [] };
  }
}
