import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** What the queries need of a database beyond the SQL that Kysely writes for each of them. */
export interface QueryDialect {
  /** The collation that orders texts by their bytes, capitals before small letters. */
  readonly byteCollation: string;
  /** The store's clock, in milliseconds since 1970: one clock for all processes of a store. */
  now(db: Kysely<Tables>): Promise<number>;
}
