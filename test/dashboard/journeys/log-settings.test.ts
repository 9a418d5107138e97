import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { signIn, visit, visitAsOwner, visitShared } from '../../support/browser.ts';
import { visitProcess } from '../../support/dashboard-process.ts';
import { until } from '../../support/until.ts';

async function withSettings(t: TestContext) {
  const visited = await visitShared(t);
  const { service, at } = visited;
  t.after(() => service.call('DELETE', '/log_settings'));
  const settings = async () => (await service.call('GET', '/log_settings')).json;
  return { ...visited, settings, address: at('log-settings') };
}

const apiPanel = (page: Page) => page.getByRole('region', { name: 'API logs' });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).first().click();

/** Types the name of the account. */
async function confirm(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Save these settings?' });
  const button = dialog.getByRole('button', { name: 'Save' });
  assert.equal(await button.isDisabled(), true);
  await dialog.getByLabel(/^Type .* to confirm$/).fill('default');
  await button.click();
  await dialog.waitFor({ state: 'detached' });
}

test('the API log is turned off by typing the name of the account, and its page says so', async (t) => {
  const { page, service, at, settings, address } = await withSettings(t);
  const engine = await service.engine();
  await page.goto(address);
  const record = apiPanel(page).getByRole('switch', { name: 'Record API requests' });
  await record.focus();
  await page.keyboard.press('Space');
  await save(page);
  await page.getByText('API requests are no longer recorded.').waitFor();
  await page.keyboard.press('Escape');
  assert.equal((await settings()).api.enabled, true, 'nothing is saved without the confirmation');
  await save(page);
  await confirm(page);
  await page.getByText('Log settings saved.').waitFor();
  assert.deepEqual(await settings(), {
    api: { enabled: false, retention_days: 7, max_retention_days: 7 },
    analytics: { enabled: true, retention_days: 180, max_retention_days: 180 },
  });

  await page.goto(at('engines', engine, 'logs'));
  await page.getByText('API logging is off').waitFor();
  await page.getByRole('link', { name: 'Turn it on in the log settings' }).click();
  await record.click();
  await save(page);
  await until('it is on', async () => (await settings()).api.enabled === true);
  await page.goto(at('audit'));
  await page.getByText('changed the log settings').first().waitFor();
});

test('less is kept after a confirmation; what the server refuses is said beside the field', async (t) => {
  const { page, settings, address } = await withSettings(t);
  await page.goto(address);
  const days = apiPanel(page).getByLabel('Keep for (days)');
  await days.fill('99');
  await save(page);
  await apiPanel(page).getByText('Api retention days must be an integer between 1 and 7').waitFor();
  assert.equal(await days.getAttribute('aria-invalid'), 'true');
  await page.reload();
  assert.equal(await days.inputValue(), '99', 'nothing typed is lost');
  await days.fill('3');
  await save(page);
  await page.getByText('API log entries older than 3 days are deleted.').waitFor();
  await confirm(page);
  await page.getByText('Log settings saved.').waitFor();
  assert.equal((await settings()).api.retention_days, 3);
  // More is kept without a question.
  await days.fill('5');
  await save(page);
  await until('it is saved', async () => (await settings()).api.retention_days === 5);
});

test('the second of two people who change the settings sees the first change, and decides', async (t) => {
  const { page, settings, address } = await withSettings(t);
  const other = (await visitShared(t)).page;
  for (const one of [page, other]) {
    await one.goto(address);
    await apiPanel(one).getByLabel('Keep for (days)').waitFor();
  }
  const change = async (one: Page, days: string) => {
    await apiPanel(one).getByLabel('Keep for (days)').fill(days);
    await save(one);
    await confirm(one);
  };
  await change(page, '6');
  await page.getByText('Log settings saved.').waitFor();
  await change(other, '2');
  const conflict = other.getByRole('dialog', { name: 'Someone else saved first' });
  const theirs = await conflict.getByRole('region', { name: 'current version' }).innerText();
  assert.match(theirs, /API logs: on, kept for 6 days/);
  assert.equal((await settings()).api.retention_days, 6);
  await conflict.getByRole('button', { name: 'Discard mine' }).click();
  await conflict.waitFor({ state: 'detached' });
  assert.equal(await apiPanel(other).getByLabel('Keep for (days)').inputValue(), '6');
  await change(other, '2');
  await other.getByText('Log settings saved.').waitFor();
  assert.equal((await settings()).api.retention_days, 2);
});

test('settings that are changed while the server is away can be saved after its restart', async (t) => {
  const { page, at, call, kill, restart } = await visitProcess(t);
  await page.goto(at('log-settings'));
  const days = page.getByRole('region', { name: 'Analytics' }).getByLabel('Keep for (days)');
  await days.waitFor();
  await kill();
  await days.fill('30');
  await save(page);
  await confirm(page);
  await page.getByText('The server cannot be reached.').waitFor();
  await restart();
  await page.getByText('The server cannot be reached.').waitFor({ state: 'detached' });
  await save(page);
  await confirm(page);
  await page.getByText('Log settings saved.').waitFor();
  assert.equal((await call('GET', '/log_settings')).json.analytics.retention_days, 30);
});

test('an analyst sees the log and the settings, but cannot change them', async (t) => {
  const { service, at, context } = await visitAsOwner(t);
  const engine = await service.engine();
  const invited = await context.request.post(
    `${service.baseUrl}/dashboard/api/accounts/${service.hostIdentifier}/invitations`,
    { data: { role: 'analyst' }, headers: { origin: service.baseUrl } },
  );
  const guest = await visit(t, service.baseUrl);
  await guest.context.request.post(`${service.baseUrl}/dashboard/api/invitations/accept`, {
    data: { token: (await invited.json()).path.split('#')[1], name: 'Anna', password: 'anna only looks' },
    headers: { origin: service.baseUrl },
  });
  await signIn(guest.context, service.baseUrl, 'Anna', 'anna only looks');
  await guest.page.goto(at('log-settings'));
  await guest.page.getByText('On, kept for 180 days').waitFor();
  assert.equal(await guest.page.getByRole('switch').count(), 0);
  await guest.page.goto(at('engines', engine, 'logs'));
  await guest.page.getByRole('link', { name: 'GET /schema/reindex' }).first().click();
  await guest.page.getByRole('dialog', { name: 'API request' }).getByText('private-key').waitFor();
});
