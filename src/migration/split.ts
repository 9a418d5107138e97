import {
  filtersOf,
  type Part,
  type Range,
  rangeOf,
  type Value,
  withinRange,
  withoutBelow,
  withoutField,
  withoutValues,
  withValues,
} from './part.ts';
import type { PartitionLimits } from './partition-limits.ts';

export type SplitType = 'text' | 'number' | 'date';

interface Counted {
  readonly value: Value;
  readonly count: number;
}

/** What the facets of a search say about a field in a part. */
export interface FieldFacts {
  readonly field: string;
  readonly type: SplitType;
  /** The most frequent values, in that order. */
  readonly values: readonly Counted[];
  /** Whether the field may have more values than these. */
  readonly isCut: boolean;
  /** Documents that have a value; undefined for text, where no facet says so. */
  readonly present: number | undefined;
}

/** A way to split a part. */
export interface Split {
  readonly by: 'values' | 'ranges';
  readonly facts: FieldFacts;
  /** The values to split by. */
  readonly values: readonly Counted[];
  /** The documents of the largest part that would remain. */
  readonly largest: number;
}

const sum = (counted: readonly Counted[]): number => counted.reduce((total, { count }) => total + count, 0);

/** The documents of a part: as counted, else as many as some field shows. */
const sizeOf = ({ count }: Part, facts: readonly FieldFacts[]): number =>
  count ?? facts.reduce((most, { values, present }) => Math.max(most, present ?? 0, sum(values)), 0);

/** The values of a field that filters can name, without those that every document of the part has. */
const separating = ({ values }: FieldFacts, size: number, { valueLength }: PartitionLimits): Counted[] =>
  values.filter(({ value, count }) => count < size && String(value).length <= valueLength);

/**
 * The splits of a part, the best first: those that separate enough documents. If there are none, any that separates some,
 * unless both ends of the part can be read, which is cheaper.
 */
export function splitsOf(part: Part, facts: readonly FieldFacts[], limits: PartitionLimits): Split[] {
  const size = sizeOf(part, facts);
  const room = limits.conditions - part.all.length - part.none.length;
  if (room < 3 || Buffer.byteLength(JSON.stringify(filtersOf(part) ?? {})) > limits.filterBytes) return [];
  const splits = facts
    .flatMap((field) => [splitByRanges(part, field, size, limits), splitByValues(field, size, limits)])
    .filter((split) => split !== undefined)
    .filter(({ largest }) => largest < size)
    .sort((a, b) => a.largest - b.largest);
  const good = splits.filter(({ largest }) => size - largest >= limits.separated);
  const hasBothEnds = part.count !== undefined && part.count < 2 * limits.reach;
  return good.length > 0 || hasBothEnds ? good : splits;
}

function splitByValues(facts: FieldFacts, size: number, limits: PartitionLimits): Split | undefined {
  const values = separating(facts, size, limits);
  if (values.length === 0) return undefined;
  // Documents with several values are counted several times, so that the rest may be larger than this.
  const rest = Math.max(0, size - sum(values));
  return { by: 'values', facts, values, largest: Math.max(values[0]?.count ?? 0, rest) };
}

/** Ranges can be narrowed down to a single value, which is the smallest part they can make. */
function splitByRanges(
  part: Part,
  facts: FieldFacts,
  size: number,
  { stalls }: PartitionLimits,
): Split | undefined {
  const { field, values, isCut, present } = facts;
  if (!isCut || present === undefined || part.stalls >= stalls) return undefined;
  const absent = rangeOf(part, field) === undefined ? Math.max(0, size - present) : 0;
  return { by: 'ranges', facts, values: [], largest: Math.max(values[0]?.count ?? 0, absent) };
}

/**
 * The parts that the values of a field make: frequent values each on its own, rare ones in groups, and the rest. Each
 * excludes the values of those before it, so that a document with several values is in one part only.
 */
export function partsByValues(
  part: Part,
  field: string,
  values: readonly Counted[],
  limits: PartitionLimits,
): Part[] {
  const groups: Array<{ values: Value[]; count: number }> = [];
  for (const { value, count } of values) {
    const last = groups.at(-1);
    if (last !== undefined && last.count + count <= limits.group) {
      last.values.push(value);
      last.count += count;
    } else groups.push({ values: [value], count });
  }
  const covered = sum(values);
  // With several values in a document, the counts say more than the parts have.
  const isExact = part.count !== undefined && covered <= part.count;
  const parts: Part[] = [];
  let rest: Part = { ...part, stalls: 0 };
  for (const group of groups) {
    parts.push({ ...withValues(rest, field, group.values), count: isExact ? group.count : undefined });
    rest = withoutValues(rest, field, group.values, limits.filterValues);
  }
  return [...parts, { ...rest, count: isExact ? (part.count ?? 0) - covered : undefined }];
}

/**
 * The parts that ranges of a field make: adjacent ranges in groups, and documents without the field. `boundaries` are in
 * ascending order; `counts` are those of the ranges before, between and after them.
 */
export function partsByRanges(
  part: Part,
  { field, present }: Pick<FieldFacts, 'field' | 'present'>,
  boundaries: readonly Value[],
  counts: readonly number[],
  limits: PartitionLimits,
): Part[] {
  const total = counts.reduce((all, count) => all + count, 0);
  const hasSeveral = part.count !== undefined && total > part.count;
  const groups = rangeGroups(boundaries, counts, limits.group).filter(({ count }) => count > 0);
  const largest = groups.reduce((most, { count }) => Math.max(most, count), 0);
  const hasStalled = (part.count ?? total) - largest < limits.separated;
  const stalls = hasStalled ? part.stalls + 1 : 0;
  const parts = groups.map(({ range, count }): Part => {
    const within = withinRange(part, field, range);
    // A document with several values counts where its smallest is.
    const own = hasSeveral && range.from !== undefined ? withoutBelow(within, field, range.from) : within;
    return { ...own, count: hasSeveral ? undefined : count, stalls };
  });
  const pivot = boundaries[0];
  if (rangeOf(part, field) !== undefined || pivot === undefined) return parts;
  const absent = part.count === undefined || present === undefined ? undefined : part.count - present;
  const without = withoutField(part, field, pivot);
  return [
    ...parts,
    { ...without, count: absent !== undefined && absent >= 0 ? absent : undefined, stalls: 0 },
  ];
}

/** Adjacent ranges, joined while they have few documents. Each of them has a bound. */
function rangeGroups(
  boundaries: readonly Value[],
  counts: readonly number[],
  most: number,
): Array<{ range: Range; count: number }> {
  const groups: Array<{ range: Range; count: number }> = [];
  let from = 0;
  let count = 0;
  const close = (to: number): void => {
    const lower = boundaries[from - 1];
    const upper = boundaries[to - 1];
    const range = { ...(lower !== undefined && { from: lower }), ...(upper !== undefined && { to: upper }) };
    groups.push({ range, count });
    from = to;
    count = 0;
  };
  for (const [at, next] of counts.entries()) {
    const isLastChance = groups.length === 0 && at === counts.length - 1;
    if (at > 0 && (count + next > most || isLastChance)) close(at);
    count += next;
  }
  close(counts.length);
  return groups;
}

/**
 * Boundaries that divide the numbers from `least` to `most`; empty if it cannot be done. Half of them are evenly spaced,
 * which suits most fields. The others are evenly spaced in the order of doubles, so that a few splits isolate any value,
 * whatever the magnitudes are. Dates are whole milliseconds and need only the first.
 */
export function boundariesBetween(least: number, most: number, pieces: number, isWhole: boolean): number[] {
  if (!(most > least)) return [];
  const share = isWhole ? pieces : Math.ceil(pieces / 2);
  const boundaries = new Set<number>([most]);
  for (let i = 1; i < share; i++) {
    const even = least + (most / share - least / share) * i;
    boundaries.add(isWhole ? Math.ceil(even) : even);
    if (!isWhole) boundaries.add(doubleBetween(least, most, i, share));
  }
  return [...boundaries].filter((boundary) => boundary > least && boundary <= most).sort((a, b) => a - b);
}

const double = new DataView(new ArrayBuffer(8));
const SIGN = 1n << 63n;

/** Doubles as integers in the same order: their bits are a sign and a magnitude. */
function orderOf(value: number): bigint {
  double.setFloat64(0, value);
  const bits = double.getBigUint64(0);
  return bits < SIGN ? bits : SIGN - bits;
}

function doubleBetween(least: number, most: number, i: number, share: number): number {
  const [from, to] = [orderOf(least), orderOf(most)];
  const order = from + ((to - from) * BigInt(i)) / BigInt(share);
  double.setBigUint64(0, order >= 0n ? order : SIGN - order);
  return double.getFloat64(0);
}
