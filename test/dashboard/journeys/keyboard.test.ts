import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { OWNER_PASSWORD, visit, visitShared } from '../../support/browser.ts';
import { settled } from '../../support/settled-page.ts';

// Tasks with the keyboard alone are tested next to the other journeys of their pages. This file tests that every control
// of some pages can be reached with visible focus, and that the pages can be reached.

const DESCRIBE = `(element) => {
  const labels = [...(element.labels ?? [])].map((label) => label.textContent).join(' ');
  return element.tagName + ' ' + (element.getAttribute('aria-label') ?? (labels || element.textContent)).trim().slice(0, 60);
}`;

/** All controls; of a radio group only one, because arrow keys reach the others. */
const CONTROLS = `(() => {
  const describe = ${DESCRIBE};
  const groups = new Set();
  return [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role="button"], [role="tab"], [role="slider"]')]
    .filter((element) => !element.disabled && element.checkVisibility({ visibilityProperty: true }))
    .filter((element) => element.getAttribute('role') !== 'tab' || element.getAttribute('aria-selected') === 'true')
    // Small buttons inside an input that has keys for the same action, and steps to other items of a list.
    .filter((element) => element.closest('[data-combobox-target], [data-position]') === null || element.tagName === 'INPUT')
    .filter((element) => {
      if (element.type !== 'radio') return true;
      if (groups.has(element.name)) return false;
      groups.add(element.name);
      return true;
    })
    .map((element) => (element.type === 'radio' ? 'radio ' + element.name : describe(element)));
})()`;

/** The focused element, and whether its focus is visible. */
const FOCUSED = `(() => {
  const describe = ${DESCRIBE};
  const { activeElement: element } = document;
  const name = element.type === 'radio' ? 'radio ' + element.name : describe(element);
  // Checkboxes draw their outline around another element, next to the real one.
  // Fields for several values draw it around all of them.
  const around = element.closest('.mantine-Input-input');
  const drawn = [element, element.nextElementSibling, element.parentElement, around].filter((one) => one !== null);
  const isSeen = drawn.some((one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1;
  });
  const { top, bottom } = element.getBoundingClientRect();
  return { name, isSeen, isInView: bottom > 0 && top < innerHeight, isNothing: element === document.body };
})()`;

interface Focused {
  readonly name: string;
  readonly isSeen: boolean;
  readonly isInView: boolean;
  readonly isNothing: boolean;
}

const MOST_STEPS = 150;

/** Cycles through the page once with Tab. */
async function round(page: Page): Promise<Focused[]> {
  const stops: Focused[] = [];
  for (let step = 0; step < MOST_STEPS; step++) {
    await page.keyboard.press('Tab');
    const stop = (await page.evaluate(FOCUSED)) as Focused;
    // After the last element the browser itself gets the focus.
    if (stop.isNothing) return stops;
    stops.push(stop);
  }
  assert.fail(`Tab gets no further: ${stops.slice(-5).map(({ name }) => name)}`);
}

test('every control of a page is reachable with Tab, with visible focus', async (t) => {
  const { page, service, at } = await visitShared(t);
  const documents = [
    { id: 'a', price: 'cheap', brought: '1' },
    { id: 'b', price: '2' },
  ];
  const engine = await service.engine({ documents });
  await service.call('POST', `/engines/${engine}/schema`, { body: { price: 'number' } });
  await service.settled(engine);
  await service.call('PUT', `/engines/${engine}/relevance/judgements`, {
    body: { judgements: [{ query: 'a', document_id: 'b', grade: 3 }] },
  });
  for (const address of [
    at('credentials'),
    at('credentials', 'signed-keys'),
    at('engines', engine, 'schema'),
    at('engines', engine, 'schema', 'failures'),
    `${at('engines', engine, 'documents')}?by=price`,
    at('engines', engine, 'documents', 'a'),
    `${at('engines', engine, 'relevance')}?q=a`,
    at('engines', engine, 'judgements'),
    `${at('engines', engine, 'judgements', 'query')}?query=a&find=b`,
    '/accounts',
  ]) {
    await t.test(address, async () => {
      await page.goto(address);
      await settled(page);
      const controls = (await page.evaluate(CONTROLS)) as string[];
      assert.ok(controls.length > 8, controls.join(', '));
      const stops = await round(page);
      const reached = new Set(stops.map(({ name }) => name));
      assert.deepEqual(
        controls.filter((name) => !reached.has(name)),
        [],
        'out of reach',
      );
      assert.deepEqual(
        stops.filter(({ isSeen }) => !isSeen).map(({ name }) => name),
        [],
        'no outline',
      );
      assert.deepEqual(
        stops.filter(({ isInView }) => !isInView).map(({ name }) => name),
        [],
        'out of view',
      );
    });
  }
});

/** Types into the finder once its field has the focus. */
async function find(page: Page, words: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Find pages, engines and actions' });
  await page.keyboard.press('Control+k');
  await field.and(page.locator(':focus')).waitFor();
  await page.keyboard.type(words);
  assert.equal(await field.inputValue(), words);
}

test('signing in, skipping the navigation and finding a page work without a mouse', async (t) => {
  const { service } = await visitShared(t);
  const engine = await service.engine({ documents: [{ id: 'a', price: '1' }] });
  const { page } = await visit(t, service.baseUrl);
  await page.goto('/');
  await page.getByLabel('Name or email address').waitFor();
  while (((await page.evaluate(FOCUSED)) as Focused).name !== 'INPUT Name or email address')
    await page.keyboard.press('Tab');
  await page.keyboard.type('owner');
  await page.keyboard.press('Tab');
  await page.keyboard.type(OWNER_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: engine }).waitFor();

  await find(page, engine);
  await page.getByRole('option', { name: engine, exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await find(page, 'reindex');
  await page.getByRole('option', { name: `Schema of ${engine}` }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Schema', exact: true }).waitFor();

  await page.reload();
  await page.getByRole('heading', { name: 'Schema', exact: true }).waitFor();
  await page.keyboard.press('Tab');
  assert.equal(((await page.evaluate(FOCUSED)) as Focused).name, 'A Skip to content');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const first = (await page.evaluate(FOCUSED)) as Focused;
  assert.equal(first.name, `A ${engine}`, 'the first control of the page itself');
});
