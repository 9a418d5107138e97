import { pino } from 'pino';
import type { Config } from '../config.ts';
import { openForServing } from './instance.ts';
import { openIndex } from './opened-index.ts';

/** Builds the search index of an engine anew and writes it down, while no server runs on the data. */
export async function rebuildOffline(config: Config, engineId: number): Promise<void> {
  const { store, close } = await openForServing(config);
  const index = openIndex(config, store, pino({ level: 'silent' }));
  try {
    await index.forget(engineId);
    const engine = await store.engines.byId(engineId);
    if (engine !== undefined) await index.indexing.loader.load(engine);
    // Refuses an engine that memory has no room for.
    index.indexing.serving.assertServed(engineId);
  } finally {
    await index.close();
    await close();
  }
}
