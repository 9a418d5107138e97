import type { Caller } from '../api/caller.ts';
import type { Events } from '../events/events.ts';
import type { EngineRecord } from '../store/port.ts';
import { parseClick } from './click-request.ts';
import type { Options } from './option.ts';
import { checkOptions } from './request.ts';
import type { SearchSettings } from './searches.ts';

/** Records the clicks of users for reports. */
export class Clicks {
  readonly #events: Pick<Events, 'click'>;
  readonly #settings: SearchSettings;

  constructor(events: Pick<Events, 'click'>, settings: SearchSettings) {
    this.#events = events;
    this.#settings = settings;
  }

  record({ restrictions }: Caller, engine: EngineRecord, options: Options): void {
    // As for searches, unknown claims make a key unusable.
    if (restrictions !== null) checkOptions(restrictions);
    this.#events.click(engine, parseClick(options, this.#settings.queryLimit, engine.type === 'meta'));
  }
}
