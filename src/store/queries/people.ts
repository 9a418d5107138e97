import { type Kysely, sql } from 'kysely';
import type { MemberRecord, PersonReader, PersonRecord, PersonWriter, Role } from '../dashboard-port.ts';
import type { Row, Tables } from '../tables.ts';
import type { QueryDialect } from './query-dialect.ts';

const toRecord = (row: Row<'people'>): PersonRecord => ({
  id: row.id,
  name: row.name,
  nameKey: row.name_key,
  email: row.email,
  emailKey: row.email_key,
  password: row.password,
  isFirst: row.is_first === 1,
  createdAt: Number(row.created_at),
  seenAt: row.seen_at === null ? null : Number(row.seen_at),
});

const toMember = (row: Row<'members'>): MemberRecord => ({
  accountId: row.account_id,
  personId: row.person_id,
  role: row.role as Role,
});

export const personQueries = (
  db: Kysely<Tables>,
  { byteCollation }: QueryDialect,
): PersonReader & PersonWriter => ({
  async byId(id) {
    const row = await db.selectFrom('people').selectAll().where('id', '=', id).executeTakeFirst();
    return row && toRecord(row);
  },
  async byLogin(key) {
    const row = await db
      .selectFrom('people')
      .selectAll()
      .where((eb) => eb.or([eb('name_key', '=', key), eb('email_key', '=', key)]))
      .executeTakeFirst();
    return row && toRecord(row);
  },
  async first() {
    const row = await db.selectFrom('people').selectAll().where('is_first', '=', 1).executeTakeFirst();
    return row && toRecord(row);
  },
  async member(accountId, personId) {
    const row = await db
      .selectFrom('members')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('person_id', '=', personId)
      .executeTakeFirst();
    return row && toMember(row);
  },
  async membersOf(accountId) {
    const rows = await db
      .selectFrom('members')
      .innerJoin('people', 'people.id', 'members.person_id')
      .selectAll('people')
      .select(['members.account_id', 'members.person_id', 'members.role'])
      .where('members.account_id', '=', accountId)
      .orderBy('people.name_key', (order) => order.collate(byteCollation))
      .execute();
    return rows.map((row) => ({ ...toMember(row), person: toRecord(row) }));
  },
  async membershipsOf(personId) {
    const rows = await db
      .selectFrom('members')
      .selectAll()
      .where('person_id', '=', personId)
      .orderBy('account_id')
      .execute();
    return rows.map(toMember);
  },
  async insert(person) {
    await db
      .insertInto('people')
      .values({
        id: person.id,
        name: person.name,
        name_key: person.nameKey,
        email: person.email,
        email_key: person.emailKey,
        password: person.password,
        is_first: person.isFirst ? 1 : 0,
        created_at: person.createdAt,
        seen_at: person.seenAt,
      })
      .execute();
  },
  async setNames(id, { name, nameKey, email, emailKey }) {
    await db
      .updateTable('people')
      .set({ name, name_key: nameKey, email, email_key: emailKey })
      .where('id', '=', id)
      .execute();
  },
  async setPassword(id, password) {
    await db.updateTable('people').set({ password }).where('id', '=', id).execute();
  },
  async setSeen(id, at) {
    await db.updateTable('people').set({ seen_at: at }).where('id', '=', id).execute();
  },
  async delete(id) {
    await db.deleteFrom('members').where('person_id', '=', id).execute();
    await db.deleteFrom('sessions').where('person_id', '=', id).execute();
    await db.deleteFrom('people').where('id', '=', id).execute();
  },
  async putMember({ accountId, personId, role }) {
    await db
      .insertInto('members')
      .values({ account_id: accountId, person_id: personId, role })
      .onConflict((c) => c.columns(['account_id', 'person_id']).doUpdateSet({ role: sql`excluded.role` }))
      .execute();
  },
  async deleteMember(accountId, personId) {
    const result = await db
      .deleteFrom('members')
      .where('account_id', '=', accountId)
      .where('person_id', '=', personId)
      .executeTakeFirst();
    return result.numDeletedRows > 0n;
  },
});
