import type { AppSearchSource } from './app-search-source.ts';
import { isListable, partSearch, splitFields } from './document-reader.ts';
import { filtersOf } from './part.ts';
import { partsOf } from './partition.ts';
import { PARTITION_LIMITS } from './partition-limits.ts';
import type { EnginePlan } from './plan.ts';
import type { Unreached } from './report.ts';

/** How the documents of an engine would be read. */
export interface Survey {
  readonly parts: number;
  readonly unreached: readonly Unreached[];
}

/** Divides an engine that cannot be listed into parts, without reading them. */
export async function surveyEngine(source: AppSearchSource, { engine, schema }: EnginePlan): Promise<Survey> {
  if (engine.isMeta || isListable(engine)) return { parts: 1, unreached: [] };
  const search = await partSearch(source, engine.name);
  const limits = PARTITION_LIMITS;
  const options = { engine: engine.name, fields: splitFields(schema), count: engine.documentCount, limits };
  let parts = 0;
  const unreached: Unreached[] = [];
  for await (const { part, isReachable } of partsOf(search, options)) {
    parts++;
    // Both ends of such a part can still be read.
    const missing = part.count === undefined ? undefined : Math.max(0, part.count - 2 * limits.reach);
    if (!isReachable && missing !== 0) unreached.push({ filters: filtersOf(part) ?? {}, documents: missing });
  }
  return { parts, unreached };
}
