import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import type { Locator } from 'playwright-core';
import { visitShared } from '../../support/browser.ts';
import type { TestService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const COLOURS = ['red', 'green', 'blue'];
const STONES = Array.from({ length: 24 }, (_, i) => ({
  id: `stone-${i}`,
  title: `Stone number ${i}`,
  text: i % 4 === 0 ? `granite with moss, found in ${1900 + i}` : 'limestone',
  colour: COLOURS[i % 3],
  weight: i,
}));

const stonesOf = (service: TestService) =>
  service.engine({ schema: { weight: 'number' }, documents: STONES });

const idsOf = (json: { results: Array<{ id: { raw: string } }> }): string[] =>
  json.results.map(({ id }) => id.raw);

/** Waits until the tester shows exactly these results, in this order. */
async function shows(dialog: Locator, ids: readonly string[]): Promise<void> {
  await until(`the results are ${ids}`, async () => {
    // Read at once: the results may be replaced between two reads.
    const shown = await dialog
      .getByRole('article')
      .evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label')));
    return JSON.stringify(shown) === JSON.stringify(ids);
  });
}

test('the query tester shows the results of the API, and its curl command returns the same', async (t) => {
  const { page, context, service, at } = await visitShared(t);
  const engine = await stonesOf(service);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/search')) asked.push(`${request.url()} ${request.postData()}`);
  });
  await page.goto(at('engines', engine));
  await page.getByRole('button', { name: 'Test a query' }).click();
  const dialog = page.getByRole('dialog', { name: `Test a query on ${engine}` });
  await dialog.getByLabel('Query', { exact: true }).fill('granite 8');
  const { json } = await service.call('POST', `/engines/${engine}/search`, { body: { query: 'granite 8' } });
  assert.equal(json.results[0].id.raw, 'stone-8');
  await shows(dialog, idsOf(json));
  const total = json.meta.page.total_results;
  await dialog
    .getByText(new RegExp(`^${total} results in [\\d.,]+ ms \\([\\d.,]+ ms including the network\\)$`))
    .waitFor();
  const best = dialog.getByRole('article', { name: 'stone-8' });
  await best.getByText(`score ${json.results[0]._meta.score.toFixed(2)}`).waitFor();
  assert.deepEqual(await best.locator('mark').allTextContents(), ['8', 'granite']);
  assert.match((await best.textContent()) ?? '', /^Rank 1Stone number 8score /);
  const link = best.getByRole('link', { name: 'Stone number 8' });
  assert.equal(await link.getAttribute('href'), at('engines', engine, 'documents', 'stone-8'));

  // Not recorded in analytics: the tester uses only the dashboard's route, and the command would not be recorded
  // either.
  assert.ok(asked.length > 0);
  for (const call of asked) {
    assert.match(call, /\/dashboard\/api\/accounts\//);
    assert.match(call, /"record_analytics":false/);
  }

  await page.reload();
  await shows(dialog, idsOf(json));
  assert.equal(
    await dialog.getByLabel('Query', { exact: true }).inputValue(),
    'granite 8',
    'the URL has the whole state',
  );
  await dialog.getByText('curl', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Copy request as curl' }).click();
  await dialog.getByRole('button', { name: 'Copied' }).waitFor();
  const command = String(await page.evaluate('navigator.clipboard.readText()'));
  const env = { ...process.env, FINDLING_KEY: service.searchKey };
  const { stdout } = await promisify(execFile)('sh', ['-c', `${command} -s`], { env });
  assert.deepEqual(idsOf(JSON.parse(stdout)), idsOf(json));
  assert.ok(!command.includes('result_fields'), command);
});

test('all fields of a result are shown on demand, by keyboard too, and stay open after a reload', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await stonesOf(service);
  await page.goto(`${at('engines', engine)}?test=on&test-query=granite&test-page=1`);
  const dialog = page.getByRole('dialog', { name: `Test a query on ${engine}` });
  await dialog.getByRole('status').getByText('6 results').waitFor();
  const [first, second] = [dialog.getByRole('article').first(), dialog.getByRole('article').nth(1)];
  assert.equal(await first.getByText('weight, number').count(), 0, 'only what matched');
  await first.getByText(/^granite with moss/).waitFor();
  const toggle = first.getByRole('button', { name: /^All fields of stone-/ });
  assert.equal(await toggle.getAttribute('aria-expanded'), 'false');
  await toggle.focus();
  await page.keyboard.press('Enter');
  await first.getByText('weight, number').waitFor({ state: 'attached' });
  assert.equal(await toggle.getAttribute('aria-expanded'), 'true');
  assert.equal(await second.getByText('weight, number').count(), 0);
  const id = (await first.getAttribute('aria-label')) ?? '';
  assert.equal(new URL(page.url()).searchParams.get('test-open'), JSON.stringify([id]));

  await page.reload();
  await first.getByText('weight, number').waitFor({ state: 'attached' });
  await toggle.click();
  await first.getByText('weight, number').waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).searchParams.get('test-open'), null);
});

test('ranks continue on the next page, and a field for several values has one outline', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await stonesOf(service);
  await page.goto(`${at('engines', engine)}?test=on&test-options=on`);
  const dialog = page.getByRole('dialog', { name: `Test a query on ${engine}` });
  await dialog.getByRole('status').getByText('24 results').waitFor();
  await dialog.getByRole('button', { name: 'Page 2', exact: true }).click();
  await dialog.getByText('Rank 11').waitFor({ state: 'attached' });

  const facets = dialog.getByRole('combobox', { name: 'Facets' });
  await dialog.getByLabel('Filters', { exact: true }).focus();
  await page.keyboard.press('Tab');
  await facets.and(page.locator(':focus')).waitFor();
  const outlines = await page.evaluate(`(() => {
    const input = document.activeElement;
    return [input, input.closest('.mantine-Input-input')].map((one) => getComputedStyle(one).outlineStyle);
  })()`);
  assert.deepEqual(outlines, ['none', 'solid']);
});

test('filters, facets, precision and sort are checked, and sent to the API unchanged', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await stonesOf(service);
  await page.goto(`${at('engines', engine, 'schema')}?test=on&test-options=on`);
  const dialog = page.getByRole('dialog', { name: `Test a query on ${engine}` });
  await dialog.getByRole('status').getByText('24 results').waitFor();
  const filters = dialog.getByLabel('Filters', { exact: true });
  await filters.fill('{"weight": ');
  await dialog.getByText(/^Not valid JSON yet\./).waitFor();
  await filters.fill('{"weight": {"from": "heavy"}}');
  const refused = await service.call('POST', `/engines/${engine}/search`, {
    body: { query: '', filters: { weight: { from: 'heavy' } } },
  });
  await dialog.getByText(refused.json.errors[0], { exact: true }).waitFor();
  await filters.fill('{"weight": {"from": 5}}');
  await dialog.getByRole('status').getByText('19 results').waitFor();

  await dialog.getByRole('combobox', { name: 'Facets' }).click();
  await page.getByRole('option', { name: 'colour', exact: true }).click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: /^Filter by colour blue, 7$/ }).click();
  await dialog.getByRole('status').getByText('7 results').waitFor();
  const both = { all: [{ weight: { from: 5 } }, { colour: 'blue' }] };
  assert.deepEqual(JSON.parse(await filters.inputValue()), both);
  // A value that is on can be switched off.
  const blue = dialog.getByRole('button', { name: /^Filter by colour blue, / });
  assert.equal(await blue.getAttribute('aria-pressed'), 'true');
  await blue.click();
  await dialog.getByRole('status').getByText('19 results').waitFor();
  await blue.click();
  await dialog.getByRole('status').getByText('7 results').waitFor();
  assert.deepEqual(JSON.parse(await filters.inputValue()), both);
  await dialog.getByLabel('Sort by').selectOption('weight desc');
  await dialog.getByLabel('Query', { exact: true }).fill('stone granite');
  await dialog.getByRole('slider', { name: 'Precision' }).focus();
  for (let precision = 2; precision < 6; precision++) await page.keyboard.press('ArrowRight');
  await dialog.getByText('All words must match, in any field. Typos are tolerated.').waitFor();
  const { json } = await service.call('POST', `/engines/${engine}/search`, {
    body: {
      query: 'stone granite',
      precision: 6,
      filters: { all: [{ weight: { from: 5 } }, { colour: 'blue' }] },
      sort: { weight: 'desc' },
    },
  });
  assert.deepEqual(idsOf(json), ['stone-20', 'stone-8']);
  await shows(dialog, idsOf(json));
  assert.equal(new URL(page.url()).searchParams.get('test-precision'), '6');
});

test('the tester is opened, used and closed with the keyboard, and keeps its state', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await stonesOf(service);
  await page.goto(at('engines', engine, 'schema'));
  await page.getByRole('heading', { name: 'Schema' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find pages, engines and actions' }).fill('test a query');
  await page.getByRole('option', { name: 'Test a query' }).first().waitFor();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Test a query on ${engine}` });
  await dialog.getByRole('status').getByText('24 results').waitFor();
  await until(
    'the query is in focus',
    async () => (await page.evaluate('document.activeElement.tagName')) === 'INPUT',
  );
  await page.keyboard.type('moss');
  // `mos` finds the same results.
  await page.waitForURL((url) => url.searchParams.get('test-query') === 'moss');
  await dialog.getByRole('status').getByText('6 results').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).search, '');
  const inFocus = () => page.evaluate('document.activeElement.textContent');
  await until('the button is in focus again', async () => (await inFocus()) === 'Test a query');
  await page.keyboard.press('Enter');
  await dialog.getByRole('status').getByText('6 results').waitFor();
  assert.equal(await dialog.getByLabel('Query', { exact: true }).inputValue(), 'moss');
});

test('markup and odd characters of documents are shown as text', async (t) => {
  const { page, service, at } = await visitShared(t);
  const hostile = [
    `<img src=x onerror="alert('moss')"> moss`,
    `</em><script>alert(1)</script> moss &amp; more`,
    '\u202Ekcab ssom\u200B moss',
    `moss ${'x'.repeat(3000)}`,
  ];
  const documents = hostile.map((text, i) => ({ id: `<b>${i}</b>/../\u202E${i}`, text }));
  const engine = await service.engine({ documents });
  let alerts = 0;
  page.on('dialog', (dialog) => {
    alerts++;
    void dialog.dismiss();
  });
  await page.goto(`${at('engines', engine)}?test=on&test-query=moss`);
  const dialog = page.getByRole('dialog', { name: `Test a query on ${engine}` });
  await dialog.getByRole('status').getByText('4 results').waitFor();
  for (const button of await dialog.getByRole('button', { name: /^All fields of/ }).all())
    await button.click();
  await until('all fields are shown', async () => (await dialog.locator('dl[id]').count()) === 4);
  const texts = await dialog.locator('dd bdi').allTextContents();
  for (const text of hostile) assert.ok(texts.includes(text), text.slice(0, 60));
  assert.equal(await dialog.locator('article img, article script, article b').count(), 0);
  assert.equal(alerts, 0);
  const drawer = await dialog.boundingBox();
  for (const card of await dialog.getByRole('article').all()) {
    const box = await card.boundingBox();
    assert.ok(drawer && box && box.width < drawer.width, 'nothing is wider than the drawer');
  }
});
