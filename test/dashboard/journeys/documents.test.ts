import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { OWNER_PASSWORD, signIn, visit, visitShared } from '../../support/browser.ts';
import { until } from '../../support/until.ts';

const BOOKS = Array.from({ length: 60 }, (_, index) => ({
  id: `book-${String(index).padStart(2, '0')}`,
  title: index % 2 === 0 ? `Even ${index}` : `Odd ${index}`,
  shelf: ['north', 'south', 'east'][index % 3],
  year: 1900 + index,
}));

const idsOn = (page: Page): Promise<string[]> => page.getByRole('table').getByRole('link').allTextContents();

/** The kind of the focused element. */
const focused = (page: Page): Promise<unknown> => page.evaluate('document.activeElement?.tagName');

const editor = (page: Page) => page.getByRole('textbox', { name: 'Source document (JSON)' });

test('documents are searched, filtered, sorted and paged, and the URL has the whole state', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine({ schema: { year: 'number' }, documents: BOOKS });
  await page.goto(at('engines', engine, 'documents'));
  await page.getByText('60 documents').waitFor();
  assert.equal((await idsOn(page))[0], 'book-59', 'the newest is first');

  await page.getByRole('combobox', { name: 'Sort by' }).click();
  await page.getByRole('option', { name: 'year, smallest first' }).click();
  await page.waitForURL(/sort=year%3Aasc/);
  await page.getByRole('link', { name: 'book-00' }).waitFor();
  await page.getByRole('button', { name: 'Page 2' }).click();
  await page.waitForURL(/page=2/);
  await page.getByRole('link', { name: 'book-25' }).waitFor();
  assert.deepEqual(
    await idsOn(page),
    BOOKS.slice(25, 50).map(({ id }) => id),
  );

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Filter by a field' }).click();
  await page.getByRole('option', { name: 'shelf' }).click();
  await page.getByRole('checkbox', { name: /north/ }).check();
  await page.getByText('20 of 60 documents').waitFor();
  // The other values can still be selected.
  await page.getByRole('checkbox', { name: /south\s*20/ }).check();
  await page.getByText('40 of 60 documents').waitFor();
  await page.getByRole('searchbox', { name: 'Search documents' }).fill('even');
  await page.waitForURL(/q=even/);
  await page.getByText('20 of 60 documents').waitFor();

  const filters = { all: [{ shelf: ['north', 'south'] }] };
  const { json } = await service.call('POST', `/engines/${engine}/search`, {
    body: { query: 'even', filters, sort: { year: 'asc' }, page: { size: 25 } },
  });
  const expected = json.results.map(({ id }: { id: { raw: string } }) => id.raw);
  assert.equal(expected.length, 20);
  assert.deepEqual(await idsOn(page), expected);
  await page.reload();
  await page.getByText('20 of 60 documents').waitFor();
  assert.deepEqual(await idsOn(page), expected, 'the address alone says it all');
  await page.goBack();
  await page.waitForURL((url) => !url.searchParams.has('q'));
  await page.getByRole('checkbox', { name: /south/, checked: false }).waitFor();
  assert.equal(await page.getByRole('searchbox', { name: 'Search documents' }).inputValue(), '');

  await page.getByRole('searchbox', { name: 'Search documents' }).fill('zzzzqqqq');
  await page.getByRole('heading', { name: 'No matching documents' }).waitFor();
  await page.getByRole('button', { name: 'Show all documents' }).click();
  await page.getByText('60 documents', { exact: true }).waitFor();
});

test('a document shows its fields with their types, and every value as text', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine({
    documents: [
      {
        id: '<b>bold</b>',
        html: '<img src=x onerror="document.title=1">',
        link: 'javascript:alert(1)',
        list: ['one', '<i>two</i>', null],
        year: 'unknown',
      },
      { id: '..', title: 'dots' },
    ],
  });
  await service.call('POST', `/engines/${engine}/schema`, { body: { year: 'number' } });
  await service.settled(engine);
  await page.goto(at('engines', engine, 'documents'));
  await page.getByRole('link', { name: '<b>bold</b>' }).click();
  await page.getByRole('heading', { name: '<b>bold</b>' }).waitFor();
  assert.deepEqual(await page.getByRole('row', { name: /^list/ }).getByRole('listitem').allTextContents(), [
    'one',
    '<i>two</i>',
    'no value',
  ]);
  await page.getByText('<img src=x onerror="document.title=1">').waitFor();
  await page.getByText('javascript:alert(1)', { exact: true }).waitFor();
  assert.equal(await page.locator('main a[href^="javascript"], main img, main i, main b').count(), 0);
  // The value cannot be converted to the type; the original is still shown.
  await page.getByText('Sent as "unknown", which is not a number.').waitFor();

  await page.goto(at('engines', engine, 'documents'));
  await page.getByRole('link', { name: '..', exact: true }).click();
  await page.getByText('dots').waitFor();
  await page.goto(at('engines', engine, 'documents', 'nobody'));
  await page.getByRole('heading', { name: 'Document not found' }).waitFor();
});

test('the way back from a document leads to the list as it was', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine({ schema: { year: 'number' }, documents: BOOKS });
  await page.goto(`${at('engines', engine, 'documents')}?q=even&sort=year%3Aasc&page=2`);
  await page.getByRole('link', { name: 'book-50' }).click();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Documents' }).click();
  await page.getByRole('link', { name: 'book-50' }).waitFor();
  const { searchParams } = new URL(page.url());
  assert.deepEqual([searchParams.get('q'), searchParams.get('page')], ['even', '2']);
});

test('a document is edited with the keyboard, errors are shown in place, and every digit is kept', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine({ documents: [{ id: 'dune', title: 'Dune', pages: 412, flag: true }] });
  await page.goto(at('engines', engine, 'documents', 'dune'));
  await page.getByRole('button', { name: 'Edit' }).focus();
  await page.keyboard.press('Enter');
  await until('the editor has the focus', async () => (await focused(page)) === 'TEXTAREA');
  // As it was sent, not as the API shows it: 412 is a number here.
  assert.equal(
    await editor(page).inputValue(),
    '{\n  "id": "dune",\n  "title": "Dune",\n  "pages": 412,\n  "flag": true\n}',
  );
  await editor(page).fill('{\n  "id": "dune",\n  "title": "Dune",,\n}');
  await page.getByText('Line 3, column 19: expected a name in double quotes.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Save' }).isDisabled(), true);
  await page.getByRole('button', { name: 'Go to error' }).click();
  assert.equal(await page.evaluate('document.activeElement.selectionStart'), 36);
  await editor(page).fill('{ "id": "other" }');
  await page.getByText('The id cannot be changed; it is "dune".').waitFor();
  await editor(page).fill('{ "id": "dune", "BAD": 1 }');
  await page.keyboard.press('Control+s');
  await page.getByText('Invalid field name: BAD').waitFor();
  await editor(page).fill('{ "id": "dune", "title": "Dune!", "isbn": 9007199254740993 }');
  await page.getByText('Invalid field name: BAD').waitFor({ state: 'detached' });
  // Not only while the caret is in the text.
  await page.getByRole('heading', { name: 'dune' }).click();
  await page.keyboard.press('Control+s');
  await page.getByText('dune saved.').waitFor();
  await page.getByText('9007199254740993').waitFor();
  await until('the title has the focus', async () => (await focused(page)) === 'H1');
  assert.deepEqual((await service.call('GET', `/engines/${engine}/documents?ids[]=dune`)).json, [
    { id: 'dune', title: 'Dune!', isbn: '9007199254740993' },
  ]);
});

test('of two conflicting edits the second sees the changes, and nothing is overwritten unseen', async (t) => {
  const { page, service, at } = await visitShared(t);
  const document = { id: 'dune', title: 'Dune', year: '1965', author: 'Herbert' };
  const engine = await service.engine({ documents: [document] });
  const stored = async () => (await service.call('GET', `/engines/${engine}/documents?ids[]=dune`)).json[0];
  const other = await visit(t, service.baseUrl);
  await signIn(other.context, service.baseUrl, 'owner', OWNER_PASSWORD);
  const address = `${at('engines', engine, 'documents', 'dune')}?edit=on`;
  for (const window of [page, other.page]) {
    await window.goto(address);
    await editor(window).waitFor();
  }
  await editor(other.page).fill(JSON.stringify({ ...document, year: '1966' }));
  await other.page.getByRole('button', { name: 'Save' }).click();
  await other.page.getByText('dune saved.').waitFor();

  await editor(page).fill(JSON.stringify({ ...document, title: 'Dune, the novel' }));
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'This document was changed by someone else' });
  await dialog.getByText('changed by them').waitFor();
  const fields = await dialog.getByRole('listitem').allTextContents();
  assert.deepEqual(fields, [
    'yearchanged by themCurrent"1966"Yours"1965"',
    'titlechanged by youCurrent"Dune"Yours"Dune, the novel"',
  ]);
  assert.deepEqual(await stored(), { ...document, year: '1966' }, 'nothing was saved');
  // After a reload the old text must not count as a new one.
  await page.reload();
  await page.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Merge (mine wins)' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('dune saved.').waitFor();
  assert.deepEqual(await stored(), { ...document, year: '1966', title: 'Dune, the novel' });

  await page.goto(address);
  await editor(page).fill(JSON.stringify({ id: 'dune', title: 'Mine' }));
  await service.call('DELETE', `/engines/${engine}/documents`, { body: ['dune'] });
  await page.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Someone deleted this document after you opened it.').waitFor();
  await dialog.getByRole('button', { name: 'Save mine as a new document' }).click();
  await page.getByText('dune saved.').waitFor();
  assert.deepEqual(await stored(), { id: 'dune', title: 'Mine' });
});

test('several documents are deleted at once, and undo restores them exactly as they were sent', async (t) => {
  const { page, service, at } = await visitShared(t);
  const originals = [
    { id: 'a', when: '2013-02-27', size: 12, flag: true, place: [-83.5, 35.6], tags: ['x', null, 3] },
    { id: 'b', when: '2014-01-01T10:00:00+02:00', size: '1e3' },
    { id: 'c', title: 'stays' },
  ];
  const engine = await service.engine({ documents: originals });
  const asText = (await service.call('GET', `/engines/${engine}/documents?ids[]=a&ids[]=b`)).json;
  const types = { when: 'date', size: 'number', place: 'geolocation' };
  await service.call('POST', `/engines/${engine}/schema`, { body: types });
  await service.settled(engine);
  const asTyped = (await service.call('GET', `/engines/${engine}/documents?ids[]=a&ids[]=b`)).json;

  await page.goto(at('engines', engine, 'documents'));
  await page.getByRole('checkbox', { name: 'Select a', exact: true }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('checkbox', { name: 'Select b', exact: true }).check();
  await page.getByText('2 documents selected').waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('2 documents deleted.').waitFor();
  assert.deepEqual((await service.call('GET', `/engines/${engine}/documents?ids[]=a&ids[]=b`)).json, [
    null,
    null,
  ]);
  // Another document takes one of the ids meanwhile.
  await service.call('POST', `/engines/${engine}/documents`, { body: { id: 'b', title: 'new' } });
  // The focus is on Undo, for use with the keyboard.
  await page.keyboard.press('Enter');
  await page.getByText('1 document restored.').waitFor();
  await page.getByText('Not restored, because new documents have these ids: b').waitFor();
  assert.deepEqual((await service.call('GET', `/engines/${engine}/documents?ids[]=a&ids[]=b`)).json, [
    asTyped[0],
    { id: 'b', title: 'new' },
  ]);
  await service.call('POST', `/engines/${engine}/schema`, {
    body: { when: 'text', size: 'text', place: 'text' },
  });
  await service.settled(engine);
  assert.deepEqual((await service.call('GET', `/engines/${engine}/documents?ids[]=a`)).json, [asText[0]]);
});

test('a document that cannot be restored exactly is deleted only after a confirmation', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine({ documents: [{ id: 'odd', year: 'unknown' }] });
  await service.call('POST', `/engines/${engine}/schema`, { body: { year: 'number' } });
  await service.settled(engine);
  await page.goto(at('engines', engine, 'documents', 'odd'));
  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete permanently?' });
  await dialog.getByText("year: Invalid field value: Value 'unknown' cannot be parsed as a float").waitFor();
  assert.equal((await service.call('GET', `/engines/${engine}`)).json.document_count, 1);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('odd deleted.').waitFor();
  assert.equal((await service.call('GET', `/engines/${engine}`)).json.document_count, 0);
  await page.getByRole('heading', { name: 'No documents yet' }).waitFor();
  await page.getByRole('link', { name: 'Add documents' }).click();
  await page.getByText('Drop a file here').waitFor();
});

test('an edit is restored after the session ended and a new sign-in', async (t) => {
  const { page, context, service, at } = await visitShared(t);
  const engine = await service.engine({ documents: [{ id: 'dune', title: 'Dune' }] });
  await page.goto(`${at('engines', engine, 'documents', 'dune')}?edit=on`);
  await editor(page).fill('{ "id": "dune", "title": "typed before" }');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByLabel('Password', { exact: true }).fill(OWNER_PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('dune saved.').waitFor();
  const { json } = await service.call('GET', `/engines/${engine}/documents?ids[]=dune`);
  assert.deepEqual(json, [{ id: 'dune', title: 'typed before' }]);
});

test('an analyst can view documents, without any control that changes them', async (t) => {
  const { context, service, at } = await visitShared(t);
  const engine = await service.engine({ documents: [{ id: 'dune', title: 'Dune' }] });
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

  const { page } = guest;
  await page.goto(at('engines', engine, 'documents'));
  await page.getByRole('link', { name: 'dune' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'Add documents' }).count(), 0);
  assert.equal(await page.getByRole('checkbox').count(), 0);
  await page.goto(`${at('engines', engine, 'documents', 'dune')}?edit=on`);
  await page.getByText('Dune', { exact: true }).waitFor();
  assert.equal(await page.getByRole('button', { name: /^(Edit|Delete|Save)$/ }).count(), 0);
  await page.goto(at('engines', engine, 'import'));
  await page.getByRole('heading', { name: 'You do not have access to this page' }).first().waitFor();
});
