import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signIn, visit, visitAsOwner, visitShared } from '../../support/browser.ts';
import type { TestService } from '../../support/service.ts';
import { signedKey } from '../../support/signed-key.ts';

/** A key as the public API shows it, without its id. */
async function keyOf({ call, adminKey }: TestService, name: string) {
  const { status, json } = await call('GET', `/credentials/${name}`, { key: adminKey });
  const { id, ...rest } = json;
  return { status, json: rest };
}

test('a key is created, scoped, edited and deleted, and the API reflects each change', async (t) => {
  const { page, service, at } = await visitShared(t);
  const [first, second] = [await service.engine(), await service.engine()];
  await page.goto(at('credentials'));
  await page.getByRole('button', { name: 'Create a key' }).click();
  const drawer = page.getByRole('dialog', { name: 'Create a key' });
  await drawer.getByLabel('Name').fill('search-key');
  await drawer.getByRole('button', { name: 'Create', exact: true }).click();
  await drawer.getByText('Name is already taken').waitFor();

  await drawer.getByLabel('Name').fill('My Shop!');
  await drawer.getByText('Your key will be named: my-shop').waitFor();
  await drawer.getByLabel('Read access').uncheck();
  await drawer.getByLabel('Write access').uncheck();
  await drawer.getByRole('button', { name: 'Create', exact: true }).click();
  await drawer.getByText('Private keys need read or write access').waitFor();
  await drawer.getByLabel('Read access').check();
  await drawer.getByRole('radio', { name: /^Limited engine access/ }).check();
  await drawer.getByRole('button', { name: 'Create', exact: true }).click();
  await drawer.getByText('Choose at least one engine').waitFor();
  assert.equal((await keyOf(service, 'my-shop')).status, 404, 'a rejected request creates nothing');
  await drawer.getByRole('checkbox', { name: first }).check();
  await drawer.getByRole('button', { name: 'Create', exact: true }).click();
  await drawer.getByRole('button', { name: 'Done' }).click();

  const made = (await keyOf(service, 'my-shop')).json;
  assert.match(made.key, /^private-/);
  assert.deepEqual(
    { ...made, key: '' },
    {
      key: '',
      name: 'my-shop',
      type: 'private',
      read: true,
      write: false,
      access_all_engines: false,
      engines: [first],
    },
  );
  const row = page.getByRole('row', { name: /^my-shop/ });
  assert.match(await row.innerText(), new RegExp(`Private API key.*${first}.*read-only`, 's'));

  await row.getByRole('button', { name: 'Edit my-shop' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit key' });
  await edit.getByRole('checkbox', { name: second }).check();
  await edit.getByLabel('Write access').check();
  await edit.getByRole('button', { name: 'Update' }).click();
  await page.getByText('Key updated.').waitFor();
  const edited = (await keyOf(service, 'my-shop')).json;
  assert.deepEqual(edited, { ...made, write: true, engines: [first, second] });

  const token = signedKey(made, {});
  const search = () => service.call('POST', `/engines/${first}/search`, { key: token, body: { query: '' } });
  assert.equal((await search()).status, 200);
  await row.getByRole('button', { name: 'Delete my-shop' }).click();
  const deletion = page.getByRole('dialog', { name: 'Delete this key?' });
  await deletion.getByText('All search keys signed with it stop working immediately.').waitFor();
  await deletion.getByLabel('Type my-shop to confirm').fill('my-shop');
  await deletion.getByRole('button', { name: 'Delete key' }).click();
  await page.getByText('Key deleted.').waitFor();
  await row.waitFor({ state: 'detached' });
  assert.equal((await keyOf(service, 'my-shop')).status, 404);
  assert.equal((await search()).status, 401, 'its signed keys are rejected too');
});

test('keys of the other kinds have the permissions of their kind and no more', async (t) => {
  const { page, service, at } = await visitShared(t);
  for (const [kind, type] of [
    ['Public search key', 'search'],
    ['Private admin key', 'admin'],
  ] as const) {
    await page.goto(`${at('credentials')}?create=on`);
    const drawer = page.getByRole('dialog', { name: 'Create a key' });
    await drawer.getByLabel('Name').fill(`new-${type}`);
    await drawer.getByRole('radio', { name: kind }).check();
    assert.equal(await drawer.getByLabel('Read access').count(), 0);
    assert.equal(
      await drawer.getByRole('radio', { name: /^Full engine access/ }).count(),
      type === 'admin' ? 0 : 1,
    );
    await drawer.getByRole('button', { name: 'Create', exact: true }).click();
    await drawer.getByRole('button', { name: 'Done' }).click();
    const { key, ...made } = (await keyOf(service, `new-${type}`)).json;
    assert.ok(key.startsWith(`${type}-`));
    assert.deepEqual(made, {
      name: `new-${type}`,
      type,
      ...(type === 'search' && { access_all_engines: true }),
    });
  }
});

test('endpoint, host identifier and values are copied, and values are hidden until they are revealed', async (t) => {
  const { page, context, service, at } = await visitShared(t);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const clipboard = () => page.evaluate('navigator.clipboard.readText()');
  await page.goto(at('credentials'));
  await page.getByRole('button', { name: 'Copy host identifier' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  assert.equal(await clipboard(), service.hostIdentifier);
  await page.getByRole('button', { name: 'Copy base URL' }).click();
  await page.getByRole('button', { name: 'Copied' }).nth(1).waitFor();
  assert.equal(new URL(String(await clipboard())).port, new URL(service.baseUrl).port);

  const row = page.getByRole('row', { name: /^private-key/ });
  assert.ok(!(await page.locator('body').innerText()).includes(service.privateKey));
  await row.getByRole('button', { name: 'Copy value of private-key' }).click();
  await row.getByRole('button', { name: 'Copied' }).waitFor();
  assert.equal(await clipboard(), service.privateKey, 'it can be copied without being shown');
  await row.getByRole('button', { name: 'Reveal value of private-key' }).click();
  await row.getByText(service.privateKey).waitFor();
  await row.getByRole('button', { name: 'Hide value of private-key' }).click();
  await row.getByText(service.privateKey).waitFor({ state: 'detached' });
});

test('removing read access from a key warns about the signed keys that stop working', async (t) => {
  const { page, service, at } = await visitShared(t);
  const body = { name: 'signer', type: 'private', read: true, write: true };
  await service.call('POST', '/credentials', { key: service.adminKey, body });
  await page.goto(`${at('credentials')}?edit=signer`);
  const drawer = page.getByRole('dialog', { name: 'Edit key' });
  const warning = drawer.getByText('all search keys signed with it stop working');
  await drawer.getByLabel('Read access').uncheck();
  await warning.waitFor();
  await drawer.getByLabel('Read access').check();
  await warning.waitFor({ state: 'detached' });
  await drawer.getByLabel('Read access').uncheck();
  await drawer.getByRole('button', { name: 'Update' }).click();
  await page.getByText('Key updated.').waitFor();
  assert.equal((await keyOf(service, 'signer')).json.read, false);
});

test('a missing engine stays in the scope of a key until it is removed', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine();
  const body = { name: 'ahead', type: 'search', engines: [engine, 'yet-to-come'] };
  await service.call('POST', '/credentials', { key: service.adminKey, body });
  await page.goto(at('credentials'));
  await page
    .getByRole('row', { name: /^ahead/ })
    .getByText('(no such engine)')
    .waitFor();
  await page.getByRole('button', { name: 'Edit ahead' }).click();
  await page.getByText('This engine does not exist').waitFor();
  await page.getByRole('checkbox', { name: engine }).uncheck();
  await page.getByRole('button', { name: 'Update' }).click();
  await page.getByText('Key updated.').waitFor();
  assert.deepEqual((await keyOf(service, 'ahead')).json.engines, ['yet-to-come']);
});

test('a page of keys that no longer exists redirects to the last page', async (t) => {
  const { page, service, at } = await visitAsOwner(t);
  for (let number = 1; number <= 25; number++) {
    const body = { name: `z-${number}`, type: 'search' };
    await service.call('POST', '/credentials', { key: service.adminKey, body });
  }
  await page.goto(`${at('credentials')}?page=9`);
  await page.getByText('28 keys').waitFor();
  await page.getByRole('row', { name: /^z-9/ }).waitFor();
  assert.equal(new URL(page.url()).searchParams.get('page'), '2');
  assert.equal(await page.getByRole('row').count(), 1 + 3);
});

test('an account without keys says what to do first', async (t) => {
  const { page, service, at } = await visitAsOwner(t);
  for (const name of ['search-key', 'private-key', 'admin-key']) {
    await service.call('DELETE', `/credentials/${name}`, { key: service.adminKey });
  }
  await page.goto(at('credentials'));
  await page.getByRole('heading', { name: 'No keys yet' }).waitFor();
  await page.goto(at('credentials', 'signed-keys'));
  await page.getByRole('heading', { name: 'No key can sign' }).waitFor();
  await page.getByRole('link', { name: 'Create a key' }).click();
  await page.getByRole('dialog', { name: 'Create a key' }).waitFor();
});

test('an editor sees the endpoint, an explanation instead of keys, and can search as a signed key', async (t) => {
  const { service, at, context } = await visitAsOwner(t);
  await service.engine({ documents: [{ id: 'a', title: 'Moss', secret: 'stone' }] });
  const invited = await context.request.post(
    `${service.baseUrl}/dashboard/api/accounts/${service.hostIdentifier}/invitations`,
    { data: { role: 'editor' }, headers: { origin: service.baseUrl } },
  );
  const guest = await visit(t, service.baseUrl);
  await guest.context.request.post(`${service.baseUrl}/dashboard/api/invitations/accept`, {
    data: { token: (await invited.json()).path.split('#')[1], name: 'Eddi', password: 'eddi writes a lot' },
    headers: { origin: service.baseUrl },
  });
  await signIn(guest.context, service.baseUrl, 'Eddi', 'eddi writes a lot');
  const asked: string[] = [];
  guest.page.on('request', (request) => asked.push(request.url()));
  await guest.page.goto(at('credentials'));
  await guest.page.getByRole('heading', { name: 'Only owners can see keys' }).waitFor();
  await guest.page.getByText(service.hostIdentifier, { exact: true }).waitFor();
  assert.equal(await guest.page.getByRole('button', { name: 'Create a key' }).count(), 0);

  await guest.page.getByRole('link', { name: 'search with it' }).click();
  const token = signedKey(
    { name: 'private-key', key: service.privateKey },
    { result_fields: { title: {} }, facets: {} },
  );
  await guest.page.getByLabel('Signed search key').fill(token);
  const answers = guest.page.getByRole('region', { name: 'Comparison of results' });
  await answers.locator('[data-mark="hidden"]', { hasText: 'secret' }).waitFor();
  assert.equal(await guest.page.getByRole('tab').count(), 0);
  assert.ok(!asked.some((url) => /as\/v1\/credentials|tokens\/inspect/.test(url)));
});

test('revealing a key moves nothing', async (t) => {
  const { page, at } = await visitShared(t);
  await page.goto(at('credentials'));
  const head = page.getByRole('table', { name: 'API keys' }).getByRole('columnheader');
  const reveal = page.getByRole('button', { name: 'Reveal value of private-key' });
  await reveal.waitFor();
  const columns = () => head.evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().x));
  const before = await columns();
  await reveal.click();
  await page.getByRole('button', { name: 'Hide value of private-key' }).waitFor();
  assert.deepEqual(await columns(), before);
});
