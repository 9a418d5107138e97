import type { EngineRecord, StoredSettings, StoreReader } from '../store/port.ts';
import { schemaToJson } from '../values/types.ts';

/** The version of the format below. */
export const CONFIGURATION_VERSION = 1;

/** All that shapes an engine, as one document. */
export interface Configuration {
  readonly version: number;
  /** Not of meta engines, whose sources have the schemas. */
  readonly schema?: Readonly<Record<string, string>>;
  /** The customised sections. */
  readonly search_settings: StoredSettings;
  readonly synonyms: ReadonlyArray<{ readonly id: string; readonly synonyms: readonly string[] }>;
  readonly curations: ReadonlyArray<{
    readonly id: string;
    readonly queries: readonly string[];
    readonly promoted: readonly string[];
    readonly hidden: readonly string[];
  }>;
  /** Meta engines only: the names of the sources. */
  readonly source_engines?: readonly string[];
}

/** The range of a whole list. */
export const ALL = { offset: 0, limit: Number.MAX_SAFE_INTEGER };

/** Reads the configuration of an engine, in the transaction of a change or outside of one. */
export async function readConfiguration(
  { tuning, engines }: Pick<StoreReader, 'tuning' | 'engines'>,
  engine: EngineRecord,
): Promise<Configuration> {
  const { results: sets } = await tuning.synonymSets(engine.id, ALL);
  const { results: curations } = await tuning.curations(engine.id, ALL);
  const configuration = {
    version: CONFIGURATION_VERSION,
    ...(engine.type !== 'meta' && { schema: schemaToJson(engine.schema) }),
    search_settings: await tuning.settings(engine.id),
    synonyms: sets.map(({ id, terms }) => ({ id, synonyms: terms })),
    curations: curations.map(({ id, queries, promoted, hidden }) => ({ id, queries, promoted, hidden })),
  };
  if (engine.type !== 'meta') return configuration;
  const sources: string[] = [];
  for (const id of engine.sources) {
    const source = await engines.byId(id);
    if (source !== undefined) sources.push(source.name);
  }
  return { ...configuration, source_engines: sources };
}
