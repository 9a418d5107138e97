import { type Kysely, sql } from 'kysely';
import type { DocumentChange, DocumentReader, DocumentWriter, StoredDocument } from '../port.ts';
import type { Row, Tables } from '../tables.ts';

const toRecord = (row: Omit<Row<'documents'>, 'engine_id'>): StoredDocument => ({
  id: row.id,
  sequence: Number(row.sequence),
  position: Number(row.position),
  json: row.json,
});

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
      const written = await rowsOf(engineId)
        .where('sequence', '>', sequence)
        .orderBy('sequence')
        .limit(limit)
        .execute();
      const deleted = await db
        .selectFrom('deletions')
        .select(['sequence', 'document_id as id'])
        .where('engine_id', '=', engineId)
        .where('sequence', '>', sequence)
        .orderBy('sequence')
        .limit(limit)
        .execute();
      const changes: DocumentChange[] = [
        ...written.map((row) => ({ sequence: Number(row.sequence), id: row.id, json: row.json })),
        ...deleted.map((row) => ({ sequence: Number(row.sequence), id: row.id, json: null })),
      ];
      return changes.sort((a, b) => a.sequence - b.sequence).slice(0, limit);
    },
    async put(engineId, documents) {
      if (documents.length === 0) return [];
      const known = await present(
        engineId,
        documents.map((document) => document.id),
      );
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
      return changes;
    },
    async delete(engineId, ids) {
      const known = await present(engineId, ids);
      if (known.size === 0) return [];
      const gone = ids.filter((id, i) => known.has(id) && ids.indexOf(id) === i);
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
