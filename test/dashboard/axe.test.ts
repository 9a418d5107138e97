import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { addressOf, routeTable } from '../../dashboard/route-table.ts';
import { visit, visitAsOwner } from '../support/browser.ts';
import { openPage } from '../support/navigation.ts';
import { still } from '../support/settled-page.ts';
import { until } from '../support/until.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Each page has one of these, the next page the next one; with LOOKS=all, as `npm run campaign` sets, each has all. */
const LOOKS = [
  { width: 1280, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
  { width: 360, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const;
type Look = (typeof LOOKS)[number];
const looksOf = (page: number): readonly Look[] =>
  process.env.LOOKS === 'all' ? LOOKS : LOOKS.slice(page % LOOKS.length, (page % LOOKS.length) + 1);
const OPTIONS = JSON.stringify({ resultTypes: ['violations'] });
const ENGINE = 'national-parks-demo';

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: ReadonlyArray<{ readonly target: readonly string[]; readonly failureSummary: string }>;
}

/** The findings of axe, minor ones included. The page is not reloaded in between. */
async function problems(page: Page, looks: readonly Look[]): Promise<string[]> {
  const found: string[] = [];
  if ((await page.evaluate('globalThis.axe === undefined')) === true) await page.evaluate(`{${AXE}}`);
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 860 });
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
    await still(page);
    const violations = (await page.evaluate(
      `axe.run(document, ${OPTIONS}).then(({ violations }) => violations)`,
    )) as readonly Violation[];
    for (const { id, impact, nodes } of violations)
      for (const { target, failureSummary } of nodes)
        found.push(`${width} ${colorScheme}: ${impact} ${id} at ${target.join(' ')}\n${failureSummary}`);
  }
  return found;
}

test('axe finds nothing on any page', async (t) => {
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
  const curated = await service.call('POST', `/engines/${ENGINE}/curations`, {
    body: { queries: ['granite', ''], promoted: ['park_yosemite', 'park_zion'], hidden: ['park_acadia'] },
  });
  const curation = curated.json.id;
  const values = {
    account: service.hostIdentifier,
    document: 'park_yosemite',
    curation,
    report: 'no-results',
  };
  // A boost of each kind, and one that no longer fits its field.
  await service.call('PUT', `/engines/${ENGINE}/search_settings`, {
    body: {
      boosts: {
        states: { type: 'value', value: ['Utah'] },
        visitors: { type: 'functional', function: 'linear' },
        location: { type: 'proximity', function: 'gaussian', center: '38.5,-109.5' },
      },
    },
  });
  await service.call('PUT', `/engines/${ENGINE}/relevance/judgements`, {
    body: {
      judgements: [
        { query: 'granite', document_id: 'park_yosemite', grade: 3 },
        { query: 'granite', document_id: 'park_acadia', grade: 0 },
        { query: 'granite', document_id: 'park_everglades', grade: 1 },
        { query: '', document_id: 'gone', grade: 2 },
      ],
    },
  });
  const skipping = await service.engine({ schema: { pages: 'number' } });
  await service.call('PUT', `/engines/${skipping}/search_settings`, {
    body: { boosts: { pages: { type: 'functional', function: 'linear' } } },
  });
  await service.call('POST', `/engines/${skipping}/schema`, { body: { pages: 'text' } });
  await service.settled(skipping);
  let entry: number | undefined;
  await until('its requests are logged', async () => {
    const body = { filters: { date: { from: '2020-01-01', to: '2100-01-01' } } };
    const { json } = await service.call('POST', `/engines/${failing}/logs/api`, { body });
    entry = json.results[0]?.id;
    return entry !== undefined;
  });
  const routes = await routeTable();
  const ofEngines = routes.filter(({ path }) => path.includes(':engine') && !path.includes(':document'));
  const inside = [
    ...routes.map(({ path }) => addressOf(path, { ...values, engine: ENGINE })),
    // The same pages when empty, and after an error.
    ...ofEngines.map(({ path }) => addressOf(path, { ...values, engine: empty })),
    at('engines', failing, 'schema'),
    at('engines', failing, 'schema', 'failures'),
    at('engines', skipping, 'relevance'),
    at('engines', failing),
    `${at('engines', skipping)}?snippets=on`,
    `${at('engines', failing, 'logs')}?time=custom`,
    `${at('engines', failing, 'logs')}?entry=${entry}`,
    // Dialogs and collapsed parts.
    '/accounts?create=on',
    `${at('engines')}?create=on`,
    `${at('engines')}?welcome=on`,
    `${at('engines')}?welcome=reloaded.csv`,
    `${at('engines', ENGINE)}?delete=on`,
    `${at('people')}?invite=on`,
    '/profile?leave=on',
    `${at('credentials')}?create=on`,
    `${at('credentials')}?edit=private-key`,
    `${at('credentials')}?rotate=private-key`,
    `${at('credentials', 'signed-keys')}?tab=try`,
    `${at('credentials', 'signed-keys')}?tab=revoked`,
    `${at('engines', ENGINE, 'schema')}?add=on`,
    `${at('engines', ENGINE, 'relevance')}?q=granite&restore=on`,
    `${at('engines', ENGINE, 'result-settings')}?q=granite`,
    `${at('engines', ENGINE, 'judgements', 'query')}?query=granite&find=volcano`,
    `${at('engines', ENGINE, 'judgements')}?import=on`,
    `${at('engines', ENGINE, 'judgements')}?clicks=on`,
    `${at('engines', ENGINE, 'judgements')}?delete=on`,
    `${at('engines', ENGINE, 'documents', 'park_yosemite')}?edit=on`,
    `${at('engines', ENGINE, 'documents')}?q=volcano&by=states&by=visitors&in=visitors:1000..&sort=visitors:desc`,
    `${at('engines', ENGINE, 'documents')}?by=date_established&columns=title,date_established,location,visitors`,
    `${at('engines', ENGINE)}?test=on&test-query=granite&test-facets=states&test-options=on`,
    `${at('engines', ENGINE, 'curations')}?tab=suggestions`,
    `${at('engines', ENGINE, 'curations')}?tab=suggestions&settings=on`,
    `${at('engines', ENGINE, 'curations', 'new')}?query=volcano&find=lake`,
    `${at('engines', ENGINE, 'analytics')}?table=on&from=2026-01-01&to=2026-01-31`,
    `${at('engines', ENGINE, 'analytics', 'query')}?q=volcano`,
    `${at('engines', ENGINE, 'synonyms')}?add=trekking&try=trekking`,
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
  for (const [i, { address, page: window }] of places.entries()) {
    await t.test(address, async () => {
      await window.setViewportSize({ width: 1280, height: 860 });
      await openPage(window, address);
      assert.deepEqual(await problems(window, looksOf(i)), []);
    });
  }
});
