import type { Kysely } from 'kysely';
import type { Revocation, RevocationReader, RevocationRecord, RevocationWriter } from '../port.ts';
import type { Row, Tables } from '../tables.ts';
import { nextNumber } from './instance.ts';
import { prepared } from './prepared.ts';

/** A condition that was not given; no claim that counts is empty. */
const NONE = '';

const toRecord = (row: Row<'revocations'>): RevocationRecord => ({
  id: Number(row.id),
  accountId: row.account_id,
  jti: row.jti === NONE ? null : row.jti,
  sub: row.sub === NONE ? null : row.sub,
  keyName: row.key_name === NONE ? null : row.key_name,
  issuedBefore: row.issued_before === null ? null : Number(row.issued_before),
  createdAt: Number(row.created_at),
});

/** Eight lookups in the index of the conditions. */
const rowsFor = prepared((db, [accountId, noJti, jti, noSub, sub, noKey, keyName]) =>
  db
    .selectFrom('revocations')
    .selectAll()
    .where('account_id', '=', accountId as string)
    .where('jti', 'in', [noJti, jti] as string[])
    .where('sub', 'in', [noSub, sub] as string[])
    .where('key_name', 'in', [noKey, keyName] as string[])
    .compile(),
);

const conditionsOf = ({ jti, sub, keyName }: Revocation) => ({
  jti: jti ?? NONE,
  sub: sub ?? NONE,
  key_name: keyName ?? NONE,
});

export const revocationQueries = (db: Kysely<Tables>): RevocationReader & RevocationWriter => {
  const find = async (accountId: string, revocation: Revocation): Promise<RevocationRecord | undefined> => {
    const row = await db
      .selectFrom('revocations')
      .selectAll()
      .where('account_id', '=', accountId)
      .where((eb) => eb.and(conditionsOf(revocation)))
      .executeTakeFirst();
    return row && toRecord(row);
  };
  return {
    find,
    async matching(accountId, { jti, sub, keyName }) {
      const rows = await rowsFor(db, [accountId, NONE, jti ?? NONE, NONE, sub ?? NONE, NONE, keyName]);
      return rows.map(toRecord);
    },
    async page(accountId, range) {
      const mine = db.selectFrom('revocations').where('account_id', '=', accountId);
      const { total } = await mine
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await mine
        .selectAll()
        .orderBy('id', 'desc')
        .limit(range.limit)
        .offset(range.offset)
        .execute();
      return { total: Number(total), results: rows.map(toRecord) };
    },
    async put(accountId, revocation, createdAt) {
      const { issuedBefore } = revocation;
      const known = await find(accountId, revocation);
      if (known !== undefined) {
        await db
          .updateTable('revocations')
          .set({ issued_before: issuedBefore })
          .where('id', '=', known.id)
          .execute();
        return { ...known, issuedBefore };
      }
      const id = await nextNumber(db, 'revocation');
      const conditions = conditionsOf(revocation);
      await db
        .insertInto('revocations')
        .values({
          id,
          account_id: accountId,
          ...conditions,
          issued_before: issuedBefore,
          created_at: createdAt,
        })
        .execute();
      return { id, accountId, ...revocation, createdAt };
    },
    async delete(accountId, id) {
      const result = await db
        .deleteFrom('revocations')
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
  };
};
