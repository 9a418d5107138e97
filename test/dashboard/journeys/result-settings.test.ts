import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { bytes } from '../../../dashboard/src/parts/numbers.ts';
import { visitShared } from '../../support/browser.ts';
import { visitProcess } from '../../support/dashboard-process.ts';
import { until } from '../../support/until.ts';

const LONG = 'A quiet lake between two mountains. '.repeat(20).trim();
const SCHEMA = { title: 'text', description: 'text', visitors: 'number' };
const DOCUMENTS = Array.from({ length: 12 }, (_, at) => ({
  id: `park-${at}`,
  title: `Park ${at}`,
  description: LONG,
  visitors: at,
}));

async function withEngine(t: TestContext) {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine({ schema: SCHEMA, documents: DOCUMENTS });
  const path = `/engines/${engine}/search_settings`;
  return {
    page,
    service,
    engine,
    fields: async () => (await service.call('GET', path)).json.result_fields,
    put: async (body: unknown) => assert.equal((await service.call('PUT', path, { body })).status, 200),
    address: at('engines', engine, 'result-settings'),
  };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const answer = (page: Page) => page.getByRole('region', { name: 'answer as JSON' });

test('fields are chosen beside the answer and its size, saved, and undone', async (t) => {
  const { page, service, engine, fields, address } = await withEngine(t);
  const before = await fields();
  await page.goto(`${address}?q=lake`);
  await answer(page).getByText('Park').first().waitFor();
  const sizes = page.getByRole('region', { name: 'Answer', exact: true }).getByRole('definition');
  await page.getByText('no change').first().waitFor();
  assert.match((await sizes.first().textContent()) ?? '', /^[\d,.]+ (bytes|KB)no change$/);

  await page.getByLabel('Raw description').uncheck();
  await page.getByLabel('Snippet of description').check();
  await page.getByLabel('Maximum snippet size of description').fill('40');
  await page.getByLabel('Maximum raw size of title').fill('30');
  await page.getByLabel('Raw visitors').uncheck();
  await answer(page).getByText('<em>lake</em>').first().waitFor();
  await page
    .getByText(/^saved: .* \(−\d+%\)$/)
    .first()
    .waitFor();
  assert.deepEqual(await fields(), before, 'trying changes nothing');
  await page.reload();
  await page.getByText('Unsaved changes').waitFor();

  await button(page, 'Save').click();
  await page.getByText('Settings saved.').waitFor();
  assert.deepEqual(await fields(), {
    id: { raw: {} },
    title: { raw: { size: 30 } },
    description: { snippet: { size: 40, fallback: true } },
  });
  const { json } = await service.call('POST', `/engines/${engine}/search`, { body: { query: 'lake' } });
  assert.deepEqual(Object.keys(json.results[0]).toSorted(), ['_meta', 'description', 'id', 'title']);
  await button(page, 'Undo').click();
  await page.getByText('The previous settings are in force again.').waitFor();
  assert.deepEqual(await fields(), before);
});

test('the size of a page is that of the answer of the API', async (t) => {
  const { page, service, engine, put, address } = await withEngine(t);
  await put({ result_fields: { title: { raw: {} } } });
  await page.goto(`${address}?q=lake`);
  const { text } = await service.call('POST', `/engines/${engine}/search`, { body: { query: 'lake' } });
  await page.getByText('Page of ten', { exact: true }).waitFor();
  await page.getByText(bytes(Buffer.byteLength(text)), { exact: true }).waitFor();
});

test('all fields are cleared, and defaults are restored without those of relevance', async (t) => {
  const { page, service, engine, fields, put, address } = await withEngine(t);
  await put({ precision: 8 });
  const before = await fields();
  await page.goto(address);
  await button(page, 'Clear all').click();
  assert.equal(await page.getByLabel('Raw title').isChecked(), false);
  await button(page, 'Save').click();
  await page.getByText('Settings saved.').waitFor();
  assert.deepEqual(await fields(), {});

  await button(page, 'Restore defaults').click();
  const dialog = page.getByRole('dialog', { name: 'Restore the default result settings?' });
  await dialog.getByRole('button', { name: 'Restore defaults' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(await fields(), before);
  const { json } = await service.call('GET', `/engines/${engine}/search_settings`);
  assert.equal(json.precision, 8);
  // Fields that are added later are returned again.
  await service.call('POST', `/engines/${engine}/documents`, { body: { id: 'new', fresh: 'x' } });
  assert.deepEqual((await fields()).fresh, { raw: {} });
});

test('a size out of bounds is said beside its input, and corrected when the input is left', async (t) => {
  const { page, fields, address } = await withEngine(t);
  await page.goto(address);
  const size = page.getByLabel('Maximum raw size of title');
  await size.fill('5');
  await page.getByText('20 to 1000').waitFor();
  assert.equal(await size.getAttribute('aria-invalid'), 'true');
  await page.keyboard.press('Tab');
  assert.equal(await size.inputValue(), '20');
  await button(page, 'Save').click();
  await page.getByText('Settings saved.').waitFor();
  assert.deepEqual((await fields()).title, { raw: { size: 20 } });
});

test('the second of two people who change the result settings sees the first change', async (t) => {
  const { page, fields, put, address } = await withEngine(t);
  await page.goto(address);
  await page.getByLabel('Raw visitors').uncheck();
  await put({ result_fields: { title: { raw: {} } } });
  await button(page, 'Save').click();
  const conflict = page.getByRole('dialog', { name: 'Someone else saved first' });
  await conflict.getByText('Current', { exact: true }).waitFor();
  await conflict.getByRole('button', { name: 'Discard mine' }).click();
  await conflict.waitFor({ state: 'detached' });
  await until(
    'their settings are shown',
    async () => !(await page.getByLabel('Raw description').isChecked()),
  );
  assert.deepEqual(await fields(), { title: { raw: {} } });
});

test('settings that are changed while the server is away can be saved after its restart', async (t) => {
  const { page, at, call, kill, restart } = await visitProcess(t);
  await call('POST', '/engines', { name: 'books' });
  await call('POST', '/engines/books/schema', { title: 'text' });
  await page.goto(at('engines', 'books', 'result-settings'));
  const snippet = page.getByLabel('Snippet of title', { exact: true });
  await snippet.waitFor();
  await kill();
  await snippet.check();
  await button(page, 'Save').click();
  await page.getByText('The server cannot be reached.').waitFor();
  await restart();
  await page.getByText('The server cannot be reached.').waitFor({ state: 'detached' });
  await button(page, 'Save').click();
  await page.getByText('Settings saved.').waitFor();
  const { json } = await call('GET', '/engines/books/search_settings');
  assert.deepEqual(json.result_fields.title, { raw: {}, snippet: { fallback: true } });
});
