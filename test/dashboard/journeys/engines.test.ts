import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitAsOwner, visitShared } from '../../support/browser.ts';
import { until } from '../../support/until.ts';

test('samples are offered at first, and listed with counts and sizes', async (t) => {
  const { page, service, at } = await visitAsOwner(t);
  await page.goto(at('engines'));
  await page.getByRole('heading', { name: 'Drop a file to create a search engine' }).waitFor();
  await page.getByRole('button', { name: 'National parks' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.getByRole('link', { name: 'Engines', exact: true }).click();
  await page.getByRole('link', { name: 'Open National parks' }).waitFor();
  await page.getByRole('button', { name: 'Earthquakes (dates and locations)' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  const { json: schema } = await service.call('GET', '/engines/earthquakes-demo/schema');
  for (const type of ['date', 'geolocation', 'number', 'text'])
    assert.ok(Object.values(schema).includes(type), type);

  await page.getByRole('link', { name: 'Engines', exact: true }).click();
  for (const name of ['national-parks-demo', 'earthquakes-demo']) {
    const { json } = await service.call('GET', `/engines/${name}`);
    const fields = Object.keys((await service.call('GET', `/engines/${name}/schema`)).json).length;
    const cells = page.getByRole('row', { name: new RegExp(`^${name}`) }).getByRole('cell');
    await cells.first().waitFor();
    assert.deepEqual((await cells.allTextContents()).slice(1, 3), [
      String(json.document_count),
      String(fields),
    ]);
    assert.match((await cells.allTextContents())[3] ?? '', /^[\d.]+ KB$/);
    await cells.first().getByText('sample', { exact: true }).waitFor();
  }

  // Once the account has an engine of its own, the samples are in a menu.
  await service.call('DELETE', '/engines/earthquakes-demo');
  const own = await service.engine();
  await page.reload();
  await page.getByRole('link', { name: own }).waitFor();
  assert.equal(await page.getByRole('row', { name: own }).getByText('sample').count(), 0);
  await page.getByRole('button', { name: 'Samples' }).click();
  await page.getByRole('menuitem', { name: 'Earthquakes (dates and locations)' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  assert.equal((await service.call('GET', '/engines/earthquakes-demo')).status, 200);
});

test('engines are sorted by any column, and the order is in the address', async (t) => {
  const { page, service, at } = await visitAsOwner(t);
  const few = await service.engine({ documents: [{ id: 'a', title: 'Moss' }] });
  const none = await service.engine();
  const many = await service.engine({ documents: ['a', 'b', 'c'].map((id) => ({ id, one: '1', two: '2' })) });
  const names = async (): Promise<string[]> => {
    const rows = await page.getByRole('row').getByRole('link').allTextContents();
    return rows.map((text) => text.trim());
  };
  await page.goto(at('engines'));
  await page.getByRole('link', { name: few }).waitFor();
  assert.deepEqual(await names(), [few, none, many]);
  const heading = page.getByRole('columnheader', { name: 'Documents' });
  const sorted = (direction: string) => page.locator(`th[aria-sort=${direction}]`, { hasText: 'Documents' });
  await heading.getByRole('button').click();
  await sorted('descending').waitFor();
  assert.deepEqual(await names(), [many, few, none]);
  await heading.getByRole('button').click();
  await sorted('ascending').waitFor();
  assert.deepEqual(await names(), [none, few, many]);
  assert.equal(new URL(page.url()).searchParams.get('sort'), 'documents');
  await page.reload();
  await sorted('ascending').waitFor();
  assert.deepEqual(await names(), [none, few, many]);
  await page.getByRole('button', { name: 'Created' }).click();
  await page.locator('th[aria-sort=descending]', { hasText: 'Created' }).waitFor();
  assert.deepEqual(await names(), [many, none, few]);
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await page.locator('th[aria-sort=ascending]', { hasText: 'Name' }).waitFor();
  assert.equal(new URL(page.url()).search, '');
});

test('a click anywhere on the row of an engine or account opens it', async (t) => {
  const { page, context, service, at } = await visitShared(t);
  const engine = await service.engine();
  await page.goto(at('engines'));
  const cell = page.getByRole('row', { name: engine }).getByRole('cell').nth(1);
  const [tab] = await Promise.all([context.waitForEvent('page'), cell.click({ modifiers: ['Control'] })]);
  await tab.getByRole('heading', { name: 'Overview' }).waitFor();
  await tab.close();
  await cell.click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  assert.equal(new URL(page.url()).pathname, at('engines', engine));
  await page.goto(at('engines'));
  await page.getByRole('button', { name: `Delete ${engine}`, exact: true }).click();
  await page.getByRole('dialog', { name: 'Delete this engine?' }).waitFor();
  assert.equal(new URL(page.url()).pathname, at('engines'), 'the button has its own action');

  await page.goto('/accounts');
  await page.getByRole('cell', { name: 'Owner' }).click();
  await page.getByRole('heading', { name: 'Engines' }).waitFor();
});

test('the overview shows content and endpoint of an engine; deleting it requires its name', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine({ documents: [{ id: 'a', title: 'Moss' }] });
  const other = await service.engine();
  await page.goto(at('engines', engine));
  const main = page.getByRole('main');
  await main.getByText(service.hostIdentifier, { exact: true }).waitFor();
  await main.getByText(service.baseUrl).first().waitFor();
  await main.getByText('just now').first().waitFor();
  await page.getByRole('button', { name: 'Show snippets' }).click();
  await page.getByRole('tab', { name: 'enterprise-search' }).click();
  await page.getByText(`engine_name: '${engine}'`).first().waitFor();
  assert.equal(new URL(page.url()).searchParams.get('client'), 'enterprise-search');

  await page.getByRole('button', { name: 'Delete engine' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this engine?' });
  await dialog.getByText('The engine, 1 document and its schema will be deleted permanently').waitFor();
  const confirm = dialog.getByRole('button', { name: 'Delete engine' });
  await dialog.getByLabel(`Type ${engine} to confirm`).fill(other);
  assert.equal(await confirm.isDisabled(), true);
  await dialog.getByLabel(`Type ${engine} to confirm`).fill(engine);

  // Another person deletes it and creates one with the same name, which was never confirmed.
  await service.call('DELETE', `/engines/${engine}`);
  await service.call('POST', '/engines', { body: { name: engine } });
  await confirm.click();
  await dialog.getByText('Someone else changed this in the meantime. Nothing was saved.').waitFor();
  assert.equal((await service.call('GET', `/engines/${engine}`)).status, 200);
  await dialog.getByText('The engine, 0 documents and its schema will be deleted permanently').waitFor();
  await confirm.click();
  await page.getByText(`Engine ${engine} deleted.`).waitFor();
  await page.getByRole('link', { name: other }).waitFor();
  assert.equal((await service.call('GET', `/engines/${engine}`)).status, 404);
  assert.equal((await service.call('GET', `/engines/${other}`)).status, 200);
});

test('each page of an engine shows that it was deleted in another tab', async (t) => {
  const { page, context, service, at } = await visitShared(t);
  const engine = await service.engine({ documents: [{ id: 'a', title: 'Moss' }] });
  const pages = [];
  for (const rest of [[], ['schema'], ['documents'], ['documents', 'a'], ['preview']]) {
    const tab = rest.length === 0 ? page : await context.newPage();
    await tab.goto(at('engines', engine, ...rest));
    await tab.getByRole('heading', { level: 1 }).first().waitFor();
    pages.push(tab);
  }
  const editing = await context.newPage();
  await editing.goto(`${at('engines', engine, 'documents', 'a')}?edit=on`);
  const typed = '{ "id": "a", "title": "typed for nothing?" }';
  await editing.getByRole('textbox', { name: /JSON/ }).fill(typed);
  await service.call('DELETE', `/engines/${engine}`);
  for (const tab of pages) {
    await until(`${tab.url()} says so`, async () => {
      // As when the tab gets the focus again.
      await tab.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
      return tab.getByRole('heading', { name: 'Not found' }).isVisible();
    });
    await tab.getByText('Could not find engine.').waitFor();
  }
  await editing.getByRole('button', { name: 'Save' }).click();
  await editing.getByText('Could not find engine.').waitFor();
  assert.equal(await editing.getByRole('textbox', { name: /JSON/ }).inputValue(), typed, 'nothing is lost');
});

test('Cancel discards what was typed for a new engine; closing the dialog otherwise keeps it', async (t) => {
  const { page, at } = await visitShared(t);
  await page.goto(`${at('engines')}?create=on`);
  const name = page.getByRole('dialog').getByLabel('Name');
  const reopened = async (): Promise<string> => {
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Create an engine' }).click();
    return name.inputValue();
  };
  await name.fill('half-typed');
  await page.keyboard.press('Escape');
  assert.equal(await reopened(), 'half-typed');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await reopened(), '');
});
