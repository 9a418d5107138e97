import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from '../../support/browser.ts';
import { startTestService } from '../../support/service.ts';

test('the link in the banner creates an owner, who creates an engine that the API returns', async (t) => {
  const service = await startTestService(t);
  const { page } = await visit(t, service.baseUrl);

  await page.goto('/');
  await page.getByRole('heading', { name: 'Findling is not set up yet' }).waitFor();

  await page.goto(`/setup#${service.service.setupToken}`);
  await page.getByLabel('Your name').fill('Frieda');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Set up the dashboard' }).click();
  await page.getByText('Password must have at least 12 characters').waitFor();
  assert.equal(await page.getByLabel('Your name').inputValue(), 'Frieda', 'nothing typed is lost');
  await page.getByLabel('Password', { exact: true }).fill('granite and moss');
  await page.getByRole('button', { name: 'Set up the dashboard' }).click();

  await page.getByRole('heading', { name: 'Drop a file to create a search engine' }).waitFor();
  assert.equal(new URL(page.url()).pathname, `/accounts/${service.hostIdentifier}/engines`);
  await page.getByRole('button', { name: 'Create an engine' }).click();
  await page.getByLabel('Name').fill('Not A Name!');
  await page.getByText('Your engine will be named: not-a-name').waitFor();
  await page.getByLabel('Name').fill('!!!');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByText('Name can only contain lowercase letters, numbers, and hyphens').waitFor();
  await page.getByLabel('Name').fill('books');
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'German' }).click();
  await page.getByRole('button', { name: 'Create', exact: true }).click();

  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  const { status, json } = await service.call('GET', '/engines/books');
  assert.deepEqual(
    { status, name: json.name, language: json.language },
    { status: 200, name: 'books', language: 'de' },
  );
});

test('a used link shows a message, and signing in returns to the requested page', async (t) => {
  const service = await startTestService(t, { FINDLING_DASHBOARD_PASSWORD: 'granite and moss' });
  const engine = await service.engine();
  const { page } = await visit(t, service.baseUrl);

  await page.goto('/setup#anything');
  await page.getByRole('heading', { name: 'This link does not work' }).waitFor();

  const asked = `/accounts/${service.hostIdentifier}/engines/${engine}`;
  await page.goto(asked);
  await page.getByLabel('Name or email address').fill('owner');
  await page.getByLabel('Password', { exact: true }).fill('wrong but long enough');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Name or password is incorrect.').waitFor();
  await page.getByLabel('Password', { exact: true }).fill('granite and moss');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  assert.equal(new URL(page.url()).pathname, asked);
});
