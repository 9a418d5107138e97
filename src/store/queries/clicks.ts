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

const toRow = (click: ClickRecord, number: number) => ({
  number,
  account_id: click.accountId,
  engine_id: click.engineId,
  query: click.query,
  document_id: click.documentId,
  request_id: click.requestId,
  tags: JSON.stringify(click.tags),
  created_at: click.createdAt,
});

/** Eight parameters per row: far below what a statement may have in SQLite (32,766) and PostgreSQL (65,535). */
const ROWS_PER_STATEMENT = 500;

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
  async insert(clicks) {
    for (let from = 0; from < clicks.length; from += ROWS_PER_STATEMENT) {
      const rows = clicks.slice(from, from + ROWS_PER_STATEMENT);
      const first = await nextNumber(db, 'click', rows.length);
      await db
        .insertInto('clicks')
        .values(rows.map((click, i) => toRow(click, first + i)))
        .execute();
    }
  },
  async keepNewest(engineId, kept, limit) {
    const some = db.selectFrom('clicks').select('number');
    const all = engineId === null ? some : some.where('engine_id', '=', engineId);
    const newestBeyond = await all.orderBy('number', 'desc').limit(1).offset(kept).executeTakeFirst();
    if (newestBeyond === undefined) return 0;
    const result = await db
      .deleteFrom('clicks')
      .where('number', 'in', all.where('number', '<=', newestBeyond.number).orderBy('number').limit(limit))
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  },
  async removeBefore(time, limit) {
    // Numbers ascend with time, so the oldest rows are found without an index over times.
    const oldest = db.selectFrom('clicks').select('number').orderBy('number').limit(limit);
    const result = await db
      .deleteFrom('clicks')
      .where('number', 'in', oldest)
      .where('created_at', '<', time)
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  },
});
