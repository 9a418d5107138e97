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
