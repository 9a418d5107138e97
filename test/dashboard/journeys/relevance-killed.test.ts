import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitProcess } from '../../support/dashboard-process.ts';

test('settings that are edited while the server is killed are kept, and saved after the restart', async (t) => {
  const { page, at, call, kill, restart } = await visitProcess(t);
  await call('POST', '/engines', { name: 'rocks' });
  await call('POST', '/engines/rocks/schema', { title: 'text', body: 'text', visitors: 'number' });
  const before = (await call('GET', '/engines/rocks/search_settings')).json;
  await page.goto(at('engines', 'rocks', 'relevance'));
  const weight = page.getByLabel('Weight of title', { exact: true });
  await weight.fill('2');
  await kill();
  await weight.fill('4');
  await page.getByRole('button', { name: 'Add a boost on body' }).click();
  await page.getByLabel('Values of boost 1 on body').fill('lava');
  await page.keyboard.press('Enter');
  await page.getByRole('slider', { name: 'Precision', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await page.getByText('The connection to the server was lost before it responded.').waitFor();
  await page.getByText('The server cannot be reached.').waitFor();

  await restart();
  await page.getByText('The server cannot be reached.').waitFor({ state: 'detached' });
  assert.equal(await weight.inputValue(), '4');
  assert.deepEqual(
    (await call('GET', '/engines/rocks/search_settings')).json,
    before,
    'nothing is saved yet',
  );
  // Even after a reload, which discards the state of the page.
  await page.reload();
  await page.getByText('Precision 3', { exact: true }).waitFor();
  assert.equal(await weight.inputValue(), '4');
  await save.click();
  await page.getByText('Settings saved.').waitFor();
  const { search_fields, boosts, precision } = (await call('GET', '/engines/rocks/search_settings')).json;
  assert.deepEqual(search_fields, { ...before.search_fields, title: { weight: 4 } });
  assert.deepEqual(boosts, { body: [{ type: 'value', value: ['lava'], operation: 'add', factor: 1 }] });
  assert.equal(precision, 3);
});

test('settings whose response is lost do not conflict with themselves', async (t) => {
  const { page, context, at, call } = await visitProcess(t);
  await call('POST', '/engines', { name: 'rocks' });
  await call('POST', '/engines/rocks/schema', { title: 'text' });
  await page.goto(at('engines', 'rocks', 'relevance'));
  await page.getByLabel('Weight of title', { exact: true }).fill('4');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await context.route('**/search_settings', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    // The server saves them, but the browser gets no response.
    await route.fetch();
    await route.abort('connectionreset');
  });
  await save.click();
  await page.getByText('The connection to the server was lost before it responded.').waitFor();
  await context.unroute('**/search_settings');
  await save.click();
  await page.getByText('Settings saved.').waitFor();
  const { search_fields } = (await call('GET', '/engines/rocks/search_settings')).json;
  assert.deepEqual(search_fields, { title: { weight: 4 }, id: { weight: 1 } });
});
