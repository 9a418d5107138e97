import type { Logger } from 'pino';
import { limits } from '../limits.ts';
import { missingDocuments } from '../meta-engines/missing-documents.ts';
import {
  type ClickedQuery,
  type ClickSource,
  clickedQueries,
  lastDays,
} from '../relevance/clicked-queries.ts';
import { messagesOf } from '../search/option-error.ts';
import type { AdaptiveSettingsRecord, EngineRecord, Store, StoreWriter } from '../store/port.ts';
import { recordVersion } from '../tuning/tuning-change.ts';
import { isDue } from './schedule.ts';
import { DEFAULT_SETTINGS } from './settings-request.ts';
import { readSuggestedQuery, takeStep } from './suggested-curation.ts';
import { stepByClicks } from './suggestion-step.ts';

/** Queries that one transaction updates: few enough that other writers hardly wait. */
const UPDATED_AT_ONCE = 50;
/** How often engines are compared with their schedules, in milliseconds. */
const CHECK_EVERY = 10_000;
/** Who the history of versions names. */
const AUTHOR = 'adaptive relevance';

/** Computes suggestions from clicks, on a schedule and on request, one engine after another. */
export class SuggestionUpdates {
  readonly #store: Store;
  readonly #clicks: ClickSource;
  readonly #log: Logger;
  readonly #waiting = new Set<number>();
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

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
      this.#startDue().catch((error) => {
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

  async #startDue(): Promise<void> {
    const now = Date.now();
    for (const scheduled of await this.#store.adaptive.scheduled()) {
      if (isDue(scheduled, now)) this.start(scheduled.engineId);
    }
  }

  async #run(): Promise<void> {
    for (const engineId of this.#waiting) {
      // Deleted first: a request that arrives from now on is about newer clicks.
      this.#waiting.delete(engineId);
      if (this.#isClosed) break;
      try {
        await this.#update(engineId);
      } catch (error) {
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
    const known = new Set(await this.#store.adaptive.suggestedQueries(engineId));
    const fresh = clicked.filter(({ query }) => !known.has(query));
    const room = Math.max(limits.curationSuggestions - known.size, 0);
    const queries = [...known, ...fresh.slice(0, room).map(({ query }) => query)];
    const byQuery = new Map(clicked.map((one) => [one.query, one]));
    for (let from = 0; from < queries.length; from += UPDATED_AT_ONCE) {
      if (this.#isClosed) return;
      const some = queries.slice(from, from + UPDATED_AT_ONCE);
      await this.#store.transact({ engine: engineId }, (tx) =>
        updateQueries(tx, engine, settings, some, byQuery),
      );
    }
    await this.#store.transact({ engine: engineId }, async ({ engines, adaptive }) => {
      if ((await engines.byId(engineId)) !== undefined) await adaptive.setLastRun(engineId, Date.now());
    });
  }
}

/** Updates the suggestions of some queries; those without clicks too, which have to go. */
async function updateQueries(
  tx: StoreWriter,
  { id }: EngineRecord,
  settings: AdaptiveSettingsRecord,
  queries: readonly string[],
  clicked: ReadonlyMap<string, ClickedQuery>,
): Promise<void> {
  const engine = await tx.engines.byId(id);
  if (engine === undefined) return;
  const isAutomatic = settings.enabled && settings.mode === 'automatic';
  const time = Date.now();
  let hasChanged = false;
  for (const query of queries) {
    const suggested = await readSuggestedQuery(tx, id, query);
    const { current, curation } = suggested;
    const proposal = await proposalOf(tx, engine, clicked.get(query), settings.maxSize);
    const step = stepByClicks(current, curation, proposal, isAutomatic);
    try {
      if (await takeStep(tx, engine, suggested, step, time)) hasChanged = true;
    } catch (error) {
      // The engine has as many curations as it can have: a person has to decide.
      messagesOf(error);
      if (step.kind !== 'put') throw error;
      const next = { ...step.next, status: 'pending' } as const;
      await takeStep(tx, engine, suggested, { kind: 'put', next, curation: 'stays' }, time);
    }
  }
  if (hasChanged) await recordVersion(tx, id, AUTHOR);
}

/** The documents to promote: the best ones that exist. */
async function proposalOf(
  tx: StoreWriter,
  engine: EngineRecord,
  clicked: ClickedQuery | undefined,
  maxSize: number,
): Promise<readonly string[]> {
  // Of more documents than a curation can have, some exist.
  const ids = clicked?.documents.slice(0, 2 * limits.curatedDocuments).map(({ id }) => id) ?? [];
  if (ids.length === 0) return [];
  const missing = new Set(await missingDocuments(tx, engine, ids));
  return ids.filter((id) => !missing.has(id)).slice(0, maxSize);
}
