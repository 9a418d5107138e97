import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { visitShared } from '../../support/browser.ts';
import { visitProcess } from '../../support/dashboard-process.ts';
import type { TestService } from '../../support/service.ts';
import { signedKey } from '../../support/signed-key.ts';

const keyOf = async ({ call, adminKey }: TestService, name: string) =>
  (await call('GET', `/credentials/${name}`, { key: adminKey })).json;
const create = async ({ call, adminKey }: TestService, body: object) =>
  (await call('POST', '/credentials', { key: adminKey, body })).json;

/** Chooses an option of a select. */
async function choose(select: Locator, option: string): Promise<void> {
  await select.click();
  await select.page().getByRole('option', { name: option, exact: true }).click();
}

test('a key gets a description, an expiry and a rate limit, which are changed and cleared', async (t) => {
  const { page, service, at } = await visitShared(t);
  await page.goto(`${at('credentials')}?create=on`);
  const drawer = page.getByRole('dialog', { name: 'Create a key' });
  await drawer.getByLabel('Name').fill('shop');
  await drawer.getByRole('radio', { name: 'Public search key' }).check();
  await drawer.getByLabel('Description').fill('The shop <b>window</b>');
  await choose(drawer.getByLabel('Expires'), 'In 90 days');
  await drawer.getByLabel('Requests per second').fill('20');
  await drawer.getByLabel('Burst').fill('20000');
  await drawer.getByRole('button', { name: 'Create', exact: true }).click();
  await drawer.getByText('Rate limit burst must be an integer between 1 and 10,000').waitFor();
  await drawer.getByLabel('Burst').fill('100');
  await drawer.getByRole('button', { name: 'Create', exact: true }).click();
  await drawer.getByRole('button', { name: 'Done' }).click();
  const made = await keyOf(service, 'shop');
  const days = (Date.parse(made.expires_at) - Date.now()) / 86_400_000;
  assert.ok(days > 89.9 && days <= 90, made.expires_at);
  assert.equal(made.description, 'The shop <b>window</b>');
  assert.deepEqual(made.rate_limit, { requests_per_second: 20, burst: 100 });
  const row = page.getByRole('row', { name: /^shop/ });
  assert.match(
    await row.innerText(),
    /The shop <b>window<\/b>.*Never used.*Expires \w{3} \d+, 20\d\d\n20\/s, burst 100/s,
  );

  await row.getByRole('button', { name: 'Edit shop' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit key' });
  await edit.getByLabel('Description').fill('');
  await edit.getByLabel('Expiry date').fill('2020-01-01T00:00');
  await edit.getByRole('button', { name: 'Update' }).click();
  await edit.getByText('Expires at must be in the future').waitFor();
  await edit.getByLabel('Expiry date').fill('2099-06-30T12:00');
  await edit.getByLabel('Burst').fill('');
  await edit.getByRole('button', { name: 'Update' }).click();
  await edit.waitFor({ state: 'detached' });
  const edited = await keyOf(service, 'shop');
  assert.equal(edited.expires_at, '2099-06-30T12:00:00.000Z');
  assert.equal(edited.description, undefined);
  assert.deepEqual(edited.rate_limit, { requests_per_second: 20, burst: 20 });
});

test('an expired key is marked, and can be changed without another expiry', async (t) => {
  const { page, service, at } = await visitShared(t);
  const expiresAt = Date.now() + 1500;
  await create(service, { name: 'brief', type: 'admin', expires_at: new Date(expiresAt).toISOString() });
  await pause(expiresAt - Date.now() + 50);
  await page.goto(at('credentials'));
  const row = page.getByRole('row', { name: /^brief/ });
  await row.getByText('Expired', { exact: true }).waitFor();
  await row.getByRole('button', { name: 'Edit brief' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit key' });
  await edit.getByLabel('Description').fill('no longer needed');
  await edit.getByRole('button', { name: 'Update' }).click();
  await row.getByText('no longer needed').waitFor();
  assert.equal(Date.parse((await keyOf(service, 'brief')).expires_at), expiresAt);
});

test('a key is rotated; the old value works, and the list says that it is still used', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine();
  const { key: old } = await create(service, { name: 'turning', type: 'search' });
  const search = (key: string) =>
    service.call('POST', `/engines/${engine}/search`, { key, body: { query: '' } });
  await page.goto(at('credentials'));
  const row = page.getByRole('row', { name: /^turning/ });
  await row.getByText('Never used').waitFor();
  await row.getByRole('button', { name: 'Rotate turning' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Rotate key' });
  await choose(dialog.getByLabel('Keep accepting the old value for'), '1 hour');
  await dialog.getByRole('button', { name: 'Rotate' }).click();
  await dialog.getByText('The old value works until').waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  const rotated = await keyOf(service, 'turning');
  assert.notEqual(rotated.key, old);
  assert.deepEqual([(await search(rotated.key)).status, (await search(old)).status], [200, 200]);
  await page.reload();
  await row.getByText(/Old value works until .*, used /).waitFor();

  await row.getByRole('button', { name: 'Rotate turning' }).click();
  await dialog.getByText('This key was rotated before').waitFor();
  await choose(dialog.getByLabel('Keep accepting the old value for'), 'Not at all: the value has leaked');
  await dialog.getByText('Requests with the old value are refused at once').waitFor();
  await dialog.getByRole('button', { name: 'Rotate' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  assert.deepEqual([(await search(rotated.key)).status, (await search(old)).status], [401, 401]);
  assert.equal((await search((await keyOf(service, 'turning')).key)).status, 200);
});

test('a key that someone else changed is not rotated before it is shown again', async (t) => {
  const { page, service, at } = await visitShared(t);
  const { key } = await create(service, { name: 'contested', type: 'search' });
  await page.goto(`${at('credentials')}?rotate=contested`);
  const dialog = page.getByRole('dialog', { name: 'Rotate key' });
  await dialog.getByRole('button', { name: 'Rotate' }).waitFor();
  await service.call('PUT', '/credentials/contested', {
    key: service.adminKey,
    body: { description: 'changed' },
  });
  const reread = page.waitForResponse(
    (response) => response.request().method() === 'GET' && response.url().endsWith('/credentials/contested'),
  );
  await dialog.getByRole('button', { name: 'Rotate' }).click();
  await dialog.getByText('Someone else changed this in the meantime.').waitFor();
  assert.equal((await keyOf(service, 'contested')).key, key);
  await reread;
  await dialog.getByRole('button', { name: 'Rotate' }).click();
  await dialog.getByRole('button', { name: 'Done' }).waitFor();
  assert.notEqual((await keyOf(service, 'contested')).key, key);
});

test('signed search keys are revoked by user, and accepted again without the revocation', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine();
  const signer = { name: 'private-key', key: service.privateKey };
  const search = async (sub: string) => {
    const key = signedKey(signer, { sub });
    return (await service.call('POST', `/engines/${engine}/search`, { key, body: { query: '' } })).status;
  };
  await page.goto(`${at('credentials', 'signed-keys')}?tab=revoked`);
  await page.getByText('No revocations').waitFor();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await page.getByText('Revocation must have jti, sub or issued_before').waitFor();
  const user = page.getByLabel('User', { exact: true });
  assert.equal(await user.getAttribute('aria-invalid'), 'true');
  await user.fill('user-42');
  await choose(page.getByRole('combobox', { name: 'Signed with' }), 'private-key');
  await page.reload();
  assert.equal(await user.inputValue(), 'user-42', 'nothing typed is lost');
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  const table = page.getByRole('table', { name: 'Revocations' });
  await table.getByText('user user-42').waitFor();
  await table.getByText('signed with private-key').waitFor();
  assert.deepEqual([await search('user-42'), await search('user-43')], [401, 200]);

  await table.getByRole('button', { name: /^Delete the revocation of user user-42/ }).click();
  const confirmation = page.getByRole('dialog', { name: 'Delete this revocation?' });
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No revocations').waitFor();
  assert.equal(await search('user-42'), 200);
});

test('a revocation that is typed while the server is away can be sent after its restart', async (t) => {
  const { page, at, kill, restart } = await visitProcess(t);
  await page.goto(`${at('credentials', 'signed-keys')}?tab=revoked`);
  await page.getByText('No revocations').waitFor();
  await kill();
  await page.getByLabel('Token', { exact: true }).fill('token-1');
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await page.getByText('The server cannot be reached.').waitFor();
  await restart();
  await page.getByText('The server cannot be reached.').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await page.getByRole('table', { name: 'Revocations' }).getByText('token token-1').waitFor();
});
