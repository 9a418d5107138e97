import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { visit, visitAsOwner, visitShared } from '../../support/browser.ts';
import { visitProcess } from '../../support/dashboard-process.ts';
import type { TestService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const DOCUMENTS = [
  { id: 'a', title: 'A lava field' },
  { id: 'b', title: 'The volcano' },
];
/** Queries of visitors, with their tags. */
const SEARCHES = [
  ['volcano', ['web']],
  ['volcano', ['app']],
  ['Volcano ', []],
  ['lava', ['web']],
  ['magma', ['web']],
  ['magma', []],
] as const;
const DAY = 86_400_000;
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The figures of a report of the public API. */
async function stored({ call }: TestService, engine: string): Promise<{ queries: number; clicks: number }> {
  const { json } = await call('POST', `/engines/${engine}/analytics/counts`, { body: {} });
  const sum = (name: string): number =>
    json.results.reduce((total: number, bucket: Record<string, number>) => total + (bucket[name] ?? 0), 0);
  return { queries: sum('queries'), clicks: sum('clicks') };
}

/** An engine with searches and clicks that are stored. */
async function withTraffic(t: TestContext) {
  const { page, context, service, at } = await visitShared(t);
  const engine = await service.engine({ documents: DOCUMENTS });
  for (const [query, tags] of SEARCHES)
    await service.call('POST', `/engines/${engine}/search`, { body: { query, analytics: { tags } } });
  for (const tags of [['web'], []])
    await service.call('POST', `/engines/${engine}/click`, {
      body: { query: 'volcano', document_id: 'b', tags },
    });
  await until('events are stored', async () => {
    const { queries, clicks } = await stored(service, engine);
    return queries === SEARCHES.length && clicks === 2;
  });
  return { page, context, service, engine, at, address: at('engines', engine, 'analytics') };
}

/** The cells of a table, without those of actions. */
async function rowsOf(page: Page, table: string, columns: number): Promise<string[][]> {
  const rows = page.getByRole('table', { name: table, exact: true }).locator('tbody tr');
  await rows.first().waitFor();
  const cells = (await rows.all()).map((row) => row.locator('td').allTextContents());
  return (await Promise.all(cells)).map((texts) => texts.slice(0, columns));
}

/** A total of the page. */
const total = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd > span')
    .first();

async function showsTotals(page: Page, queries: number, misses: number, clicks: number): Promise<void> {
  const wanted = [queries, misses, clicks].map(String);
  await until(`the totals are ${wanted}`, async () => {
    const labels = ['Queries', 'Queries without results', 'Clicks'];
    const shown = await Promise.all(labels.map((label) => total(page, label).textContent()));
    return shown.join() === wanted.join();
  });
}

test('the overview has totals, a chart with its table, and the lists of the API', async (t) => {
  const { page, service, engine, address } = await withTraffic(t);
  await page.goto(address);
  await showsTotals(page, 6, 2, 2);
  assert.deepEqual(await rowsOf(page, 'Top queries', 3), [
    ['volcano', '3', '2'],
    ['magma', '2', '0'],
    ['lava', '1', '0'],
  ]);
  assert.deepEqual(await rowsOf(page, 'Queries without results', 2), [['magma', '2']]);
  assert.deepEqual(await rowsOf(page, 'Top queries with clicks', 3), [['volcano', '3', '2']]);
  assert.deepEqual(await rowsOf(page, 'Queries without clicks', 2), [['lava', '1']]);
  assert.deepEqual(await rowsOf(page, 'Recent queries', 2), [
    ['magma', 'None'],
    ['magmaweb', 'None'],
    ['lavaweb', 'Yes'],
    ['volcano', 'Yes'],
    ['volcanoapp', 'Yes'],
    ['volcanoweb', 'Yes'],
  ]);
  // The title of the document is loaded after its id.
  await page.getByRole('link', { name: 'The volcano' }).waitFor();
  assert.deepEqual(await rowsOf(page, 'Top clicked documents', 2), [['The volcanob', '2']]);
  const { json } = await service.call('POST', `/engines/${engine}/analytics/queries`, { body: {} });
  assert.deepEqual(
    json.results.map(({ term }: { term: string }) => term),
    ['volcano', 'magma', 'lava'],
  );

  await page.getByRole('img', { name: /^Queries and clicks by day/ }).waitFor();
  const counts = page.getByRole('table', { name: 'Queries and clicks by day' });
  assert.equal(await counts.locator('tbody tr').count(), 7);
  const today = await counts.locator('tbody tr').last().locator('td').allTextContents();
  assert.deepEqual(today.slice(1), ['6', '2', '2']);
  await page.getByRole('button', { name: 'Table', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: /^Queries and clicks/ }).waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).searchParams.get('table'), 'on');
  assert.equal(await counts.locator('tbody tr').count(), 7);
});

test('a query without results is one click away from a synonym', async (t) => {
  const { page, service, engine, at, address } = await withTraffic(t);
  await page.goto(address);
  const curate = page.getByRole('link', { name: 'Curate magma' });
  assert.equal(await curate.getAttribute('href'), `${at('engines', engine, 'curations')}?query=magma`);
  await page.getByRole('link', { name: 'Add a synonym for magma' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('0 results', { exact: true }).waitFor();
  await page.getByText('magma', { exact: true }).waitFor();
  const terms = page.getByRole('combobox', { name: 'New synonym set' });
  await terms.fill('lava');
  await terms.press('Enter');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Synonym set added: magma, lava.').waitFor();
  await page.getByText('1 result', { exact: true }).waitFor();
  const { json } = await service.call('GET', `/engines/${engine}/synonyms`);
  assert.deepEqual(
    json.results.map(({ synonyms }: { synonyms: string[] }) => synonyms),
    [['magma', 'lava']],
  );
  const { searchParams } = new URL(page.url());
  assert.deepEqual([searchParams.get('add'), searchParams.get('try')], [null, 'magma']);
});

test('the address has the period and the tag, also on the page of a query', async (t) => {
  const { page, address } = await withTraffic(t);
  await page.goto(address);
  await showsTotals(page, 6, 2, 2);
  await page.getByLabel('Tag').selectOption('web');
  await showsTotals(page, 3, 1, 1);
  assert.equal(new URL(page.url()).search, '?tag=web');
  await page.getByLabel('Period').selectOption('Today');
  await page.getByRole('img', { name: /^Queries and clicks by hour/ }).waitFor();
  await showsTotals(page, 3, 1, 1);

  const top = page.getByRole('table', { name: 'Top queries', exact: true });
  await top.getByRole('link', { name: 'volcano' }).click();
  await page.getByRole('heading', { name: 'volcano', level: 1 }).waitFor();
  await showsTotals(page, 1, 0, 1);
  await page.getByRole('link', { name: 'The volcano' }).waitFor();
  assert.deepEqual(await rowsOf(page, 'Top clicked documents', 2), [['The volcanob', '1']]);
  await page.getByLabel('Tag').selectOption('All tags');
  await showsTotals(page, 3, 0, 2);
  await page.reload();
  await showsTotals(page, 3, 0, 2);
  assert.equal(new URL(page.url()).search, '?q=volcano&days=1');
  await page.getByRole('main').getByRole('link', { name: 'Analytics', exact: true }).click();
  await page.getByRole('heading', { name: 'Analytics', level: 1 }).waitFor();
  assert.equal(new URL(page.url()).search, '?days=1');
});

test('the page of any query can be opened, and an unknown list leads to the overview', async (t) => {
  const { page, address } = await withTraffic(t);
  await page.goto(`${address}?days=30`);
  await page.getByRole('textbox', { name: 'Find a query' }).fill('Lava ');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Lava', level: 1 }).waitFor();
  await showsTotals(page, 1, 0, 0);
  assert.equal(new URL(page.url()).searchParams.get('days'), '30');
  await page.goto(`${address}/lists/worst-queries`);
  await page.getByRole('heading', { name: 'Analytics', level: 1 }).waitFor();
  assert.equal(new URL(page.url()).pathname, new URL(address, page.url()).pathname);
});

test('other dates are checked before they are applied', async (t) => {
  const { page, address } = await withTraffic(t);
  await page.goto(address);
  await showsTotals(page, 6, 2, 2);
  await page.getByLabel('Period').selectOption('Other dates');
  const yesterday = dateOf(Date.now() - DAY);
  await page.getByLabel('Last day').fill('2026-01-01');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('The last day must not be before the first.').waitFor();
  await page.getByLabel('Last day').fill(yesterday);
  await page.getByLabel('Last day').press('Enter');
  await showsTotals(page, 0, 0, 0);
  await page.getByText('No searches in this period.').waitFor();
  assert.equal(new URL(page.url()).searchParams.get('to'), yesterday);
  await page.goBack();
  await showsTotals(page, 6, 2, 2);
  assert.equal(await page.getByLabel('Last day').inputValue(), dateOf(Date.now()));
});

test('lists have pages, and are downloaded as a whole without formulas', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine({ documents: DOCUMENTS });
  const queries = ['=cmd()', ...Array.from({ length: 59 }, (_, n) => `query, ${n}`)];
  for (let from = 0; from < queries.length; from += 10) {
    const body = { queries: queries.slice(from, from + 10).map((query) => ({ query })) };
    const { status, text } = await service.call('POST', `/engines/${engine}/multi_search`, { body });
    assert.equal(status, 200, text);
  }
  await until('events are stored', async () => (await stored(service, engine)).queries === 60);
  await page.goto(at('engines', engine, 'analytics'));
  assert.equal((await rowsOf(page, 'Top queries', 1)).length, 10);
  await page.getByRole('link', { name: 'View all: Top queries' }).click();
  await page.getByRole('heading', { name: 'Top queries', level: 1 }).waitFor();
  await until('there is a page', async () => (await rowsOf(page, 'Top queries', 1)).length === 50);
  await page.getByRole('button', { name: 'Next' }).focus();
  await page.keyboard.press('Enter');
  await until('there is the next page', async () => (await rowsOf(page, 'Top queries', 1)).length === 10);
  assert.equal(new URL(page.url()).searchParams.get('page'), '2');
  assert.ok(await page.getByRole('button', { name: 'Next' }).isDisabled());

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download top queries as CSV' }).click(),
  ]);
  assert.match(download.suggestedFilename(), new RegExp(`^${engine}-top-queries-.*\\.csv$`));
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  assert.equal(lines.length, 1 + 60 + 1);
  assert.equal(lines[0], 'query,queries,clicks');
  assert.ok(lines.includes(`'=cmd(),1,0`));
  assert.ok(lines.includes('"query, 58",1,0'));
});

test('an analyst sees the reports, and no links to change anything', async (t) => {
  const { context, service, address } = await withTraffic(t);
  const headers = { origin: service.baseUrl };
  const api = `${service.baseUrl}/dashboard/api`;
  const invited = await context.request.post(`${api}/accounts/${service.hostIdentifier}/invitations`, {
    headers,
    data: { role: 'analyst' },
  });
  const token = (await invited.json()).path.split('#')[1];
  const guest = await visit(t, service.baseUrl);
  await guest.context.request.post(`${api}/invitations/accept`, {
    headers,
    data: { token, name: 'Anna', password: 'anna only looks' },
  });
  await guest.page.goto(address);
  assert.deepEqual(await rowsOf(guest.page, 'Queries without results', 9), [['magma', '2']]);
  assert.equal(await guest.page.getByRole('link', { name: /^(Add a synonym|Curate)/ }).count(), 0);
  await guest.context.close();
});

test('the sample engine has demo traffic, and the page says when nothing is recorded', async (t) => {
  const { page, service, at } = await visitAsOwner(t, { FINDLING_SAMPLE: 'on' });
  await page.goto(at('engines', 'national-parks-demo', 'analytics'));
  await page.getByText('Demo traffic', { exact: true }).waitFor();
  assert.equal((await rowsOf(page, 'Top queries', 3))[0]?.[0], 'volcano');
  assert.ok((await rowsOf(page, 'Queries without results', 1)).length > 0);
  assert.equal(await page.getByText('Analytics are turned off').count(), 0);
  await service.call('PUT', '/log_settings', { body: { analytics: { enabled: false } } });
  await page.reload();
  await page.getByText('Analytics are turned off').waitFor();
  await rowsOf(page, 'Top queries', 3);
  await page.getByRole('main').getByRole('link', { name: 'log settings' }).click();
  await page.getByRole('heading', { name: 'Log settings', level: 1 }).waitFor();
});

test('a report that is requested while the server is away is shown after its restart', async (t) => {
  const { page, at, call, kill, restart } = await visitProcess(t);
  await call('POST', '/engines', { name: 'books' });
  await call('POST', '/engines/books/search', { query: 'dune' });
  await until('it is stored', async () => {
    const { json } = await call('POST', '/engines/books/analytics/queries', {});
    return json.results.length === 1;
  });
  await page.goto(at('engines', 'books', 'analytics'));
  await showsTotals(page, 1, 1, 0);
  await kill();
  await page.getByLabel('Period').selectOption('Last 30 days');
  await page.getByText('The server cannot be reached.').first().waitFor();
  await restart();
  await showsTotals(page, 1, 1, 0);
  const counts = page.getByRole('table', { name: 'Queries and clicks by day' });
  await until('there are 30 days', async () => (await counts.locator('tbody tr').count()) === 30);
});
