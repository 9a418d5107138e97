import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';

/** The requests of each page that have no response yet. */
const pending = new WeakMap<Page, Set<Request>>();

/** Records the requests of a page from now on, for `idle` and `settled`. */
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

/** Milliseconds without a request after which the page is considered idle. */
const QUIET = 100;
const STEP = 20;
const LONGEST = 60_000;

/** Waits until no request is pending; Playwright's `networkidle` takes half a second longer. */
export async function idle(page: Page): Promise<void> {
  const requests = watchRequests(page);
  const end = performance.now() + LONGEST;
  for (let quiet = 0; quiet < QUIET; quiet = requests.size === 0 ? quiet + STEP : 0) {
    if (performance.now() > end)
      throw new Error(
        `Still pending after ${LONGEST} ms: ${[...requests].map((request) => request.url()).join(', ')}`,
      );
    await sleep(STEP);
  }
}

/** Ends CSS transitions of colours and sizes; animations that never end are ignored. */
const TRANSITIONS = `(async () => {
  const twoFrames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await twoFrames();
  const moving = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  for (const transition of moving) transition.finish();
  if (moving.length > 0) await twoFrames();
})()`;

/** Ends the transitions that a change of width or colour scheme has started, without waiting for them. */
export async function still(page: Page): Promise<void> {
  for (const frame of page.frames()) await frame.evaluate(TRANSITIONS);
}

/** Waits until the page is complete: requests, placeholders, fonts, transitions, and results in an embedded search page. */
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
