import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitAsOwner, visitShared } from '../../support/browser.ts';
import { until } from '../../support/until.ts';

test('samples are offered at first, and listed with counts and sizes', async (t) => {
  const { page, service, at } = await visitAsOwner(t);
  await page.goto(at('engines'));
  await page.getByRole('heading', { name: 'No engines yet' }).waitFor();
  await page.getByRole('button', { name: 'National parks' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.getByRole('link', { name: 'Engines', exact: true }).click();
  await page.getByRole('button', { name: 'Samples' }).click();
  await page.getByRole('menuitem', { name: 'Earthquakes (dates and locations)' }).click();
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
  }
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
