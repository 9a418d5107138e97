/**
 * How soon can a page of the dashboard be used, with much to report?
 *
 *   npm run bench:pages
 *
 * The sample engine gets 100,000 searches and clicks of a month and 10,000 entries of the API log. Then every page is
 * opened in Chromium ROUNDS (5) times, with an empty cache or, with CACHE=warm, with the files of the visit before.
 * Printed are medians: when something was painted first, and when the page was complete: heading and content are there,
 * no placeholder is left and no request is pending. The goal: every page within a second.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { addressOf, routeTable } from '../dashboard/route-table.ts';
import { chromiumPath } from '../test/support/chromium.ts';
import { fillEvents } from './pages/events.ts';
import { load, type PageTimes } from './pages/load.ts';
import { type BenchServer, calibration, say, startServer } from './server.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const IS_COLD = process.env.CACHE !== 'warm';
const GOAL = 1000;
const PASSWORD = 'granite and moss';
const ENGINE = 'national-parks-demo';
const SETTINGS = { FINDLING_SAMPLE: 'on', FINDLING_DASHBOARD_PASSWORD: PASSWORD };

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Signs in and returns the host identifier of the account. */
async function signIn(context: BrowserContext, origin: string): Promise<string> {
  const headers = { origin };
  const data = { login: 'owner', password: PASSWORD };
  const answer = await context.request.post(`${origin}/dashboard/api/session`, { headers, data });
  if (!answer.ok()) throw new Error(`signing in was answered with ${answer.status()}`);
  return (await (await context.request.get(`${origin}/dashboard/api/session`)).json()).default_account;
}

async function measure(server: BenchServer, curation: string): Promise<void> {
  const { origin } = new URL(server.base);
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  try {
    const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 860 } });
    const account = await signIn(context, origin);
    const values = { account, engine: ENGINE, document: 'park_yellowstone', report: 'top-queries', curation };
    const times = new Map<string, PageTimes[]>();
    const routes = await routeTable();
    // In turn, so that a drift of the machine affects every page. The first round is a warm-up.
    for (let round = 0; round <= ROUNDS; round++) {
      for (const { path } of routes) {
        const found = await load(context, addressOf(path, values), IS_COLD);
        if (round > 0) times.set(path, [...(times.get(path) ?? []), found]);
      }
    }
    let slow = 0;
    for (const [path, found] of times) {
      const painted = median(found.map((one) => one.painted));
      const complete = median(found.map((one) => one.complete));
      if (complete > GOAL) slow++;
      say(
        `${painted.toFixed(0).padStart(5)} ms painted ${complete.toFixed(0).padStart(5)} ms complete  ${path}${complete > GOAL ? '  (over a second)' : ''}`,
      );
    }
    say(`${times.size} pages, ${slow} over a second`);
  } finally {
    await browser.close();
  }
}

say(calibration());
const folder = mkdtempSync(join(tmpdir(), 'findling-pages-'));
try {
  await (await startServer(SETTINGS, { folder })).close();
  say(await fillEvents(folder, ENGINE));
  const server = await startServer(SETTINGS, { folder });
  try {
    const { id } = await server.call('POST', `/engines/${ENGINE}/curations`, {
      queries: ['volcano'],
      promoted: ['park_hawaii-volcanoes'],
    });
    await measure(server, id);
  } finally {
    await server.close();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
say(calibration());
