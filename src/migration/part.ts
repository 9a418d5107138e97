import { hash } from 'node:crypto';

export type Value = string | number;

/** `from` is inclusive, `to` exclusive. */
export interface Range {
  readonly from?: Value;
  readonly to?: Value;
}

/** What one field must have: one of some values, or a value in a range. */
export type Condition = Readonly<Record<string, readonly Value[] | Range>>;

/** Some documents of an engine: those that pass all conditions of `all` and none of `none`. */
export interface Part {
  readonly all: readonly Condition[];
  readonly none: readonly Condition[];
  /** How many documents pass, as far as it is known. */
  readonly count: number | undefined;
  /** How many splits in a row separated too few documents. */
  readonly stalls: number;
}

export const WHOLE_ENGINE = { all: [], none: [], count: undefined, stalls: 0 } as const satisfies Part;

/** The filters of a search for a part; undefined if every document passes. */
export function filtersOf({ all, none }: Part): Readonly<Record<string, unknown>> | undefined {
  if (all.length + none.length === 0) return undefined;
  return { ...(all.length > 0 && { all }), ...(none.length > 0 && { none }) };
}

/** A short name of a part that depends on its conditions only. */
export const partKey = (part: Part): string =>
  hash('sha256', JSON.stringify(filtersOf(part) ?? {}), 'hex').slice(0, 20);

/** The range that a part requires of a field. */
export function rangeOf({ all }: Part, field: string): Range | undefined {
  const found = all.find((condition) => isRangeOf(condition, field))?.[field];
  return found as Range | undefined;
}

/** A part with a narrower range of a field: it takes the place of one that the part has. */
export function withinRange(part: Part, field: string, range: Range): Part {
  const others = part.all.filter((condition) => !isRangeOf(condition, field));
  const narrowed = { ...rangeOf(part, field), ...range };
  return { ...part, all: [...others, { [field]: narrowed }] };
}

export const withValues = (part: Part, field: string, values: readonly Value[]): Part => ({
  ...part,
  all: [...part.all, { [field]: values }],
});

/** A part without documents that have some values. Values join those that are excluded already while there is room. */
export function withoutValues(part: Part, field: string, values: readonly Value[], most: number): Part {
  const joined = part.none.find((condition) => {
    const excluded = condition[field];
    return Array.isArray(excluded) && excluded.length + values.length <= most;
  });
  const before = (joined?.[field] ?? []) as readonly Value[];
  const others = part.none.filter((condition) => condition !== joined);
  return { ...part, none: [...others, { [field]: [...before, ...values] }] };
}

/** A part without documents that have a value below a bound. */
export function withoutBelow(part: Part, field: string, bound: Value): Part {
  const others = part.none.filter((condition) => !isRangeOf(condition, field));
  return { ...part, none: [...others, { [field]: { to: bound } }] };
}

/** The documents of a part that have no value of a field: those on neither side of a pivot. */
export const withoutField = (part: Part, field: string, pivot: Value): Part => ({
  ...part,
  none: [...part.none, { [field]: { from: pivot } }, { [field]: { to: pivot } }],
});

const isRangeOf = (condition: Condition, field: string): boolean =>
  Object.hasOwn(condition, field) && !Array.isArray(condition[field]);
