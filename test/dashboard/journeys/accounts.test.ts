import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { createAccount } from '../../support/accounts.ts';
import { signIn, visit, visitShared } from '../../support/browser.ts';
import type { TestService } from '../../support/service.ts';

/** The response of an account's public API at its own host name. */
function callAs(service: TestService, hostIdentifier: string, path: string, key: string): Promise<string> {
  const { port } = new URL(service.baseUrl);
  const headers = { host: `${hostIdentifier}.api.localhost`, authorization: `Bearer ${key}` };
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: `/api/as/v1${path}`, headers }, async (answer) => {
      resolve((await answer.setEncoding('utf8').toArray()).join(''));
    });
    sent.on('error', reject).end();
  });
}

test('the first owner creates another account, whose engines are separate', async (t) => {
  const { page, context, service, at } = await visitShared(t);
  await service.engine();
  await page.goto(at('engines'));
  await page.getByRole('button', { name: 'Account default, switch account' }).click();
  await page.getByRole('menuitem', { name: 'Create an account' }).click();
  await page.getByLabel('Name').fill('my shop');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByText(/can only contain/)
    .waitFor();
  await page.getByLabel('Name').fill('default');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('dialog').getByText('Name is already taken').waitFor();
  await page.getByLabel('Name').fill('my-shop');
  await page.getByRole('button', { name: 'Create', exact: true }).click();

  await page.getByRole('heading', { name: 'Drop a file to create a search engine' }).waitFor();
  const [, , shop = ''] = new URL(page.url()).pathname.split('/');
  assert.notEqual(shop, service.hostIdentifier);
  await page.getByRole('button', { name: 'Create an engine' }).click();
  await page.getByLabel('Name').fill('shoes');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page
    .getByText(`http://${shop}.api.localhost:${new URL(service.baseUrl).port}`)
    .first()
    .waitFor();

  assert.equal((await service.call('GET', '/engines/shoes')).status, 404, 'not in the account of before');
  const keys = await context.request.get(
    `${service.baseUrl}/dashboard/api/accounts/${shop}/as/v1/credentials`,
  );
  const { results } = await keys.json();
  assert.deepEqual(results.map(({ name }: { name: string }) => name).sort(), ['private-key', 'search-key']);
  const privateKey = results.find(({ name }: { name: string }) => name === 'private-key').key;
  const engines = JSON.parse(await callAs(service, shop, '/engines', privateKey));
  assert.deepEqual(
    engines.results.map(({ name }: { name: string }) => name),
    ['shoes'],
  );

  await page.getByRole('button', { name: 'Account my-shop, switch account' }).click();
  await page.getByRole('menuitem', { name: 'default' }).click();
  await page.getByRole('link', { name: 'engine-1' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'shoes' }).count(), 0);
});

test('other people see their own accounts only, and cannot create one', async (t) => {
  const { page, context, service } = await visitShared(t);
  const origin = { origin: service.baseUrl };
  const post = async (path: string, data: object) =>
    (await context.request.post(`${service.baseUrl}/dashboard/api${path}`, { data, headers: origin })).json();
  const { hostIdentifier } = await createAccount(service, 'shop');
  await createAccount(service, 'secret');
  const { path } = await post(`/accounts/${hostIdentifier}/invitations`, { role: 'owner' });
  const nora = { name: 'Nora', password: 'nora sells shoes' };
  const guest = await visit(t, service.baseUrl);
  await guest.context.request.post(`${service.baseUrl}/dashboard/api/invitations/accept`, {
    data: { token: path.split('#')[1], ...nora },
    headers: origin,
  });
  await signIn(guest.context, service.baseUrl, nora.name, nora.password);
  await guest.page.goto('/');
  await guest.page.getByRole('heading', { name: 'Drop a file to create a search engine' }).waitFor();
  assert.equal(new URL(guest.page.url()).pathname, `/accounts/${hostIdentifier}/engines`);
  assert.equal(
    await guest.page.getByRole('button', { name: /, switch account$/ }).count(),
    0,
    'nothing to switch to',
  );
  await guest.page.goto('/accounts?create=on');
  await guest.page.getByRole('link', { name: 'shop' }).waitFor();
  for (const hidden of ['default', 'secret', 'Create an account']) {
    assert.equal(await guest.page.getByText(hidden, { exact: true }).count(), 0, hidden);
  }
  const refused = await guest.context.request.post(`${service.baseUrl}/dashboard/api/accounts`, {
    data: { name: 'mine' },
    headers: origin,
  });
  assert.equal(refused.status(), 403);

  // The first owner sees all accounts, new ones included.
  await page.goto('/accounts');
  for (const name of ['default', 'secret', 'shop'])
    await page.getByRole('link', { name, exact: true }).waitFor();
});
