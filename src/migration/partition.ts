import { MigrationError } from './migration-error.ts';
import { type Part, WHOLE_ENGINE } from './part.ts';
import type { PartSearch, SplitField } from './part-search.ts';
import type { PartitionLimits } from './partition-limits.ts';
import { sentences } from './sentences.ts';
import {
  boundariesBetween,
  type FieldFacts,
  partsByRanges,
  partsByValues,
  type Split,
  splitsOf,
} from './split.ts';

/** A part that is read as a whole, or one that is larger than a search can reach and cannot be split. */
export interface ReadablePart {
  readonly part: Part;
  readonly isReachable: boolean;
}

/** How a partition asks for what it needs to know. */
export type Partitioned = Pick<PartSearch, 'total' | 'facts' | 'bounds' | 'histogram'>;

export interface PartitionOptions {
  readonly engine: string;
  readonly fields: readonly SplitField[];
  /** The documents of the engine, if it says how many it has. */
  readonly count: number | undefined;
  readonly limits: PartitionLimits;
}

/**
 * Divides the documents of an engine into parts that a search can reach. A part that is too large is split by the field
 * that leaves the smallest largest part, depth first; every split covers all documents of the part, also those without
 * the field. Documents with several values may be in several parts. The same documents always give the same parts.
 */
export async function* partsOf(
  search: Partitioned,
  { engine, fields, count, limits }: PartitionOptions,
): AsyncGenerator<ReadablePart> {
  const open: Part[] = [{ ...WHOLE_ENGINE, count }];
  let made = 0;
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (++made > limits.parts) throw new MigrationError(sentences.tooManyParts(engine));
    const total = await search.total(part);
    if (total === 0) continue;
    if (total < limits.reach) {
      yield { part: { ...part, count: total }, isReachable: true };
      continue;
    }
    const large = {
      ...part,
      count: part.count !== undefined && part.count >= total ? part.count : undefined,
    };
    const smaller = await splitPart(search, large, fields, limits);
    if (smaller === undefined) yield { part: large, isReachable: false };
    else for (const one of smaller.toReversed()) open.push(one);
  }
}

/** The parts of a part that is too large; undefined if no field splits it. */
async function splitPart(
  search: Partitioned,
  part: Part,
  fields: readonly SplitField[],
  limits: PartitionLimits,
): Promise<Part[] | undefined> {
  const facts = await search.facts(part, fields);
  for (const split of splitsOf(part, facts, limits)) {
    const parts = await partsBy(search, part, split, limits);
    if (parts !== undefined) return parts;
  }
  return undefined;
}

async function partsBy(
  search: Partitioned,
  part: Part,
  { by, facts, values }: Split,
  limits: PartitionLimits,
): Promise<Part[] | undefined> {
  if (by === 'values') return partsByValues(part, facts.field, values, limits);
  const bounds = await search.bounds(part, { name: facts.field, type: facts.type });
  if (bounds === undefined) return undefined;
  const boundaries = boundariesOf(facts, bounds, limits);
  if (boundaries.length === 0) return undefined;
  const counts = await search.histogram(part, facts.field, boundaries);
  return partsByRanges(part, facts, boundaries, counts, limits);
}

function boundariesOf(
  { type }: FieldFacts,
  [least, most]: readonly [number, number],
  { ranges }: PartitionLimits,
): Array<string | number> {
  const boundaries = boundariesBetween(least, most, ranges, type === 'date');
  return type === 'date' ? boundaries.map((boundary) => new Date(boundary).toISOString()) : boundaries;
}
