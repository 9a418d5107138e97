import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FrameLocator, Page } from 'playwright-core';
import { visitAsOwner, visitShared } from '../../support/browser.ts';

const ENGINE = 'national-parks-demo';

const searchPage = (page: Page): FrameLocator => page.frameLocator('iframe');
const headings = (frame: FrameLocator): Promise<string[]> => frame.locator('article h2').allTextContents();

test('a configured search page searches, filters, sorts and pages like the API', async (t) => {
  const { page, service, at } = await visitAsOwner(t, { FINDLING_SAMPLE: 'on' });
  const searches: Array<{ address: string; body: Record<string, unknown> }> = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/search')) return;
    searches.push({ address: new URL(request.url()).pathname, body: request.postDataJSON() });
  });
  const expected = async (search: object): Promise<{ titles: string[]; total: number }> => {
    const { json } = await service.call('POST', `/engines/${ENGINE}/search`, { body: search });
    return {
      titles: json.results.map((result: { title: { raw: string } }) => result.title.raw),
      total: json.meta.page.total_results,
    };
  };

  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  await page.goto(at('engines', ENGINE, 'preview'));
  const frame = searchPage(page);
  await frame.getByText('1 to 10 of 63').waitFor();
  assert.deepEqual(warnings, []);
  const proposed = new URL(page.url()).searchParams;
  assert.deepEqual(
    ['title', 'text', 'address', 'facets'].map((name) => proposed.get(name)),
    ['title', 'description', 'nps_link', 'states,world_heritage_site'],
  );

  await page.getByRole('combobox', { name: 'Sort fields' }).click();
  await page.getByRole('listbox').getByRole('option', { name: 'square_km' }).click();
  await page.keyboard.press('Escape');
  await frame.getByRole('combobox', { name: 'Sort by' }).selectOption('Visitors, highest first');
  const byVisitors = await expected({ query: '', sort: { visitors: 'desc' } });
  await frame.getByRole('heading', { name: byVisitors.titles[0] ?? '' }).waitFor();
  assert.deepEqual(await headings(frame), byVisitors.titles);

  await frame.getByRole('button', { name: 'Page 2' }).click();
  await frame.getByText('11 to 20 of 63').waitFor();
  const second = await expected({ query: '', sort: { visitors: 'desc' }, page: { current: 2 } });
  assert.deepEqual(await headings(frame), second.titles);

  await frame.getByLabel('Search for').fill('granite');
  const found = await expected({ query: 'granite', sort: { visitors: 'desc' } });
  await frame.getByText(`of ${found.total} for granite`).waitFor();
  assert.deepEqual(await headings(frame), found.titles);
  assert.ok((await frame.locator('article mark').allTextContents()).some((word) => /granite/i.test(word)));

  await frame.getByRole('checkbox', { name: /^California/ }).check();
  const filters = { states: ['California'] };
  const inCalifornia = await expected({ query: 'granite', sort: { visitors: 'desc' }, filters });
  assert.ok(inCalifornia.total > 0 && inCalifornia.total < found.total);
  await frame.getByText(`of ${inCalifornia.total} for granite`).waitFor();
  assert.deepEqual(await headings(frame), inCalifornia.titles);
  // Other values of the same facet can still be selected.
  await frame
    .getByRole('checkbox', { name: /^(?!California)/ })
    .first()
    .waitFor();
  const link = frame.locator('article a').first();
  assert.match((await link.getAttribute('href')) ?? '', /^https:\/\/www\.nps\.gov\//);

  // The search is in the URL of the frame; the query stays when another field is selected.
  await page.frames()[1]?.waitForURL(/[?&]q=granite&.*California/);
  await page.getByLabel('Text', { exact: true }).selectOption('none');
  await frame.getByText('for granite').waitFor();
  assert.equal(await frame.getByLabel('Search for').inputValue(), 'granite');

  assert.ok(searches.length > 5);
  for (const { address, body } of searches) {
    assert.equal(address, `/dashboard/api/accounts/${service.hostIdentifier}/as/v1/engines/${ENGINE}/search`);
    assert.equal(body.record_analytics, false);
  }
});

test('the configuration is in the URL, and remembered for each engine', async (t) => {
  const { page, service, at } = await visitShared(t);
  const documents = [
    { id: 'one', name: 'First', colour: 'red' },
    { id: 'two', name: 'Second', colour: 'red' },
  ];
  const books = await service.engine({ documents });
  const films = await service.engine({ documents });
  await page.goto(at('engines', books, 'preview'));
  await searchPage(page).getByRole('heading', { name: 'First' }).waitFor();
  await page.getByLabel('Title', { exact: true }).selectOption('colour');
  await searchPage(page).getByRole('heading', { name: 'red' }).first().waitFor();
  const address = page.url();
  assert.equal(new URL(address).searchParams.get('title'), 'colour');

  await page.goto(at('engines', films, 'preview'));
  await searchPage(page).getByRole('heading', { name: 'First' }).waitFor();
  await page.goto(at('engines', books, 'preview'));
  await searchPage(page).getByRole('heading', { name: 'red' }).first().waitFor();
  assert.equal(page.url(), address);

  // Missing fields and invalid values are ignored.
  await page.goto(
    `${at('engines', books, 'preview')}?title=nowhere&facets=,,gone&sorts=%00&image=constructor`,
  );
  await searchPage(page).getByRole('heading', { name: 'one' }).waitFor();
});

test('documents are shown as text: markup stays visible, and only web URLs are links', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine({
    documents: [
      { id: 'script', title: '<script>alert(1)</script> <b>bold</b>', link: 'javascript:alert(2)' },
      {
        id: 'image',
        title: '<img src=x onerror=alert(3)> markup',
        link: 'data:text/html,<script>alert(4)</script>',
      },
      { id: 'good', title: 'plain & simple', link: 'https://example.org/a?b=<c>' },
    ],
  });
  page.on('dialog', () => assert.fail('a document opened a dialog'));
  await page.goto(`${at('engines', engine, 'preview')}?title=title&address=link&facets=title&sorts=title`);
  const frame = searchPage(page);
  await frame.getByText('1 to 3 of 3').waitFor();
  for (const title of [
    '<script>alert(1)</script> <b>bold</b>',
    '<img src=x onerror=alert(3)> markup',
    'plain & simple',
  ])
    await frame.getByRole('heading', { name: title, exact: true }).waitFor();
  const links = await frame.locator('article a').evaluateAll((found) => found.map(String));
  assert.deepEqual(links, ['https://example.org/a?b=%3Cc%3E']);
  await frame.locator('article').getByText('javascript:alert(2)').waitFor();
  await frame.getByLabel('Search for').fill('bold');
  await frame.getByText('1 to 1 of 1').waitFor();
  await frame.getByRole('heading', { name: '<script>alert(1)</script> <b>bold</b>', exact: true }).waitFor();
  assert.equal(await frame.locator('article h2 mark').textContent(), 'bold');
});

const PIXEL = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64');

test('images of other hosts are loaded only after a switch, and never by the dashboard itself', async (t) => {
  const { page, context, service, at, expectComplaint } = await visitShared(t);
  expectComplaint(/^request to another host: https:\/\/pictures\.example\/cat\.gif$/);
  const engine = await service.engine({
    documents: [{ id: 'cat', title: 'Cat', image: 'https://pictures.example/cat.gif' }],
  });
  const asked: string[] = [];
  await context.route('https://pictures.example/**', (route, request) => {
    asked.push(`${request.frame().url()} ${request.headers().referer ?? 'no referrer'}`);
    return route.fulfill({ contentType: 'image/gif', body: PIXEL });
  });
  await page.goto(at('engines', engine, 'preview'));
  const frame = searchPage(page);
  await frame.getByRole('heading', { name: 'Cat' }).waitFor();
  assert.equal(await frame.locator('article img').count(), 0);
  assert.deepEqual(asked, []);

  const loaded = page.waitForEvent('requestfinished', (request) =>
    request.url().includes('pictures.example'),
  );
  await page.getByRole('switch', { name: 'Load external images' }).click();
  await loaded;
  assert.equal(asked.length, 1);
  assert.match(asked[0] ?? '', /\/preview\/.*[?&]images=on.* no referrer$/);

  // The choice is not remembered: another visit starts without images.
  await page.reload();
  await frame.getByRole('heading', { name: 'Cat' }).waitFor();
  assert.equal(await frame.locator('article img').count(), 0);
});

test('without documents, session or engine there is a message instead of a search page', async (t) => {
  const { page, context, service, at } = await visitShared(t);
  const empty = await service.engine();
  const engine = await service.engine({ documents: [{ id: 'one', title: 'One' }] });
  await page.goto(at('engines', empty, 'preview'));
  await page.getByRole('heading', { name: 'Nothing to search yet' }).waitFor();
  await service.call('POST', `/engines/${empty}/documents`, { body: [{ id: 'first', title: 'First' }] });
  await searchPage(page).getByRole('heading', { name: 'First' }).waitFor();

  const address = `/preview/${service.hostIdentifier}/${engine}?title=title`;
  await page.goto(`/preview/${service.hostIdentifier}/nowhere?title=title`);
  await page.getByText('Could not find engine').waitFor();
  await page.goto('/preview');
  await page.getByRole('heading', { name: 'Nothing to preview' }).waitFor();
  await page.goto(address);
  await page.getByRole('heading', { name: 'One' }).waitFor();
  await context.clearCookies();
  await page.getByLabel('Search for').fill('one');
  await page.getByText('You need to sign in before continuing.').waitFor();
});

test('a search page repeats its requests while the server is busy', async (t) => {
  const { page, service, at, expectComplaint } = await visitShared(t);
  expectComplaint(/status of 503/);
  const engine = await service.engine({ documents: [{ id: 'one', title: 'One' }] });
  const refused = new Set<string>();
  await page.route(/\/engines\/[^/]+\/(schema|search)$/, async (route) => {
    const address = route.request().url();
    const isEmbedded = route.request().frame() !== page.mainFrame();
    if (!isEmbedded || refused.has(address)) return route.continue();
    refused.add(address);
    await route.fulfill({ status: 503, json: { errors: ['The service is busy.'] } });
  });
  await page.goto(at('engines', engine, 'preview'));
  await searchPage(page).getByText('1 to 1 of 1').waitFor();
  assert.equal(refused.size, 2);
});
