import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitProcess } from '../../support/dashboard-process.ts';

test('an edit survives a kill of the server, and can be saved after the restart', async (t) => {
  const { page, at, call, kill, restart } = await visitProcess(t);
  await call('POST', '/engines', { name: 'books' });
  await call('POST', '/engines/books/documents', [{ id: 'dune', title: 'Dune' }]);
  await page.goto(`${at('engines', 'books', 'documents', 'dune')}?edit=on`);
  const editor = page.getByRole('textbox', { name: 'Source document (JSON)' });
  await editor.fill('{ "id": "dune", "title": "half way" }');
  await kill();
  await editor.fill('{ "id": "dune", "title": "typed while the server was away" }');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The connection to the server was lost before it responded.').waitFor();
  await page.getByText('The server cannot be reached.').waitFor();

  await restart();
  await page.getByText('The server cannot be reached.').waitFor({ state: 'detached' });
  assert.equal(await editor.inputValue(), '{ "id": "dune", "title": "typed while the server was away" }');
  // Even after a reload, which discards the state of the page.
  await page.reload();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('dune saved.').waitFor();
  assert.deepEqual((await call('GET', '/engines/books/documents?ids[]=dune')).json, [
    { id: 'dune', title: 'typed while the server was away' },
  ]);
});

test('an edit whose response is lost does not conflict with itself', async (t) => {
  const { page, context, at, call } = await visitProcess(t);
  await call('POST', '/engines', { name: 'books' });
  await call('POST', '/engines/books/documents', [{ id: 'dune', title: 'Dune' }]);
  await page.goto(`${at('engines', 'books', 'documents', 'dune')}?edit=on`);
  await page.getByRole('textbox', { name: /JSON/ }).fill('{ "id": "dune", "title": "saved" }');
  await context.route('**/documents', async (route) => {
    // The server saves it, but the browser gets no response.
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The connection to the server was lost before it responded.').waitFor();
  await context.unroute('**/documents');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('dune saved.').waitFor();
  assert.deepEqual((await call('GET', '/engines/books/documents?ids[]=dune')).json, [
    { id: 'dune', title: 'saved' },
  ]);
});
