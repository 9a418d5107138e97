import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { visit, visitShared } from '../../support/browser.ts';
import { until } from '../../support/until.ts';

const SCHEMA = { title: 'text', body: 'text', visitors: 'number' };
const DOCUMENTS = [
  { id: 'a', title: 'Lava field', body: 'stone', visitors: 1 },
  { id: 'b', title: 'Lava lake', body: 'fire', visitors: 2 },
];

const card = (page: Page) => page.getByRole('region', { name: 'Health' });
/** The line of a finding. */
const line = (page: Page, title: string) => card(page).getByRole('listitem').filter({ hasText: title });
const linkIn = (page: Page, title: string) => line(page, title).getByRole('link');

async function withEngine(t: TestContext) {
  const { page, context, service, at } = await visitShared(t);
  const engine = await service.engine({ schema: SCHEMA, documents: DOCUMENTS });
  const path = `/engines/${engine}`;
  const send = async (method: string, rest: string, body?: unknown) => {
    const { status, json, text } = await service.call(method, path + rest, { body });
    assert.equal(status, 200, text);
    return json;
  };
  return { page, context, service, engine, send, at, address: at('engines', engine) };
}

/** An engine with one finding of each kind. */
async function unhealthy(t: TestContext) {
  const it = await withEngine(t);
  const { service, engine, send } = it;
  await send('PUT', '/search_settings', {
    search_fields: { title: { weight: 1 } },
    boosts: { visitors: { type: 'functional', function: 'linear' } },
  });
  const { id: curation } = await send('POST', '/curations', { queries: ['lava'], promoted: ['a'] });
  await send('DELETE', '/documents', ['a']);
  await send('POST', '/documents', [{ id: 'c', title: 'Pond', year: 'long ago', region: 'north' }]);
  // Confirms the type of the year, and not that of the region.
  await send('POST', '/schema', { visitors: 'text', year: 'number' });
  await service.settled(engine);
  for (const query of ['magma', 'magma', 'basalt']) await send('POST', '/search', { query });
  await until('the searches are recorded', async () => {
    const { results } = await send('POST', '/analytics/queries', { filters: { results: false } });
    return results.length === 2 && results[0].queries === 2;
  });
  return { ...it, curation };
}

test('each finding has a count, a sentence and a link to the page that fixes it', async (t) => {
  const { page, at, engine, address, curation } = await unhealthy(t);
  const findings = [
    ['1 value could not be converted', 'Conversion errors'],
    ['1 promoted document does not exist', 'Curation for “lava”'],
    ['1 boost is invalid', 'Relevance tuning'],
    ['3 searches without results in the last 7 days', 'Queries without results'],
    ['3 text fields are not searched', 'Relevance tuning'],
    ['1 new field is not confirmed', 'Schema'],
  ] as const;
  await page.goto(address);
  await line(page, '1 value could not be converted').waitFor();
  assert.deepEqual(
    await card(page).getByRole('listitem').locator('p:first-child').allTextContents(),
    findings.map(([title]) => title),
  );
  assert.equal(await card(page).getByText('No problems found').count(), 0);
  await line(page, 'searches without results').getByText('magma (2)').waitFor();
  await line(page, '1 boost is invalid').getByText('functional is not supported').waitFor();
  for (const name of ['body', 'visitors', 'region']) {
    await line(page, '3 text fields').getByText(name, { exact: true }).waitFor();
  }
  assert.equal(
    await linkIn(page, 'promoted document').getAttribute('href'),
    at('engines', engine, 'curations', curation),
  );
  for (const [title, heading] of findings) {
    await linkIn(page, title).click();
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await page.goBack();
    await line(page, title).waitFor();
  }
});

test('findings go as they are fixed, until no problems are left', async (t) => {
  const { page, send, address, engine, service } = await unhealthy(t);
  await page.goto(address);
  await linkIn(page, '1 boost is invalid').click();
  await page.getByRole('button', { name: 'Remove them' }).click();
  for (const name of ['body', 'visitors', 'region']) await page.getByLabel(`Searched: ${name}`).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Settings saved.').waitFor();
  await page.getByRole('link', { name: 'Overview' }).click();
  await line(page, '1 promoted document').waitFor();
  await until(
    'the settings are fixed',
    async () => (await line(page, 'boost is invalid').or(line(page, 'text fields')).count()) === 0,
  );

  await linkIn(page, '1 promoted document').press('Enter');
  await page.getByText('1 document not found').waitFor();
  await send('POST', '/documents', [DOCUMENTS[0]]);
  await page.getByRole('link', { name: 'Overview' }).click();
  await line(page, 'promoted document').waitFor({ state: 'detached' });

  await linkIn(page, '1 new field').click();
  await page.getByRole('button', { name: 'Confirm types' }).click();
  await page.getByText('1 type confirmed.').waitFor();
  await send('POST', '/schema', { year: 'text' });
  await service.settled(engine);
  await page.getByRole('link', { name: 'Overview' }).click();
  await card(page).getByText('No problems found').waitFor();
  // Notes stay: they may be intended.
  assert.match((await card(page).getByRole('listitem').allTextContents()).join(), /^3 searches without/);
});

test('an analyst sees the findings, and links only to reports', async (t) => {
  const { context, service, address } = await unhealthy(t);
  const headers = { origin: service.baseUrl };
  const api = `${service.baseUrl}/dashboard/api`;
  const invited = await context.request.post(`${api}/accounts/${service.hostIdentifier}/invitations`, {
    headers,
    data: { role: 'analyst' },
  });
  const token = (await invited.json()).path.split('#')[1];
  const guest = await visit(t, service.baseUrl);
  await guest.context.request.post(`${api}/invitations/accept`, {
    headers,
    data: { token, name: 'Anna', password: 'anna only looks' },
  });
  const { page } = guest;
  await page.goto(`${address}?snippets=on`);
  await line(page, '1 boost is invalid').waitFor();
  assert.equal(await card(page).getByRole('listitem').count(), 6);
  assert.deepEqual(await card(page).getByRole('link').allTextContents(), [
    'Conversion errors',
    'Queries without results',
  ]);
  await page.getByText('<value of search-key>').first().waitFor();
  assert.equal(await page.getByRole('switch', { name: /search key/ }).count(), 0);
  assert.equal(await page.getByRole('button', { name: 'Delete engine' }).count(), 0);
  await guest.context.close();
});

test('a good engine has no problems; its searches and requests of the last days are shown', async (t) => {
  const { page, service, send, at, engine, address } = await withEngine(t);
  await send('POST', '/search', { query: 'lava' });
  await send('POST', '/click', { query: 'lava', document_id: 'a' });
  await page.goto(address);
  await card(page).getByText('No problems found').waitFor();
  assert.equal(await card(page).getByRole('listitem').count(), 0);
  const facts = page.locator('main dl').first();
  for (const text of ['Documents', 'Language', 'Universal', 'Type', 'Created', 'Last change']) {
    await facts.getByText(text, { exact: true }).waitFor();
  }

  const week = page.getByRole('region', { name: 'Last 7 days' });
  await until('the events are shown', async () => {
    // Totals are not polled.
    await page.reload();
    await week.getByText('Clicks').waitFor();
    return (await week.locator('dd > span:first-child').allTextContents()).join() === '1,0,1';
  });
  const requests = page.getByRole('region', { name: 'Latest API requests' });
  const click = requests.getByRole('link', { name: 'POST /click' });
  await click.waitFor();
  assert.ok((await requests.getByRole('listitem').count()) <= 5);
  // New requests appear by themselves.
  await service.call('GET', `/engines/${engine}/documents/list`);
  await requests.getByRole('link', { name: 'GET /documents/list' }).waitFor();
  await click.click();
  await page.getByRole('dialog').getByText('/click').first().waitFor();
  assert.equal(new URL(page.url()).pathname, at('engines', engine, 'logs'));
  await page.goBack();
  await week.getByRole('link', { name: 'View analytics' }).click();
  await page.getByRole('heading', { name: 'Analytics', level: 1 }).waitFor();

  await send('PUT', '/search_settings', { precision: 3 });
  await page.goto(address);
  await facts.getByText('configuration, by private-key').waitFor();
});

test('the search key is filled into the snippets on request only', async (t) => {
  const { page, service, address } = await withEngine(t);
  await page.goto(address);
  const snippets = page.getByRole('region', { name: 'Quick start' });
  assert.equal(await snippets.getByRole('tab').count(), 0, 'collapsed');
  await snippets.getByRole('button', { name: 'Show snippets' }).press('Enter');
  await snippets.getByText('<value of search-key>').first().waitFor();
  const code = async () => (await snippets.locator('pre').allTextContents()).join('\n');
  assert.ok(!(await page.content()).includes(service.searchKey));

  const shown = snippets.getByRole('switch', { name: 'Show my search key in the snippets' });
  await shown.check();
  await until('it is filled in', async () => (await code()).includes(`Bearer ${service.searchKey}'`));
  assert.ok((await code()).includes('<value of private-key>'), 'only the search key');
  await snippets.getByRole('tab', { name: 'app-search-javascript' }).click();
  await until('it is filled in', async () => (await code()).includes(`searchKey: '${service.searchKey}'`));
  await snippets.getByRole('tab', { name: 'app-search-node' }).click();
  await snippets.getByText('This code needs a private key.').waitFor();
  assert.equal(await shown.isDisabled(), true);
  await snippets.getByRole('tab', { name: 'curl' }).click();
  await shown.uncheck();
  await snippets.getByText('<value of search-key>').first().waitFor();
  assert.ok(!(await page.content()).includes(service.searchKey));

  await page.reload();
  await snippets.getByText('<value of search-key>').first().waitFor();
  await snippets.getByRole('button', { name: 'Hide snippets' }).click();
  await snippets.getByRole('tab').first().waitFor({ state: 'detached' });
});

test('an empty engine starts with the snippets', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine();
  await page.goto(at('engines', engine));
  await page.getByRole('heading', { name: 'No documents yet' }).waitFor();
  const snippets = page.getByRole('region', { name: 'Quick start' });
  await snippets.getByRole('tab', { name: 'curl' }).waitFor();
  await service.call('POST', `/engines/${engine}/documents`, { body: [{ id: 'a' }] });
  await page.getByRole('heading', { name: 'No documents yet' }).waitFor({ state: 'detached' });
  assert.ok(await snippets.getByRole('tab', { name: 'curl' }).isVisible(), 'they stay open');
});
