import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OWNER_PASSWORD, visit, visitAsOwner } from '../../support/browser.ts';

test('people are invited, given another role and removed, and owners see the audit log', async (t) => {
  const { page, context, service, at } = await visitAsOwner(t);
  const api = `${service.baseUrl}/dashboard/api/accounts/${service.hostIdentifier}`;
  const people = async () => (await (await context.request.get(`${api}/people`)).json()).results;
  await page.goto(at('people'));
  await page.getByRole('button', { name: 'Invite a person' }).click();
  await page.getByLabel('Email address').fill('not an address');
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.getByRole('dialog').getByText('Enter a valid email address').waitFor();
  await page.getByLabel('Email address').fill('nora@example.org');
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('row', { name: /^nora@example\.org Editor/ }).waitFor();

  const nora = await visit(t, service.baseUrl);
  await nora.page.goto(link);
  await nora.page.getByLabel('Your name').fill('owner');
  await nora.page.getByLabel('Password', { exact: true }).fill('short');
  await nora.page.getByRole('button', { name: 'Join' }).click();
  await nora.page.getByText('Password must have at least 12 characters').waitFor();
  await nora.page.getByLabel('Password', { exact: true }).fill('nora sells shoes');
  await nora.page.getByRole('button', { name: 'Join' }).click();
  await nora.page.getByText('Name is already taken').waitFor();
  assert.equal((await people()).length, 1, 'the link is still valid, and no one has joined');
  await nora.page.getByLabel('Your name').fill('Nora');
  await nora.page.getByRole('button', { name: 'Join' }).click();
  await nora.page.getByRole('heading', { name: 'Drop a file to create a search engine' }).waitFor();

  await page.reload();
  await page.getByRole('combobox', { name: 'Role of Nora' }).waitFor();
  // Another person changes the role first: this change is rejected, and the current version is shown.
  const [, before] = await people();
  const headers = { origin: service.baseUrl, 'if-match': `"${before.version}"` };
  const changed = await context.request.patch(`${api}/people/${before.id}`, {
    headers,
    data: { role: 'analyst' },
  });
  assert.equal(changed.status(), 200);
  await page.getByRole('combobox', { name: 'Role of Nora' }).click();
  await page.getByRole('option', { name: /^Owner/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make owner' }).click();
  await page.getByText('Someone else changed this in the meantime. Nothing was saved.').waitFor();
  await page.locator('input[aria-label="Role of Nora"][value="Analyst"]').waitFor();
  assert.equal((await people())[1].role, 'analyst');

  await page.getByRole('button', { name: 'Remove Nora' }).click();
  const question = page.getByRole('dialog', { name: 'Remove Nora?' });
  await question.getByText('Their role in default is Analyst.').waitFor();
  await context.request.patch(`${api}/people/${before.id}`, {
    headers: { origin: service.baseUrl },
    data: { role: 'owner' },
  });
  await question.getByRole('button', { name: 'Remove' }).click();
  await question.getByText('Someone else changed this in the meantime. Nothing was saved.').waitFor();
  await question.getByText('Their role in default is Owner.').waitFor();
  await question.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('row', { name: /Nora/ }).waitFor({ state: 'detached' });
  assert.deepEqual(
    (await people()).map(({ name }: { name: string }) => name),
    ['owner'],
  );
  assert.equal((await nora.context.request.get(`${api}/people`)).status(), 401, 'out at once');

  await page.getByRole('link', { name: 'Audit' }).click();
  for (const line of ['invited nora@example.org', 'Nora joined', 'removed Nora'])
    await page.getByRole('row', { name: line }).first().waitFor();
  const { results } = await (await context.request.get(`${api}/audit`)).json();
  assert.deepEqual(
    results.slice(0, 1).map(({ action, subject }: Record<string, string>) => [action, subject]),
    [['person.removed', 'Nora']],
  );
  const told = JSON.stringify(results) + (await page.getByRole('main').innerText());
  for (const secret of [OWNER_PASSWORD, 'nora sells shoes', link.split('#')[1] ?? link])
    assert.ok(!told.includes(secret), 'the list holds no secrets');
});

test('a person changes their password, ends another session and signs out everywhere', async (t) => {
  const { page, context, service } = await visitAsOwner(t);
  // This hashes seven passwords, each of which is slow on purpose.
  context.setDefaultTimeout(60_000);
  const session = `${service.baseUrl}/dashboard/api/session`;
  const other = await visit(t, service.baseUrl, { userAgent: 'Mozilla/5.0 Firefox/140.0' });
  const signedIn = async (password: string): Promise<boolean> => {
    const answer = await other.context.request.post(session, {
      data: { login: 'owner', password },
      headers: { origin: service.baseUrl },
    });
    return answer.ok();
  };
  const isIn = async ({ request }: typeof context): Promise<boolean> =>
    (await (await request.get(session)).json()).person !== null;
  assert.equal(await signedIn(OWNER_PASSWORD), true);
  await page.goto('/profile');
  const elsewhere = page.getByRole('row', { name: /^Firefox/ });
  await elsewhere.getByRole('button', { name: 'End' }).click();
  await elsewhere.waitFor({ state: 'detached' });
  assert.equal(await isIn(other.context), false);

  await page.getByLabel('Current password').fill('not my password');
  await page.getByLabel('New password').fill('lichen on a boulder');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Password is incorrect').waitFor();
  await page.getByLabel('Current password').fill(OWNER_PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Password changed. All your other sessions have ended.').waitFor();
  assert.equal(await signedIn(OWNER_PASSWORD), false);
  assert.equal(await signedIn('lichen on a boulder'), true);

  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByLabel('Name or email address').waitFor();
  assert.equal(await isIn(context), false);
  assert.equal(await isIn(other.context), false);
});

test('a person changes their name and email address, and sees a change made elsewhere', async (t) => {
  const { page, context, service } = await visitAsOwner(t);
  const session = `${service.baseUrl}/dashboard/api/session`;
  const me = async () => (await (await context.request.get(session)).json()).person;
  await page.goto('/profile');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.waitFor();
  assert.ok(await save.isDisabled(), 'nothing to save yet');
  await page.getByLabel('Name', { exact: true }).fill('');
  await page.getByLabel('Email address').fill('nonsense');
  await save.click();
  await page.getByText('Name is required').waitFor();
  await page.getByText('Enter a valid email address').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Ada');
  await page.getByLabel('Email address').fill('ada@example.org');
  await save.click();
  await page.getByText('Profile saved.').waitFor();
  await page.getByRole('button', { name: /^Ada ?: profile and sign out/ }).waitFor();
  const { name, email } = await me();
  assert.deepEqual([name, email], ['Ada', 'ada@example.org']);
  assert.ok(await save.isDisabled());

  // In another tab, meanwhile.
  await context.request.patch(`${service.baseUrl}/dashboard/api/person`, {
    headers: { origin: service.baseUrl },
    data: { name: 'Ada Lovelace' },
  });
  await page.getByLabel('Name', { exact: true }).fill('Countess');
  await save.click();
  const conflict = page.getByRole('dialog', { name: 'Someone else saved first' });
  await conflict.getByText('"name": "Ada Lovelace"').waitFor();
  await conflict.getByText('"name": "Countess"').waitFor();
  assert.equal((await me()).name, 'Ada Lovelace');
  await conflict.getByRole('button', { name: 'Overwrite' }).click();
  await conflict.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Countess ?: profile and sign out/ }).waitFor();
  assert.equal((await me()).name, 'Countess');
});
