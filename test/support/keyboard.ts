import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from './until.ts';

/** The accessible name of the focused element. */
const FOCUSED = `(() => {
  const { activeElement: element } = document;
  const labels = [...(element.labels ?? [])].map((label) => label.textContent).join(' ');
  return element.getAttribute('aria-label') ?? (labels || element.textContent);
})()`;

const MOST_STEPS = 90;

/** Waits until an element with that name receives the focus. */
export const focusOn = (page: Page, name: RegExp): Promise<unknown> =>
  until(`the focus is on ${name}`, async () => name.test(String(await page.evaluate(FOCUSED))));

/** Presses Tab, or another key, until an element with that name has the focus; fails if none gets it. */
export async function tabTo(page: Page, name: RegExp, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < MOST_STEPS; step++) {
    await page.keyboard.press(key);
    const focused = String(await page.evaluate(FOCUSED));
    if (name.test(focused)) return;
    passed.push(focused.slice(0, 40));
  }
  assert.fail(`${name} is out of reach of the keyboard: ${passed.join(' | ')}`);
}
