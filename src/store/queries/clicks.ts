import type { Kysely } from 'kysely';
import type { ClickReader, ClickWriter } from '../port.ts';
import type { Tables } from '../tables.ts';

export const clickQueries = (db: Kysely<Tables>): ClickReader & ClickWriter => ({
  async after(number, limit) {
    const rows = await db
      .selectFrom('clicks')
      .selectAll()
      .where('number', '>', number)
      .orderBy('number')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      number: Number(row.number),
      engineId: Number(row.engine_id),
      query: row.query,
      documentId: row.document_id,
      tags: JSON.parse(row.tags),
      createdAt: Number(row.created_at),
    }));
  },
  async removeUpTo(number) {
    await db.deleteFrom('clicks').where('number', '<=', number).execute();
  },
});
