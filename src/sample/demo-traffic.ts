import type { ClickEvent, EventBatch, SearchEvent } from '../store/port.ts';

/** The tag of all generated events. */
export const DEMO_TAG = 'demo-traffic';

/** A query of made-up visitors. */
export interface DemoQuery {
  readonly term: string;
  readonly searches: number;
  readonly hasResults: boolean;
  /** How often documents were clicked on. Fewer than adaptive relevance needs for a suggestion. */
  readonly clicks: Readonly<Record<string, number>>;
}

const clicked = (term: string, searches: number, clicks: DemoQuery['clicks']): DemoQuery => ({
  term,
  searches,
  hasResults: true,
  clicks,
});
const unclicked = (term: string, searches: number): DemoQuery => clicked(term, searches, {});
const fruitless = (term: string, searches: number): DemoQuery => ({
  ...unclicked(term, searches),
  hasResults: false,
});

export const PARK_QUERIES: readonly DemoQuery[] = [
  clicked('volcano', 41, { 'park_hawaii-volcanoes': 14, 'park_lassen-volcanic': 9, 'park_crater-lake': 4 }),
  clicked('granite', 33, { park_yosemite: 12, park_acadia: 5 }),
  clicked('grand canyon', 29, { 'park_grand-canyon': 17 }),
  clicked('glaciers', 26, { park_glacier: 9, 'park_glacier-bay': 7 }),
  clicked('cave', 21, { 'park_mammoth-cave': 8, 'park_wind-cave': 5 }),
  clicked('bison', 18, { park_yellowstone: 7, park_badlands: 2 }),
  clicked('sand dunes', 16, { 'park_great-sand-dunes': 9, 'park_white-sands': 2 }),
  clicked('alaska', 14, { park_denali: 5 }),
  clicked('coral', 11, { park_biscayne: 3, 'park_dry-tortugas': 2 }),
  clicked('stargazing', 6, { 'park_bryce-canyon': 2 }),
  unclicked('hiking', 19),
  unclicked('wolves', 9),
  unclicked('fossils', 7),
  unclicked('', 24),
  fruitless('trekking', 13),
  fruitless('puma', 10),
  fruitless('tickets', 6),
  fruitless('penguins', 3),
];

export const QUAKE_QUERIES: readonly DemoQuery[] = [
  clicked('iceland', 36, { quake_022: 12, quake_135: 7 }),
  clicked('greece', 27, { quake_002: 8, quake_047: 4 }),
  unclicked('nepal', 17),
  unclicked('tsunami', 22),
  unclicked('aftershocks', 15),
  unclicked('', 18),
  fruitless('richter', 12),
  fruitless('oklahoma', 7),
];

const DAY = 86_400_000;
/** The shares of the last seven days in all searches, the oldest first. */
const SHARES = [11, 15, 12, 17, 14, 8, 9] as const;
const ALL_SHARES = SHARES.reduce((sum, share) => sum + share, 0);
/** Multiples of it, without their whole parts, are spread evenly. */
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;
/** Between a search and a click, in milliseconds. */
const READING_TIME = 20_000;

/** The time of the nth search, within the seven days before `now`. */
function timeOf(n: number, now: number): number {
  let place = ((n * GOLDEN_RATIO) % 1) * ALL_SHARES;
  let daysAgo: number = SHARES.length;
  for (const share of SHARES) {
    if (place < share) return Math.floor(now - (daysAgo - place / share) * DAY);
    place -= share;
    daysAgo--;
  }
  return now;
}

/** The events of a sample engine, so that its analytics show something from the first day. The same at every call. */
export function demoTraffic(engineId: number, queries: readonly DemoQuery[], now: number): EventBatch {
  const searches: SearchEvent[] = [];
  const clicks: ClickEvent[] = [];
  for (const query of queries) {
    const event = { engineId, term: query.term, tags: [DEMO_TAG] };
    const documents = Object.entries(query.clicks).flatMap(([id, count]) => Array<string>(count).fill(id));
    for (let n = 0; n < query.searches; n++) {
      const time = timeOf(searches.length + 1, now);
      searches.push({ ...event, time, hasResults: query.hasResults, page: null });
      const documentId = documents[n];
      if (documentId === undefined) continue;
      clicks.push({ ...event, time: Math.min(now, time + READING_TIME), documentId, requestId: null });
    }
  }
  return { searches, clicks, requests: [] };
}
