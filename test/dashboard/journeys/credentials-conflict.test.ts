import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitShared } from '../../support/browser.ts';

/** Two owners with the form of the same key open. */
async function twoAtOnce(t: Parameters<typeof visitShared>[0]) {
  const { page, service, at } = await visitShared(t);
  await service.call('POST', '/credentials', {
    key: service.adminKey,
    body: { name: 'shared', type: 'private', read: true, write: false },
  });
  t.after(() => service.call('DELETE', '/credentials/shared', { key: service.adminKey }));
  const other = await visitShared(t);
  for (const one of [page, other.page]) {
    await one.goto(`${at('credentials')}?edit=shared`);
    await one.getByRole('dialog', { name: 'Edit key' }).getByLabel('Write access').waitFor();
  }
  return { page, other: other.page, service, at };
}

const rightsOf = async ({ call, adminKey }: Awaited<ReturnType<typeof twoAtOnce>>['service']) => {
  const { json } = await call('GET', '/credentials/shared', { key: adminKey });
  return { read: json.read, write: json.write };
};

test('the second of two people who edit a key sees the first edit, and decides', async (t) => {
  const { page, other, service } = await twoAtOnce(t);
  await page.getByLabel('Write access').check();
  await page.getByRole('button', { name: 'Update' }).click();
  await page.getByText('Key updated.').waitFor();
  assert.deepEqual(await rightsOf(service), { read: true, write: true });

  await other.getByLabel('Write access').check();
  await other.getByLabel('Read access').uncheck();
  await other.getByRole('button', { name: 'Update' }).click();
  const conflict = other.getByRole('dialog', { name: 'Someone else saved first' });
  const theirs = conflict.getByRole('region', { name: 'current version' });
  assert.match(await theirs.innerText(), /"read": true,\s+"write": true/);
  assert.ok(!(await conflict.innerText()).includes('private-'), 'the value of the key is no part of it');
  assert.deepEqual(await rightsOf(service), { read: true, write: true }, 'nothing is overwritten silently');

  await conflict.getByRole('button', { name: 'Keep editing' }).click();
  assert.equal(await other.getByLabel('Read access').isChecked(), false, 'and nothing is lost');
  await other.getByRole('button', { name: 'Update' }).click();
  await conflict.getByRole('button', { name: 'Overwrite' }).click();
  await other.getByText('Key updated.').waitFor();
  assert.deepEqual(await rightsOf(service), { read: false, write: true });
});

test('discarding one’s own edit shows the current key', async (t) => {
  const { page, other, service } = await twoAtOnce(t);
  await page.getByLabel('Write access').check();
  await page.getByLabel('Read access').uncheck();
  await page.getByRole('button', { name: 'Update' }).click();
  await page.getByText('Key updated.').waitFor();

  await other.getByLabel('Write access').check();
  await other.getByRole('button', { name: 'Update' }).click();
  await other.getByRole('button', { name: 'Discard mine' }).click();
  await other.locator('input[value="read"]:not(:checked)').waitFor();
  assert.equal(await other.getByLabel('Write access').isChecked(), true);
  assert.equal(await other.getByRole('button', { name: 'Update' }).isDisabled(), true);
  assert.deepEqual(await rightsOf(service), { read: false, write: true });
});

test('a key that changed after the confirmation was opened is not deleted, but shown again', async (t) => {
  const { page, service, at } = await twoAtOnce(t);
  await page.goto(`${at('credentials')}?delete=shared`);
  const dialog = page.getByRole('dialog', { name: 'Delete this key?' });
  await dialog.getByText('All search keys signed with it stop working immediately.').waitFor();
  await service.call('PUT', '/credentials/shared', {
    key: service.adminKey,
    body: { read: false, write: true },
  });
  await dialog.getByLabel('Type shared to confirm').fill('shared');
  await dialog.getByRole('button', { name: 'Delete key' }).click();
  await dialog.getByRole('alert').waitFor();
  assert.deepEqual(await rightsOf(service), { read: false, write: true });
  await dialog.getByRole('button', { name: 'Delete key' }).click();
  await page.getByText('Key deleted.').waitFor();
  assert.equal((await service.call('GET', '/credentials/shared', { key: service.adminKey })).status, 404);
});
