import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { EventTables } from '../event-tables.ts';
import { EVENT_VERSION, migrateEvents } from '../migrations/events.ts';
import {
  createTables,
  DATA_VERSION,
  type DatabaseKind,
  DataError,
  migrate,
} from '../migrations/migrations.ts';
import { COPY_OF, RESTORE_OF } from '../migrations/unfinished-copy.ts';
import type { Tables } from '../tables.ts';
import { EVENT_KEYS, STORE_KEYS } from './table-keys.ts';
import { type AnyTables, withoutNul } from './table-pages.ts';
import { existingTables } from './tables-snapshot.ts';

/** An empty database, or a pair of files, that nobody else uses meanwhile. */
export interface RestoreTarget {
  readonly database: DatabaseKind;
  readonly store: Kysely<Tables>;
  readonly events: Kysely<EventTables>;
  /** After rows with given numbers were added: numbers that the database gives out come after them. */
  continueNumbers(): Promise<void>;
  /** Removes all tables. */
  discard(): Promise<void>;
  close(): Promise<void>;
}

/** Rows of a table, named as in `SnapshotRows`. */
export interface RestoredRows {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: ReadonlyArray<readonly unknown[]>;
}

/** Facts about the tables themselves. */
const OWN_FACTS = ['data_version', 'identity', COPY_OF, RESTORE_OF];

/** Parameters of one statement; SQLite allows 32,766. */
const MOST_PARAMETERS = 30_000;

/** Writes the rows of a backup. Until `release`, the target refuses to be opened. */
export class Restoration {
  readonly #target: RestoreTarget;
  readonly #ownFacts: ReadonlySet<unknown>;
  #tables: ReadonlySet<string> = new Set();

  /** `leftOut` are facts about the old installation, which the restored data does not get. */
  constructor(target: RestoreTarget, leftOut: readonly string[]) {
    this.#target = target;
    this.#ownFacts = new Set([...OWN_FACTS, ...leftOut]);
  }

  /** Creates the tables of the backup's versions, without rows. */
  async begin(dataVersion: number, eventVersion: number | null, identity: string): Promise<void> {
    const { store, events, database } = this.#target;
    if (dataVersion > DATA_VERSION || (eventVersion ?? 0) > EVENT_VERSION) {
      throw new DataError(
        `The backup was made by a newer Findling (data version ${dataVersion}; this one knows up to ${DATA_VERSION}). Restore it with that version.`,
      );
    }
    await createTables(store, dataVersion, { name: RESTORE_OF, value: identity });
    await migrateEvents(events, database, eventVersion ?? EVENT_VERSION);
    const storeTables = await existingTables(store, database);
    // Rows of the first step; the backup has its own.
    await store.deleteFrom('counters').execute();
    if (eventVersion !== null) await events.deleteFrom('facts').where('name', '<>', 'version').execute();
    this.#tables = new Set([
      ...['instance', ...Object.keys(STORE_KEYS)]
        .filter((table) => storeTables.has(table))
        .map((table) => `store.${table}`),
      ...(eventVersion === null
        ? []
        : ['facts', ...Object.keys(EVENT_KEYS)].map((table) => `events.${table}`)),
    ]);
  }

  async insert({ table, columns, rows }: RestoredRows): Promise<void> {
    if (!this.#tables.has(table)) {
      throw new DataError(`The backup has a table ${table}, which this Findling does not know.`);
    }
    const [schema, name] = table.split('.') as [string, string];
    const { store, events, database } = this.#target;
    const db: AnyTables = schema === 'store' ? store : events;
    const storable = database === 'postgres' ? withoutNul : (value: unknown) => value;
    const kept = rows
      .map((row) => Object.fromEntries(columns.map((column, i) => [column, storable(row[i])])))
      .filter((row) => !this.#isOwnFact(name, row.name));
    const atOnce = Math.max(1, Math.floor(MOST_PARAMETERS / columns.length));
    await db.transaction().execute(async (tx) => {
      for (let from = 0; from < kept.length; from += atOnce) {
        await tx
          .insertInto(name)
          .values(kept.slice(from, from + atOnce))
          .execute();
      }
    });
  }

  /** Brings the tables up to date, once all rows are there. */
  async migrate(): Promise<void> {
    const { store, events, database } = this.#target;
    await migrate(store, database);
    await migrateEvents(events, database);
    await this.#target.continueNumbers();
  }

  /**
   * Makes the data usable. It gets an identity of its own: index files and clusters may hold later changes of the data
   * that the backup was made of, with the sequence numbers that the next changes will get.
   */
  async release(): Promise<void> {
    await this.#target.store.transaction().execute(async (tx) => {
      await tx
        .updateTable('reindex_jobs')
        .set({ owner: null, lease_until: 0, generation: null, position: null })
        .execute();
      await tx
        .updateTable('instance')
        .set({ value: randomBytes(16).toString('hex') })
        .where('name', '=', 'identity')
        .execute();
      await tx.deleteFrom('instance').where('name', '=', RESTORE_OF).execute();
    });
  }

  #isOwnFact(table: string, name: unknown): boolean {
    return (table === 'instance' && this.#ownFacts.has(name)) || (table === 'facts' && name === 'version');
  }
}
