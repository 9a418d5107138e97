import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitShared } from '../../support/browser.ts';

test('a meta engine is listed with its sources; its documents and schema can be viewed, not changed', async (t) => {
  const { page, service, at } = await visitShared(t);
  const books = await service.engine({
    schema: { shelf: 'number' },
    documents: [{ id: 'a', title: 'Moss', shelf: 1 }],
  });
  const films = await service.engine({ documents: [{ id: 'a', title: 'Fern', shelf: 'upper' }] });
  await service.call('POST', '/engines', {
    body: { name: 'all-media', type: 'meta', source_engines: [books, films] },
  });
  await page.goto(at('engines'));
  const row = page.getByRole('row', { name: /^all-media/ });
  await row.getByText('meta engine').waitFor();
  assert.deepEqual((await row.getByRole('cell').allTextContents()).slice(1, 3), ['2', '2']);

  await row.getByRole('link', { name: 'all-media' }).click();
  const main = page.getByRole('main');
  await main.getByText(`${books}, ${films}`).waitFor();
  await main.getByText('Its source engines and their documents are kept.').waitFor();

  await page.goto(at('engines', 'all-media', 'documents'));
  await page.getByRole('link', { name: `${books}|a` }).waitFor();
  assert.equal(await page.getByRole('table').getByRole('link').count(), 2);
  assert.equal(await page.getByRole('link', { name: 'Add documents' }).count(), 0);
  assert.equal(await page.getByRole('table').getByRole('checkbox').count(), 0);
  await page.getByRole('link', { name: `${films}|a` }).click();
  await page.getByText('Fern').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Edit' }).count(), 0);

  await page.goto(at('engines', 'all-media', 'schema'));
  await page.getByRole('cell', { name: 'title' }).first().waitFor();
  assert.equal(await page.getByRole('button', { name: 'Add a field' }).count(), 0);
});

test('a meta engine is created, gets another source and loses one; fields with different types are explained', async (t) => {
  const { page, service, at } = await visitShared(t);
  const books = await service.engine({
    schema: { shelf: 'number' },
    documents: [{ id: 'a', title: 'Moss' }],
  });
  const films = await service.engine({ documents: [{ id: 'a', title: 'Fern', shelf: 'upper' }] });
  const german = `german-${films}`;
  await service.call('POST', '/engines', { body: { name: german, language: 'de' } });
  const sourcesOf = async () => (await service.call('GET', '/engines/created-here')).json.source_engines;
  await page.goto(`${at('engines')}?create=on`);
  const dialog = page.getByRole('dialog', { name: 'Create an engine' });
  await dialog.getByLabel('Name').fill('created-here');
  await dialog.getByLabel('Meta engine').check();
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await dialog.getByText('Source engines are required for meta engines').waitFor();
  await dialog.getByRole('combobox', { name: 'Source engines' }).click();
  await page.getByRole('option', { name: books, exact: true }).click();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  assert.deepEqual(await sourcesOf(), [books]);

  const panel = page.getByRole('region', { name: 'Source engines' });
  const add = async (name: string) => {
    await panel.getByRole('combobox', { name: 'Add source engines' }).click();
    await page.getByRole('option', { name, exact: true }).click();
    await page.keyboard.press('Escape');
    await panel.getByRole('button', { name: 'Add', exact: true }).click();
  };
  await add(german);
  await panel.getByText(/^Source engines must have the same language/).waitFor();
  assert.deepEqual(await sourcesOf(), [books]);
  await page.reload();
  await add(films);
  await panel.getByRole('link', { name: films }).waitFor();
  assert.deepEqual(await sourcesOf(), [books, films]);

  const health = page.getByRole('region', { name: 'Health' });
  await health.getByText('1 field has different types in the source engines').waitFor();
  await health.getByRole('link', { name: 'Schema' }).click();
  const callout = page.getByRole('alert').filter({ hasText: '1 field has different types' });
  await callout.getByText('number in').waitFor();
  await callout.getByRole('link', { name: films }).click();
  await page.waitForURL(`**${at('engines', films, 'schema')}`);
  await service.call('POST', `/engines/${films}/schema`, { body: { shelf: 'number' } });
  await service.settled(films);
  await page.goto(at('engines', 'created-here'));
  await panel.getByRole('link', { name: films }).waitFor();
  await health.getByText('No problems found').waitFor();

  await panel.getByRole('button', { name: `Remove ${books}` }).click();
  await panel.getByRole('link', { name: books }).waitFor({ state: 'detached' });
  assert.deepEqual(await sourcesOf(), [films]);
});
