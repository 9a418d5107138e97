import type { Kysely } from 'kysely';
import type { AccountReader, AccountRecord, AccountWriter } from '../port.ts';
import type { Row, Tables } from '../tables.ts';
import type { QueryDialect } from './query-dialect.ts';

const toRecord = (row: Row<'accounts'>): AccountRecord => ({
  id: row.id,
  name: row.name,
  hostIdentifier: row.host_identifier,
  isDefault: row.is_default === 1,
  createdAt: Number(row.created_at),
});

export const accountQueries = (
  db: Kysely<Tables>,
  { byteCollation }: QueryDialect,
): AccountReader & AccountWriter => {
  const one = async (column: 'is_default' | 'host_identifier' | 'name', value: string | number) => {
    const row = await db.selectFrom('accounts').selectAll().where(column, '=', value).executeTakeFirst();
    return row && toRecord(row);
  };
  return {
    default: () => one('is_default', 1),
    byHostIdentifier: (identifier) => one('host_identifier', identifier),
    byName: (name) => one('name', name),
    async list() {
      return (
        await db
          .selectFrom('accounts')
          .selectAll()
          .orderBy('name', (order) => order.collate(byteCollation))
          .execute()
      ).map(toRecord);
    },
    async insert(account) {
      await db
        .insertInto('accounts')
        .values({
          id: account.id,
          name: account.name,
          host_identifier: account.hostIdentifier,
          is_default: account.isDefault ? 1 : 0,
          created_at: account.createdAt,
        })
        .execute();
    },
  };
};
