import { badRequest, errors, texts } from '../errors.ts';
import type { Indexing } from '../indexing/indexing.ts';
import type { EngineRecord, Page, Store, Window } from '../store/port.ts';
import type { EngineRequest } from './engine-request.ts';

/** Documents removed by one transaction when an engine goes: short enough that writers hardly wait. */
const PURGED_AT_ONCE = 500;

/** Engine records: made, listed, deleted. */
export class Engines {
  readonly #store: Store;
  readonly #indexing: Indexing;
  #purging: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(store: Store, indexing: Indexing) {
    this.#store = store;
    this.#indexing = indexing;
  }

  async create(accountId: string, request: EngineRequest): Promise<EngineRecord> {
    let made: EngineRecord | undefined;
    try {
      return await this.#store.transact({ account: accountId }, async ({ engines }) => {
        if (await engines.byName(accountId, request.name)) throw badRequest(texts.nameTaken);
        made = await engines.insert({ ...request, accountId, createdAt: Date.now() });
        // Before the commit: whoever can see the engine can write to it, and that has to go into an index.
        await this.#indexing.open(made.id, made.schema, made.language);
        return made;
      });
    } catch (error) {
      if (made !== undefined) await this.#indexing.drop(made.id);
      throw error;
    }
  }

  page(accountId: string, scope: readonly string[] | null, window: Window): Promise<Page<EngineRecord>> {
    return this.#store.engines.page(accountId, scope, window);
  }

  /** Hides the engine and frees its name at once; its documents are removed bit by bit behind the answer. */
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

  /** Removes what deleted engines left behind, also what an earlier process did not get to. */
  purgeDeleted(): void {
    this.#purging = this.#purging
      .then(() => this.#purge())
      .catch(() => {
        // A full disk, say. Nobody sees what is left; the next deletion or start takes it up again.
      });
  }

  async #purge(): Promise<void> {
    for (const id of await this.#store.engines.deleted()) {
      let gone = false;
      while (!gone && !this.#closed) {
        gone = await this.#store.transact({ engine: id }, ({ engines }) => engines.purge(id, PURGED_AT_ONCE));
        await new Promise(setImmediate);
      }
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#purging;
  }
}
