import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { visitShared } from '../../support/browser.ts';
import { until } from '../../support/until.ts';

const BOOKS = Array.from({ length: 90 }, (_, index) => ({
  id: `book-${String(index).padStart(2, '0')}`,
  title: `Title ${index}`,
  shelf: ['north', 'south', 'east'][index % 3],
}));

const editor = (page: Page) => page.getByRole('textbox', { name: 'Source document (JSON)' });

test('many documents are deleted only after a question, and can be restored after a reload', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine({ documents: BOOKS });
  const exported = async () => (await service.call('GET', `/engines/${engine}/documents/export`)).text;
  const before = (await exported()).split('\n').sort();
  const count = async () => (await service.call('GET', `/engines/${engine}`)).json.document_count;
  await page.goto(at('engines', engine, 'documents'));
  await page.getByRole('checkbox', { name: 'Select all documents on this page' }).check();
  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete 25 documents?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await count(), 90);
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('25 documents deleted.').waitFor();
  assert.equal(await count(), 65);

  await page.reload();
  await page.getByText('25 documents deleted.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('25 documents restored.').waitFor();
  assert.deepEqual((await exported()).split('\n').sort(), before);
  await page.reload();
  await page.getByText('90 documents', { exact: true }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0);
});

test('all documents that pass the filters are deleted after the name of the engine was typed', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine({ documents: BOOKS });
  const all = page.getByRole('checkbox', { name: 'Select all documents on this page' });
  const button = page.getByRole('button', { name: 'Delete all 30 that match' });
  // The API deletes by filter, not by query.
  await page.goto(`${at('engines', engine, 'documents')}?q=title`);
  await all.check();
  await page.getByText('25 documents selected').waitFor();
  assert.equal(await page.getByRole('button', { name: /that match$/ }).count(), 0);

  await page.goto(`${at('engines', engine, 'documents')}?is=shelf:north`);
  await all.check();
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Delete all matching documents?' });
  await dialog.getByText('This deletes 30 documents that match these filters').waitFor();
  await dialog.getByText('shelf: north').waitFor();
  const confirm = dialog.getByRole('button', { name: 'Delete permanently' });
  assert.equal(await confirm.isDisabled(), true);
  await dialog.getByRole('textbox').fill(engine);
  await confirm.click();
  await page.getByText('30 documents deleted.').waitFor();
  const { json } = await service.call('POST', `/engines/${engine}/search`, {
    body: { query: '', facets: { shelf: { type: 'value' } } },
  });
  const shelves = json.facets.shelf[0].data.map(({ value, count }: { value: string; count: number }) => [
    value,
    count,
  ]);
  assert.deepEqual(shelves.sort(), [
    ['east', 30],
    ['south', 30],
  ]);
});

test('an unsaved draft is announced on the page of its document, and before signing out', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine({ documents: [{ id: 'dune', title: 'Dune' }] });
  const address = at('engines', engine, 'documents', 'dune');
  const notice = page.getByText('You have an unsaved draft of this document.');
  await page.goto(`${address}?edit=on`);
  await editor(page).fill('{ "id": "dune", "title": "half way" }');
  await page.goto(address);
  await notice.waitFor();
  await page.getByText('Dune', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Continue editing' }).click();
  assert.equal(await editor(page).inputValue(), '{ "id": "dune", "title": "half way" }');

  // Someone else changes the document meanwhile.
  await service.call('POST', `/engines/${engine}/documents`, { body: { id: 'dune', title: 'Dune II' } });
  await page.goto(address);
  await page.getByText('The document has changed since you started editing.').waitFor();
  const menu = page.getByRole('button', { name: /profile and sign out/ });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const dialog = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
  await dialog.getByText(`Document dune in ${engine}`).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await notice.waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await notice.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('Dune II', { exact: true }).waitFor();
  assert.equal(await notice.count(), 0);
  assert.equal(
    await page.evaluate(`Object.keys(sessionStorage).filter((name) => name.includes('draft')).length`),
    0,
  );

  // A text that was typed and taken back is no draft.
  await page.getByRole('button', { name: 'Edit' }).click();
  const text = await editor(page).inputValue();
  await editor(page).fill(`${text} `);
  await until('the draft is stored', async () =>
    Boolean(await page.evaluate(`Object.keys(sessionStorage).some((name) => name.includes('draft'))`)),
  );
  await editor(page).fill(text);
  await page.goto(address);
  await page.getByRole('button', { name: 'Edit' }).waitFor();
  assert.equal(await notice.count(), 0);
});
