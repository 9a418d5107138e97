import { type Kysely, sql } from 'kysely';
import type { ApiLogFilter, StoredApiLogEntry } from '../../event-port.ts';
import type { EventTables } from '../../event-tables.ts';
import type { Page, PageRange } from '../../page.ts';

/** Before a character that `like` would take for a wildcard. */
const ESCAPE = '\\';

export async function apiLog(
  db: Kysely<EventTables>,
  engineId: number,
  { from, to, statuses, method, keyName, numbers, text, isDescending }: ApiLogFilter,
  { offset, limit }: PageRange,
): Promise<Page<StoredApiLogEntry>> {
  let matching = db
    .selectFrom('api_log')
    .where('engine_id', '=', engineId)
    .where('time', '>=', from)
    .where('time', '<', to);
  if (statuses !== undefined) {
    matching = matching.where('status', '>=', statuses[0]).where('status', '<=', statuses[1]);
  }
  if (method !== undefined) matching = matching.where('method', '=', method);
  if (keyName !== undefined) matching = matching.where('key_name', '=', keyName);
  if (numbers !== undefined) {
    matching = matching.where('number', '>=', numbers[0]).where('number', '<=', numbers[1]);
  }
  if (text !== undefined && text !== '') {
    const pattern = `%${text.replace(/[\\%_]/g, (character) => ESCAPE + character)}%`;
    // In SQLite `like` ignores the case of ASCII letters, in PostgreSQL it does not.
    matching = matching.where(sql<boolean>`lower(full_path) like lower(${pattern}) escape ${ESCAPE}`);
  }
  const direction = isDescending ? 'desc' : 'asc';
  const rows = await matching
    .selectAll()
    .orderBy('time', direction)
    .orderBy('number', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  // After the rows, so that it includes them.
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return {
    total: Number(total),
    results: rows.map((row) => ({
      number: Number(row.number),
      time: Number(row.time),
      method: row.method,
      path: row.path,
      fullPath: row.full_path,
      status: Number(row.status),
      requestBody: row.request_body,
      responseBody: row.response_body,
      userAgent: row.user_agent,
      keyName: row.key_name,
      keyKind: row.key_kind,
      duration: Number(row.duration),
    })),
  };
}
