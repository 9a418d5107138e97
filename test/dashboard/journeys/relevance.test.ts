import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { visit, visitShared } from '../../support/browser.ts';
import { until } from '../../support/until.ts';

/** For the query `lava`, the weights of title and body decide which document is first. */
const DOCUMENTS = [
  { id: 'a', title: 'lava', body: 'stone', visitors: 0 },
  { id: 'b', title: 'stone', body: 'lava', visitors: 1000 },
];
const SCHEMA = { title: 'text', body: 'text', visitors: 'number' };
const TITLE_FIRST = { title: { weight: 5 }, body: { weight: 1 } };

async function withEngine(t: TestContext) {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine({ schema: SCHEMA, documents: DOCUMENTS });
  const path = `/engines/${engine}/search_settings`;
  const settings = async () => (await service.call('GET', path)).json;
  const put = async (body: unknown) =>
    assert.equal((await service.call('PUT', path, { body })).status, 200, JSON.stringify(body));
  await put({ search_fields: TITLE_FIRST });
  return { page, service, engine, settings, put, at, address: at('engines', engine, 'relevance') };
}

/** The titles of the results in the preview. */
const ranked = (page: Page, ...titles: readonly string[]): Promise<void> =>
  until(`the results are ${titles}`, async () => {
    const shown = await page.getByRole('list', { name: 'Results' }).getByRole('link').allTextContents();
    return shown.join() === titles.join();
  });
const slider = (page: Page, name: string) => page.getByRole('slider', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('weights are tried with the keyboard beside the results, saved, and undone', async (t) => {
  const { page, settings, address } = await withEngine(t);
  const before = await settings();
  await page.goto(`${address}?q=lava`);
  await ranked(page, 'lava', 'stone');
  assert.equal(await page.getByText('up 1').count(), 0, 'nothing has moved yet');

  await slider(page, 'Weight of body, slider').focus();
  await page.keyboard.press('End');
  assert.equal(await page.getByLabel('Weight of body', { exact: true }).inputValue(), '10');
  await ranked(page, 'stone', 'lava');
  await page.getByText('up 1', { exact: true }).waitFor();
  await page.getByText('down 1', { exact: true }).waitFor();
  assert.deepEqual(await settings(), before, 'trying changes nothing');

  await page.reload();
  await page.getByText('Unsaved changes').waitFor();
  await ranked(page, 'stone', 'lava');
  await button(page, 'Save').click();
  await page.getByText('Settings saved.').waitFor();
  const search_fields = { title: { weight: 5 }, body: { weight: 10 } };
  assert.deepEqual(await settings(), { ...before, search_fields });
  await page.getByText('up 1', { exact: true }).waitFor({ state: 'detached' });

  // The focus is on Undo, as the button for saving is gone.
  await until(
    'Undo is in focus',
    async () => (await page.evaluate('document.activeElement.textContent')) === 'Undo',
  );
  await page.keyboard.press('Enter');
  await page.getByText('The previous settings are in force again.').waitFor();
  assert.deepEqual(await settings(), before);
  await ranked(page, 'lava', 'stone');
});

test('edits are undone one by one, or discarded', async (t) => {
  const { page, settings, address } = await withEngine(t);
  await page.goto(address);
  await page.getByLabel('Weight of title', { exact: true }).fill('2.5');
  await page.getByLabel('Searched: id').check();
  await page.getByLabel('Searched: body').uncheck();
  await slider(page, 'Precision').focus();
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowRight');
  await page.getByText('All words must match, in any field. Typos are tolerated.').waitFor();
  await button(page, 'Undo').click();
  await page.getByText('Precision 2', { exact: true }).waitFor();
  await button(page, 'Undo').click();
  assert.equal(await page.getByLabel('Weight of body', { exact: true }).inputValue(), '1');
  await button(page, 'Save').click();
  await page.getByText('Settings saved.').waitFor();
  assert.deepEqual((await settings()).search_fields, {
    title: { weight: 2.5 },
    body: { weight: 1 },
    id: { weight: 1 },
  });

  for (const name of ['title', 'body', 'id']) await page.getByLabel(`Searched: ${name}`).uncheck();
  await page.getByText('Search at least one field.').first().waitFor();
  assert.equal(await button(page, 'Save').isDisabled(), true);
  await button(page, 'Discard').click();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  assert.equal(await page.getByLabel('Searched: title').isChecked(), true);
});

test('boosts are added with messages beside their inputs, saved and removed', async (t) => {
  const { page, settings, address } = await withEngine(t);
  await page.goto(`${address}?q=lava`);
  await ranked(page, 'lava', 'stone');
  await button(page, 'Add a boost on visitors').click();
  await page.getByRole('menuitem', { name: 'Functional boost' }).click();
  await slider(page, 'Factor of boost 1 on visitors, slider').focus();
  await page.keyboard.press('End');
  await ranked(page, 'stone', 'lava');

  await button(page, 'Add a boost on body').click();
  await page.getByText('Value is required').waitFor();
  await page.getByText('Complete the boost on body.').waitFor();
  assert.equal(await button(page, 'Save').isDisabled(), true);
  await page.getByLabel('Values of boost 1 on body').fill('stone');
  await page.keyboard.press('Enter');
  await page.getByText('Value is required').waitFor({ state: 'detached' });
  await page.getByLabel('Operation of boost 1 on body').selectOption('multiply');
  await button(page, 'Save').click();
  await page.getByText('Settings saved.').waitFor();
  const visitors = { type: 'functional', function: 'logarithmic', operation: 'multiply', factor: 10 };
  const body = { type: 'value', value: ['stone'], operation: 'multiply', factor: 1 };
  assert.deepEqual((await settings()).boosts, { visitors: [visitors], body: [body] });

  await button(page, 'Remove boost 1 on visitors').click();
  await button(page, 'Save').click();
  await until('it is saved', async () => Object.keys((await settings()).boosts).join() === 'body');
});

test('boosts that no longer fit the type of their field are named, and can be removed', async (t) => {
  const { page, service, engine, settings, put, address } = await withEngine(t);
  await put({ boosts: { visitors: { type: 'functional', function: 'linear' } } });
  await service.call('POST', `/engines/${engine}/schema`, { body: { visitors: 'text' } });
  await service.settled(engine);
  const [warning] = (await settings()).warnings;
  await page.goto(address);
  await page.getByText('Searches skip some of these settings').waitFor();
  await page.getByText(warning, { exact: true }).waitFor();
  await page
    .getByText('Functional is not supported for text field visitors. Searches skip this boost.')
    .waitFor();
  await button(page, 'Remove them').click();
  await button(page, 'Save').click();
  await page.getByText('Searches skip some of these settings').waitFor({ state: 'detached' });
  const { boosts, warnings } = await settings();
  assert.deepEqual([boosts, warnings], [{}, undefined]);
});

test('new fields that are not searched are named, and can be searched', async (t) => {
  const { page, service, engine, settings, address } = await withEngine(t);
  await service.call('POST', `/engines/${engine}/documents`, { body: { id: 'c', summary: 'lava' } });
  await page.goto(address);
  await page.getByText('1 new field is not searched').waitFor();
  await button(page, 'Search it').click();
  await button(page, 'Save').click();
  await page.getByText('Settings saved.').waitFor();
  assert.deepEqual((await settings()).search_fields, { ...TITLE_FIRST, summary: { weight: 1 } });
  assert.equal(await page.getByText('1 new field is not searched').count(), 0);
});

test('pinned queries show rank changes and nDCG before saving', async (t) => {
  const { page, service, engine, address } = await withEngine(t);
  const judgements = [{ query: 'Lava', document_id: 'a', grade: 3 }];
  await service.call('PUT', `/engines/${engine}/relevance/judgements`, { body: { judgements } });
  await page.goto(`${address}?q=lava`);
  await button(page, 'Pin').click();
  const row = page.getByRole('table', { name: 'Test queries' }).getByRole('row', { name: /lava/ });
  await row.getByText('1.000').waitFor();
  await page.reload();
  await page.getByLabel('Weight of body', { exact: true }).fill('10');
  await row.getByText('all 2 kept').waitFor();
  await row.getByText('stone: up 1').waitFor();
  // The relevant document is second: 1 / log2(3).
  await row.getByText('1.000 → 0.631').waitFor();
  const judged = page.getByRole('region', { name: 'Judged queries' });
  await judged.getByText('0 better, 1 worse').waitFor();
  await button(page, 'Discard').click();
  await judged.getByText('0 better, 1 worse').waitFor({ state: 'detached' });
  await button(page, 'Unpin lava').click();
  await page.getByText('Pin a query in the preview').waitFor();
});

test('the second of two people who change the same settings decides', async (t) => {
  const { page, settings, at, engine, address } = await withEngine(t);
  const other = (await visitShared(t)).page;
  for (const one of [page, other]) {
    await one.goto(address);
    await slider(one, 'Precision').waitFor();
  }
  const choose = async (one: Page, steps: number): Promise<void> => {
    await slider(one, 'Precision').focus();
    for (let step = 0; step < steps; step++) await one.keyboard.press('ArrowRight');
  };
  const saved = (one: Page): Promise<void> => one.getByText('Settings saved.').waitFor();
  await choose(page, 1);
  await choose(other, 7);
  await button(page, 'Save').click();
  await saved(page);
  assert.equal((await settings()).precision, 3);

  await button(other, 'Save').click();
  const conflict = other.getByRole('dialog', { name: 'Someone else saved first' });
  await conflict.getByText('"precision": 3').waitFor();
  await conflict.getByText('"precision": 9').waitFor();
  assert.equal((await settings()).precision, 3, 'nothing is overwritten silently');
  await conflict.getByRole('button', { name: 'Keep editing' }).click();
  await other.getByText('Precision 9', { exact: true }).waitFor();
  await button(other, 'Save').click();
  await conflict.getByRole('button', { name: 'Overwrite' }).click();
  await saved(other);
  assert.equal((await settings()).precision, 9);

  // The first person still sees the old value, and gives way.
  await choose(page, 1);
  await button(page, 'Save').click();
  const late = page.getByRole('dialog', { name: 'Someone else saved first' });
  await late.getByRole('button', { name: 'Discard mine' }).click();
  await page.getByText('Precision 9', { exact: true }).waitFor();
  assert.equal(await page.getByText('Unsaved changes').count(), 0);
  assert.equal((await settings()).precision, 9);

  // Different sections do not disturb each other.
  await choose(page, 1);
  await other.goto(at('engines', engine, 'result-settings'));
  await other.getByLabel('Raw title').uncheck();
  await button(other, 'Save').click();
  await saved(other);
  await button(page, 'Save').click();
  await saved(page);
  const { precision, result_fields } = await settings();
  assert.deepEqual([precision, result_fields.title?.raw], [10, undefined]);
});

test('defaults are restored after a confirmation, without those of the other page, and undone', async (t) => {
  const { page, settings, put, address } = await withEngine(t);
  await put({ result_fields: { title: { raw: {} } }, precision: 7 });
  const before = await settings();
  await page.goto(address);
  await button(page, 'Restore defaults').click();
  const dialog = page.getByRole('dialog', { name: 'Restore the default relevance?' });
  await dialog.getByRole('button', { name: 'Restore defaults' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Precision 2', { exact: true }).waitFor();
  const { search_fields, precision, result_fields } = await settings();
  assert.deepEqual([Object.keys(search_fields), precision], [['title', 'body', 'id'], 2]);
  assert.deepEqual(result_fields, { title: { raw: {} } });
  await button(page, 'Undo').click();
  await page.getByText('Precision 7', { exact: true }).waitFor();
  assert.deepEqual(await settings(), before);
});

test('defaults are not restored over a change that the person has not seen', async (t) => {
  const { page, settings, put, address } = await withEngine(t);
  await put({ result_fields: { title: { raw: {} } }, precision: 7 });
  const other = (await visitShared(t)).page;
  for (const one of [page, other]) {
    await one.goto(address);
    await one.getByText('Precision 7', { exact: true }).waitFor();
  }
  await button(page, 'Restore defaults').click();
  const dialog = page.getByRole('dialog', { name: 'Restore the default relevance?' });
  await dialog.waitFor();
  await other.getByLabel('Weight of title', { exact: true }).fill('8');
  await button(other, 'Save').click();
  await other.getByText('Settings saved.').waitFor();
  const saved = await settings();

  await dialog.getByRole('button', { name: 'Restore defaults' }).click();
  await dialog.getByText('Nothing was restored.').waitFor();
  assert.deepEqual(await settings(), saved);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await until(
    'the page shows their weight',
    async () => (await page.getByLabel('Weight of title', { exact: true }).inputValue()) === '8',
  );
  await button(page, 'Restore defaults').click();
  await dialog.getByRole('button', { name: 'Restore defaults' }).click();
  await page.getByText('Precision 2', { exact: true }).waitFor();
  assert.deepEqual((await settings()).search_fields.title, { weight: 1 });
  assert.deepEqual((await settings()).result_fields, { title: { raw: {} } });
});

test('an analyst can try settings, but not save them', async (t) => {
  const { page: owner, service, engine, settings, at } = await withEngine(t);
  const before = await settings();
  const headers = { origin: service.baseUrl };
  const api = `${service.baseUrl}/dashboard/api`;
  const invited = await owner
    .context()
    .request.post(`${api}/accounts/${service.hostIdentifier}/invitations`, {
      headers,
      data: { role: 'analyst' },
    });
  const token = (await invited.json()).path.split('#')[1];
  const { page, context } = await visit(t, service.baseUrl);
  await context.request.post(`${api}/invitations/accept`, {
    headers,
    data: { token, name: 'Anna', password: 'anna only looks' },
  });
  await page.goto(`${at('engines', engine, 'relevance')}?q=lava`);
  await ranked(page, 'lava', 'stone');
  await page.getByLabel('Weight of body', { exact: true }).fill('10');
  await ranked(page, 'stone', 'lava');
  await page.getByText('Saving requires the Editor role.').waitFor();
  for (const name of ['Save', 'Restore defaults']) assert.equal(await button(page, name).count(), 0, name);
  assert.deepEqual(await settings(), before);
});
