import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitProcess } from '../../support/dashboard-process.ts';

const DOCUMENTS = [
  { id: 'a', title: 'Lava field' },
  { id: 'b', title: 'Lava tube' },
  { id: 'c', title: 'Lava lake' },
];

test('a curation that is edited while the server is killed is kept, and saved after the restart', async (t) => {
  const { page, at, call, kill, restart } = await visitProcess(t);
  await call('POST', '/engines', { name: 'rocks' });
  await call('POST', '/engines/rocks/documents', DOCUMENTS);
  const { json } = await call('POST', '/engines/rocks/curations', { queries: ['lava'], promoted: ['a'] });
  const curation = `/engines/rocks/curations/${json.id}`;
  await page.goto(at('engines', 'rocks', 'curations', json.id));
  await page.getByRole('button', { name: 'Promote Lava lake' }).click();
  await kill();
  await page.getByRole('button', { name: 'Hide Lava tube' }).click();
  const queries = page.getByRole('combobox', { name: 'Applies to' });
  await queries.fill('magma');
  await queries.press('Enter');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await page.getByText('The connection to the server was lost before it responded.').waitFor();
  await page.getByText('The server cannot be reached.').waitFor();

  await restart();
  await page.getByText('The server cannot be reached.').waitFor({ state: 'detached' });
  assert.deepEqual((await call('GET', curation)).json.promoted, ['a'], 'nothing is saved yet');
  // Even after a reload, which discards the state of the page.
  await page.reload();
  await page.getByText('Unsaved changes').waitFor();
  await page.getByRole('button', { name: 'Move up Lava lake' }).click();
  await save.click();
  await page.getByText('Curation saved.').waitFor();
  assert.deepEqual((await call('GET', curation)).json, {
    id: json.id,
    queries: ['lava', 'magma'],
    promoted: ['c', 'a'],
    hidden: ['b'],
  });
});

test('a new curation that is made while the server is killed is created after the restart', async (t) => {
  const { page, at, call, kill, restart } = await visitProcess(t);
  await call('POST', '/engines', { name: 'rocks' });
  await call('POST', '/engines/rocks/documents', DOCUMENTS);
  await page.goto(`${at('engines', 'rocks', 'curations', 'new')}?query=lava`);
  await page.getByRole('button', { name: 'Promote Lava lake' }).waitFor();
  await kill();
  await page.getByRole('button', { name: 'Promote Lava lake' }).click();
  const create = page.getByRole('button', { name: 'Create', exact: true });
  await create.click();
  await page.getByText('The server cannot be reached.').waitFor();
  await restart();
  await page.getByText('The server cannot be reached.').waitFor({ state: 'detached' });
  await create.click();
  await page.getByText('Curation created.').waitFor();
  const { json } = await call('GET', '/engines/rocks/curations');
  assert.deepEqual(
    json.results.map(({ queries, promoted }: { queries: string[]; promoted: string[] }) => ({
      queries,
      promoted,
    })),
    [{ queries: ['lava'], promoted: ['c'] }],
  );
});
