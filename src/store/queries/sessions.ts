import type { Kysely } from 'kysely';
import type { SessionReader, SessionRecord, SessionWriter } from '../dashboard-port.ts';
import type { Row, Tables } from '../tables.ts';

const toRecord = (row: Row<'sessions'>): SessionRecord => ({
  id: row.id,
  personId: row.person_id,
  lookup: row.lookup,
  userAgent: row.user_agent,
  address: row.address,
  createdAt: Number(row.created_at),
  seenAt: Number(row.seen_at),
});

export const sessionQueries = (db: Kysely<Tables>): SessionReader & SessionWriter => ({
  async byLookup(lookup) {
    const row = await db.selectFrom('sessions').selectAll().where('lookup', '=', lookup).executeTakeFirst();
    return row && toRecord(row);
  },
  async ofPerson(personId) {
    const rows = await db
      .selectFrom('sessions')
      .selectAll()
      .where('person_id', '=', personId)
      .orderBy('seen_at', 'desc')
      .orderBy('id')
      .execute();
    return rows.map(toRecord);
  },
  async insert(session) {
    await db
      .insertInto('sessions')
      .values({
        id: session.id,
        person_id: session.personId,
        lookup: session.lookup,
        user_agent: session.userAgent,
        address: session.address,
        created_at: session.createdAt,
        seen_at: session.seenAt,
      })
      .execute();
  },
  async setSeen(id, at) {
    await db.updateTable('sessions').set({ seen_at: at }).where('id', '=', id).execute();
  },
  async delete(personId, id) {
    const result = await db
      .deleteFrom('sessions')
      .where('person_id', '=', personId)
      .where('id', '=', id)
      .executeTakeFirst();
    return result.numDeletedRows > 0n;
  },
  async deleteAll(personId, except) {
    let all = db.deleteFrom('sessions').where('person_id', '=', personId);
    if (except !== undefined) all = all.where('id', '!=', except);
    await all.execute();
  },
  async deleteUnused(before) {
    await db.deleteFrom('sessions').where('seen_at', '<', before).execute();
  },
});
