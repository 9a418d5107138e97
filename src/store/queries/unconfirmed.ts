import type { Kysely } from 'kysely';
import type { UnconfirmedReader, UnconfirmedWriter } from '../dashboard-port.ts';
import type { Tables } from '../tables.ts';
import type { QueryDialect } from './query-dialect.ts';

export const unconfirmedQueries = (
  db: Kysely<Tables>,
  { byteCollation }: QueryDialect,
): UnconfirmedReader & UnconfirmedWriter => ({
  async of(engineId) {
    const rows = await db
      .selectFrom('unconfirmed_fields')
      .select(['name', 'added_at'])
      .where('engine_id', '=', engineId)
      .orderBy('added_at')
      .orderBy('name', (order) => order.collate(byteCollation))
      .execute();
    return rows.map((row) => ({ name: row.name, addedAt: Number(row.added_at) }));
  },
  async add(engineId, names, at) {
    if (names.length === 0) return;
    await db
      .insertInto('unconfirmed_fields')
      .values(names.map((name) => ({ engine_id: engineId, name, added_at: at })))
      .onConflict((c) => c.columns(['engine_id', 'name']).doNothing())
      .execute();
  },
  async confirm(engineId, names) {
    if (names?.length === 0) return;
    let fields = db.deleteFrom('unconfirmed_fields').where('engine_id', '=', engineId);
    if (names !== undefined) fields = fields.where('name', 'in', names);
    await fields.execute();
  },
});
