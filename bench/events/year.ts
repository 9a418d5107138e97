import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Analytics } from '../../src/analytics/analytics.ts';
import type { ClickEvent, EngineRecord, SearchEvent } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { say } from '../server.ts';

const DAY = 86_400_000;
const DAYS = 365;
const BATCH = 20_000;
/** Different queries: the first ones are frequent (Zipf's law), the last ones rare. */
const TERMS = 200_000;
const DOCUMENTS = 50_000;
const TAGS = [[], [], ['web'], ['app'], ['web', 'results']];
const ROUNDS = 5;

let state = 1;
/** A pseudo-random number (a linear congruential generator): every run has the same events. */
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
}
/** Ranks with probabilities of about 1 / rank. */
const rank = (most: number): number => Math.floor(most ** random()) - 1;

/** Fills the event store with a year of searches and clicks, and measures the reports. */
export async function measureYear(searchesPerMonth: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'findling-events-'));
  try {
    const store = await openSqliteStore(folder, { create: true });
    const analytics = new Analytics(store.events, { analyticsDays: 400, apiLogDays: 7, apiLogBytes: 1 });
    const total = (searchesPerMonth * 12) | 0;
    const end = Math.floor(Date.now() / 1000) * 1000;
    const started = performance.now();
    for (let made = 0; made < total; made += BATCH) {
      const searches: SearchEvent[] = [];
      const clicks: ClickEvent[] = [];
      for (let i = 0; i < Math.min(BATCH, total - made); i++) {
        const time = Math.floor(end - DAYS * DAY + ((made + i) / total) * DAYS * DAY);
        const event = {
          engineId: 1,
          time,
          term: `query ${rank(TERMS)}`,
          tags: TAGS[Math.floor(random() * TAGS.length)] ?? [],
        };
        searches.push({ ...event, hasResults: random() < 0.9, page: null });
        if (random() < 0.3)
          clicks.push({ ...event, documentId: `document ${rank(DOCUMENTS)}`, requestId: null });
      }
      await store.events.insert({ searches, clicks, requests: [] });
    }
    const seconds = (performance.now() - started) / 1000;
    const { size } = statSync(join(folder, 'events.sqlite'));
    say(`${total} searches in ${seconds.toFixed(0)} s, ${(size / 2 ** 20).toFixed(0)} MB`);
    const engine = { id: 1 } as EngineRecord;
    const date = (days: number, before = 0) => ({
      date: {
        from: new Date(end - (days + before) * DAY).toISOString(),
        to: new Date(end - before * DAY).toISOString(),
      },
    });
    const reports: ReadonlyArray<readonly [name: string, ask: () => Promise<object>]> = [
      ['queries, 7 days', () => analytics.queries(engine, {})],
      ['queries, 30 days', () => analytics.queries(engine, { filters: date(30) })],
      ['queries, a year', () => analytics.queries(engine, { filters: date(DAYS) })],
      [
        'queries, a year, tag',
        () => analytics.queries(engine, { filters: { all: [date(DAYS), { tag: 'web' }] } }),
      ],
      [
        'queries, a year, no results',
        () => analytics.queries(engine, { filters: { all: [date(DAYS), { results: false }] } }),
      ],
      [
        'queries, a year, no clicks',
        () => analytics.queries(engine, { filters: { all: [date(DAYS), { clicks: false }] } }),
      ],
      ['clicks, a year', () => analytics.clicks(engine, { filters: date(DAYS) })],
      [
        'clicks, a year, one query',
        () => analytics.clicks(engine, { query: 'query 0', filters: date(DAYS) }),
      ],
      ['counts, 7 days', () => analytics.counts(engine, {})],
      ['counts, 99 days', () => analytics.counts(engine, { filters: date(99) })],
      [
        'counts, 99 days, one query',
        () => analytics.counts(engine, { filters: { all: [date(99), { query: 'query 0' }] } }),
      ],
      ['counts, 99 hours', () => analytics.counts(engine, { interval: 'hour', filters: date(99 / 24, 100) })],
    ];
    for (const [name, ask] of reports) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const began = performance.now();
        await ask();
        times.push(performance.now() - began);
      }
      times.sort((a, b) => a - b);
      say(
        `${name.padEnd(28)} ${(times[ROUNDS >> 1] ?? 0).toFixed(0).padStart(6)} ms (first ${Math.max(...times).toFixed(0)} ms at most)`,
      );
    }
    await store.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
