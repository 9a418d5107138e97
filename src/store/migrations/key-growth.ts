import type { Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

/** Expiry, description, rate limit and rotation of keys, their last use, and revocations of signed search keys. */
export async function keyGrowth(db: Kysely<Tables>): Promise<void> {
  const { schema } = db;
  await schema.alterTable('keys').addColumn('expires_at', 'bigint').execute();
  await schema.alterTable('keys').addColumn('description', 'text').execute();
  await schema.alterTable('keys').addColumn('requests_per_second', 'integer').execute();
  await schema.alterTable('keys').addColumn('burst', 'integer').execute();
  await schema.alterTable('keys').addColumn('previous_lookup', 'text').execute();
  await schema.alterTable('keys').addColumn('previous_sealed', 'text').execute();
  await schema.alterTable('keys').addColumn('previous_until', 'bigint').execute();
  await schema
    .createIndex('keys_previous_lookup')
    .on('keys')
    .columns(['account_id', 'previous_lookup'])
    .execute();
  await schema
    .createTable('key_uses')
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('used_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('key_uses_pk', ['account_id', 'name'])
    .execute();
  await db.insertInto('counters').values({ name: 'revocation', value: 0 }).execute();
  await schema
    .createTable('revocations')
    .addColumn('id', 'bigint', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('jti', 'text', (c) => c.notNull())
    .addColumn('sub', 'text', (c) => c.notNull())
    .addColumn('key_name', 'text', (c) => c.notNull())
    .addColumn('issued_before', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('revocations_conditions', ['account_id', 'jti', 'sub', 'key_name'])
    .execute();
  await schema.createIndex('revocations_account').on('revocations').columns(['account_id', 'id']).execute();
}
