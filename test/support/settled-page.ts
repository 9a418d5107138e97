import type { Page } from 'playwright-core';

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
  await page.waitForLoadState('networkidle');
  await page.locator('h1').first().waitFor();
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  for (const frame of page.frames()) {
    if (/\/preview\/./.test(frame.url())) await frame.locator('article').first().waitFor();
    await frame.evaluate('document.fonts.ready.then(() => undefined)');
  }
  await still(page);
}
