import type { Kysely } from 'kysely';
import type { AuditReader, AuditRecord, AuditWriter } from '../dashboard-port.ts';
import type { Row, Tables } from '../tables.ts';
import { nextNumber } from './instance.ts';

const toRecord = (row: Row<'audit'>): AuditRecord => ({
  number: Number(row.number),
  accountId: row.account_id,
  personId: row.person_id,
  person: row.person,
  action: row.action,
  subject: row.subject,
  detail: row.detail,
  count: Number(row.count),
  at: Number(row.at),
});

export const auditQueries = (db: Kysely<Tables>): AuditReader & AuditWriter => ({
  async page(accountId, andInstance, range) {
    const mine = db
      .selectFrom('audit')
      .where((eb) =>
        andInstance
          ? eb.or([eb('account_id', '=', accountId), eb('account_id', 'is', null)])
          : eb('account_id', '=', accountId),
      );
    const { total } = await mine
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const rows = await mine
      .selectAll()
      .orderBy('number', 'desc')
      .limit(range.limit)
      .offset(range.offset)
      .execute();
    return { total: Number(total), results: rows.map(toRecord) };
  },
  async insert(line) {
    await db
      .insertInto('audit')
      .values({
        number: await nextNumber(db, 'audit'),
        account_id: line.accountId,
        person_id: line.personId,
        person: line.person,
        action: line.action,
        subject: line.subject,
        detail: line.detail,
        count: line.count,
        at: line.at,
      })
      .execute();
  },
  async addTo(line, since) {
    const row = await db
      .selectFrom('audit')
      .selectAll()
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) return false;
    const newest = toRecord(row);
    const isSame = (['accountId', 'personId', 'action', 'subject', 'detail'] as const).every(
      (member) => newest[member] === line[member],
    );
    if (!isSame || newest.at < since) return false;
    await db
      .updateTable('audit')
      .set((eb) => ({ count: eb('count', '+', line.count), at: line.at }))
      .where('number', '=', newest.number)
      .execute();
    return true;
  },
  async prune(kept) {
    const newest = await db
      .selectFrom('audit')
      .select((eb) => eb.fn.max('number').as('number'))
      .executeTakeFirst();
    await db
      .deleteFrom('audit')
      .where('number', '<=', Number(newest?.number ?? 0) - kept)
      .execute();
  },
});
