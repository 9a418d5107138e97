import { escapeLiteral } from 'pg';
import type { CachedKind, ChangeNotice, StoreWriter } from '../port.ts';

export const CHANNEL = 'findling_changes';

/** Engines that a notice names; with more of them it says that any may have changed. A payload has 8,000 bytes. */
const MOST_ENGINES = 100;

/** What a transaction has changed of the records that others may keep copies of. */
export class Changes {
  readonly #kinds = new Set<CachedKind>();
  readonly #engines = new Set<number>();
  #isAny = false;
  /** Whether it took rights away: no process may go by an earlier copy once it is acknowledged. */
  revokes = false;

  /** Notes a change of records, or of anything else without a kind. */
  add(kind?: CachedKind, engineId?: number): void {
    this.#isAny = true;
    if (kind !== undefined) this.#kinds.add(kind);
    if (engineId !== undefined) this.#engines.add(engineId);
  }

  /** Undefined if nothing was changed. */
  get notice(): ChangeNotice | undefined {
    if (!this.#isAny) return undefined;
    const isNamed = this.#engines.size <= MOST_ENGINES;
    return { kinds: [...this.#kinds], engines: isNamed ? [...this.#engines] : undefined };
  }
}

interface Payload extends ChangeNotice {
  /** The node that committed. */
  readonly node: string;
}

/** The statement that sends a notice to all processes when the transaction commits. */
export const notifying = (notice: ChangeNotice, node: string): string =>
  `select pg_notify('${CHANNEL}', ${escapeLiteral(JSON.stringify({ node, ...notice } satisfies Payload))}); `;

/** A notice of another node; undefined for one of this node, which has delivered it itself. */
export function receivedNotice(payload: string | undefined, ownNode: string): ChangeNotice | undefined {
  const { node, kinds, engines } = JSON.parse(payload ?? '{}') as Payload;
  return node === ownNode ? undefined : { kinds, engines };
}

/** A transaction that notes in `changes` what it writes. */
export function tracked(tx: StoreWriter, changes: Changes): StoreWriter {
  const noting =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>, note: (args: A, result: R) => void) =>
    async (...args: A): Promise<R> => {
      // biome-ignore lint/plugin: the parameters of one method.
      const result = await work(...args);
      note(args, result);
      return result;
    };
  /** The first parameter is the id of the engine. */
  const ofEngine = <A extends [number, ...unknown[]], R>(work: (...args: A) => Promise<R>) =>
    noting(work, ([engineId]) => changes.add('engines', engineId));
  const revoking = <A extends unknown[], R>(kind: CachedKind, work: (...args: A) => Promise<R>) =>
    noting(work, () => {
      changes.add(kind);
      changes.revokes = true;
    });
  const { instance, accounts, keys, revocations, engines, documents, tuning } = tx;
  return {
    ...tx,
    instance: { ...instance, set: noting(instance.set, () => changes.add()) },
    accounts: { ...accounts, insert: noting(accounts.insert, () => changes.add('accounts')) },
    keys: {
      ...keys,
      insert: noting(keys.insert, () => changes.add('keys')),
      update: revoking('keys', keys.update),
      setValues: revoking('keys', keys.setValues),
      // What is forgotten has expired, which copies show too.
      forgetPrevious: noting(keys.forgetPrevious, (_, count) => {
        if (count > 0) changes.add('keys');
      }),
      delete: revoking('keys', keys.delete),
    },
    revocations: {
      ...revocations,
      put: revoking('revocations', revocations.put),
      delete: noting(revocations.delete, () => changes.add('revocations')),
    },
    engines: {
      ...engines,
      insert: noting(engines.insert, (_, { id }) => changes.add('engines', id)),
      setSchema: ofEngine(engines.setSchema),
      setSources: ofEngine(engines.setSources),
      setRunningJob: ofEngine(engines.setRunningJob),
      delete: ofEngine(engines.delete),
    },
    documents: {
      ...documents,
      put: ofEngine(documents.put),
      delete: ofEngine(documents.delete),
      forgetDeletions: ofEngine(documents.forgetDeletions),
    },
    tuning: {
      ...tuning,
      setSettings: ofEngine(tuning.setSettings),
      putSynonymSet: ofEngine(tuning.putSynonymSet),
      deleteSynonymSet: ofEngine(tuning.deleteSynonymSet),
      putCuration: ofEngine(tuning.putCuration),
      deleteCuration: ofEngine(tuning.deleteCuration),
      addVersion: ofEngine(tuning.addVersion),
    },
  };
}
