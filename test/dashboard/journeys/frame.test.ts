import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { addressOf, routeTable } from '../../../dashboard/route-table.ts';
import { OWNER_PASSWORD, signIn, visit, visitShared } from '../../support/browser.ts';
import { until } from '../../support/until.ts';

test('an edit is restored after the session ended and a new sign-in', async (t) => {
  const { page, context, service, at } = await visitShared(t);
  await page.goto(`${at('engines')}?create=on`);
  await page.getByLabel('Name').fill('typed-before');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Create', exact: true }).click();

  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByLabel('Password', { exact: true }).fill(OWNER_PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  assert.equal((await service.call('GET', '/engines/typed-before')).status, 200);
});

test('Ctrl-K finds an engine, and the curl command copied from its page runs in a shell', async (t) => {
  const { page, context, service, at } = await visitShared(t);
  const engine = await service.engine({ documents: [{ id: 'one', title: 'One' }] });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(at('people'));
  await page.getByRole('heading', { name: 'People' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find pages, engines and actions' }).fill(engine);
  await page.getByRole('option', { name: engine, exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Overview', 'the focus follows');

  await page.getByRole('button', { name: /^curl/ }).click();
  await page.getByRole('menuitem', { name: `GET /api/as/v1/engines/${engine}` }).click();
  await page.getByRole('button', { name: /^Copied/ }).waitFor();
  const command = String(await page.evaluate('navigator.clipboard.readText()'));
  const env = { ...process.env, FINDLING_KEY: service.privateKey };
  // Not synchronously: the service runs in this process.
  const { stdout } = await promisify(execFile)('sh', ['-c', `${command} -s`], { env });
  const answer = JSON.parse(stdout);
  assert.deepEqual({ name: answer.name, documents: answer.document_count }, { name: engine, documents: 1 });
});

const finder = (page: Page): Locator =>
  page.getByRole('combobox', { name: 'Find pages, engines and actions' });

const entries = async (page: Page): Promise<string[]> =>
  (await page.getByRole('option').allTextContents()).map((text) => text.trim());

/** Types a query into Ctrl-K and waits until these are its first entries. */
async function offers(page: Page, query: string, first: readonly string[]): Promise<void> {
  await finder(page).fill(query);
  await until(`${query} offers ${first}`, async () => {
    const shown = await entries(page);
    return JSON.stringify(shown.slice(0, first.length)) === JSON.stringify(first);
  });
}

test('Ctrl-K finds actions, pages of other engines in either order, and a document of this engine', async (t) => {
  const { page, service, at } = await visitShared(t);
  const here = await service.engine({ documents: [{ id: 'Boulder/7', title: 'One' }] });
  const other = await service.engine();
  await page.goto(at('engines', here, 'synonyms'));
  await page.getByRole('heading', { name: 'Synonyms', exact: true }).waitFor();
  await page.keyboard.press('Control+k');
  await finder(page).waitFor();
  const top = (await finder(page).boundingBox())?.y;
  await offers(page, 'create', ['Create an engine', 'Create a key', 'Create an account']);
  await offers(page, 'import', [`Import documents of ${here}`]);
  await offers(page, `import ${other}`, [`Import documents of ${other}`]);
  await offers(page, `schema ${other}`, [`Schema of ${other}`]);
  await offers(page, `${other} schema`, [`Schema of ${other}`]);
  await offers(page, 'api key', []);
  const keys = await entries(page);
  assert.ok(keys.includes('Credentials') && keys.includes('Create a key'), keys.join(', '));
  await finder(page).fill('nothing is called that');
  await page.getByText('No matches').waitFor();
  assert.deepEqual(await entries(page), []);
  assert.equal((await finder(page).boundingBox())?.y, top, 'the box stays where it is');

  await finder(page).fill('Boulder/7');
  const found = page.getByRole('option', { name: `Boulder/7 of ${here}` });
  await found.waitFor();
  assert.equal(await found.getAttribute('aria-selected'), 'true');
  assert.equal(await finder(page).getAttribute('aria-activedescendant'), await found.getAttribute('id'));
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === at('engines', here, 'documents', 'Boulder/7'));

  // The arrow keys move the selection, and the focus stays in the input.
  await page.keyboard.press('Control+k');
  await offers(page, 'create', ['Create an engine']);
  const selected = page.locator('[aria-selected="true"]');
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option').nth(1).and(selected).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.getByRole('option').last().and(selected).waitFor();
  await finder(page).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await finder(page).waitFor({ state: 'detached' });
});

test('Ctrl-K offers an analyst documents, but no actions that only others may do', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine({ documents: [{ id: 'stone-1', title: 'One' }] });
  await page.goto(`${at('people')}?invite=on`);
  await page.getByRole('radio', { name: /^Analyst/ }).check();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByRole('dialog').locator('code').textContent();
  const guest = await visit(t, service.baseUrl);
  await guest.page.goto(link ?? '');
  await guest.page.getByLabel('Your name').fill('Otto');
  await guest.page.getByLabel('Password', { exact: true }).fill('otto only looks');
  await guest.page.getByRole('button', { name: 'Join' }).click();
  await guest.page.getByRole('heading', { name: 'Engines', exact: true }).waitFor();
  await guest.page.goto(at('engines', engine));
  await guest.page.getByRole('heading', { name: 'Overview' }).waitFor();
  await guest.page.keyboard.press('Control+k');
  await finder(guest.page).fill('create');
  await guest.page.getByText('No matches').waitFor();
  await offers(guest.page, 'schema', [`Schema of ${engine}`]);
  await finder(guest.page).fill('import');
  assert.ok(!(await entries(guest.page)).some((entry) => entry.startsWith('Import')));
  await finder(guest.page).fill('stone-1');
  await guest.page.getByRole('option', { name: `stone-1 of ${engine}` }).waitFor();
});

test('the navigation marks an engine with unconfirmed fields', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine({ schema: { title: 'text' } });
  await service.call('POST', `/engines/${engine}/documents`, { body: [{ id: '1', pages: '9', year: '7' }] });
  await page.goto(at('engines', engine, 'synonyms'));
  await page.getByRole('link', { name: /^Schema \(2 unconfirmed fields\)$/ }).click();
  await page.getByRole('button', { name: 'Confirm types' }).click();
  await page.getByRole('link', { name: 'Schema', exact: true }).waitFor();
});

test('every page can be copied as a curl command', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine({ documents: [{ id: 'one', title: 'One' }] });
  const values = {
    account: service.hostIdentifier,
    engine,
    document: 'one',
    curation: 'new',
    report: 'top-queries',
  };
  await page.goto(at('engines'));
  for (const { path } of await routeTable()) {
    // By client-side navigation, which is faster than loading each URL.
    await page.evaluate(`history.pushState(null, '', ${JSON.stringify(addressOf(path, values))})`);
    await page.locator('main h1').waitFor();
    await page.getByRole('button', { name: /^curl/ }).click();
    await page.getByRole('menuitem').first().waitFor();
    const calls = await page.getByRole('menuitem').allTextContents();
    assert.match(calls.join('\n'), /^(GET|POST) \/(api\/as\/v1|dashboard\/api)\//, path);
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
  }
});

test('a lost connection shows a banner, and the input is sent after reconnecting', async (t) => {
  const { page, context, service, at, expectComplaint } = await visitShared(t);
  expectComplaint(/ERR_CONNECTION_REFUSED/);
  await page.goto(`${at('engines')}?create=on`);
  await page.getByLabel('Name').fill('patient');
  await context.route('**/*', (route) => route.abort('connectionrefused'));
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('The server cannot be reached.').waitFor();
  await page.getByText('The connection to the server was lost before it responded.').waitFor();
  assert.equal((await service.call('GET', '/engines/patient')).status, 404);

  await context.unroute('**/*');
  await page.getByText('The server cannot be reached.').waitFor({ state: 'detached' });
  assert.equal(await page.getByLabel('Name').inputValue(), 'patient');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  assert.equal((await service.call('GET', '/engines/patient')).status, 200);
});

test('an invited analyst sees engines, but no controls for other roles', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine();
  await page.goto(`${at('people')}?invite=on`);
  await page.getByRole('radio', { name: /^Analyst/ }).check();
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByRole('dialog').locator('code').textContent();

  const guest = await visit(t, service.baseUrl);
  await guest.page.goto(link ?? '');
  await guest.page.getByLabel('Your name').fill('Anna');
  await guest.page.getByLabel('Password', { exact: true }).fill('anna only looks');
  await guest.page.getByRole('button', { name: 'Join' }).click();
  await guest.page.getByRole('link', { name: engine }).waitFor();
  assert.equal(await guest.page.getByRole('button', { name: 'Create an engine' }).count(), 0);
  assert.equal(await guest.page.getByRole('link', { name: 'People' }).count(), 0);
  await guest.page.goto(at('people'));
  await guest.page.getByRole('heading', { name: 'You do not have access to this page' }).waitFor();
  await guest.page.goto(link ?? '');
  await guest.page.getByRole('heading', { name: 'This link does not work' }).waitFor();

  await page.goto(at('people'));
  await page.getByRole('combobox', { name: 'Role of Anna' }).click();
  await page.getByRole('option', { name: /^Editor/ }).click();
  await page.getByText('Anna now has the Editor role.').waitFor();
  await signIn(guest.context, service.baseUrl, 'anna', 'anna only looks');
  const state = await (await guest.context.request.get(`${service.baseUrl}/dashboard/api/session`)).json();
  assert.equal(state.accounts[0].role, 'editor');
});
