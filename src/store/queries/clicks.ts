import type { Kysely } from 'kysely';
import type { ClickReader, ClickRecord, ClickWriter } from '../port.ts';
import type { Row, Tables } from '../tables.ts';
import { nextNumber } from './instance.ts';

const toRecord = (row: Row<'clicks'>): ClickRecord => ({
  accountId: row.account_id,
  engineId: Number(row.engine_id),
  query: row.query,
  documentId: row.document_id,
  requestId: row.request_id,
  tags: JSON.parse(row.tags),
  createdAt: Number(row.created_at),
});

export const clickQueries = (db: Kysely<Tables>): ClickReader & ClickWriter => ({
  async page(engineId, range) {
    const { total } = await db
      .selectFrom('clicks')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('engine_id', '=', engineId)
      .executeTakeFirstOrThrow();
    const rows = await db
      .selectFrom('clicks')
      .selectAll()
      .where('engine_id', '=', engineId)
      .orderBy('number')
      .limit(range.limit)
      .offset(range.offset)
      .execute();
    return { total: Number(total), results: rows.map(toRecord) };
  },
  async insert(click) {
    await db
      .insertInto('clicks')
      .values({
        number: await nextNumber(db, 'click'),
        account_id: click.accountId,
        engine_id: click.engineId,
        query: click.query,
        document_id: click.documentId,
        request_id: click.requestId,
        tags: JSON.stringify(click.tags),
        created_at: click.createdAt,
      })
      .execute();
  },
});
