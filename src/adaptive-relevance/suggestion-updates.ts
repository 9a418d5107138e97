import type { Logger } from 'pino';
import { limits } from '../limits.ts';
import { leasedWork } from '../nodes/leased-work.ts';
import {
  type ClickedQuery,
  type ClickSource,
  clickedQueries,
  lastDays,
} from '../relevance/clicked-queries.ts';
import { messagesOf } from '../search/option-error.ts';
import type { Store } from '../store/port.ts';
import { timeSlices } from '../threads/time-slice.ts';
import { type ClickedEngine, needsUpdate, updateQueries } from './query-update.ts';
import { isDue } from './schedule.ts';
import { DEFAULT_SETTINGS } from './settings-request.ts';

/**
 * Queries that one transaction updates: few enough that other writers hardly wait, and enough that the versions of one run
 * leave most of the history of versions.
 */
const UPDATED_AT_ONCE = 100;
/** How often engines are compared with their schedules, in milliseconds. */
const CHECK_EVERY = 10_000;
/** How long an engine waits for its schedule after a run has failed, in milliseconds. */
const RETRY_AFTER = 600_000;

/** Computes suggestions from clicks, on a schedule and on request, one engine after another. */
export class SuggestionUpdates {
  readonly #store: Store;
  readonly #clicks: ClickSource;
  readonly #log: Logger;
  readonly #waiting = new Set<number>();
  /** Until when engines are not started by their schedule, by `performance.now()`. */
  readonly #retryAt = new Map<number, number>();
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #isChecking = false;

  constructor(store: Store, clicks: ClickSource, log: Logger) {
    this.#store = store;
    this.#clicks = clicks;
    this.#log = log;
  }

  /** Computes the suggestions of an engine in the background, after those that are being computed. */
  start(engineId: number): void {
    if (this.#isClosed) return;
    this.#waiting.add(engineId);
    this.#running ??= this.#run();
  }

  /** Updates engines when their schedule says so, also what came due while no process ran. */
  watch(): void {
    const check = (): void => {
      this.#checkSchedules().catch((error) => {
        if (!this.#isClosed) this.#log.error({ err: error }, 'reading the schedules of suggestions failed');
      });
    };
    check();
    this.#timer = setInterval(check, CHECK_EVERY).unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  /** One node computes what is due; others see by the time of the last run that it was computed. */
  async #checkSchedules(): Promise<void> {
    const { nodes } = this.#store;
    if (nodes === undefined) return this.#startDue();
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      await leasedWork(nodes, 'suggestions', async () => {
        await this.#startDue();
        await this.#running;
      });
    } finally {
      this.#isChecking = false;
    }
  }

  async #startDue(): Promise<void> {
    const now = Date.now();
    for (const scheduled of await this.#store.adaptive.scheduled()) {
      const { engineId } = scheduled;
      const waits = (this.#retryAt.get(engineId) ?? 0) > performance.now();
      if (!waits && isDue(scheduled, now)) this.start(engineId);
    }
  }

  async #run(): Promise<void> {
    for (const engineId of this.#waiting) {
      // Deleted first: a request that arrives from now on is about newer clicks.
      this.#waiting.delete(engineId);
      if (this.#isClosed) break;
      this.#retryAt.delete(engineId);
      try {
        await this.#update(engineId);
      } catch (error) {
        this.#retryAt.set(engineId, performance.now() + RETRY_AFTER);
        this.#log.error({ engine: engineId, err: error }, 'computing suggestions failed');
      }
    }
    this.#running = undefined;
  }

  async #update(engineId: number): Promise<void> {
    const engine = await this.#store.engines.byId(engineId);
    if (engine === undefined) return;
    const settings = (await this.#store.adaptive.settings(engineId)) ?? DEFAULT_SETTINGS;
    const { minClicks, timeframe } = settings;
    const filter = { ...lastDays(timeframe), minClicks, limit: limits.clickedDocuments };
    const clicked = clickedQueries(await this.#clicks.clickedDocuments(engineId, filter));
    const byQuery = new Map(clicked.map((one) => [one.query, one]));
    const queries = await this.#queriesToUpdate({ engine, settings, clicked: byQuery }, clicked);
    for (let from = 0; from < queries.length; from += UPDATED_AT_ONCE) {
      if (this.#isClosed) return;
      const some = queries.slice(from, from + UPDATED_AT_ONCE);
      await this.#updateSome({ engine, settings, clicked: byQuery }, some);
    }
    await this.#store.transact({ engine: engineId }, async ({ engines, adaptive }) => {
      if ((await engines.byId(engineId)) !== undefined) await adaptive.setLastRun(engineId, Date.now());
    });
  }

  /**
   * The queries whose suggestions change, including those that have lost their clicks. Read outside of transactions:
   * usually few change, and writers need not wait for all others.
   */
  async #queriesToUpdate(
    engine: ClickedEngine,
    clicked: readonly ClickedQuery[],
  ): Promise<readonly string[]> {
    const known = new Set(await this.#store.adaptive.suggestedQueries(engine.engine.id));
    const room = Math.max(limits.curationSuggestions - known.size, 0);
    const fresh = clicked.filter(({ query }) => !known.has(query)).slice(0, room);
    const changed: string[] = [];
    const pause = timeSlices();
    for (const query of [...known, ...fresh.map((one) => one.query)]) {
      if (this.#isClosed) return [];
      if (await needsUpdate(this.#store, engine, query)) changed.push(query);
      await pause();
    }
    return changed;
  }

  async #updateSome(engine: ClickedEngine, queries: readonly string[]): Promise<void> {
    const update = (mayApply: boolean): Promise<void> =>
      this.#store.transact({ engine: engine.engine.id }, (tx) =>
        updateQueries(tx, engine, queries, mayApply),
      );
    try {
      await update(true);
    } catch (error) {
      // The tuning of the engine would become too large. A person has to decide.
      messagesOf(error);
      await update(false);
    }
  }
}
