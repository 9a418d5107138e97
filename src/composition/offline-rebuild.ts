import { pino } from 'pino';
import type { Config } from '../config.ts';
import { openForServing } from './instance.ts';
import { openIndexing } from './opened-index.ts';

/** Rebuilds the search index of an engine and writes it to disk, while no server runs on the data. */
export async function rebuildOffline(config: Config, engineId: number): Promise<void> {
  const { store, close } = await openForServing(config);
  const index = openIndexing(config, store, pino({ level: 'silent' }));
  try {
    await index.forget(engineId);
    const engine = await store.engines.byId(engineId);
    if (engine !== undefined) await index.indexing.loader.load(engine);
    // Throws if the engine does not fit in memory.
    index.indexing.serving.assertServed(engineId);
  } finally {
    await index.close();
    await close();
  }
}
