import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { visitAsOwner, visitShared } from '../../support/browser.ts';
import { signedKey } from '../../support/signed-key.ts';

const BOOKS = [
  { id: 'a', title: 'Moss and stone', text: 'All about moss.', shop: 'one', year: '1999' },
  { id: 'b', title: 'Moss gardens', text: 'How moss grows.', shop: 'two', year: '2005' },
  { id: 'c', title: 'Stone walls', text: 'Moss is not the point.', shop: 'one', year: '2011' },
];

const choose = (page: Page, group: string, choice: string) =>
  page.getByRole('radiogroup', { name: group }).getByText(choice, { exact: true }).click();

const textOf = async (page: Page, region: string) =>
  (await page.getByRole('region', { name: region, exact: true }).innerText()).trim();

test('the generated code creates a token that the API enforces, and the page shows what it hides', async (t) => {
  const { page, service, at } = await visitAsOwner(t);
  const engine = await service.engine({ documents: BOOKS, schema: { year: 'number' } });
  const body = { name: 'reader', type: 'private', read: true, write: false };
  await service.call('POST', '/credentials', { key: service.adminKey, body });
  await page.goto(at('credentials'));
  await page.getByRole('link', { name: 'Signed keys' }).click();
  await page.getByRole('heading', { name: 'Permissions' }).waitFor();
  assert.match(await page.getByRole('combobox', { name: 'Signed by' }).inputValue(), /^reader/);

  await choose(page, 'Searched fields', 'Only these');
  const missing = page.getByText('Choose at least one field, or search all.');
  await missing.waitFor();
  assert.equal(await page.locator('[class*="InputWrapper-error"]').count(), 0, 'a hint while one chooses');
  await page.getByText('Complete these fields to generate the code: Searched fields.').waitFor();
  await page.getByRole('heading', { name: 'Permissions' }).click();
  await page.locator('[class*="InputWrapper-error"]').and(missing).waitFor();
  assert.equal(await page.getByRole('region', { name: /^code/ }).count(), 0, 'no code for half a spec');
  await page.getByRole('combobox', { name: 'Fields to search' }).click();
  await page.getByRole('option', { name: 'title' }).click();
  await page.keyboard.press('Escape');
  await choose(page, 'Returned fields', 'Only these');
  for (const field of ['title', 'text']) {
    await page.getByRole('combobox', { name: 'Add a field to return' }).click();
    await page.getByRole('option', { name: field }).click();
  }
  await choose(page, 'Format of text', 'snippet');
  await page.getByRole('button', { name: 'Add a condition' }).click();
  await page.getByRole('combobox', { name: 'Field of condition 1' }).click();
  await page.getByRole('option', { name: 'year' }).click();
  await page.getByRole('combobox', { name: 'Test of condition 1' }).click();
  await page.getByRole('option', { name: 'between' }).click();
  await page.getByText('The start is included, the end is not.').waitFor();
  await page.getByLabel('Condition 1: from, included').fill('2000');
  await choose(page, 'Facets', 'None');
  await choose(page, 'Expires', 'After');

  const claims = {
    search_fields: { title: {} },
    result_fields: { title: {}, text: { snippet: {} } },
    filters: { year: { from: 2000 } },
    facets: {},
  };
  const reader = (await service.call('GET', '/credentials/reader', { key: service.adminKey })).json;
  const code = await textOf(page, 'code: Node');
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
    env: { ...process.env, FINDLING_SIGNING_KEY: reader.key },
  });
  const token = stdout.trim();
  const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  assert.equal(token, signedKey(reader, { ...claims, exp }));
  for (const language of ['Ruby', 'Python', 'PHP']) {
    await page.getByRole('tab', { name: language }).click();
    assert.match(await textOf(page, `code: ${language}`), /FINDLING_SIGNING_KEY/);
  }

  await page.reload();
  await page.getByRole('region', { name: 'code: PHP' }).waitFor();
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  const signed = await textOf(page, 'token');
  const payload = JSON.parse(Buffer.from(signed.split('.')[1] ?? '', 'base64url').toString());
  assert.deepEqual(
    { ...payload, exp },
    { ...claims, exp, api_key_name: 'reader' },
    'a reload keeps the spec',
  );

  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByText('Searches with this key are accepted').waitFor();
  await page.getByText('valid signature').waitFor();
  await page.getByLabel('Query').fill('moss');
  const answers = page.getByRole('region', { name: 'Comparison of results' });
  await answers.getByText('3 results').waitFor();
  await answers.getByText('1 result', { exact: true }).waitFor();
  assert.equal(await answers.locator('[data-mark="missing"]').count(), 2);
  assert.match(await answers.locator('[data-mark="hidden"]').innerText(), /hidden\s+(shop, year|year, shop)/);
  assert.match(await answers.locator('[data-mark="changed"]').innerText(), /text\s+snippet/);
  assert.equal(await answers.locator('mark').first().innerText(), 'moss');

  const found = await service.call('POST', `/engines/${engine}/search`, {
    key: signed,
    body: { query: 'moss' },
  });
  assert.deepEqual(
    found.json.results.map(({ id }: { id: { raw: string } }) => id.raw),
    ['b'],
  );
});

test('a pasted token shows its signing key and why it is rejected, and invalid text gets a message', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine({ documents: BOOKS });
  const signer = { name: 'private-key', key: service.privateKey };
  await page.goto(`${at('credentials', 'signed-keys')}?tab=try`);
  const paste = (token: string) => page.getByLabel('Signed search key').fill(token);
  for (const [token, sentence] of [
    ['garbage', 'This is neither a signed search key nor the value of an API key of this account.'],
    ['<img src=x onerror=alert(1)>.b.c', 'This is neither a signed search key'],
    [signedKey(signer, { exp: 1 }), 'The key has expired.'],
    [signedKey({ ...signer, key: 'other' }), 'The signature does not match the key "private-key".'],
    [signedKey({ name: 'ghost', key: 'x' }), 'There is no key "ghost" in this account'],
    [signedKey(signer, { nonsense: 1 }), 'Options contains invalid key: nonsense'],
    [service.adminKey, 'The key "admin-key" cannot search.'],
  ] as const) {
    await paste(token);
    await page.getByText(sentence).waitFor();
    await page.getByText('Searches with this key are refused').waitFor();
    assert.equal(await page.getByRole('heading', { name: 'Test search' }).count(), 0);
  }

  await paste(signedKey(signer, { filters: { shop: '<b>one</b>' }, facets: {} }));
  await page.getByText('Searches with this key are accepted').waitFor();
  assert.deepEqual(JSON.parse(await textOf(page, 'restrictions')), {
    filters: { shop: '<b>one</b>' },
    facets: {},
  });
  await page.getByRole('combobox', { name: 'Engine' }).click();
  await page.getByRole('option', { name: engine, exact: true }).click();
  await page.getByRole('button', { name: 'More options' }).click();
  const options = page.getByLabel('More search options');
  await options.fill('{"facets": {"shop": {"type": "value"}}}');
  const answers = page.getByRole('region', { name: 'Comparison of results' });
  await answers.getByText('facet shop: not allowed').waitFor();
  await options.fill('{"facets": {"ghost": {"type": "value"}}}');
  await page.getByText('This search was refused').waitFor();

  assert.ok(!page.url().includes('eyJ'), 'a token is never part of the address');
  await page.getByRole('button', { name: /^curl/ }).click();
  const calls = await page.getByRole('menu').innerText();
  assert.match(calls, /POST \/api\/as\/v1\/engines\/.*\/search/);
  assert.ok(!/inspect|search-as/.test(calls), 'nor of what is offered to copy');
});

test('signing with a search key shows a warning, and filters beyond the builder stay JSON', async (t) => {
  const { page, service, at } = await visitShared(t);
  await service.engine({ documents: BOOKS });
  const filters = '{"any":[{"shop":"one"},{"year":"2005"}]}';
  await page.goto(
    `${at('credentials', 'signed-keys')}?key=search-key&filters=${encodeURIComponent(filters)}&code=claims`,
  );
  await page.getByText('Search keys are meant to be public.').waitFor();
  await page.getByText('These filters are too complex for the builder.').waitFor();
  const shown = JSON.parse(await textOf(page, 'code: Claims'));
  assert.deepEqual(shown, { filters: JSON.parse(filters), api_key_name: 'search-key' });
  await choose(page, 'Filters', 'Builder');
  assert.deepEqual(JSON.parse(await page.getByLabel('Filters as JSON').inputValue()), JSON.parse(filters));
  await page.getByLabel('Filters as JSON').fill('{"shop": "one"');
  await page.getByText('This is not a JSON object.').waitFor();
  assert.equal(await page.getByRole('region', { name: /^code/ }).count(), 0);
  await page.getByLabel('Filters as JSON').fill('{"shop": "one"}');
  await choose(page, 'Filters', 'Builder');
  await page.getByRole('group', { name: 'Condition 1' }).getByText('one').waitFor();
  await page.locator('input[aria-label="Values of condition 1"]').pressSequentially('One, and only');
  await page.keyboard.press('Enter');
  await page.getByRole('group', { name: 'Condition 1' }).getByText('One, and only').waitFor();
  assert.deepEqual(JSON.parse(await textOf(page, 'code: Claims')).filters, {
    shop: ['one', 'One, and only'],
  });
});

test('the test search starts with an engine that the key has access to', async (t) => {
  const { page, service, at } = await visitAsOwner(t);
  const engines = [
    await service.engine({ documents: BOOKS }),
    await service.engine({ documents: BOOKS }),
  ].toSorted();
  // Not the first one, which is the default for keys with access to all engines.
  const reached = engines[1] ?? '';
  const body = { name: 'one-engine', type: 'private', read: true, write: false, engines: [reached] };
  const { json: key } = await service.call('POST', '/credentials', { key: service.adminKey, body });
  await page.goto(`${at('credentials', 'signed-keys')}?tab=try`);
  await page.getByLabel('Signed search key').fill(signedKey(key, { filters: { shop: 'one' } }));
  const answers = page.getByRole('region', { name: 'Comparison of results' });
  await answers.getByText('2 results').waitFor();
  assert.equal(await page.getByText('This search was refused').count(), 0);
  const engine = page.getByRole('combobox', { name: 'Engine' });
  assert.equal(await engine.inputValue(), reached);
  await engine.click();
  await page.getByRole('option', { name: reached }).waitFor();
  assert.deepEqual(await page.getByRole('option').allTextContents(), [reached], 'no others are offered');
});
