import type { Kysely } from 'kysely';
import type { KeyReader, KeyRecord, KeyWriter } from '../port.ts';
import type { NewRow, Row, Tables } from '../tables.ts';
import { prepared } from './prepared.ts';
import type { QueryDialect } from './query-dialect.ts';

const toFlag = (value: boolean | null): number | null => (value === null ? null : Number(value));
const fromFlag = (value: number | null): boolean | null => (value === null ? null : value === 1);

const toRecord = (row: Row<'keys'>): KeyRecord => ({
  accountId: row.account_id,
  name: row.name,
  kind: row.kind as KeyRecord['kind'],
  read: fromFlag(row.can_read),
  write: fromFlag(row.can_write),
  accessAllEngines: fromFlag(row.access_all_engines),
  engines: row.engines === null ? null : JSON.parse(row.engines),
  lookup: row.lookup,
  sealed: row.sealed,
});

const toRow = (key: KeyRecord): NewRow<'keys'> => ({
  account_id: key.accountId,
  name: key.name,
  kind: key.kind,
  can_read: toFlag(key.read),
  can_write: toFlag(key.write),
  access_all_engines: toFlag(key.accessAllEngines),
  engines: key.engines === null ? null : JSON.stringify(key.engines),
  lookup: key.lookup,
  sealed: key.sealed,
});

const rowsBy = (column: 'lookup' | 'name') =>
  prepared((db, [accountId, value]) =>
    db
      .selectFrom('keys')
      .selectAll()
      .where('account_id', '=', accountId as string)
      .where(column, '=', value as string)
      .compile(),
  );
const rowsByLookup = rowsBy('lookup');
const rowsByName = rowsBy('name');

export const keyQueries = (db: Kysely<Tables>, { byteCollation }: QueryDialect): KeyReader & KeyWriter => {
  const first = async (rows: typeof rowsByName, accountId: string, value: string) => {
    const [row] = await rows(db, [accountId, value]);
    return row && toRecord(row);
  };
  return {
    byLookup: (accountId, lookup) => first(rowsByLookup, accountId, lookup),
    byName: (accountId, name) => first(rowsByName, accountId, name),
    async page(accountId, range) {
      const mine = db.selectFrom('keys').where('account_id', '=', accountId);
      const { total } = await mine
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await mine
        .selectAll()
        .orderBy('name', (order) => order.collate(byteCollation))
        .limit(range.limit)
        .offset(range.offset)
        .execute();
      return { total: Number(total), results: rows.map(toRecord) };
    },
    async insert(key) {
      await db.insertInto('keys').values(toRow(key)).execute();
    },
    async update(key) {
      const { can_read, can_write, access_all_engines, engines } = toRow(key);
      await db
        .updateTable('keys')
        .set({ can_read, can_write, access_all_engines, engines })
        .where('account_id', '=', key.accountId)
        .where('name', '=', key.name)
        .execute();
    },
    async delete(accountId, name) {
      const result = await db
        .deleteFrom('keys')
        .where('account_id', '=', accountId)
        .where('name', '=', name)
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
  };
};
