import type { Page } from 'playwright-core';
import { settled } from './settled-page.ts';

/**
 * Opens a page of the dashboard and waits until it is complete. From another page of the same app, this is client-side
 * navigation, which takes half the processor time of loading the page.
 */
export async function openPage(page: Page, address: string): Promise<void> {
  const before = new URL(page.url());
  const { pathname } = new URL(address, 'http://localhost');
  const isSameApp = [before.pathname, pathname].every((path) => path.startsWith('/accounts/'));
  if (isSameApp && before.pathname !== pathname) {
    await page.evaluate(`document.querySelector('h1').dataset.before = 'yes'`);
    await page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`);
    await page.locator('h1[data-before]').waitFor({ state: 'detached' });
  } else {
    await page.goto(address);
  }
  await settled(page);
}
