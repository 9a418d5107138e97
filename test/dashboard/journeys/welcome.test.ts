import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { leave, visit, visitAsOwner, visitShared } from '../../support/browser.ts';
import { startTestService, type TestService, temporaryFolder } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const TOOLS = [
  'sku,title,description,price',
  't1,Garden spade,"Forged steel, ash handle",39.90',
  't2,Watering can,Galvanised and leakproof,24.50',
  't3,Pruning shears,Cuts branches of up to 20 mm,18',
].join('\n');

const start = (page: Page): Locator =>
  page.getByRole('heading', { name: 'Drop a file to create a search engine' });
const nameOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Name', exact: true });
const create = (page: Page): Locator => page.getByRole('button', { name: 'Create engine and import' });

const choose = (page: Page, name: string, content = TOOLS): Promise<void> =>
  page
    .getByLabel('File to import')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });

/** The engine as the dashboard lists it. */
async function listed(context: BrowserContext, service: TestService, engine: string) {
  const path = `/dashboard/api/accounts/${service.hostIdentifier}/engines`;
  const { results } = await (await context.request.get(service.baseUrl + path)).json();
  return results.find(({ name }: { name: string }) => name === engine);
}

/** Drags a file from the disk into the page, with the events of a real drag. */
async function drag(page: Page, place: Locator, path: string): Promise<void> {
  const box = await place.boundingBox();
  assert.ok(box);
  const session = await page.context().newCDPSession(page);
  const x = Math.round(box.x + box.width / 2);
  const y = Math.round(box.y + 20);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x, y, data });
  }
  await session.detach();
}

test('a first visitor drops a CSV file and has a search page within two minutes', {
  timeout: 300_000,
}, async (t) => {
  let leaveFirst = async (): Promise<void> => undefined;
  t.after(() => leaveFirst());
  const service = await startTestService(t, { FINDLING_SAMPLE: 'on' });
  const { page, context } = await visit(t, service.baseUrl);
  leaveFirst = () => leave(t, context);
  const path = join(temporaryFolder(t), 'Garden tools.csv');
  writeFileSync(path, TOOLS);

  const began = performance.now();
  await page.goto(`/setup#${service.service.setupToken}`);
  await page.getByLabel('Your name').fill('Frieda');
  await page.getByLabel('Password', { exact: true }).fill('granite and moss');
  await page.getByRole('button', { name: 'Set up the dashboard' }).click();

  await start(page).waitFor();
  await page.getByRole('link', { name: 'Open National parks' }).waitFor();
  await drag(page, page.getByRole('region', { name: 'Import a file' }), path);
  await page.getByRole('heading', { name: 'Create an engine from a file' }).waitFor();
  await nameOf(page).waitFor();
  assert.equal(await nameOf(page).inputValue(), 'garden-tools');
  assert.equal(new URL(page.url()).searchParams.get('welcome'), 'Garden tools.csv');
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'English' }).click();
  await page.getByRole('combobox', { name: 'Document id' }).selectOption('sku');
  await page.getByRole('combobox', { name: 'Type of price' }).selectOption('number');
  await create(page).click();
  await page.getByText('Imported Garden tools.csv').waitFor();
  await page.getByRole('region', { name: '3 new fields' }).getByText('number').waitFor();

  const ready = page.getByRole('region', { name: 'Your search engine is ready' });
  await ready.getByRole('link', { name: 'Open your search page' }).click();
  const searchPage = page.frameLocator('iframe');
  await searchPage.getByText('1 to 3 of 3').waitFor();
  await searchPage.getByLabel('Search for').fill('spade');
  await searchPage.getByText('of 1 for spade').waitFor();
  await searchPage.getByRole('heading', { name: 'Garden spade' }).waitFor();
  const seconds = (performance.now() - began) / 1000;
  assert.ok(seconds < 120, `${seconds} s`);

  assert.equal((await service.call('GET', '/engines/garden-tools')).json.language, 'en');
  assert.deepEqual((await service.call('GET', '/engines/garden-tools/schema')).json, {
    title: 'text',
    description: 'text',
    price: 'number',
  });
  assert.deepEqual((await service.call('GET', '/engines/garden-tools/documents?ids[]=t2')).json, [
    { id: 't2', title: 'Watering can', description: 'Galvanised and leakproof', price: 24.5 },
  ]);
  const { unconfirmed_count: unconfirmed, sample } = await listed(context, service, 'garden-tools');
  assert.deepEqual([unconfirmed, sample], [0, false]);

  await page.getByRole('link', { name: 'Engines', exact: true }).click();
  await page.getByRole('button', { name: 'Create an engine' }).waitFor();
  assert.equal(await start(page).count(), 0, 'the account has an engine of its own');
});

test('the keyboard suffices, from the file button to the search page', async (t) => {
  const { page, service, at } = await visitAsOwner(t);
  const tabTo = async (label: string): Promise<void> => {
    for (let step = 0; step < 80; step++) {
      await page.keyboard.press('Tab');
      const text = await page.evaluate('document.activeElement.textContent');
      if (text === label) return;
    }
    assert.fail(`Tab does not reach ${label}`);
  };
  await page.goto(at('engines'));
  await start(page).waitFor();
  // Before the key presses: the browser needs a moment to report file pickers.
  const chooser = page.waitForEvent('filechooser');
  await tabTo('Choose a file');
  await page.keyboard.press('Enter');
  await (await chooser).setFiles({ name: 'tools.csv', mimeType: 'text/csv', buffer: Buffer.from(TOOLS) });
  await create(page).waitFor();
  await page.locator('h1:focus').waitFor();
  await tabTo('Create engine and import');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your search engine is ready' }).waitFor();
  await tabTo('Open your search page');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Preview' }).waitFor();
  await page.frameLocator('iframe').getByText('1 to 3 of 3').waitFor();
  assert.equal((await service.call('GET', '/engines/tools')).json.document_count, 3);
});

test('the ways onwards after the first import: test a query, get the code', async (t) => {
  const { page, at } = await visitShared(t);
  await page.goto(`${at('engines')}?welcome=on`);
  await choose(page, 'onwards.csv');
  await create(page).click();
  const ready = page.getByRole('region', { name: 'Your search engine is ready' });
  await ready.getByText('3 documents can be searched now.').waitFor();
  await ready.getByRole('button', { name: 'Test a query' }).click();
  const tester = page.getByRole('dialog', { name: 'Test a query' });
  await tester.waitFor();
  await page.keyboard.press('Escape');
  await tester.waitFor({ state: 'detached' });
  await ready.getByRole('link', { name: 'Get the code' }).click();
  await page.getByRole('heading', { name: 'Get the code' }).waitFor();
});

test('a name that is taken is rejected beside the name, and nothing is lost', async (t) => {
  const { page, context, service, at } = await visitShared(t);
  await service.call('POST', '/engines', { body: { name: 'products' } });
  await page.goto(at('engines'));
  await page.getByRole('button', { name: 'Import a file' }).click();
  await choose(page, 'Products.csv');
  await nameOf(page).waitFor();
  assert.equal(await nameOf(page).inputValue(), 'products-2', 'a free name is proposed');
  await page.getByLabel('Field for description').fill('details');
  await nameOf(page).fill('Products');
  await page.getByText('Your engine will be named: products').waitFor();
  await create(page).click();
  await page.getByText('Name is already taken').waitFor();
  await page.locator('input[name=name][aria-invalid=true]:focus').waitFor();
  assert.equal(await nameOf(page).inputValue(), 'Products');
  assert.equal(await page.getByLabel('Field for description').inputValue(), 'details');
  await page.getByRole('heading', { name: 'Products.csv' }).waitFor();

  // Another page and back: the file is still there.
  await page.getByRole('link', { name: 'People' }).click();
  await page.getByRole('heading', { name: 'People' }).waitFor();
  await page.goBack();
  await nameOf(page).waitFor();
  assert.equal(await nameOf(page).inputValue(), 'Products');
  await nameOf(page).fill('garden-products');
  await create(page).click();
  await page.getByText('Imported Products.csv').waitFor();
  const { document_count: count } = await listed(context, service, 'garden-products');
  assert.equal(count, 3);
  assert.equal((await listed(context, service, 'products')).document_count, 0);
  assert.deepEqual(Object.keys((await service.call('GET', '/engines/garden-products/schema')).json).sort(), [
    'details',
    'price',
    'sku',
    'title',
  ]);
});

test('a server error at any step keeps the file and what was typed, also over a reload', async (t) => {
  const { page, context, service, at, expectComplaint } = await visitShared(t);
  expectComplaint(/status of 500/);
  const failing = new Set<string>();
  const failNext = (path: string): void => void failing.add(path);
  await context.route('**/as/v1/engines**', async (route) => {
    const [, path = ''] = new URL(route.request().url()).pathname.split('/as/v1');
    if (route.request().method() !== 'POST' || !failing.delete(path)) return route.continue();
    const body = JSON.stringify({ errors: [`The disk failed at ${path}.`] });
    return route.fulfill({ status: 500, contentType: 'application/json', body });
  });
  await page.goto(`${at('engines')}?welcome=on`);
  await choose(page, 'shears.csv');
  await nameOf(page).fill('kept-name');
  await page.getByLabel('Field for title').fill('label');

  failNext('/engines');
  await create(page).click();
  await page.getByRole('alert').getByText('The disk failed at /engines.').waitFor();
  assert.equal((await service.call('GET', '/engines/kept-name')).status, 404);
  assert.equal(await nameOf(page).inputValue(), 'kept-name');
  assert.equal(await page.getByLabel('Field for title').inputValue(), 'label');

  failNext('/engines/kept-name/schema');
  await create(page).click();
  await page.getByText('Engine kept-name was created, but it is still empty').waitFor();
  await page.getByRole('alert').getByText('The disk failed at /engines/kept-name/schema.').waitFor();

  await page.reload();
  await page.getByText('Choose shears.csv again').waitFor();
  await choose(page, 'shears.csv');
  await page.getByText('Engine kept-name was created, but it is still empty').waitFor();
  assert.equal(await page.getByLabel('Field for title').inputValue(), 'label');

  failNext('/engines/kept-name/documents');
  await page.getByRole('button', { name: 'Import into kept-name' }).click();
  await page.getByText('Stopped shears.csv').waitFor();
  await page.getByRole('alert').getByText('The disk failed at /engines/kept-name/documents.').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Your search engine is ready' }).waitFor();
  const { document_count: count, unconfirmed_count: unconfirmed } = await listed(
    context,
    service,
    'kept-name',
  );
  assert.deepEqual([count, unconfirmed], [3, 0]);
  assert.equal((await service.call('GET', '/engines/kept-name/schema')).json.label, 'text');
});

test('pasted documents become an engine; an unreadable file does not', async (t) => {
  const { page, service, at } = await visitShared(t);
  await page.goto(`${at('engines')}?welcome=on`);
  await choose(page, 'empty.csv', '');
  await page.getByRole('alert').getByText('This file is empty.').waitFor();
  await page.getByRole('button', { name: 'Choose another file' }).click();
  const area = page.getByRole('textbox', { name: 'Documents as JSON' });
  await area.fill('[{"title":"Pasted moss"}]');
  await page.getByRole('button', { name: 'Review' }).click();
  await nameOf(page).fill('pasted-here');
  await page.reload();
  await page.getByRole('button', { name: 'Review' }).click();
  await nameOf(page).waitFor();
  assert.equal(await nameOf(page).inputValue(), 'pasted-here');
  await create(page).click();
  await page.getByText('Imported Pasted text').waitFor();
  const { json } = await service.call('POST', '/engines/pasted-here/search', { body: { query: 'moss' } });
  assert.equal(json.results[0].title.raw, 'Pasted moss');
});

test('a reload in the middle of the import is explained', async (t) => {
  const { page, context, service, at } = await visitShared(t);
  const gate = Promise.withResolvers<void>();
  t.after(() => gate.resolve());
  let requests = 0;
  await context.route('**/documents', async (route) => {
    if (++requests > 1) await gate.promise;
    await route.continue().catch(() => undefined);
  });
  const rows = Array.from({ length: 1_000 }, (_, row) => `Row ${row}`);
  await page.goto(`${at('engines')}?welcome=on`);
  await choose(page, 'rows.csv', ['title', ...rows].join('\n'));
  await create(page).click();
  const count = async (): Promise<number> => (await service.call('GET', '/engines/rows')).json.document_count;
  await until('a part is imported', async () => (await count()) === 100);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  const notice = page.getByRole('alert').filter({ hasText: 'The import of rows.csv was interrupted' });
  await notice.getByText(/those imported so far are added again\.$/).waitFor();
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await notice.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('Drop a file here').waitFor();
  assert.equal(await notice.count(), 0);
});

test('an analyst is not offered to create anything', async (t) => {
  const { context, service, at } = await visitAsOwner(t);
  const api = `${service.baseUrl}/dashboard/api`;
  const headers = { origin: service.baseUrl };
  const invited = await context.request.post(`${api}/accounts/${service.hostIdentifier}/invitations`, {
    headers,
    data: { role: 'analyst' },
  });
  const [, token] = (await invited.json()).path.split('#');
  const guest = await visit(t, service.baseUrl);
  const data = { token, name: 'Anna', password: 'anna only looks' };
  assert.ok((await guest.context.request.post(`${api}/invitations/accept`, { headers, data })).ok());
  await guest.page.goto(`${at('engines')}?welcome=on`);
  await guest.page.getByRole('heading', { name: 'No engines yet' }).waitFor();
  assert.equal(await guest.page.getByLabel('File to import').count(), 0);
});
