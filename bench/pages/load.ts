import type { BrowserContext } from 'playwright-core';
import { settled, watchRequests } from '../../test/support/settled-page.ts';

/** In milliseconds since the navigation. */
export interface PageTimes {
  /** First contentful paint. */
  readonly painted: number;
  /** The last change of the content or end of a request before the page settled. */
  readonly complete: number;
}

/** Notes the time of the last change of the document. */
const WATCH_CHANGES = `{
  const note = () => { globalThis.lastChange = performance.now(); };
  new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true });
}`;
const TIMES = `({
  painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  complete: Math.max(
    globalThis.lastChange ?? 0,
    ...performance.getEntriesByType('resource').map((entry) => entry.responseEnd),
  ),
})`;

/** Opens a page, with an empty cache or with the files of earlier pages. */
export async function load(
  context: BrowserContext,
  address: string,
  cacheDisabled: boolean,
): Promise<PageTimes> {
  const page = await context.newPage();
  try {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.setCacheDisabled', { cacheDisabled });
    watchRequests(page);
    await page.addInitScript(WATCH_CHANGES);
    await page.goto(address);
    await settled(page);
    return (await page.evaluate(TIMES)) as PageTimes;
  } finally {
    await page.close();
  }
}
