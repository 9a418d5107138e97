import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
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
  const { rowsFor, close } = await reader(service);
  try {
    let clicks: StoredClick[] = [];
    await until('clicks are stored', async () => {
      clicks = (await rowsFor(query)).map(toClick);
      return clicks.length > 0;
    });
    return clicks.filter((click) => !click.query.startsWith(LAST));
  } finally {
    await close();
  }
}

type Row = Readonly<Record<string, unknown>>;

/** All clicks of the engine that has a click for a query. */
const CLICKS = `select t.term, d.document_id as document, c.position, s.tags, c.time from clicks c
  join terms t on t.id = c.term_id join clicked_documents d on d.id = c.document_id
  left join tag_sets s on s.id = c.tag_set_id`;
const OF_ENGINE = 'where c.engine_id = (select engine_id from terms where term =';

async function reader({ config }: TestService): Promise<{
  rowsFor(query: string): Promise<readonly Row[]>;
  close(): Promise<void>;
}> {
  if (config.databaseUrl === undefined) {
    const db = new DatabaseSync(join(config.data, 'events.sqlite'), { readOnly: true });
    const statement = db.prepare(`${CLICKS} ${OF_ENGINE} ?) order by c.number`);
    return { rowsFor: async (query) => statement.all(query), close: async () => db.close() };
  }
  const client = new Client({
    connectionString: config.databaseUrl,
    options: '-c search_path=findling_events',
  });
  await client.connect();
  return {
    rowsFor: async (query) =>
      (await client.query(`${CLICKS} ${OF_ENGINE} $1) order by c.number`, [query])).rows,
    close: () => client.end(),
  };
}

const toClick = ({ term, document, position, tags, time }: Row): StoredClick => ({
  query: String(term),
  documentId: String(document),
  position: Number(position) || null,
  tags: JSON.parse(String(tags ?? '[]')),
  time: Number(time),
});
