import { pageMeta, pageRange } from '../api/page.ts';
import { apiLogSince, type RetentionOf } from '../events/retention.ts';
import type { Options } from '../search/option.ts';
import type { EngineRecord, EventStore, StoredApiLogEntry } from '../store/port.ts';
import { parseApiLogRequest } from './api-log-request.ts';

/** Lists the requests to an engine. */
export class ApiLogs {
  readonly #events: EventStore;
  readonly #retentionOf: RetentionOf;

  constructor(events: EventStore, retentionOf: RetentionOf) {
    this.#events = events;
    this.#retentionOf = retentionOf;
  }

  async list({ id, accountId }: EngineRecord, options: Options): Promise<object> {
    const { filter, page, echo } = parseApiLogRequest(options);
    // Older requests may not be removed yet.
    const from = Math.max(filter.from, apiLogSince(Date.now(), this.#retentionOf(accountId)));
    const { total, results } = await this.#events.apiLog(id, { ...filter, from }, pageRange(page));
    return { results: results.map(entryJson), meta: { ...echo, page: pageMeta(page, total) } };
  }
}

const entryJson = (entry: StoredApiLogEntry): object => ({
  id: entry.number,
  timestamp: `${new Date(entry.time).toISOString().slice(0, 19)}Z`,
  http_method: entry.method,
  path: entry.path,
  full_request_path: entry.fullPath,
  status: entry.status,
  request_body: entry.requestBody,
  response_body: entry.responseBody,
  user_agent: entry.userAgent,
  key_name: entry.keyName,
  key_type: entry.keyKind,
  duration_ms: entry.duration,
});
