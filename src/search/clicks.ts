import { setTimeout as pause } from 'node:timers/promises';
import type { Caller } from '../api/caller.ts';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import type { ClickRecord, EngineRecord, Store } from '../store/port.ts';
import { parseClick } from './click-request.ts';
import type { Options } from './option.ts';
import { checkOptions } from './request.ts';
import type { SearchSettings } from './searches.ts';

/** A click that is not stored yet, and the request that waits for it. */
interface WaitingClick {
  readonly click: ClickRecord;
  resolve(): void;
  reject(error: unknown): void;
}

/** How many clicks are kept, and for how long. */
interface ClickRetention {
  readonly perEngine: number;
  readonly inTotal: number;
  /** Milliseconds. */
  readonly life: number;
}

const RETENTION: ClickRetention = {
  perEngine: limits.clicksPerEngine,
  inTotal: limits.clicks,
  life: limits.clickLife,
};

/** Milliseconds between two batches. Every batch is a synced commit, after which records are read again. */
const BATCH_PAUSE = 100;
/** The numbers of clicks are compared with the limits after a hundredth of the limit was added. */
const PRUNE_SHARE = 100;
/** Clicks that one transaction removes. */
const PRUNED_AT_ONCE = 1000;
/** How often clicks are compared with the longest age, in milliseconds. */
const PRUNE_EVERY = 3_600_000;

/**
 * Stores the clicks of users for reports. Clicks that arrive while a batch is being stored or within `BATCH_PAUSE` of it
 * form the next batch, so that a flood of clicks costs few commits. A click is answered when it is durable.
 */
export class Clicks {
  readonly #store: Store;
  readonly #settings: SearchSettings;
  readonly #retention: ClickRetention;
  readonly #closing = new AbortController();
  #waiting: WaitingClick[] = [];
  #storing: Promise<void> | undefined;
  /** Clicks stored since their number was last compared with the limit, by engine; null is all engines. */
  readonly #unpruned = new Map<number | null, number>();
  #pruning: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(store: Store, settings: SearchSettings, retention = RETENTION) {
    this.#store = store;
    this.#settings = settings;
    this.#retention = retention;
  }

  async record({ restrictions }: Caller, engine: EngineRecord, options: Options): Promise<void> {
    // As for searches, unknown claims make a key unusable.
    if (restrictions !== null) checkOptions(restrictions);
    const request = parseClick(options, this.#settings.queryLimit, engine.type === 'meta');
    if (this.#waiting.length >= limits.waitingClicks) throw errors.tooManyClicks();
    const click = { ...request, accountId: engine.accountId, engineId: engine.id, createdAt: Date.now() };
    return new Promise((resolve, reject) => {
      this.#waiting.push({ click, resolve, reject });
      this.#storing ??= this.#storeWaiting();
    });
  }

  /** Removes old clicks, now and every hour. */
  watch(): void {
    this.#prune(() => this.#removeOld());
    this.#timer = setInterval(() => this.#prune(() => this.#removeOld()), PRUNE_EVERY).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#closing.abort();
    await this.#storing;
    await this.#pruning;
  }

  async #storeWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      const byEngine = Map.groupBy(batch, ({ click }) => click.engineId);
      for (const [engineId, clicks] of byEngine) await this.#storeBatch(engineId, clicks);
      const { signal } = this.#closing;
      await pause(BATCH_PAUSE, undefined, { signal }).catch(() => {});
    }
    this.#storing = undefined;
  }

  async #storeBatch(engineId: number, batch: readonly WaitingClick[]): Promise<void> {
    try {
      await this.#store.transact({ engine: engineId }, async ({ clicks, engines }) => {
        if ((await engines.byId(engineId)) === undefined) throw errors.noSuchEngine();
        await clicks.insert(batch.map(({ click }) => click));
      });
    } catch (error) {
      this.#unpruned.delete(engineId);
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const { resolve } of batch) resolve();
    this.#pruneIfDue(engineId, batch.length, this.#retention.perEngine);
    this.#pruneIfDue(null, batch.length, this.#retention.inTotal);
  }

  #pruneIfDue(engineId: number | null, stored: number, kept: number): void {
    // Earlier processes may have left clicks, so the first batch of an engine is always due.
    const unpruned = (this.#unpruned.get(engineId) ?? kept) + stored;
    const isDue = unpruned >= kept / PRUNE_SHARE;
    this.#unpruned.set(engineId, isDue ? 0 : unpruned);
    if (isDue) this.#prune(() => this.#keepNewest(engineId, kept));
  }

  /** In the background, one after another. */
  #prune(work: () => Promise<void>): void {
    this.#pruning = this.#pruning.then(work).catch(() => {
      // The store may be unable to write. The clicks stay until a later batch or hour.
    });
  }

  async #keepNewest(engineId: number | null, kept: number): Promise<void> {
    const scope = engineId === null ? 'instance' : { engine: engineId };
    await this.#repeat(() =>
      this.#store.transact(scope, ({ clicks }) => clicks.keepNewest(engineId, kept, PRUNED_AT_ONCE)),
    );
  }

  async #removeOld(): Promise<void> {
    const time = Date.now() - this.#retention.life;
    await this.#repeat(() =>
      this.#store.transact('instance', ({ clicks }) => clicks.removeBefore(time, PRUNED_AT_ONCE)),
    );
  }

  /** Other transactions get their turn between two removals. */
  async #repeat(remove: () => Promise<number>): Promise<void> {
    while (!this.#closing.signal.aborted && (await remove()) === PRUNED_AT_ONCE) {
      await new Promise(setImmediate);
    }
  }
}
