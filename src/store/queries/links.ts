import type { Kysely } from 'kysely';
import type { LinkPurpose, LinkReader, LinkRecord, LinkWriter, Role } from '../dashboard-port.ts';
import type { Row, Tables } from '../tables.ts';

const toRecord = (row: Row<'links'>): LinkRecord => ({
  id: row.id,
  purpose: row.purpose as LinkPurpose,
  lookup: row.lookup,
  accountId: row.account_id,
  role: row.role as Role | null,
  email: row.email,
  personId: row.person_id,
  madeBy: row.made_by,
  createdAt: Number(row.created_at),
  expiresAt: row.expires_at === null ? null : Number(row.expires_at),
  usedAt: row.used_at === null ? null : Number(row.used_at),
});

export const linkQueries = (db: Kysely<Tables>): LinkReader & LinkWriter => ({
  async byLookup(lookup) {
    const row = await db.selectFrom('links').selectAll().where('lookup', '=', lookup).executeTakeFirst();
    return row && toRecord(row);
  },
  async openInvitations(accountId) {
    const rows = await db
      .selectFrom('links')
      .selectAll()
      .where('purpose', '=', 'invitation')
      .where('account_id', '=', accountId)
      .where('used_at', 'is', null)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute();
    return rows.map(toRecord);
  },
  async insert(link) {
    await db
      .insertInto('links')
      .values({
        id: link.id,
        purpose: link.purpose,
        lookup: link.lookup,
        account_id: link.accountId,
        role: link.role,
        email: link.email,
        person_id: link.personId,
        made_by: link.madeBy,
        created_at: link.createdAt,
        expires_at: link.expiresAt,
        used_at: link.usedAt,
      })
      .execute();
  },
  async use(id, at) {
    await db.updateTable('links').set({ used_at: at }).where('id', '=', id).execute();
  },
  async deleteUnused(purpose, personId) {
    let unused = db.deleteFrom('links').where('purpose', '=', purpose).where('used_at', 'is', null);
    if (personId !== undefined) unused = unused.where('person_id', '=', personId);
    await unused.execute();
  },
  async deleteInvitation(accountId, id) {
    const result = await db
      .deleteFrom('links')
      .where('purpose', '=', 'invitation')
      .where('account_id', '=', accountId)
      .where('used_at', 'is', null)
      .where('id', '=', id)
      .executeTakeFirst();
    return result.numDeletedRows > 0n;
  },
  async forget(before) {
    await db
      .deleteFrom('links')
      .where((eb) => eb.or([eb('used_at', '<', before), eb('expires_at', '<', before)]))
      .execute();
  },
});
