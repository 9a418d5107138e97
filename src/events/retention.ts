import { setImmediate as nextTurn } from 'node:timers/promises';
import { leasedWork } from '../nodes/leased-work.ts';
import type { Store } from '../store/port.ts';
import { moveClicks } from './moving-clicks.ts';

const DAY = 86_400_000;
/** How often the size of the API log is compared with its limit, in milliseconds. */
const CHECK_SIZE_EVERY = 60_000;
/** How often all engines are looked at, in milliseconds. */
const CHECK_AGE_EVERY = 3_600_000;

/** How long events are kept, in days, and how many bytes of API requests. */
export interface RetentionSettings {
  readonly analyticsDays: number;
  readonly apiLogDays: number;
  readonly apiLogBytes: number;
}

/** What an account keeps. */
export type RetentionOf = (accountId: string) => RetentionSettings;

/** The first moment of which searches and clicks are kept, at the beginning of a day. */
export const analyticsSince = (now: number, { analyticsDays }: RetentionSettings): number =>
  (Math.floor(now / DAY) - analyticsDays) * DAY;

export const apiLogSince = (now: number, { apiLogDays }: RetentionSettings): number => now - apiLogDays * DAY;

/** Removes old events in the background, in small steps. */
export class EventRetention {
  readonly #store: Store;
  readonly #settings: RetentionSettings;
  readonly #retentionOf: RetentionOf;
  readonly #timers: NodeJS.Timeout[] = [];
  #running: Promise<void> = Promise.resolve();
  #isClosed = false;
  /** Aborts when another node may prune. */
  #lost: AbortSignal | undefined;

  constructor(store: Store, settings: RetentionSettings, retentionOf: RetentionOf = () => settings) {
    this.#store = store;
    this.#settings = settings;
    this.#retentionOf = retentionOf;
  }

  /** Moves clicks of earlier versions, and prunes now and from time to time. */
  watch(): void {
    this.#run(() => moveClicks(this.#store, () => this.#isOver));
    this.#run(() => this.#pruneEngines());
    this.#timers.push(
      setInterval(() => this.#run(() => this.#prune(null)), CHECK_SIZE_EVERY).unref(),
      setInterval(() => this.#run(() => this.#pruneEngines()), CHECK_AGE_EVERY).unref(),
    );
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#running;
  }

  /** One after another, and on one node at a time. */
  #run(work: () => Promise<void>): void {
    const leased = (lost: AbortSignal): Promise<void> => {
      this.#lost = lost;
      return work();
    };
    this.#running = this.#running
      .then(() => leasedWork(this.#store.nodes, 'events', leased))
      .then(() => {})
      .catch(() => {
        // The disk may be full. The events stay until the next time.
      });
  }

  get #isOver(): boolean {
    return this.#isClosed || this.#lost?.aborted === true;
  }

  async #pruneEngines(): Promise<void> {
    await this.#prune(null);
    for (const id of await this.#store.events.engineIds()) {
      if (this.#isOver) return;
      // Events may be recorded while their engine is deleted.
      const engine = await this.#store.engines.byId(id);
      if (engine === undefined) await this.#repeat(() => this.#store.events.deleteEngine(id));
      else await this.#prune(id, this.#retentionOf(engine.accountId));
    }
  }

  #prune(engineId: number | null, settings = this.#settings): Promise<void> {
    const now = Date.now();
    const retention = {
      analyticsSince: analyticsSince(now, settings),
      pagesSince: now - DAY,
      apiLogSince: apiLogSince(now, settings),
      apiLogBytes: settings.apiLogBytes,
    };
    return this.#repeat(() => this.#store.events.prune(engineId, retention));
  }

  /** New events get their turn between two steps. */
  async #repeat(step: () => Promise<boolean>): Promise<void> {
    while (!this.#isOver && (await step())) await nextTurn();
  }
}
