import { pageMeta, pageRange } from '../api/page.ts';
import { apiLogSince, type RetentionSettings } from '../events/retention.ts';
import type { Options } from '../search/option.ts';
import type { ApiLogEntry, EngineRecord, EventStore } from '../store/port.ts';
import { parseApiLogRequest } from './api-log-request.ts';

/** Lists the requests to an engine. */
export class ApiLogs {
  readonly #events: EventStore;
  readonly #retention: RetentionSettings;

  constructor(events: EventStore, retention: RetentionSettings) {
    this.#events = events;
    this.#retention = retention;
  }

  async list({ id }: EngineRecord, options: Options): Promise<object> {
    const { filter, page, echo } = parseApiLogRequest(options);
    // Older requests may not be removed yet.
    const from = Math.max(filter.from, apiLogSince(Date.now(), this.#retention));
    const { total, results } = await this.#events.apiLog(id, { ...filter, from }, pageRange(page));
    return { results: results.map(entryJson), meta: { ...echo, page: pageMeta(page, total) } };
  }
}

const entryJson = (entry: ApiLogEntry): object => ({
  timestamp: `${new Date(entry.time).toISOString().slice(0, 19)}Z`,
  http_method: entry.method,
  path: entry.path,
  full_request_path: entry.fullPath,
  status: entry.status,
  request_body: entry.requestBody,
  response_body: entry.responseBody,
  user_agent: entry.userAgent,
});
