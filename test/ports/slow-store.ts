import { setTimeout as sleep } from 'node:timers/promises';
import {
  ANY_CHANGE,
  type ChangeListener,
  type Store,
  type StoreReader,
  type StoreWriter,
} from '../../src/store/port.ts';

export interface SlowStoreOptions {
  /** The minimum latency of every call, in milliseconds. */
  readonly delay?: number;
  /** The delay of notices of other processes' commits, in milliseconds. */
  readonly noticeLag?: number;
  /** How often the work of a transaction is run and rolled back before the run that commits. */
  readonly retries?: number;
}

/** Ends a run whose writes are rolled back. */
class Aborted extends Error {}

const GROUPS = {
  instance: true,
  accounts: true,
  keys: true,
  revocations: true,
  engines: true,
  documents: true,
  jobs: true,
  clicks: true,
  tuning: true,
  judgements: true,
  adaptive: true,
  people: true,
  sessions: true,
  links: true,
  audit: true,
  unconfirmed: true,
} as const satisfies Record<keyof StoreReader, true>;

/**
 * A store that does everything the port allows and SQLite does not: every call is slow, the work of transactions runs
 * again after a rollback with other transactions in between, notices of other processes come late, and there are no
 * optional capabilities.
 */
export function slowStore(store: Store, options: SlowStoreOptions = {}): Store {
  const { delay = 20, noticeLag = 200, retries = 1 } = options;

  const slowed = <G extends StoreReader | StoreWriter>(reads: G): G => {
    const groups = Object.entries(reads).filter(([name]) => Object.hasOwn(GROUPS, name));
    return Object.fromEntries(
      groups.map(([name, group]) => {
        const calls = Object.entries(group as Record<string, (...args: unknown[]) => Promise<unknown>>);
        const slow = calls.map(([call, run]) => [
          call,
          async (...args: unknown[]) => {
            await sleep(delay);
            return run(...args);
          },
        ]);
        return [name, Object.fromEntries(slow)];
      }),
    ) as unknown as G;
  };

  const listeners = new Set<ChangeListener>();
  const notify: ChangeListener = (notice) => {
    for (const listener of listeners) listener(notice);
  };
  // The underlying store also notifies of its own commits, so these listeners get late duplicates.
  const unsubscribe = store.subscribe((notice) => {
    setTimeout(() => notify(notice), noticeLag).unref();
  });

  return {
    ...slowed<StoreReader>(store),
    identity: store.identity,
    events: store.events,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async transact(scope, work) {
      for (let run = 0; run < retries; run++) {
        await store
          .transact(scope, async (tx) => {
            await work(slowed(tx));
            throw new Aborted();
          })
          // The result of a run that is not committed is ignored: the next one decides.
          .catch(() => {});
        await sleep(delay);
      }
      const result = await store.transact(scope, (tx) => work(slowed(tx)));
      notify(ANY_CHANGE);
      await sleep(delay);
      return result;
    },
    async snapshot() {
      await sleep(delay);
      const { engines, documents, close } = await store.snapshot();
      return { ...slowed({ engines, documents } as StoreReader), close };
    },
    async close() {
      unsubscribe();
      await store.close();
    },
  };
}
