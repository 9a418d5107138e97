import { randomBytes } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { ClientBase } from 'pg';
import type { NodeRecord } from '../port.ts';
import type { NodeTables } from './node-tables.ts';

/** How often a node shows that it is alive, in milliseconds. */
const EVERY = 5000;
/** The age of a registration, by the node's own clock, beyond which the node trusts no copy. */
const TRUSTED_AGE = 20_000;
/** The age, by the clock of the database, beyond which others do not count on a node. Later, to be safe. */
const SEEN_AGE = 30_000;
/** The age at which a row is removed. */
const FORGOTTEN_AGE = 3_600_000;

/** Milliseconds since 1970 by the clock of the database. */
export const DATABASE_NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** Tables of the nodes; they hold nothing that outlives the processes, so they have no versions. */
export const NODE_TABLES = `
  create table if not exists nodes (id text primary key, version text not null, seen_at bigint not null);
  create table if not exists leases (
    name text primary key, owner text not null, held_until bigint not null, fence bigint not null)`;

/**
 * The nodes that share a database. A node that others no longer see does not use copies of records any more, so a
 * transaction that takes rights away need not wait for it.
 */
export class NodeRegistry {
  readonly id = randomBytes(12).toString('hex');
  readonly #db: QueryExecutorProvider;
  readonly #version: string;
  /** When the last successful registration began, by the monotonic clock. */
  #registeredAt = Number.NEGATIVE_INFINITY;

  constructor(db: QueryExecutorProvider, version: string) {
    this.#db = db;
    this.#version = version;
  }

  isRegistered(now: number): boolean {
    return now - this.#registeredAt <= TRUSTED_AGE;
  }

  /** Shows that this node is alive, if that is due. */
  async register(client: ClientBase): Promise<void> {
    const began = performance.now();
    if (began - this.#registeredAt < EVERY) return;
    await client.query(
      `insert into nodes (id, version, seen_at) values ($1, $2, ${DATABASE_NOW})
        on conflict (id) do update set seen_at = excluded.seen_at`,
      [this.id, this.#version],
    );
    this.#registeredAt = began;
    await client.query(`delete from nodes where seen_at < ${DATABASE_NOW} - ${FORGOTTEN_AGE}`);
  }

  /** Leaves: others need not wait for this node any more. */
  async leave(client: ClientBase): Promise<void> {
    this.#registeredAt = Number.NEGATIVE_INFINITY;
    await client.query('delete from nodes where id = $1', [this.id]);
  }

  async others(): Promise<readonly NodeRecord[]> {
    const { rows } = await sql<NodeTables['nodes']>`
      select id, version, seen_at from nodes
      where id <> ${this.id} and seen_at > ${sql.raw(DATABASE_NOW)} - ${sql.lit(SEEN_AGE)}`.execute(this.#db);
    return rows.map(({ id, version, seen_at }) => ({ id, version, seenAt: Number(seen_at) }));
  }
}
