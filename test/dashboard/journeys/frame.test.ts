import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { addressOf, routeTable } from '../../../dashboard/route-table.ts';
import { OWNER_PASSWORD, signIn, visit, visitShared } from '../../support/browser.ts';

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
  await page.getByRole('textbox', { name: 'Find pages, engines and actions' }).fill(engine);
  await page.getByRole('button', { name: engine }).first().waitFor();
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
  await guest.page.getByRole('heading', { name: 'You do not have access to this page' }).first().waitFor();
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
