import { filtersOf } from './part.ts';
import type { PartSearch, SplitField } from './part-search.ts';
import type { ReadablePart } from './partition.ts';
import type { PartitionLimits } from './partition-limits.ts';

/** The ids of a part, and how many documents of it were not found; undefined if that is unknown. */
export interface PartIds {
  readonly ids: ReadonlySet<string>;
  readonly missing: number | undefined;
}

/** How often a part is listed if fewer documents are found than it has: a change may have moved some between pages. */
const ATTEMPTS = 3;
/** After this many fields whose order shows nothing new, the rest is given up. */
const MOST_IDLE = 2;

/** Lists the ids of a part. One that is larger than a search can reach is read from both ends of several orders. */
export async function idsOf(
  search: Pick<PartSearch, 'collect'>,
  { part, isReachable }: ReadablePart,
  fields: readonly SplitField[],
  limits: PartitionLimits,
): Promise<PartIds> {
  const ids = new Set<string>();
  if (!isReachable) return idsFromEnds(search, part, fields, limits, ids);
  let missing = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const total = await search.collect(part, { id: 'asc' }, ids);
    missing = Math.max(0, total - ids.size);
    if (missing === 0) break;
  }
  return { ids, missing };
}

async function idsFromEnds(
  search: Pick<PartSearch, 'collect'>,
  part: ReadablePart['part'],
  fields: readonly SplitField[],
  { reach }: PartitionLimits,
  ids: Set<string>,
): Promise<PartIds> {
  // What is left after parts by values or ranges may be more than its count: documents with several values were
  // subtracted several times. So a count that is reached proves nothing, except that of the whole engine.
  const missing = (): number | undefined => {
    if (part.count === undefined) return undefined;
    const left = part.count - ids.size;
    return left > 0 || filtersOf(part) === undefined ? Math.max(0, left) : undefined;
  };
  let idle = 0;
  for (const field of ['id', ...fields.map(({ name }) => name)]) {
    const before = ids.size;
    for (const direction of ['asc', 'desc']) await search.collect(part, { [field]: direction }, ids);
    // The ends of an order without ties have met.
    if (field === 'id' && ids.size < 2 * reach) return { ids, missing: 0 };
    if (missing() === 0) break;
    idle = ids.size === before ? idle + 1 : 0;
    if (idle === MOST_IDLE) break;
  }
  return { ids, missing: missing() };
}
