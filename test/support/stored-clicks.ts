import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestService } from './service.ts';
import { until } from './until.ts';

/** A click as the event store has it. */
export interface StoredClick {
  readonly query: string;
  readonly documentId: string;
  readonly position: number | null;
  readonly tags: readonly string[];
  readonly time: number;
}

const LAST = 'the last click ';

/**
 * The clicks of an engine that were answered so far, in order of arrival. Clicks are stored behind their requests, so this
 * reports one more and waits until it is stored.
 */
export async function storedClicks(service: TestService, engine: string): Promise<StoredClick[]> {
  const query = LAST + randomUUID();
  await service.call('POST', `/engines/${engine}/click`, { body: { query, document_id: 'x' } });
  const db = new DatabaseSync(join(service.config.data, 'events.sqlite'), { readOnly: true });
  try {
    let clicks: StoredClick[] = [];
    await until('clicks are stored', async () => {
      clicks = clicksIn(db, query);
      return clicks.length > 0;
    });
    return clicks.filter((click) => !click.query.startsWith(LAST));
  } finally {
    db.close();
  }
}

/** All clicks of the engine that has a click for a query. */
const clicksIn = (db: DatabaseSync, query: string): StoredClick[] =>
  db
    .prepare(
      `select t.term, d.document_id as document, c.position, s.tags, c.time from clicks c join terms t on t.id = c.term_id
       join clicked_documents d on d.id = c.document_id left join tag_sets s on s.id = c.tag_set_id
       where c.engine_id = (select engine_id from terms where term = ?) order by c.number`,
    )
    .all(query)
    .map(({ term, document, position, tags, time }) => ({
      query: String(term),
      documentId: String(document),
      position: Number(position) || null,
      tags: JSON.parse(String(tags ?? '[]')),
      time: Number(time),
    }));
