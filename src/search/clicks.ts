import type { Caller } from '../api/caller.ts';
import { errors } from '../errors.ts';
import type { EngineRecord, Store } from '../store/port.ts';
import { parseClick } from './click-request.ts';
import type { Options } from './option.ts';
import { checkOptions } from './request.ts';
import type { SearchSettings } from './searches.ts';

/** Records clicks on results, the source of analytics reports. */
export class Clicks {
  readonly #store: Store;
  readonly #settings: SearchSettings;

  constructor(store: Store, settings: SearchSettings) {
    this.#store = store;
    this.#settings = settings;
  }

  async record({ restrictions }: Caller, engine: EngineRecord, options: Options): Promise<void> {
    // As for searches, unknown claims make a key unusable.
    if (restrictions !== null) checkOptions(restrictions);
    const click = parseClick(options, this.#settings.queryLimit);
    const { id: engineId, accountId } = engine;
    await this.#store.transact({ engine: engineId }, async ({ clicks, engines }) => {
      if ((await engines.byId(engineId)) === undefined) throw errors.noSuchEngine();
      await clicks.insert({ ...click, accountId, engineId, createdAt: Date.now() });
    });
  }
}
