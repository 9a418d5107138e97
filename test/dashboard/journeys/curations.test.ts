import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { post, visit, visitShared } from '../../support/browser.ts';
import { until } from '../../support/until.ts';

const DOCUMENTS = [
  { id: 'a', title: 'Lava field' },
  { id: 'b', title: 'Lava tube' },
  { id: 'c', title: 'Lava lake' },
  { id: 'd', title: 'Quiet pond' },
];

async function withEngine(t: TestContext) {
  const { page, context, service, at } = await visitShared(t);
  const engine = await service.engine({ documents: DOCUMENTS });
  const path = `/engines/${engine}`;
  return {
    page,
    context,
    service,
    path,
    address: at('engines', engine, 'curations'),
    /** The curations that the API has, without their ids. */
    curations: async (): Promise<object[]> =>
      (await service.call('GET', `${path}/curations`)).json.results.map(
        ({ id, ...curation }: { id: string }) => curation,
      ),
    curate: async (body: object): Promise<string> =>
      (await service.call('POST', `${path}/curations`, { body })).json.id,
    found: async (query: string): Promise<string[]> =>
      (await service.call('POST', `${path}/search`, { body: { query } })).json.results.map(
        ({ id }: { id: { raw: string } }) => id.raw,
      ),
  };
}

const panel = (page: Page, name: string) => page.getByRole('region', { name });
/** Waits until a panel lists documents with these titles, in order. */
const lists = (page: Page, name: string, titles: readonly string[]): Promise<void> =>
  until(`${name} are ${titles}`, async () => {
    const shown = await panel(page, name).getByRole('link').allTextContents();
    return JSON.stringify(shown) === JSON.stringify(titles);
  });
const said = (page: Page, text: string): Promise<void> => page.getByText(text).waitFor({ state: 'attached' });
const save = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Curation saved.').first().waitFor();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
};

test('a curation is made from live results with the keyboard alone, and applies once it is created', async (t) => {
  const { page, address, curations, found } = await withEngine(t);
  await page.goto(address);
  await page.getByText('No curations yet').waitFor();
  await page.getByRole('combobox', { name: 'Queries of a new curation' }).focus();
  await page.keyboard.type('lava');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Curation for “lava”' }).waitFor();
  const organic = panel(page, 'Organic results');
  await organic.getByText('3 results', { exact: true }).waitFor();

  await organic.getByRole('button', { name: 'Promote Lava lake' }).press('Enter');
  await said(page, 'Lava lake is promoted, position 1 of 1.');
  await organic.getByRole('button', { name: 'Promote Lava tube' }).press('Space');
  await organic.getByText('Promoted to position 2').waitFor();
  await organic.getByRole('button', { name: 'Hide Lava field' }).press('Enter');
  await said(page, 'Lava field is hidden.');

  const promoted = panel(page, 'Promoted documents');
  await promoted.getByRole('button', { name: 'Move up Lava tube' }).focus();
  await page.keyboard.press('ArrowUp');
  await said(page, 'Lava tube is at position 1 of 2.');
  await page.keyboard.press('End');
  await said(page, 'Lava tube is at position 2 of 2.');
  await page.keyboard.press('Enter');
  await said(page, 'Lava tube is at position 1 of 2.');
  assert.equal(await page.evaluate('document.activeElement.ariaLabel'), 'Move up Lava tube');
  await lists(page, 'Promoted documents', ['Lava tube', 'Lava lake']);
  assert.deepEqual(await curations(), [], 'nothing is saved yet');

  await page.getByRole('button', { name: 'Create', exact: true }).press('Enter');
  await page.getByText('Curation created.').waitFor();
  await page.waitForURL(/\/curations\/cur-[0-9a-f]{24}/);
  assert.deepEqual(await curations(), [{ queries: ['lava'], promoted: ['b', 'c'], hidden: ['a'] }]);
  assert.deepEqual(await found('LAVA'), ['b', 'c']);
});

test('promoted documents are ordered with the mouse, and changes can be discarded', async (t) => {
  const { page, address, curate, curations } = await withEngine(t);
  const id = await curate({ queries: ['lava'], promoted: ['a', 'b', 'c'] });
  await page.goto(`${address}/${id}`);
  const rows = panel(page, 'Promoted documents').getByRole('listitem');
  await rows.getByText('Lava lake').waitFor();
  const last = await rows.nth(2).boundingBox();
  assert.ok(last);
  await rows
    .nth(0)
    .locator('[draggable="true"]')
    .dragTo(rows.nth(2), { targetPosition: { x: 60, y: last.height - 4 } });
  await lists(page, 'Promoted documents', ['Lava tube', 'Lava lake', 'Lava field']);
  await save(page);
  assert.deepEqual(await curations(), [{ queries: ['lava'], promoted: ['b', 'c', 'a'], hidden: [] }]);

  await rows
    .nth(2)
    .locator('[draggable="true"]')
    .dragTo(rows.nth(0), { targetPosition: { x: 60, y: 4 } });
  await lists(page, 'Promoted documents', ['Lava field', 'Lava tube', 'Lava lake']);
  await page.getByRole('button', { name: 'Move down Lava field' }).click();
  await page.getByRole('button', { name: 'Stop promoting Lava lake' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  await lists(page, 'Promoted documents', ['Lava tube', 'Lava lake', 'Lava field']);
});

test('missing documents are marked and removed, hidden ones restored, others found by a search', async (t) => {
  const { page, service, path, address, curate, curations } = await withEngine(t);
  const id = await curate({ queries: ['lava'], promoted: ['a', 'd'], hidden: ['b'] });
  await service.call('DELETE', `${path}/documents`, { body: ['a'] });
  await page.goto(`${address}/${id}`);
  await page.getByText('1 document not found').waitFor();
  await panel(page, 'Promoted documents').getByText('not found').waitFor();
  await panel(page, 'Hidden documents').getByRole('button', { name: 'Restore Lava tube' }).click();
  await page.getByLabel('Search all documents').fill('lake');
  await panel(page, 'Other documents').getByRole('button', { name: 'Promote Lava lake' }).click();

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('promoted contains invalid document ids: [a]').waitFor();
  await page.reload();
  await page.getByText('Unsaved changes').waitFor();
  assert.equal(await page.getByLabel('Search all documents').inputValue(), 'lake');
  await page.getByRole('button', { name: 'Remove missing documents' }).click();
  await save(page);
  assert.deepEqual(await curations(), [{ queries: ['lava'], promoted: ['d', 'c'], hidden: [] }]);
});

test('creating a curation for a query that has one opens it', async (t) => {
  const { page, address, curate } = await withEngine(t);
  const id = await curate({ queries: ['Lava'], promoted: ['a', 'b'], hidden: ['c'] });
  await page.goto(address);
  const row = page.getByRole('row', { name: /^Lava/ });
  await row.waitFor();
  assert.deepEqual((await row.getByRole('cell').allTextContents()).slice(1, 3), ['2', '1']);
  await page.getByRole('combobox', { name: 'Queries of a new curation' }).fill('lava');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('“lava” already has a curation.').waitFor();
  await page.waitForURL(new RegExp(`/curations/${id}$`));
  await lists(page, 'Hidden documents', ['Lava lake']);
});

test('queries are changed, with the results of each, and the curation is deleted', async (t) => {
  const { page, address, curate, curations } = await withEngine(t);
  const id = await curate({ queries: ['lava'], promoted: ['a'] });
  await curate({ queries: ['tube'], promoted: ['b'] });
  await page.goto(`${address}/${id}`);
  const queries = page.getByRole('combobox', { name: 'Applies to' });
  await queries.fill('pond');
  await queries.press('Enter');
  await page.getByLabel('Include the empty query').check();
  const organic = panel(page, 'Organic results');
  await organic.getByLabel('Query', { exact: true }).selectOption('pond');
  await organic.getByText('1 result', { exact: true }).waitFor();
  await lists(page, 'Organic results', ['Quiet pond']);
  await organic.getByLabel('Query', { exact: true }).selectOption('(empty query)');
  await organic.getByText('4 results', { exact: true }).waitFor();
  await save(page);
  await queries.fill('tube');
  await queries.press('Enter');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('query already exists under another curation').waitFor();
  assert.equal(await queries.getAttribute('aria-invalid'), 'true');
  await page.getByRole('button', { name: 'Discard' }).click();

  await page.getByRole('main').getByRole('link', { name: 'Curations', exact: true }).click();
  await page.getByRole('button', { name: 'Delete lava, pond, (empty query)' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Delete this curation?' });
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('1 curation', { exact: true }).waitFor();
  assert.deepEqual(await curations(), [{ queries: ['tube'], promoted: ['b'], hidden: [] }]);
});

test('the second of two people who change a curation sees the first change, and decides', async (t) => {
  const { page, service, path, address, curate, curations } = await withEngine(t);
  const id = await curate({ queries: ['lava'], promoted: ['a'] });
  const other = (await visitShared(t)).page;
  for (const one of [page, other]) {
    await one.goto(`${address}/${id}`);
    await panel(one, 'Organic results').getByRole('button', { name: 'Promote Lava lake' }).waitFor();
  }
  await page.getByRole('button', { name: 'Promote Lava lake' }).click();
  await save(page);
  await other.getByRole('button', { name: 'Promote Lava tube' }).click();
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  const conflict = other.getByRole('dialog', { name: 'Someone else saved first' });
  await conflict.getByText('2. c').waitFor();
  await conflict.getByText('2. b').waitFor();
  assert.deepEqual(await curations(), [{ queries: ['lava'], promoted: ['a', 'c'], hidden: [] }]);
  await conflict.getByRole('button', { name: 'Overwrite' }).click();
  await conflict.waitFor({ state: 'detached' });
  await until('it is saved', async () => JSON.stringify(await curations()).includes('["a","b"]'));

  await service.call('DELETE', `${path}/curations/${id}`);
  await page.getByRole('button', { name: 'Hide Lava tube' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const deleted = page.getByRole('dialog', { name: 'Someone else saved first' });
  await deleted.getByText('Deleted.').waitFor();
  await deleted.getByRole('button', { name: 'Create again' }).click();
  await page.getByText('Curation created.').waitFor();
  assert.deepEqual(await curations(), [{ queries: ['lava'], promoted: ['a', 'c'], hidden: ['b'] }]);
});

test('an analyst sees curations and suggestions, without any control that changes them', async (t) => {
  const { context, service, address, curate } = await withEngine(t);
  const id = await curate({ queries: ['lava'], promoted: ['a', 'b'], hidden: ['c'] });
  const { path: link = '' } = await post(
    context,
    service.baseUrl,
    `/accounts/${service.hostIdentifier}/invitations`,
    { role: 'analyst' },
  );
  const { page, context: guest } = await visit(t, service.baseUrl);
  const token = link.split('#')[1];
  const person = { name: 'Anna', password: 'anna looks around' };
  await post(guest, service.baseUrl, '/invitations/accept', { token, ...person });
  await page.goto(address);
  await page.getByRole('link', { name: 'lava' }).click();
  await panel(page, 'Organic results').getByText('3 results', { exact: true }).waitFor();
  await lists(page, 'Promoted documents', ['Lava field', 'Lava tube']);
  const controls = /^(Promote|Hide|Restore|Move|Stop|Save|Delete|Edit|Continue|Compute|Settings)/;
  assert.equal(await page.getByRole('button', { name: controls }).count(), 0);
  assert.ok(page.url().endsWith(id));
  await page.goto(`${address}?tab=suggestions`);
  await page.getByText('No pending suggestions').waitFor();
  assert.equal(await page.getByRole('button', { name: controls }).count(), 0);
});
