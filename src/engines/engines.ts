import { texts } from '../error-texts.ts';
import { badRequest, errors } from '../errors.ts';
import { IndexUnavailable } from '../index/port.ts';
import type { Indexing } from '../indexing/indexing.ts';
import { limits } from '../limits.ts';
import { leasedWork } from '../nodes/leased-work.ts';
import type { EngineRecord, Page, PageRange, Store } from '../store/port.ts';
import type { EngineRequest } from './engine-request.ts';
import { namedSources } from './source-engines.ts';

/** Documents of a deleted engine that one transaction removes: few enough that other writers hardly wait. */
const PURGED_AT_ONCE = 500;
/** How often a node looks for deleted engines that another node has left, in milliseconds. */
const LOOK_EVERY = 60_000;

/** Creates, lists and deletes engines. */
export class Engines {
  readonly #store: Store;
  readonly #indexing: Indexing;
  #purging: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(store: Store, indexing: Indexing) {
    this.#store = store;
    this.#indexing = indexing;
  }

  async create(accountId: string, request: EngineRequest): Promise<EngineRecord> {
    const engine = await this.#store.transact({ account: accountId }, async ({ engines }) => {
      if (await engines.byName(accountId, request.name)) throw badRequest(texts.nameTaken);
      const { total } = await engines.page(accountId, null, { offset: 0, limit: 0 });
      if (total >= limits.enginesPerAccount) throw badRequest(texts.tooManyEngines);
      const { name, language, createSettings, sources: names } = request;
      const engine = { name, language, createSettings, accountId, createdAt: Date.now() };
      if (names === undefined) return engines.insert(engine);
      const sources = await namedSources(engines, engine, names);
      return engines.insert({
        ...engine,
        language: null,
        type: 'meta',
        sources: sources.map(({ id }) => id),
      });
    });
    // A meta engine has no documents of its own: searches read the generations of its sources.
    if (engine.type === 'meta') return engine;
    try {
      await this.#indexing.loader.open(engine.id);
    } catch (error) {
      // The first request after the index is back opens the engine.
      if (error instanceof IndexUnavailable) return engine;
      await this.delete(engine);
      throw error;
    }
    return engine;
  }

  page(accountId: string, scope: readonly string[] | null, range: PageRange): Promise<Page<EngineRecord>> {
    return this.#store.engines.page(accountId, scope, range);
  }

  /** Hides the engine and frees its name at once; its documents are removed in the background. */
  async delete(engine: EngineRecord): Promise<void> {
    await this.#indexing.exclusive(engine.id, async () => {
      await this.#store.transact({ engine: engine.id }, async ({ engines }) => {
        if ((await engines.byId(engine.id)) === undefined) throw errors.noSuchEngine();
        await engines.delete(engine.id);
      });
      await this.#indexing.drop(engine.id);
    });
    this.purgeDeleted();
  }

  /** Removes what is left of deleted engines, now and from time to time: the node that deletes one may die. */
  watch(): void {
    this.purgeDeleted();
    if (this.#store.nodes === undefined) return;
    this.#timer = setInterval(() => this.purgeDeleted(), LOOK_EVERY).unref();
  }

  /** Removes documents and events of deleted engines in the background, including those that an earlier process left. */
  purgeDeleted(): void {
    this.#purging = this.#purging
      .then(() => leasedWork(this.#store.nodes, 'purge', (lost) => this.#purge(lost)))
      .then(() => {})
      .catch(() => {
        // The disk may be full. The rest is invisible, and the next deletion or start continues.
      });
  }

  async #purge(lost: AbortSignal): Promise<void> {
    const isOver = (): boolean => this.#closed || lost.aborted;
    for (const id of await this.#store.engines.deleted()) {
      let gone = false;
      while (!gone && !isOver()) {
        gone = await this.#store.transact({ engine: id }, ({ engines }) => engines.purge(id, PURGED_AT_ONCE));
        await new Promise(setImmediate);
      }
      while (!isOver() && (await this.#store.events.deleteEngine(id))) await new Promise(setImmediate);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#purging;
  }
}
