import type { EngineReader, EngineRecord } from '../store/port.ts';

/**
 * The engines whose documents an engine shows: itself, or the sources of a meta engine in the order in which they were
 * added. Deleted sources stay in the record and are left out here.
 */
export async function sourcesOf(
  engines: Pick<EngineReader, 'byId'>,
  engine: EngineRecord,
): Promise<readonly EngineRecord[]> {
  if (engine.type !== 'meta') return [engine];
  const sources: EngineRecord[] = [];
  for (const id of engine.sources) {
    const source = await engines.byId(id);
    if (source !== undefined) sources.push(source);
  }
  return sources;
}
