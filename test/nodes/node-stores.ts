import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instance } from '../../src/composition/instance.ts';
import { Vault } from '../../src/credentials/vault.ts';
import { withCachedRecords } from '../../src/store/cached-records.ts';
import type { Nodes, Store, StoreReader } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { temporaryFolder } from '../support/folder.ts';

/** Opens the store that all nodes of a test share, once per node. */
export type OpenStore = () => Promise<Store>;
export type SharedStores = (t: Pick<TestContext, 'after'>) => Promise<OpenStore>;

/** Leases in the memory of the test, by this process's clock. */
class TestLeases {
  readonly #leases = new Map<string, { owner: string; fence: number; until: number }>();

  nodesFor(id: string): Nodes {
    return {
      id,
      others: async () => [],
      lease: async (name, milliseconds) => {
        const held = this.#leases.get(name);
        const now = performance.now();
        if (held !== undefined && held.owner !== id && held.until > now) return undefined;
        const fence = (held?.fence ?? 0) + 1;
        this.#leases.set(name, { owner: id, fence, until: now + milliseconds });
        return fence;
      },
      release: async (name, fence) => {
        const held = this.#leases.get(name);
        if (held?.fence === fence) held.until = 0;
      },
    };
  }
}

/** One SQLite database that several stores of one process open, with what only a store for several nodes has. */
export const sqliteStoresIn = (folder: string): OpenStore => {
  const leases = new TestLeases();
  return async () => ({
    ...(await openSqliteStore(folder, { create: true })),
    nodes: leases.nodesFor(randomUUID()),
  });
};
export const sqliteStores: SharedStores = async (t) => sqliteStoresIn(temporaryFolder(t));

/** A store whose calls can be held back, as those of a process that was stopped. */
export class PausableStore {
  readonly store: Store;
  #goOn: PromiseWithResolvers<void> | undefined;
  /** Milliseconds that each page of documents takes in addition, as a reindex or a rebuild reads them. */
  delay = 0;
  /** Such a page is not read before this resolves, if it begins after this position or a later one. */
  held: Promise<void> | undefined;
  heldFrom = 0;
  /** The positions after which pages were read. */
  pages: number[] = [];

  constructor(store: Store) {
    const turn = async (): Promise<void> => {
      while (this.#goOn !== undefined) await this.#goOn.promise;
    };
    const groups = Object.entries(store).flatMap(([name, group]) =>
      isReader(name, store) ? [[name, this.#paused(group as object, turn)]] : [],
    );
    const { nodes } = store;
    this.store = {
      ...store,
      ...(Object.fromEntries(groups) as unknown as StoreReader),
      ...(nodes && { nodes: pausedNodes(nodes, turn) }),
      // Before, not within: a database ends the transactions of a process that was stopped.
      transact: async (scope, work) => {
        await turn();
        const result = await store.transact(scope, work);
        await turn();
        return result;
      },
    };
  }

  #paused(group: object, turn: () => Promise<void>): object {
    const calls = Object.entries(group).map(([call, run]) => [
      call,
      typeof run !== 'function'
        ? run
        : async (...args: unknown[]) => {
            await turn();
            if (call === 'after') await this.#page(Number(args[1]));
            const result = await run(...args);
            await turn();
            return result;
          },
    ]);
    return Object.fromEntries(calls);
  }

  async #page(position: number): Promise<void> {
    this.pages.push(position);
    if (position >= this.heldFrom) await this.held;
    if (this.delay > 0) await sleep(this.delay);
  }

  pause(): void {
    this.#goOn ??= Promise.withResolvers();
  }

  resume(): void {
    this.#goOn?.resolve();
    this.#goOn = undefined;
  }
}

const pausedNodes = (nodes: Nodes, turn: () => Promise<void>): Nodes => ({
  id: nodes.id,
  others: () => turn().then(() => nodes.others()),
  lease: (name, milliseconds) => turn().then(() => nodes.lease(name, milliseconds)),
  release: (name, fence) => turn().then(() => nodes.release(name, fence)),
});

const NOT_PAUSED = new Set([
  'events',
  'identity',
  'nodes',
  'threads',
  'subscribe',
  'transact',
  'snapshot',
  'close',
]);

const isReader = (name: string, store: Store): boolean =>
  !NOT_PAUSED.has(name) && typeof store[name as keyof Store] === 'object';

/** The instance of a node: all nodes have the same secret. */
export function instanceOn(store: Store): Instance {
  return {
    store: withCachedRecords(store),
    vault: new Vault('the secret that all nodes of a test share'),
    close: () => store.close(),
  };
}
