import type { Kysely } from 'kysely';
import type { EventTables } from '../event-tables.ts';
import { DataError } from '../migrations/migrations.ts';
import { COPY_OF, refuseUnfinishedCopy } from '../migrations/unfinished-copy.ts';
import type { Tables } from '../tables.ts';
import { beginCopy, copyTables, countOf, differingTables, endCopy } from './copied-tables.ts';
import { EVENT_KEYS, STORE_KEYS } from './table-keys.ts';

/** The tables of a store, without its rules. Nobody else may use the store meanwhile. */
export interface OpenedTables {
  readonly store: Kysely<Tables>;
  readonly events: Kysely<EventTables>;
  /** After rows with given numbers were added: numbers that the database gives out come after them. */
  continueNumbers(): Promise<void>;
  close(): Promise<void>;
}

/** Told after each step: the documents copied so far, and the share of all rows. */
export type CopyProgress = (documents: number, share: number) => void;

const factOf = async ({ store }: OpenedTables, name: string): Promise<string | undefined> => {
  const row = await store.selectFrom('instance').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
};

/**
 * Copies all data of a store into an empty one, and compares the two. If it is interrupted, the next call continues; until
 * it has succeeded, the target refuses to be opened. Gives the tables that differ, which should be none.
 */
export async function copyStore(
  source: OpenedTables,
  target: OpenedTables,
  progress: CopyProgress,
): Promise<readonly string[]> {
  const identity = await factOf(source, 'identity');
  if (identity === undefined) throw new DataError('There is no data to copy.');
  await refuseUnfinishedCopy({ get: (name) => factOf(source, name) });
  const copyOf = await factOf(target, COPY_OF);
  if (copyOf === undefined) await claim(target, identity);
  else if (copyOf !== identity) {
    throw new DataError('The target is an unfinished copy of other data. Name an empty database or folder.');
  }
  await beginCopy(target.store, STORE_KEYS);
  await beginCopy(target.events, EVENT_KEYS);
  const total = await rowsOf(source);
  let [rows, documents] = [0, 0];
  const copied = (table: string, more: number): void => {
    rows += more;
    if (table === 'documents') documents += more;
    progress(documents, Math.min(1, rows / Math.max(1, total)));
  };
  await copyTables(source.store, target.store, STORE_KEYS, copied);
  await copyTables(source.events, target.events, EVENT_KEYS, copied);
  const differing = [
    ...(await differingTables(source.store, target.store, STORE_KEYS)),
    ...(await differingTables(source.events, target.events, EVENT_KEYS)),
  ];
  if (differing.length === 0) await finish(source, target);
  return differing;
}

async function rowsOf({ store, events }: OpenedTables): Promise<number> {
  let rows = 0;
  for (const table of Object.keys(STORE_KEYS)) rows += await countOf(store, table);
  for (const table of Object.keys(EVENT_KEYS)) rows += await countOf(events, table);
  return rows;
}

/** Marks an empty store as a copy. */
async function claim({ store }: OpenedTables, identity: string): Promise<void> {
  const used = await store.selectFrom('accounts').select('id').limit(1).execute();
  if (used.length > 0) {
    throw new DataError('The target has data of its own. Name an empty database or folder.');
  }
  await store.insertInto('instance').values({ name: COPY_OF, value: identity }).execute();
}

/** Makes the copy usable: from here on it is the same data. */
async function finish(source: OpenedTables, target: OpenedTables): Promise<void> {
  await target.continueNumbers();
  const facts = await source.events.selectFrom('facts').selectAll().execute();
  await target.events.transaction().execute(async (tx) => {
    await endCopy(tx);
    await tx.deleteFrom('facts').execute();
    await tx.insertInto('facts').values(facts).execute();
  });
  const instance = await source.store.selectFrom('instance').selectAll().execute();
  await target.store.transaction().execute(async (tx) => {
    await endCopy(tx);
    await tx.deleteFrom('instance').execute();
    await tx.insertInto('instance').values(instance).execute();
  });
}
