import { type Kysely, sql } from 'kysely';
import type { DocumentChange, DocumentReader, DocumentWriter, StoredDocument } from '../port.ts';
import type { Row, Tables } from '../tables.ts';

const toRecord = (row: Omit<Row<'documents'>, 'engine_id'>): StoredDocument => ({
  id: row.id,
  sequence: Number(row.sequence),
  position: Number(row.position),
  json: row.json,
});

const idsOf = (items: ReadonlyArray<{ readonly id: string }>): string[] => items.map(({ id }) => id);

export const documentQueries = (db: Kysely<Tables>): DocumentReader & DocumentWriter => {
  const rowsOf = (engineId: number) =>
    db
      .selectFrom('documents')
      .select(['id', 'sequence', 'position', 'json'])
      .where('engine_id', '=', engineId);

  const present = async (engineId: number, ids: readonly string[]): Promise<Set<string>> => {
    if (ids.length === 0) return new Set();
    const rows = await db
      .selectFrom('documents')
      .select('id')
      .where('engine_id', '=', engineId)
      .where('id', 'in', ids)
      .execute();
    return new Set(rows.map((row) => row.id));
  };

  /** Moves the engine on by `changes` and gives the first of the new sequence numbers. */
  const advance = async (engineId: number, changes: number, countDelta: number): Promise<number> => {
    const row = await db
      .updateTable('engines')
      .set((eb) => ({
        sequence: eb('sequence', '+', changes),
        document_count: eb('document_count', '+', countDelta),
      }))
      .where('id', '=', engineId)
      .returning('sequence')
      .executeTakeFirstOrThrow();
    return Number(row.sequence) - changes + 1;
  };

  return {
    async byIds(engineId, ids) {
      if (ids.length === 0) return new Map();
      const rows = await rowsOf(engineId).where('id', 'in', ids).execute();
      return new Map(rows.map((row) => [row.id, toRecord(row)]));
    },
    async page(engineId, window) {
      const rows = await rowsOf(engineId)
        .orderBy('position')
        .limit(window.limit)
        .offset(window.offset)
        .execute();
      return rows.map(toRecord);
    },
    async after(engineId, position, limit) {
      const rows = await rowsOf(engineId)
        .where('position', '>', position)
        .orderBy('position')
        .limit(limit)
        .execute();
      return rows.map(toRecord);
    },
    async changesSince(engineId, sequence, limit) {
      const written = rowsOf(engineId)
        .clearSelect()
        .select(['sequence', 'id', 'json'])
        .where('sequence', '>', sequence)
        .orderBy('sequence')
        .limit(limit);
      const deleted = db
        .selectFrom('deletions')
        .select(['sequence', 'document_id as id', sql<string | null>`null`.as('json')])
        .where('engine_id', '=', engineId)
        .where('sequence', '>', sequence)
        .orderBy('sequence')
        .limit(limit);
      // One statement: between two, a commit would hide its writes behind the number of its deletions.
      const rows = await db
        .selectFrom(written.as('written'))
        .select(['sequence', 'id', (eb) => eb.ref('json').$castTo<string | null>().as('json')])
        .unionAll(db.selectFrom(deleted.as('deleted')).select(['sequence', 'id', 'json']))
        .orderBy('sequence')
        .limit(limit)
        .execute();
      return rows.map(({ sequence, id, json }): DocumentChange => ({ sequence: Number(sequence), id, json }));
    },
    async put(engineId, documents) {
      if (documents.length === 0) return [];
      const known = await present(engineId, idsOf(documents));
      const first = await advance(engineId, documents.length, documents.length - known.size);
      const changes = documents.map((document, i) => ({ ...document, sequence: first + i }));
      await db
        .insertInto('documents')
        .values(
          changes.map(({ id, json, sequence }) => ({
            engine_id: engineId,
            id,
            position: sequence,
            sequence,
            json,
          })),
        )
        .onConflict((c) =>
          c.columns(['engine_id', 'id']).doUpdateSet({
            sequence: sql`excluded.sequence`,
            json: sql`excluded.json`,
          }),
        )
        .execute();
      // A document that is back is no deletion any more: changes tell its newest state only.
      await db
        .deleteFrom('deletions')
        .where('engine_id', '=', engineId)
        .where('document_id', 'in', idsOf(changes))
        .execute();
      return changes;
    },
    async delete(engineId, ids) {
      const known = await present(engineId, ids);
      const gone = ids.filter((id, i) => known.has(id) && ids.indexOf(id) === i);
      if (gone.length === 0) return [];
      const first = await advance(engineId, gone.length, -gone.length);
      const changes = gone.map((id, i) => ({ id, sequence: first + i, json: null }));
      await db.deleteFrom('documents').where('engine_id', '=', engineId).where('id', 'in', gone).execute();
      await db
        .insertInto('deletions')
        .values(changes.map(({ id, sequence }) => ({ engine_id: engineId, sequence, document_id: id })))
        .execute();
      return changes;
    },
    async forgetDeletions(engineId, upTo) {
      await db
        .deleteFrom('deletions')
        .where('engine_id', '=', engineId)
        .where('sequence', '<=', upTo)
        .execute();
    },
  };
};
