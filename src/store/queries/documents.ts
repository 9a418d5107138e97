import { type Kysely, sql } from 'kysely';
import {
  type DocumentChange,
  DocumentDamaged,
  type DocumentReader,
  type DocumentWriter,
  type StoredDocument,
} from '../port.ts';
import type { NewRow, Row, Tables } from '../tables.ts';
import { documentChecksum, isIntact } from './document-checksum.ts';
import { prepared } from './prepared.ts';

type DocumentRow = Omit<Row<'documents'>, 'engine_id'>;

const toRecord = (row: Omit<DocumentRow, 'checksum'>): StoredDocument => ({
  id: row.id,
  sequence: Number(row.sequence),
  position: Number(row.position),
  json: row.json,
});

const toCheckedRecord = (row: DocumentRow): StoredDocument => {
  if (!isIntact(row)) throw new DocumentDamaged(row.id);
  return toRecord(row);
};

/** Characters of JSON per insert: copying them to the writer thread takes a millisecond or two. */
const INSERTED_AT_ONCE = 1024 * 1024;

/** Splits documents into groups of up to that size; a larger document is a group of its own. */
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

const documentsOf = (db: Kysely<Tables>, engineId: number) =>
  db
    .selectFrom('documents')
    .select(['id', 'sequence', 'position', 'json', 'checksum'])
    .where('engine_id', '=', engineId);

const rowsByIds = prepared((db, [engineId, ...ids]) =>
  documentsOf(db, engineId as number)
    .where('id', 'in', ids as string[])
    .compile(),
);

interface Advanced {
  readonly sequence: number | bigint;
  readonly has_deletions: number | bigint | boolean;
}

/**
 * Moves an engine on for documents that are put: its sequence number by their count, its figures by what they add to
 * the documents that they replace. Kysely has no assignment of a row, which reads the replaced documents once.
 */
const advanceForPut = prepared((db, [changes, now, count, bytes, engineId, ...rest]) => {
  const [ids, engine] = [rest.slice(0, -1), rest.at(-1)];
  return sql<Advanced>`
    update engines set sequence = sequence + ${changes}, changed_at = ${now}, (document_count, document_bytes) = (
      select document_count + ${count} - count(*), document_bytes + ${bytes} - coalesce(sum(octet_length(json)), 0)
      from documents where engine_id = ${engineId} and documents.id in (${sql.join(ids)})
    ) where id = ${engine} returning sequence,
      exists (select 1 from deletions where engine_id = engines.id) as has_deletions`.compile(db);
});

/** Values of a row, in the order of the columns that `insertDocuments` names. */
const COLUMNS = 6;

const insertDocuments = prepared((db, values) => {
  const rows: NewRow<'documents'>[] = [];
  for (let at = 0; at < values.length; at += COLUMNS) {
    const [engine_id, id, position, sequence, json, checksum] = values.slice(at, at + COLUMNS);
    rows.push({ engine_id, id, position, sequence, json, checksum } as NewRow<'documents'>);
  }
  return db
    .insertInto('documents')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['engine_id', 'id']).doUpdateSet((eb) => ({
        sequence: eb.ref('excluded.sequence'),
        json: eb.ref('excluded.json'),
        checksum: eb.ref('excluded.checksum'),
      })),
    )
    .compile();
});

export const documentQueries = (db: Kysely<Tables>): DocumentReader & DocumentWriter => {
  const rowsOf = (engineId: number) => documentsOf(db, engineId);

  /** The ids that exist, with the bytes of their JSON. */
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

  /** Moves the engine on for documents that are deleted; the first of the new sequence numbers. */
  const advanceForDelete = async (engineId: number, count: number, bytes: number): Promise<number> => {
    const row = await db
      .updateTable('engines')
      .set((eb) => ({
        sequence: eb('sequence', '+', count),
        document_count: eb('document_count', '-', count),
        document_bytes: eb('document_bytes', '-', bytes),
        changed_at: Date.now(),
      }))
      .where('id', '=', engineId)
      .returning('sequence')
      .executeTakeFirstOrThrow();
    return Number(row.sequence) - count + 1;
  };

  return {
    async byIds(engineId, ids, onDamaged) {
      if (ids.length === 0) return new Map();
      const rows = await rowsByIds(db, [engineId, ...ids]);
      const found = new Map<string, StoredDocument>();
      for (const row of rows) {
        if (isIntact(row)) found.set(row.id, toRecord(row));
        else if (onDamaged === undefined) throw new DocumentDamaged(row.id);
        else onDamaged(row.id);
      }
      return found;
    },
    async sizesOf(engineId, ids) {
      if (ids.length === 0) return new Map();
      const rows = await rowsOf(engineId)
        .clearSelect()
        // SQLite takes octet_length from the row's header; `length` would read and count the text.
        .select(['id', 'sequence', sql<number | bigint>`octet_length(json)`.as('bytes')])
        .where('id', 'in', ids)
        .execute();
      return new Map(
        rows.map(({ id, sequence, bytes }) => [id, { sequence: Number(sequence), bytes: Number(bytes) }]),
      );
    },
    async page(engineId, range) {
      const rows = await rowsOf(engineId)
        .orderBy('position')
        .limit(range.limit)
        .offset(range.offset)
        .execute();
      return rows.map(toCheckedRecord);
    },
    async check(engineId, position, limit) {
      const rows = await rowsOf(engineId)
        .where('position', '>', position)
        .orderBy('position')
        .limit(limit)
        .execute();
      const last = rows.at(-1);
      return {
        last: last && Number(last.position),
        damagedIds: idsOf(rows.filter((row) => !isIntact(row))),
      };
    },
    async after(engineId, position, limit, isChecked = false) {
      const rows = await rowsOf(engineId)
        .where('position', '>', position)
        .orderBy('position')
        .limit(limit)
        .execute();
      return rows.map(isChecked ? toCheckedRecord : toRecord);
    },
    async positionsSince(engineId, sequence, limit) {
      const rows = await rowsOf(engineId)
        .clearSelect()
        .select('position')
        .where('sequence', '>', sequence)
        .orderBy('sequence')
        .limit(limit)
        .execute();
      return rows.map(({ position }) => Number(position));
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
      // One statement: a commit between two would hide its writes behind the number of its deletions. The JSON is joined
      // last, row by row: in the union, all of it would be sorted and copied before the first row.
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
      const sent = documents.reduce((sum, { json }) => sum + Buffer.byteLength(json), 0);
      const count = ids.length;
      const values = [count, Date.now(), count, sent, engineId, ...ids, engineId];
      const [advanced] = await advanceForPut(db, values);
      if (advanced === undefined) throw new Error(`there is no engine ${engineId}`);
      const first = Number(advanced.sequence) - count + 1;
      const changes = documents.map((document, i) => ({ ...document, sequence: first + i }));
      for (const group of bySize(changes)) {
        const rows = group.flatMap(({ id, json, sequence }) => [
          engineId,
          id,
          sequence,
          sequence,
          json,
          documentChecksum(sequence, id, json),
        ]);
        await insertDocuments(db, rows);
      }
      // A document that was put again is no longer deleted: `changesSince` gives its latest change only.
      if (advanced.has_deletions) {
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
      const first = await advanceForDelete(engineId, gone.length, total(known));
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
