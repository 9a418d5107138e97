import type { Kysely } from 'kysely';
import { PREVIOUS_USE } from '../key-port.ts';
import type { KeyReader, KeyRecord, KeyWriter, PreviousValue, RateLimit } from '../port.ts';
import type { NewRow, Row, Tables } from '../tables.ts';
import { prepared } from './prepared.ts';
import type { QueryDialect } from './query-dialect.ts';

const toFlag = (value: boolean | null): number | null => (value === null ? null : Number(value));
const fromFlag = (value: number | null): boolean | null => (value === null ? null : value === 1);

const toRateLimit = ({ requests_per_second, burst }: Row<'keys'>): RateLimit | null =>
  requests_per_second === null || burst === null ? null : { perSecond: requests_per_second, burst };

const toPrevious = (row: Row<'keys'>): PreviousValue | null =>
  row.previous_lookup === null || row.previous_sealed === null
    ? null
    : {
        lookup: row.previous_lookup,
        sealed: row.previous_sealed,
        until: Number(row.previous_until),
      };

const toRecord = (row: Row<'keys'>): KeyRecord => ({
  accountId: row.account_id,
  name: row.name,
  kind: row.kind as KeyRecord['kind'],
  read: fromFlag(row.can_read),
  write: fromFlag(row.can_write),
  accessAllEngines: fromFlag(row.access_all_engines),
  engines: row.engines === null ? null : JSON.parse(row.engines),
  expiresAt: row.expires_at === null ? null : Number(row.expires_at),
  description: row.description,
  rateLimit: toRateLimit(row),
  lookup: row.lookup,
  sealed: row.sealed,
  previous: toPrevious(row),
});

const fromDetails = ({ expiresAt, description, rateLimit }: KeyRecord) => ({
  expires_at: expiresAt,
  description,
  requests_per_second: rateLimit?.perSecond ?? null,
  burst: rateLimit?.burst ?? null,
});

const fromValues = ({ lookup, sealed, previous }: KeyRecord) => ({
  lookup,
  sealed,
  previous_lookup: previous?.lookup ?? null,
  previous_sealed: previous?.sealed ?? null,
  previous_until: previous?.until ?? null,
});

const toRow = (key: KeyRecord): NewRow<'keys'> => ({
  account_id: key.accountId,
  name: key.name,
  kind: key.kind,
  can_read: toFlag(key.read),
  can_write: toFlag(key.write),
  access_all_engines: toFlag(key.accessAllEngines),
  engines: key.engines === null ? null : JSON.stringify(key.engines),
  ...fromDetails(key),
  ...fromValues(key),
});

const rowsByName = prepared((db, [accountId, name]) =>
  db
    .selectFrom('keys')
    .selectAll()
    .where('account_id', '=', accountId as string)
    .where('name', '=', name as string)
    .compile(),
);
/** A union, because databases use both indexes for it more reliably than for `or`. */
const rowsByLookup = prepared((db, [accountId, lookup, again, previous]) =>
  db
    .selectFrom('keys')
    .selectAll()
    .where('account_id', '=', accountId as string)
    .where('lookup', '=', lookup as string)
    .unionAll((eb) =>
      eb
        .selectFrom('keys')
        .selectAll()
        .where('account_id', '=', again as string)
        .where('previous_lookup', '=', previous as string),
    )
    .compile(),
);

const MOST_PARAMETERS = 500;

export const keyQueries = (db: Kysely<Tables>, { byteCollation }: QueryDialect): KeyReader & KeyWriter => {
  const first = async (rows: Promise<ReadonlyArray<Row<'keys'>>>): Promise<KeyRecord | undefined> => {
    const [row] = await rows;
    return row && toRecord(row);
  };
  return {
    byLookup: (accountId, lookup) => first(rowsByLookup(db, [accountId, lookup, accountId, lookup])),
    byName: (accountId, name) => first(rowsByName(db, [accountId, name])),
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
    async lastUses(accountId, names) {
      const uses = new Map<string, number>();
      for (let at = 0; at < names.length; at += MOST_PARAMETERS) {
        const rows = await db
          .selectFrom('key_uses')
          .select(['name', 'used_at'])
          .where('account_id', '=', accountId)
          .where('name', 'in', names.slice(at, at + MOST_PARAMETERS))
          .execute();
        for (const row of rows) uses.set(row.name, Number(row.used_at));
      }
      return uses;
    },
    async insert(key) {
      await db.insertInto('keys').values(toRow(key)).execute();
    },
    async update(key) {
      const { can_read, can_write, access_all_engines, engines } = toRow(key);
      await db
        .updateTable('keys')
        .set({ can_read, can_write, access_all_engines, engines, ...fromDetails(key) })
        .where('account_id', '=', key.accountId)
        .where('name', '=', key.name)
        .execute();
    },
    async setValues(key) {
      await db
        .updateTable('keys')
        .set(fromValues(key))
        .where('account_id', '=', key.accountId)
        .where('name', '=', key.name)
        .execute();
      await db
        .deleteFrom('key_uses')
        .where('account_id', '=', key.accountId)
        .where('name', '=', key.name + PREVIOUS_USE)
        .execute();
    },
    async setLastUses(uses) {
      for (const { accountId, name, usedAt } of uses) {
        const [key] = await rowsByName(db, [accountId, name.replace(PREVIOUS_USE, '')]);
        if (key === undefined) continue;
        await db
          .insertInto('key_uses')
          .values({ account_id: accountId, name, used_at: usedAt })
          .onConflict((c) => c.columns(['account_id', 'name']).doUpdateSet({ used_at: usedAt }))
          .execute();
      }
    },
    async forgetPrevious(now) {
      const result = await db
        .updateTable('keys')
        .set({ previous_lookup: null, previous_sealed: null, previous_until: null })
        .where('previous_until', '<=', now)
        .executeTakeFirst();
      return Number(result.numUpdatedRows);
    },
    async delete(accountId, name) {
      await db
        .deleteFrom('key_uses')
        .where('account_id', '=', accountId)
        .where('name', 'in', [name, name + PREVIOUS_USE])
        .execute();
      const result = await db
        .deleteFrom('keys')
        .where('account_id', '=', accountId)
        .where('name', '=', name)
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
  };
};
