import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { visitShared } from '../../support/browser.ts';
import { visitProcess } from '../../support/dashboard-process.ts';
import { until } from '../../support/until.ts';

const DOCUMENTS = [
  { id: 'a', title: 'A lava field' },
  { id: 'b', title: 'The volcano' },
  { id: 'c', title: 'A quiet lake' },
];

async function withEngine(t: TestContext) {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine({ documents: DOCUMENTS });
  const sets = async (): Promise<string[][]> =>
    (await service.call('GET', `/engines/${engine}/synonyms`)).json.results.map(
      ({ synonyms }: { synonyms: string[] }) => synonyms,
    );
  const add = async (...synonyms: string[]): Promise<string> =>
    (await service.call('POST', `/engines/${engine}/synonyms`, { body: { synonyms } })).json.id;
  return { page, service, engine, sets, add, address: at('engines', engine, 'synonyms') };
}

test('a synonym set is added with the keyboard, tried, changed and deleted', async (t) => {
  const { page, sets, address } = await withEngine(t);
  await page.goto(address);
  await page.getByText('No synonyms yet').waitFor();
  const tried = page.getByRole('region', { name: 'Try it' });
  await tried.getByLabel('Query').fill('lava');
  await tried.getByText('1 result', { exact: true }).waitFor();

  const terms = page.getByRole('combobox', { name: 'New synonym set' });
  await terms.focus();
  await page.keyboard.type('lava,volcano');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByText('Synonym set added: lava, volcano.').waitFor();
  assert.deepEqual(await sets(), [['lava', 'volcano']]);
  // The search beside it is repeated, and finds more.
  await tried.getByText('2 results', { exact: true }).waitFor();
  assert.deepEqual((await tried.getByRole('link').allTextContents()).toSorted(), [
    'A lava field',
    'The volcano',
  ]);

  await page.getByRole('button', { name: 'Edit lava, volcano' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit the synonym set' });
  await dialog.getByRole('combobox', { name: 'Terms' }).fill('lake');
  await dialog.getByRole('combobox', { name: 'Terms' }).press('Enter');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  assert.deepEqual(await sets(), [['lava', 'volcano', 'lake']]);
  await tried.getByText('3 results', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Delete lava, volcano, lake' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Delete this synonym set?' });
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No synonyms yet').waitFor();
  assert.deepEqual(await sets(), []);
});

test('the address has the query that is tried, and the set that is edited', async (t) => {
  const { page, add, address } = await withEngine(t);
  const id = await add('lava', 'volcano');
  await page.goto(address);
  await page.getByRole('button', { name: 'Try lava, volcano' }).click();
  await page.getByText('2 results', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Edit lava, volcano' }).click();
  await page.getByRole('dialog').waitFor();
  const { searchParams } = new URL(page.url());
  assert.deepEqual([searchParams.get('try'), searchParams.get('edit')], ['lava', id]);
  await page.reload();
  await page
    .getByRole('dialog', { name: 'Edit the synonym set' })
    .getByRole('combobox', { name: 'Terms' })
    .waitFor();
  await page.getByText('2 results', { exact: true }).waitFor();
});

test('what the server refuses is said beside the terms, and nothing typed is lost', async (t) => {
  const { page, sets, address } = await withEngine(t);
  await page.goto(address);
  const terms = page.getByRole('combobox', { name: 'New synonym set' });
  await terms.fill('lonely');
  await terms.press('Enter');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Synonyms must be an array of at least 2 unique strings').waitFor();
  assert.equal(await terms.getAttribute('aria-invalid'), 'true');
  await page.getByText('lonely', { exact: true }).waitFor();
  assert.deepEqual(await sets(), []);
  await page.reload();
  await page.getByText('lonely', { exact: true }).waitFor();
});

test('the second of two people who edit a set sees the first edit, and decides', async (t) => {
  const { page, sets, add, address } = await withEngine(t);
  const id = await add('lava', 'volcano');
  const other = (await visitShared(t)).page;
  const dialogOf = (one: typeof page) => one.getByRole('dialog', { name: 'Edit the synonym set' });
  for (const one of [page, other]) {
    await one.goto(`${address}?edit=${id}`);
    await dialogOf(one).getByRole('combobox', { name: 'Terms' }).waitFor();
  }
  const save = async (one: typeof page, term: string) => {
    await dialogOf(one).getByRole('combobox', { name: 'Terms' }).fill(term);
    await dialogOf(one).getByRole('combobox', { name: 'Terms' }).press('Enter');
    await dialogOf(one).getByRole('button', { name: 'Save' }).click();
  };
  await save(page, 'magma');
  await dialogOf(page).waitFor({ state: 'detached' });
  await save(other, 'crater');
  const conflict = other.getByRole('dialog', { name: 'Someone else saved first' });
  await conflict.getByText('lava, volcano, magma').waitFor();
  assert.deepEqual(await sets(), [['lava', 'volcano', 'magma']]);
  await conflict.getByRole('button', { name: 'Overwrite' }).click();
  await conflict.waitFor({ state: 'detached' });
  await until('it is saved', async () => (await sets())[0]?.includes('crater') === true);
});

test('a set that is typed while the server is away can be added after its restart', async (t) => {
  const { page, at, call, kill, restart } = await visitProcess(t);
  await call('POST', '/engines', { name: 'books' });
  await page.goto(at('engines', 'books', 'synonyms'));
  const terms = page.getByRole('combobox', { name: 'New synonym set' });
  await terms.waitFor();
  await kill();
  for (const term of ['lava', 'volcano']) {
    await terms.fill(term);
    await terms.press('Enter');
  }
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('The server cannot be reached.').waitFor();
  await restart();
  await page.getByText('The server cannot be reached.').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Synonym set added: lava, volcano.').waitFor();
  const { json } = await call('GET', '/engines/books/synonyms');
  assert.equal(json.results.length, 1);
});
