import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** Checksums of documents. A document of an earlier version has none until it is written again. */
export async function documentChecksums(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable('documents').addColumn('checksum', 'bigint').execute();
}
