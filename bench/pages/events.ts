import type { ApiLogEvent, ClickEvent, SearchEvent } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';

const DAY = 86_400_000;
const DAYS = 30;
const EVENTS = 100_000;
const LOG_ENTRIES = 10_000;
/** Of the API log, which is kept for a week. */
const LOG_DAYS = 6;
const BATCH = 10_000;
const TERMS = 5000;
const DOCUMENTS = ['park_yellowstone', 'park_yosemite', 'park_acadia', 'park_glacier', 'park_zion'];
const TAGS = [[], ['web'], ['app'], ['web', 'results']];

/** Fills the event store of a service that is not running. Returns what it stored. */
export async function fillEvents(folder: string, name: string): Promise<string> {
  const store = await openSqliteStore(folder, { create: false });
  try {
    const engine = (await store.engines.all()).find((one) => one.name === name);
    if (engine === undefined) throw new Error(`there is no engine ${name}`);
    const now = Date.now();
    const searches: SearchEvent[] = [];
    const clicks: ClickEvent[] = [];
    for (let n = 0; n < EVENTS; n++) {
      // A few queries are frequent and most are rare.
      const term = `query ${Math.floor(TERMS ** ((n * 0.618) % 1))}`;
      const time = Math.floor(now - DAYS * DAY + (n / EVENTS) * DAYS * DAY);
      const event = { engineId: engine.id, time, term, tags: TAGS[n % TAGS.length] ?? [] };
      if (n % 5 === 0)
        clicks.push({ ...event, documentId: DOCUMENTS[n % DOCUMENTS.length] ?? '', requestId: null });
      else searches.push({ ...event, hasResults: n % 9 !== 0, page: null });
    }
    for (let from = 0; from < EVENTS; from += BATCH) {
      await store.events.insert({
        searches: searches.slice(from, from + BATCH),
        clicks: clicks.slice(from, from + BATCH),
        requests: [],
      });
    }
    await store.events.insert({ searches: [], clicks: [], requests: requestsTo(engine.id, name, now) });
    return `${searches.length} searches, ${clicks.length} clicks, ${LOG_ENTRIES} entries of the API log`;
  } finally {
    await store.close();
  }
}

function requestsTo(engineId: number, name: string, now: number): ApiLogEvent[] {
  const path = `/api/as/v1/engines/${name}/search`;
  return Array.from({ length: LOG_ENTRIES }, (_, n) => ({
    engineId,
    time: Math.floor(now - LOG_DAYS * DAY + (n / LOG_ENTRIES) * LOG_DAYS * DAY),
    method: 'POST',
    path,
    fullPath: path,
    status: n % 20 === 0 ? 400 : 200,
    requestBody: JSON.stringify({ query: `query ${n}`, page: { size: 10 } }),
    responseBody: JSON.stringify({ meta: { page: { current: 1 } }, results: [{ id: { raw: `${n}` } }] }),
    userAgent: 'bench',
    keyName: 'search-key',
    keyKind: 'search',
    duration: n % 40,
  }));
}
