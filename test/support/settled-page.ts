import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';

/** What each page has asked for and not got yet. */
const pending = new WeakMap<Page, Set<Request>>();

/** Counts the requests of a page from now on, so that `settled` knows of them. */
export function watchRequests(page: Page): Set<Request> {
  const known = pending.get(page);
  if (known !== undefined) return known;
  const requests = new Set<Request>();
  pending.set(page, requests);
  page.on('request', (request) => requests.add(request));
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
  return requests;
}

/** Milliseconds without a request after which no further one follows from what has come. */
const QUIET = 100;
const STEP = 20;
const LONGEST = 15_000;

/** Waits until nothing is asked for; the browser's own `networkidle` waits half a second longer. */
export async function idle(page: Page): Promise<void> {
  const requests = watchRequests(page);
  const end = performance.now() + LONGEST;
  for (let quiet = 0; quiet < QUIET; quiet = requests.size === 0 ? quiet + STEP : 0) {
    if (performance.now() > end)
      throw new Error(`No end of ${[...requests].map((request) => request.url()).join(', ')}`);
    await sleep(STEP);
  }
}

/** Colours and edges that are on their way to where they belong; what goes round for ever is left alone. */
const MOVEMENTS = `(async () => {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const moving = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(moving.map(({ finished }) => finished));
})()`;

/** Waits until nothing moves: after another width, or a change between light and dark. */
export async function still(page: Page): Promise<void> {
  for (const frame of page.frames()) await frame.evaluate(MOVEMENTS);
}

/** Waits until nothing is on its way any more: no page, no data, no letters; a search page in a frame has results. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  await idle(page);
  for (const frame of page.frames()) {
    if (/\/preview\/./.test(frame.url())) await frame.locator('article').first().waitFor();
    await frame.evaluate('document.fonts.ready.then(() => undefined)');
  }
  await still(page);
}
