import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addressOf, routeTable } from '../../dashboard/route-table.ts';
import { visit, visitAsOwner } from '../support/browser.ts';
import { openPage } from '../support/navigation.ts';
import { still } from '../support/settled-page.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** The rules that check colours; all others find the same in both colour schemes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** Ordered so that only one property changes from one to the next. Every rule is checked at each width. */
const LOOKS = [
  { width: 1280, colorScheme: 'light', options: {} },
  { width: 1280, colorScheme: 'dark', options: { runOnly: COLOUR_RULES } },
  { width: 360, colorScheme: 'dark', options: {} },
  { width: 360, colorScheme: 'light', options: { runOnly: COLOUR_RULES } },
] as const;
const ENGINE = 'national-parks-demo';

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: ReadonlyArray<{ readonly target: readonly string[]; readonly failureSummary: string }>;
}

/** The findings of axe, minor ones included, at both widths, light and dark. The page is not reloaded in between. */
async function problems(page: Page): Promise<string[]> {
  const found: string[] = [];
  if ((await page.evaluate('globalThis.axe === undefined')) === true) await page.evaluate(`{${AXE}}`);
  for (const { width, colorScheme, options } of LOOKS) {
    await page.setViewportSize({ width, height: 860 });
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
    await still(page);
    const all = JSON.stringify({ resultTypes: ['violations'], ...options });
    const violations = (await page.evaluate(
      `axe.run(document, ${all}).then(({ violations }) => violations)`,
    )) as readonly Violation[];
    for (const { id, impact, nodes } of violations)
      for (const { target, failureSummary } of nodes)
        found.push(`${width} ${colorScheme}: ${impact} ${id} at ${target.join(' ')}\n${failureSummary}`);
  }
  return found;
}

test('axe finds nothing on any page, at both widths, light and dark', async (t) => {
  const { page, service, at } = await visitAsOwner(t, { FINDLING_SAMPLE: 'on' });
  const outside = await visit(t, service.baseUrl);
  const empty = await service.engine();
  const failing = await service.engine({
    documents: [
      { id: 'a', pages: 'many', link: '<b>bold</b>' },
      { id: 'b', pages: '12' },
    ],
  });
  await service.call('POST', `/engines/${failing}/schema`, { body: { pages: 'number' } });
  await service.settled(failing);
  const values = { account: service.hostIdentifier, document: 'park_yosemite' };
  const routes = await routeTable();
  const ofEngines = routes.filter(({ path }) => path.includes(':engine') && !path.includes(':document'));
  const inside = [
    ...routes.map(({ path }) => addressOf(path, { ...values, engine: ENGINE })),
    // The same pages when empty, and after an error.
    ...ofEngines.map(({ path }) => addressOf(path, { ...values, engine: empty })),
    at('engines', failing, 'schema'),
    at('engines', failing, 'schema', 'failures'),
    // Dialogs and collapsed parts.
    '/accounts?create=on',
    `${at('engines')}?create=on`,
    `${at('engines', ENGINE)}?delete=on`,
    `${at('people')}?invite=on`,
    '/profile?leave=on',
    `${at('credentials')}?create=on`,
    `${at('credentials')}?edit=private-key`,
    `${at('credentials', 'signed-keys')}?tab=try`,
    `${at('engines', ENGINE, 'schema')}?add=on`,
    `${at('engines', ENGINE, 'documents', 'park_yosemite')}?edit=on`,
    `${at('engines', ENGINE, 'documents')}?q=volcano&filter=on&by=states`,
    `${at('engines', ENGINE)}?test=on&test-query=granite&test-facets=states&test-options=on`,
    `${at('engines', ENGINE, 'preview')}?title=title&view=code`,
    // The document of the preview.
    `/preview/${service.hostIdentifier}/${ENGINE}?title=title&text=description&address=nps_link&facets=states&sorts=visitors&q=granite`,
    // Pages that do not exist.
    '/nowhere',
    at('engines', 'nowhere'),
  ];
  const places = [
    ...inside.map((address) => ({ address, page })),
    ...['/', '/setup#gone', '/reset#gone', '/invitation#gone'].map((address) => ({
      address,
      page: outside.page,
    })),
  ];
  for (const { address, page: window } of places) {
    await t.test(address, async () => {
      await window.setViewportSize({ width: 1280, height: 860 });
      await openPage(window, address);
      assert.deepEqual(await problems(window), []);
    });
  }
});
