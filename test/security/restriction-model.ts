import type { SignedKeysMode } from '../../src/config.ts';
import type { Schema } from '../../src/schema/types.ts';
import type { Random } from '../support/seed.ts';

// Random signed keys and requests, and a model of sets that says what a key makes of a request. Everything random
// comes as a pair: the JSON that is sent, and what it means. The model knows nothing of the service's own reading.

/** Text fields; the number says how many documents in a row share a value. */
const RUNS = { alpha: 1, beta: 3, gamma: 9, delta: 5 };
export const FIELDS = Object.keys(RUNS) as Array<keyof typeof RUNS>;
export const NUMBER = 'count';
export const SCHEMA: Schema = new Map([
  ...FIELDS.map((name) => [name, 'text'] as const),
  [NUMBER, 'number'] as const,
]);
export const ALL_FIELDS = [...SCHEMA.keys()];
const UNKNOWN = 'ghost';
/** Values that a text field can have. */
export const KINDS = 3;

export interface Doc {
  readonly id: string;
  readonly values: Readonly<Record<string, string | number>>;
}

/** The value of a text field names its field, so that a leak shows whose it is. */
export const textValue = (field: string, kind: number): string => `hush${field}${kind}`;

export const DOCS: readonly Doc[] = Array.from({ length: 27 }, (_, i) => ({
  id: `doc${i}`,
  values: {
    ...Object.fromEntries(
      FIELDS.map((field) => [field, textValue(field, Math.floor(i / RUNS[field]) % KINDS)]),
    ),
    [NUMBER]: 7_654_000 + (i % 4),
  },
}));

interface Meaning {
  readonly json: unknown;
  readonly passes: (doc: Doc) => boolean;
  /** Fields named anywhere within. */
  readonly names: ReadonlySet<string>;
}

const subset = <T>(random: Random, items: readonly T[]): T[] => items.filter(() => random.below(2) === 0);
const chance = (random: Random, oneIn: number): boolean => random.below(oneIn) === 0;

/** `closed` is how a document fares where the key must let nothing through; undefined in a request. */
function randomFilter(random: Random, level: number, closed: boolean | undefined): Meaning {
  const isToken = closed !== undefined;
  if (level < 3 && chance(random, 3)) {
    const kind = random.pick(['all', 'any', 'none'] as const);
    const below = isToken && kind === 'none' ? !closed : closed;
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
    };
  }
  if (isToken && chance(random, 6))
    return { json: { [UNKNOWN]: 'x' }, passes: () => closed, names: new Set([UNKNOWN]) };
  if (chance(random, 4)) {
    const from = 7_654_000 + random.below(5);
    return {
      json: { [NUMBER]: { from } },
      passes: (doc) => (doc.values[NUMBER] as number) >= from,
      names: new Set([NUMBER]),
    };
  }
  const field = random.pick(FIELDS);
  const values = [0, 1, 2, 3].filter(() => chance(random, 2)).map((kind) => textValue(field, kind));
  if (values.length === 0) values.push(textValue(field, 0));
  return {
    json: { [field]: values.length === 1 ? values[0] : values },
    passes: (doc) => values.includes(doc.values[field] as string),
    names: new Set([field]),
  };
}

export type Parts = { readonly raw: boolean; readonly snippet: boolean };
const DEFINITIONS: ReadonlyArray<readonly [object, Parts]> = [
  [{}, { raw: false, snippet: false }],
  [{ raw: {} }, { raw: true, snippet: false }],
  [{ snippet: { size: 20 } }, { raw: false, snippet: true }],
  [
    { raw: {}, snippet: {} },
    { raw: true, snippet: true },
  ],
];

export interface Side {
  readonly json: Record<string, unknown>;
  readonly filter: Meaning | undefined;
  readonly results: ReadonlyMap<string, Parts> | undefined;
  readonly searched: ReadonlyMap<string, number | undefined> | undefined;
  /** Field to size. Null where a key forbids facets. */
  readonly facets: ReadonlyMap<string, number | undefined> | null | undefined;
}

/** A random key or request. A request names only what exists; what it may not name is for the model to say. */
export function randomSide(random: Random, isToken: boolean): Side {
  const known = isToken ? [...ALL_FIELDS, UNKNOWN, 'id'] : [...ALL_FIELDS, 'id'];
  const json: Record<string, unknown> = {};
  let [filter, results, searched, facets]: [
    Side['filter'],
    Side['results'],
    Side['searched'],
    Side['facets'],
  ] = [undefined, undefined, undefined, undefined];
  if (chance(random, 2)) {
    filter = randomFilter(random, 0, isToken ? false : undefined);
    json.filters = filter.json;
  }
  if (chance(random, 2)) {
    const chosen = subset(random, known).map((field) => [field, random.pick(DEFINITIONS)] as const);
    results = new Map(chosen.map(([field, [, parts]]) => [field, parts]));
    json.result_fields = Object.fromEntries(chosen.map(([field, [definition]]) => [field, definition]));
  }
  if (chance(random, 2)) {
    const chosen = subset(random, known).map((field) => [field, random.pick([undefined, 2, 7.5])] as const);
    const asked =
      isToken || chosen.some(([field]) => field !== NUMBER) ? chosen : [['alpha', undefined] as const];
    searched = new Map(asked);
    json.search_fields = Object.fromEntries(
      asked.map(([field, weight]) => [field, weight ? { weight } : {}]),
    );
  }
  if (isToken && chance(random, 4)) {
    facets = null;
    json.facets = random.pick([null, {}]);
  } else if (chance(random, 2)) {
    const chosen = subset(random, ALL_FIELDS);
    if (chosen.length === 0) chosen.push('beta');
    const sized = chosen.map((field) => [field, random.pick([undefined, undefined, 1, 2, 250])] as const);
    facets = new Map(sized);
    json.facets = Object.fromEntries(
      sized.map(([field, size]) => [field, { type: 'value', ...(size && { size }) }]),
    );
  }
  return { json, filter, results, searched, facets };
}

/** What a search comes down to. */
export interface Effective {
  readonly passing: readonly string[];
  /** What is shown of each field. */
  readonly shown: ReadonlyMap<string, Parts>;
  /** Searched fields with their weights, undefined for all. */
  readonly searched: ReadonlyMap<string, number | undefined> | undefined;
  /** Facets with their sizes, undefined if none were asked for. */
  readonly facets: ReadonlyMap<string, number | undefined> | undefined;
}

export const isShownAs = (asked: Parts): Parts => ({
  raw: asked.raw || !asked.snippet,
  snippet: asked.snippet,
});

/** What a key makes of a request, undefined if the request is refused. */
export function effective(token: Side, request: Side, mode: SignedKeysMode): Effective | undefined {
  const hidden =
    mode === 'strict' && token.results ? ALL_FIELDS.filter((name) => !token.results?.has(name)) : [];
  const namesHidden = (names: Iterable<string> | undefined) =>
    [...(names ?? [])].some((name) => hidden.includes(name));
  if (namesHidden(request.filter?.names) || namesHidden(request.results?.keys())) return undefined;
  if (token.facets !== null && namesHidden(request.facets?.keys())) return undefined;

  const passing = DOCS.filter(
    (doc) => (token.filter?.passes(doc) ?? true) && (request.filter?.passes(doc) ?? true),
  );
  const shownOf = (name: string): Parts => {
    const bound = token.results?.get(name);
    const asked = request.results?.get(name);
    if (token.results && !bound) return { raw: false, snippet: false };
    if (!request.results) return bound ? isShownAs(bound) : { raw: true, snippet: false };
    if (!asked) return { raw: false, snippet: false };
    const wanted = isShownAs(asked);
    if (!bound || (!bound.raw && !bound.snippet)) return wanted;
    return { raw: wanted.raw && bound.raw, snippet: wanted.snippet && bound.snippet };
  };
  const canBeSearched = (name: string) => name === 'id' || SCHEMA.get(name) === 'text';
  const names = [...FIELDS, 'id'].filter(
    (name) => (token.searched?.has(name) ?? true) && (request.searched?.has(name) ?? true),
  );
  const sizeOf = (name: string) => token.facets?.get(name) ?? request.facets?.get(name);
  const counted = ALL_FIELDS.filter(
    (name) => (token.facets?.has(name) ?? true) && (request.facets?.has(name) ?? true),
  );
  return {
    passing: passing.map((doc) => doc.id),
    shown: new Map(ALL_FIELDS.map((name) => [name, shownOf(name)])),
    searched:
      token.searched || request.searched
        ? new Map(
            names
              .filter(canBeSearched)
              .map((name) => [name, token.searched?.get(name) ?? request.searched?.get(name)]),
          )
        : undefined,
    facets:
      token.facets === null || !(token.facets || request.facets)
        ? undefined
        : new Map(counted.map((name) => [name, sizeOf(name)])),
  };
}
