import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { visitShared } from '../../support/browser.ts';
import { visitProcess } from '../../support/dashboard-process.ts';
import { until } from '../../support/until.ts';

const EVER = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };

async function withEngine(t: TestContext) {
  const visit = await visitShared(t);
  const { service, at } = visit;
  const engine = await service.engine();
  const search = (query: string, key = service.searchKey) =>
    service.call('POST', `/engines/${engine}/search`, {
      key,
      body: { query },
      headers: { 'user-agent': 'shop/1.0' },
    });
  /** The log as the API shows it; only searches, and `count` of them. */
  const logged = async (count: number, filters: object = {}) => {
    const body = { query: '/search', filters: { date: EVER, ...filters }, page: { size: 100 } };
    let results: Array<{ id: number; status: number }> = [];
    await until(`${count} searches are logged`, async () => {
      ({ results } = (await service.call('POST', `/engines/${engine}/logs/api`, { body })).json);
      return results.length === count;
    });
    return results;
  };
  const rows = visit.page.getByRole('table', { name: 'API requests' }).getByRole('link');
  return { ...visit, engine, search, logged, rows, address: `${at('engines', engine, 'logs')}?q=/search` };
}

/** Chooses an option of a select. */
async function choose(select: Locator, option: string): Promise<void> {
  await select.click();
  await select.page().getByRole('option', { name: option, exact: true }).click();
}

test('a request is found, opened with the keyboard, and copied as curl', async (t) => {
  const { page, context, service, engine, search, logged, rows, address } = await withEngine(t);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await search('lava');
  const [entry] = await logged(1);
  await page.goto(address);
  await rows.first().focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'API request' });
  await drawer.getByText('shop/1.0').waitFor();
  const text = await drawer.innerText();
  assert.match(text, /200/);
  assert.match(text, /search-key \(public search key\)/);
  assert.match(text, /\d (ms|s)\b/);
  assert.ok(text.includes(`/api/as/v1/engines/${engine}/search`));
  const body = drawer.getByRole('region', { name: 'request body' });
  assert.equal(await body.innerText(), '{\n  "query": "lava"\n}');
  const response = await drawer.getByRole('region', { name: 'response body' }).innerText();
  assert.ok(response.startsWith('{\n  "meta": {\n') && response.includes('"results": []'), response);
  assert.equal(new URL(page.url()).searchParams.get('entry'), String(entry?.id));

  await drawer.getByRole('button', { name: 'Copy as curl' }).click();
  await drawer.getByRole('button', { name: 'Copied' }).waitFor();
  const command = String(await page.evaluate('navigator.clipboard.readText()'));
  assert.match(command, /^curl -X POST \S+\/api\/as\/v1\/engines\/[\w-]+\/search \\\n/);
  assert.ok(command.includes('-H "Authorization: Bearer $FINDLING_KEY"'));
  assert.ok(command.endsWith(`-d '{"query":"lava"}'`), command);
  assert.ok(!command.includes(service.searchKey));

  await page.reload();
  await drawer.getByText('shop/1.0').waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).searchParams.get('entry'), null);
});

test('the log is filtered by status, method, key, path and time, all in the address', async (t) => {
  const { page, service, engine, search, logged, rows, address } = await withEngine(t);
  await search('a');
  await search('b', service.privateKey);
  await service.call('POST', `/engines/${engine}/search`, { body: { taco: 1 } });
  await service.call('GET', `/engines/${engine}/search?query=c`, { key: service.searchKey });
  await logged(4);
  const shows = (count: number) => until(`${count} rows`, async () => (await rows.count()) === count);
  await page.goto(address);
  await shows(4);
  const filters = page.getByRole('form', { name: 'Filters' });
  await choose(filters.getByLabel('Status'), '4xx client error');
  await shows(1);
  await logged(1, { status: '4xx' });
  await choose(filters.getByLabel('Key'), 'private-key');
  await shows(1);
  await page.reload();
  await shows(1);
  const { searchParams } = new URL(page.url());
  assert.deepEqual([searchParams.get('status'), searchParams.get('key')], ['4xx', 'private-key']);
  await filters.getByRole('button', { name: 'Clear filters' }).click();
  await choose(filters.getByLabel('Method'), 'GET');
  await filters.getByLabel('Path contains').fill('query=c');
  await shows(1);
  assert.equal(await rows.first().innerText(), 'GET /search?query=c');
  await filters.getByLabel('Path contains').fill('query=nothing');
  await page.getByText('No matching entries').waitFor();

  await page.goto(`${address}&time=custom&from=2026-01-01T00:00&to=2026-01-02T00:00`);
  await page.getByText('No matching entries').waitFor();
  await filters.getByLabel('From').fill('2026-02-01T00:00');
  await filters.getByText('Filters date contains invalid option: from must not be after to').waitFor();
  await choose(filters.getByLabel('Time'), 'Last hour');
  await shows(4);
});

test('new requests do not move the list until they are asked for', async (t) => {
  const { page, search, logged, rows, address } = await withEngine(t);
  for (let number = 1; number <= 27; number++) await search(`old ${number}`);
  await logged(27);
  await page.goto(`${address}&page=2`);
  await until('two rows are shown', async () => (await rows.count()) === 2);
  const addresses = async () => Promise.all((await rows.all()).map((row) => row.getAttribute('href')));
  const before = await addresses();
  await search('new 1');
  await search('new 2');
  await page.getByText('2 new entries').waitFor();
  assert.deepEqual(await addresses(), before);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await until('the first page is shown', async () => (await rows.count()) === 25);
  await page.getByText('2 new entries').waitFor({ state: 'detached' });
  await page.getByText('29 entries').waitFor();
  assert.equal(new URL(page.url()).searchParams.get('page'), null);
});

test('a live list follows new requests until it is switched off', async (t) => {
  const { page, search, logged, rows, address } = await withEngine(t);
  await search('a');
  await logged(1);
  await page.goto(address);
  await until('it is shown', async () => (await rows.count()) === 1);
  const live = page.getByRole('switch', { name: 'Live' });
  await live.focus();
  await page.keyboard.press('Space');
  await search('b');
  await until('the new one is shown', async () => (await rows.count()) === 2);
  assert.equal(new URL(page.url()).searchParams.get('live'), 'on');
  await live.click();
  await search('c');
  await page.getByText('1 new entry').waitFor();
  assert.equal(await rows.count(), 2);
});

test('a log without entries shows how to send a request', async (t) => {
  const { page, service, at } = await visitShared(t);
  const name = 'untouched';
  await service.call('POST', '/engines', { body: { name } });
  await page.goto(at('engines', name, 'logs'));
  await page.getByText('No API requests yet').waitFor();
  const code = await page.getByRole('region', { name: 'first request with curl' }).innerText();
  assert.match(code, /^curl -X POST \S+\/engines\/untouched\/search/);
  await service.call('POST', `/engines/${name}/search`, { body: { query: '' } });
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByRole('link', { name: 'POST /search' }).waitFor();
});

test('a live list goes on after a restart of the server', async (t) => {
  const { page, at, call, kill, restart } = await visitProcess(t);
  await call('POST', '/engines', { name: 'books' });
  await call('POST', '/engines/books/search', { query: 'before' });
  await page.goto(`${at('engines', 'books', 'logs')}?live=on&q=/search`);
  const rows = page.getByRole('link', { name: 'POST /search' });
  await until('the first is shown', async () => (await rows.count()) === 1);
  await kill();
  await page.getByText('The server cannot be reached.').waitFor();
  await restart();
  await call('POST', '/engines/books/search', { query: 'after' });
  await until('the second is shown', async () => (await rows.count()) === 2);
});
