import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DocumentChange, DocumentReader, DocumentWriter, StoredDocument } from '../port.ts';
import type { Row, Tables } from '../tables.ts';
import { prepared } from './prepared.ts';

const toRecord = (row: Omit<Row<'documents'>, 'engine_id'>): StoredDocument => ({
  id: row.id,
  sequence: Number(row.sequence),
  position: Number(row.position),
  json: row.json,
});

/** JSON that one insert carries, in characters: copying it to another thread stays a matter of a millisecond or two. */
const INSERTED_AT_ONCE = 1024 * 1024;

/** The same documents in groups of moderate size; one that is large by itself is a group of its own. */
function* bySize<T extends { readonly json: string }>(documents: readonly T[]): Generator<readonly T[]> {
  let group: T[] = [];
  let size = 0;
  for (const document of documents) {
    if (group.length > 0 && size + document.json.length > INSERTED_AT_ONCE) {
      yield group;
      group = [];
      size = 0;
    }
    group.push(document);
    size += document.json.length;
  }
  if (group.length > 0) yield group;
}

const idsOf = (items: ReadonlyArray<{ readonly id: string }>): string[] => items.map(({ id }) => id);

const total = (bytes: ReadonlyMap<string, number>): number =>
  [...bytes.values()].reduce((sum, count) => sum + count, 0);

export const documentQueries = (db: Kysely<Tables>): DocumentReader & DocumentWriter => {
  const rowsOf = (engineId: number) =>
    db
      .selectFrom('documents')
      .select(['id', 'sequence', 'position', 'json'])
      .where('engine_id', '=', engineId);

  const rowsByIds = prepared(db, ([engineId, ...ids]) =>
    rowsOf(engineId as number).where('id', 'in', ids as string[]),
  );

  /** Those of `ids` that are there, with the bytes of their JSON. */
  const present = async (engineId: number, ids: readonly string[]): Promise<Map<string, number>> => {
    if (ids.length === 0) return new Map();
    const rows = await db
      .selectFrom('documents')
      .select(['id', sql<number>`octet_length(json)`.as('bytes')])
      .where('engine_id', '=', engineId)
      .where('id', 'in', ids)
      .execute();
    return new Map(rows.map((row) => [row.id, Number(row.bytes)]));
  };

  /** Moves the engine on by `changes`: the first of the new numbers, and whether any deletion is on record. */
  const advance = async (
    engineId: number,
    changes: number,
    countDelta: RawBuilder<number>,
    byteDelta: RawBuilder<number>,
  ) => {
    const row = await db
      .updateTable('engines')
      .set((eb) => ({
        sequence: eb('sequence', '+', changes),
        document_count: sql<number>`document_count + ${countDelta}`,
        document_bytes: sql<number>`document_bytes + ${byteDelta}`,
        changed_at: Date.now(),
      }))
      .where('id', '=', engineId)
      .returning((eb) => {
        const recorded = eb.selectFrom('deletions').select('sequence').where('engine_id', '=', engineId);
        return ['sequence', eb.exists(recorded).as('has_deletions')];
      })
      .executeTakeFirstOrThrow();
    return { first: Number(row.sequence) - changes + 1, hasDeletions: Boolean(row.has_deletions) };
  };

  /** How many of these documents are there, as part of another statement: each is a trip to the writer's thread. */
  const countOf = (engineId: number, ids: readonly string[]) =>
    sql<number>`(select count(*) from documents where engine_id = ${engineId} and id in (${sql.join(ids)}))`;

  /** The bytes of their JSON, likewise. */
  const bytesOf = (engineId: number, ids: readonly string[]) =>
    sql<number>`(select coalesce(sum(octet_length(json)), 0) from documents where engine_id = ${engineId} and id in (${sql.join(ids)}))`;

  return {
    async byIds(engineId, ids) {
      if (ids.length === 0) return new Map();
      const rows = await rowsByIds([engineId, ...ids]);
      return new Map(rows.map((row) => [row.id, toRecord(row)]));
    },
    async sizesOf(engineId, ids) {
      if (ids.length === 0) return new Map();
      const rows = await rowsOf(engineId)
        .clearSelect()
        // Of octet_length SQLite takes the answer from the head of the row; `length` would read and count the text.
        .select(['id', 'sequence', sql<number | bigint>`octet_length(json)`.as('bytes')])
        .where('id', 'in', ids)
        .execute();
      return new Map(
        rows.map(({ id, sequence, bytes }) => [id, { sequence: Number(sequence), bytes: Number(bytes) }]),
      );
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
        .select(['sequence', 'id'])
        .where('sequence', '>', sequence)
        .orderBy('sequence')
        .limit(limit);
      const deleted = db
        .selectFrom('deletions')
        .select(['sequence', 'document_id as id'])
        .where('engine_id', '=', engineId)
        .where('sequence', '>', sequence)
        .orderBy('sequence')
        .limit(limit);
      const changed = db
        .selectFrom(written.as('written'))
        .select(['sequence', 'id'])
        .unionAll(db.selectFrom(deleted.as('deleted')).select(['sequence', 'id']))
        .orderBy('sequence')
        .limit(limit);
      // One statement: between two, a commit would hide its writes behind the number of its deletions. The JSON joins
      // at the end, row by row: in the union all of it would be sorted and copied before the first row is there.
      const rows = await db
        .selectFrom(changed.as('changed'))
        .leftJoin('documents', (join) =>
          join.on('documents.engine_id', '=', engineId).onRef('documents.sequence', '=', 'changed.sequence'),
        )
        .select(['changed.sequence', 'changed.id', 'documents.json'])
        .orderBy('changed.sequence')
        .execute();
      return rows.map(({ sequence, id, json }): DocumentChange => ({ sequence: Number(sequence), id, json }));
    },
    async put(engineId, documents) {
      if (documents.length === 0) return [];
      const ids = idsOf(documents);
      const { length } = documents;
      const sent = documents.reduce((sum, { json }) => sum + Buffer.byteLength(json), 0);
      const added = sql<number>`${length} - ${countOf(engineId, ids)}`;
      const grown = sql<number>`${sent} - ${bytesOf(engineId, ids)}`;
      const { first, hasDeletions } = await advance(engineId, length, added, grown);
      const changes = documents.map((document, i) => ({ ...document, sequence: first + i }));
      for (const group of bySize(changes)) {
        await db
          .insertInto('documents')
          .values(
            group.map(({ id, json, sequence }) => ({
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
      }
      // A document that is back is no deletion any more: changes tell its newest state only.
      if (hasDeletions) {
        await db
          .deleteFrom('deletions')
          .where('engine_id', '=', engineId)
          .where('document_id', 'in', ids)
          .execute();
      }
      return changes;
    },
    async delete(engineId, ids) {
      const known = await present(engineId, ids);
      const gone = ids.filter((id, i) => known.has(id) && ids.indexOf(id) === i);
      if (gone.length === 0) return [];
      const [count, bytes] = [-gone.length, -total(known)];
      const { first } = await advance(engineId, gone.length, sql<number>`${count}`, sql<number>`${bytes}`);
      const changes = gone.map((id, i) => ({ id, sequence: first + i, json: null }));
      await db.deleteFrom('documents').where('engine_id', '=', engineId).where('id', 'in', gone).execute();
      await db
        .insertInto('deletions')
        .values(changes.map(({ id, sequence }) => ({ engine_id: engineId, sequence, document_id: id })))
        .execute();
      return changes;
    },
    async forgetDeletions(engineId, upTo) {
      const engine = await db
        .selectFrom('engines')
        .leftJoin('reindex_jobs', 'reindex_jobs.id', 'engines.running_job')
        .select(['engines.sequence', 'engines.forgotten', 'reindex_jobs.sequence as needed'])
        .where('engines.id', '=', engineId)
        .executeTakeFirst();
      if (engine === undefined) return 0;
      const forgotten = Number(engine.forgotten);
      const bound = Math.min(upTo, Number(engine.sequence), Number(engine.needed ?? engine.sequence));
      if (bound <= forgotten) return forgotten;
      await db
        .deleteFrom('deletions')
        .where('engine_id', '=', engineId)
        .where('sequence', '<=', bound)
        .execute();
      await db.updateTable('engines').set({ forgotten: bound }).where('id', '=', engineId).execute();
      return bound;
    },
  };
};
