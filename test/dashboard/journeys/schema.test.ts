import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { visit, visitShared } from '../../support/browser.ts';
import { until } from '../../support/until.ts';

const BOOKS = Array.from({ length: 40 }, (_, i) => ({
  id: `book-${i}`,
  title: `Book ${i}`,
  year: i % 10 === 3 ? `about ${1900 + i}` : `${1900 + i}`,
  read: i === 7 ? '=last "summer", really' : '2024-05-01',
}));

/** The file that the page downloads when a button is pressed. */
async function downloaded(page: Page, button: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

test('types are changed after a review of the conversion errors, and the report lists them', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine({ documents: BOOKS });
  await page.goto(at('engines', engine, 'schema'));
  assert.equal(await page.getByRole('row').nth(1).textContent(), 'iddocument ID fixed');
  await page.getByLabel('Type of year').selectOption('number');
  await page.getByLabel('Type of read').selectOption('date');
  await page.getByText('2 unsaved type changes').waitFor();
  await page.reload();
  assert.equal(await page.getByLabel('Type of year').inputValue(), 'number', 'a reload loses no choice');

  await page.getByRole('button', { name: 'Preview changes' }).click();
  const year = page.getByRole('region', { name: 'Effect on year' });
  await year.getByText('36 values convert').waitFor();
  await year.getByText('4 values fail').waitFor();
  await year.getByRole('cell', { name: 'about 1903' }).waitFor();
  const { json: before } = await service.call('GET', `/engines/${engine}/schema`);
  assert.deepEqual(before, { title: 'text', year: 'text', read: 'text' }, 'looking changes nothing');
  await page.getByRole('button', { name: 'Save anyway' }).click();
  await page.getByText('5 values could not be converted', { exact: true }).waitFor();
  const { json: after } = await service.call('GET', `/engines/${engine}/schema`);
  assert.deepEqual(after, { title: 'text', year: 'number', read: 'date' });
  assert.equal(await page.getByText('unsaved type change').count(), 0);

  // The notice can be dismissed; the link to the report stays.
  await page.getByRole('main').getByRole('button', { name: 'Dismiss' }).click();
  await page.getByText('They have been null').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('5 values could not be converted.').waitFor();
  assert.equal(await page.getByText('They have been null').count(), 0, 'also after a reload');
  await page.getByRole('link', { name: 'View errors' }).click();
  const table = page.getByRole('table', { name: 'Values of year that failed' });
  await table.waitFor();
  assert.equal(await table.getByRole('row').count(), 1 + 4);
  await table.getByText("Value 'about 1903' cannot be parsed as a float").waitFor();
  const link = table.getByRole('link', { name: 'book-13' });
  assert.equal(await link.getAttribute('href'), at('engines', engine, 'documents', 'book-13'));

  const ndjson = await downloaded(page, 'NDJSON');
  const report = await service.call('GET', `/engines/${engine}/schema/reindex/failures`, {
    headers: { accept: 'application/x-ndjson' },
  });
  assert.equal(ndjson.text, report.text);
  assert.match(ndjson.name, new RegExp(`^${engine}-failures-\\d+\\.ndjson$`));
  const csv = await downloaded(page, 'CSV');
  const lines = csv.text.split('\r\n');
  assert.equal(lines[0], 'document_id,field,type,value,reason');
  assert.equal(lines.length, 1 + 5 + 1);
  assert.ok(
    lines.includes(
      `book-7,read,date,"'=last ""summer"", really","Value '=last ""summer"", really' cannot be parsed as a date (RFC 3339)"`,
    ),
    csv.text,
  );
});

test('a field is added, with messages of the server while typing', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine({ schema: { title: 'text' } });
  await page.goto(at('engines', engine, 'schema'));
  await page.getByRole('button', { name: 'Add a field' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a field' });
  const name = dialog.getByLabel('Name');
  for (const bad of ['Published On', '_x', '12', 'highlight', 'id', 'naïve-thing', 'a'.repeat(65)]) {
    await name.fill(bad);
    const { json } = await service.call('POST', `/engines/${engine}/schema`, { body: { [bad]: 'text' } });
    for (const message of json.errors) await dialog.getByText(message, { exact: true }).waitFor();
    const shown = await dialog.getByText(/^Name (?:can|must)/).count();
    assert.equal(shown, json.errors.length, `${bad}: ${json.errors}`);
  }
  await name.fill('title');
  await dialog.getByText('Name must be unique').waitFor();
  await name.fill('Publié le');
  await dialog.getByRole('button', { name: 'Use publie_le' }).click();
  await dialog.getByLabel('Type').selectOption('date');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByLabel('Type of publie_le').waitFor();
  const { json } = await service.call('GET', `/engines/${engine}/schema`);
  assert.deepEqual(json, { title: 'text', publie_le: 'date' });
});

test('fields added by documents are marked until their types are confirmed', async (t) => {
  const { page, context, service, at } = await visitShared(t);
  const engine = await service.engine({ schema: { title: 'text' } });
  await service.call('POST', `/engines/${engine}/documents`, { body: [{ id: '1', title: 'x', pages: '9' }] });
  await page.goto(at('engines', engine, 'schema'));
  await page.getByText('1 new field was detected').waitFor();
  const row = page.getByRole('row', { name: /^pages/ });
  await row.getByText('unconfirmed').waitFor();
  // The badge is next to the name, so that all rows are equally high, except for half a border of the last one.
  const heightOf = async (name: RegExp) => (await page.getByRole('row', { name }).boundingBox())?.height ?? 0;
  assert.ok(Math.abs((await heightOf(/^pages/)) - (await heightOf(/^title/))) <= 1);
  await page.getByRole('button', { name: 'Confirm types' }).click();
  await row.getByText('unconfirmed').waitFor({ state: 'detached' });
  const address = `/dashboard/api/accounts/${service.hostIdentifier}/engines/${engine}/overview`;
  const overview = await (await context.request.get(service.baseUrl + address)).json();
  assert.deepEqual(overview.unconfirmed_fields, []);
});

/** Counts how far the content of the page has moved by itself. A string, because tests are compiled without DOM types. */
const MOVED = `new Promise((resolve) => {
  new PerformanceObserver((list) =>
    resolve(list.getEntries().reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0)),
  ).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(0), 1000);
})`;

test('the notice about conversion errors does not push the fields down when it arrives', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine({ documents: BOOKS });
  await service.call('POST', `/engines/${engine}/schema`, { body: { year: 'number' } });
  await service.settled(engine);
  await page.route('**/reindex/failures*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.goto(at('engines', engine, 'schema'));
  await page.getByText('4 values could not be converted', { exact: true }).waitFor();
  const moved = Number(await page.evaluate(MOVED));
  assert.ok(moved < 0.05, `moved by ${moved}`);
});

test('an engine without fields explains where they come from, and its first field can be added', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine();
  await page.goto(at('engines', engine, 'schema'));
  await page.getByRole('heading', { name: 'No fields yet' }).waitFor();
  await page.getByRole('button', { name: 'Add a field' }).click();
  await page.getByLabel('Name').fill('place');
  await page.getByLabel('Type').selectOption('geolocation');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByLabel('Type of place').waitFor();
  const { json } = await service.call('GET', `/engines/${engine}/schema`);
  assert.deepEqual(json, { place: 'geolocation' });
});

test('two people change the same type: the second sees both, and decides', async (t) => {
  const { page, context, service, at } = await visitShared(t);
  const engine = await service.engine({ documents: [{ id: '1', year: '1999', title: 'One' }] });
  const second = await context.newPage();
  await page.goto(at('engines', engine, 'schema'));
  await page.getByLabel('Type of year').selectOption('date');

  await second.goto(at('engines', engine, 'schema'));
  await second.getByLabel('Type of year').selectOption('number');
  await second.getByRole('button', { name: 'Preview changes' }).click();
  await second.getByRole('button', { name: 'Save', exact: true }).click();
  await second.getByText('unsaved type change').waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Preview changes' }).click();
  const conflict = page.getByRole('dialog', { name: 'Someone else saved first' });
  await conflict.getByText('"year": "number"').waitFor();
  await conflict.getByText('"year": "date"').waitFor();
  const { json: kept } = await service.call('GET', `/engines/${engine}/schema`);
  assert.equal(kept.year, 'number', 'nothing is silently overwritten');
  await conflict.getByRole('button', { name: 'Preview mine' }).click();
  await page.getByText('1 value fails').waitFor();
  await page.getByRole('button', { name: 'Save anyway' }).click();
  await page.getByText('unsaved type change').waitFor({ state: 'detached' });
  const { json } = await service.call('GET', `/engines/${engine}/schema`);
  assert.equal(json.year, 'date');
});

test('the page shows that the engine was deleted meanwhile', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine({ schema: { title: 'text' } });
  await page.goto(at('engines', engine, 'schema'));
  await page.getByLabel('Type of title').waitFor();
  await service.call('DELETE', `/engines/${engine}`);
  await page.getByText('Could not find engine.').waitFor();
});

test('the schema is changed with the keyboard alone', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine({ documents: [{ id: '1', year: '1999' }] });
  await page.goto(at('engines', engine, 'schema'));
  await page.getByRole('heading', { name: 'Schema' }).waitFor();
  const press = (key: string) => page.keyboard.press(key);
  const inFocus = () =>
    page.evaluate(
      'document.activeElement.ariaLabel || document.activeElement.textContent',
    ) as Promise<string>;
  const tabTo = async (label: string) => {
    for (let steps = 0; (await inFocus()) !== label; steps++) {
      assert.ok(steps < 40, `Tab does not lead to ${label}`);
      await press('Tab');
    }
  };
  await tabTo('Add a field');
  await press('Enter');
  await page.getByRole('dialog', { name: 'Add a field' }).waitFor();
  await until(
    'the name is in focus',
    async () => (await page.evaluate('document.activeElement.name')) === 'name',
  );
  await page.keyboard.type('price');
  await press('Tab');
  await page.keyboard.type('num');
  await tabTo('Add');
  await press('Enter');
  await page.getByLabel('Type of price').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await tabTo('Type of year');
  await page.keyboard.type('num');
  await tabTo('Preview changes');
  await press('Enter');
  await page.getByText('1 value converts').waitFor();
  await tabTo('Save');
  await press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await until('the title is in focus', async () => (await inFocus()) === 'Schema');
  const { json } = await service.call('GET', `/engines/${engine}/schema`);
  assert.deepEqual(json, { year: 'number', price: 'number' });
});

test('an analyst sees types and reports, but cannot change them', async (t) => {
  const { context, service, at } = await visitShared(t);
  const engine = await service.engine({ documents: BOOKS });
  await service.call('POST', `/engines/${engine}/schema`, { body: { year: 'number' } });
  await service.settled(engine);
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
  await guest.page.goto(at('engines', engine, 'schema'));
  await guest.page.getByRole('row', { name: /^year number/ }).waitFor();
  await guest.page.getByRole('link', { name: 'View errors' }).waitFor();
  assert.equal(await guest.page.getByRole('combobox').count(), 0);
  assert.equal(await guest.page.getByRole('button', { name: /^(Add|Confirm)/ }).count(), 0);
  await guest.context.close();
});
