import { sourcesOf } from '../meta-engines/sources.ts';
import type { EngineReader, EngineRecord } from '../store/port.ts';

/** An engine as responses show it. The documents of a meta engine are those of its sources. */
export async function engineJson(engines: Pick<EngineReader, 'byId'>, engine: EngineRecord) {
  const { name, type, language, createSettings, documentCount } = engine;
  if (type !== 'meta') {
    return {
      name,
      type,
      language,
      index_create_settings_override: createSettings,
      document_count: documentCount,
    };
  }
  const sources = await sourcesOf(engines, engine);
  return {
    name,
    type,
    source_engines: sources.map((source) => source.name),
    document_count: sources.reduce((sum, source) => sum + source.documentCount, 0),
  };
}
