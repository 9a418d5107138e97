import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { visitShared } from '../../support/browser.ts';

async function withEngine(t: TestContext) {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine({ documents: [{ id: 'a', title: 'Lava' }] });
  await service.call('POST', `/engines/${engine}/synonyms`, { body: { synonyms: ['lava', 'volcano'] } });
  const configuration = async () => (await service.call('GET', `/engines/${engine}/configuration`)).json;
  return { page, service, engine, configuration, address: at('engines', engine, 'configuration') };
}

const FIELD = 'Configuration (JSON)';

test('a configuration is reviewed, applied, and an earlier version restored', async (t) => {
  const { page, configuration, address } = await withEngine(t);
  await page.goto(address);
  const current = page.getByRole('region', { name: 'configuration as JSON', exact: true });
  assert.deepEqual(JSON.parse(await current.innerText()), await configuration());

  await page.getByLabel(FIELD).fill('{"version": 1, "search_settings": {"precision": 5}, "synonyms": []}');
  await page.getByRole('button', { name: 'Show changes' }).click();
  await page.getByRole('region', { name: 'Changes of Synonyms' }).getByText('volcano').waitFor();
  await page.getByRole('region', { name: 'Changes of Search settings' }).getByText('"precision":5').waitFor();
  assert.equal((await configuration()).synonyms.length, 1, 'nothing is applied yet');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('Configuration applied.').waitFor();
  const applied = await configuration();
  assert.deepEqual([applied.synonyms, applied.search_settings.precision], [[], 5]);

  await page.getByRole('button', { name: 'Show version 1', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Version 1' });
  await dialog.getByRole('region', { name: 'Changes of Synonyms' }).getByText('volcano').waitFor();
  assert.equal(new URL(page.url()).searchParams.get('version'), '1');
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await page.getByText('Version 1 restored.').waitFor();
  const restored = await configuration();
  assert.deepEqual([restored.synonyms[0].synonyms, restored.search_settings], [['lava', 'volcano'], {}]);
});

test('what is refused is said, stays in the field, and applies nothing', async (t) => {
  const { page, service, engine, configuration, address } = await withEngine(t);
  await page.goto(address);
  const before = await configuration();
  await page.getByLabel(FIELD).fill('{"version": 1,');
  await page.getByRole('button', { name: 'Show changes' }).click();
  await page.getByText(/^This is not JSON/).waitFor();
  const body = { version: 1, synonyms: [{ synonyms: ['alone'] }] };
  await page.getByLabel(FIELD).fill(JSON.stringify(body));
  await page.getByRole('button', { name: 'Show changes' }).click();
  const refused = await service.call('PUT', `/engines/${engine}/configuration`, { body });
  await page.getByText(refused.json.errors[0]).waitFor();
  await page.reload();
  assert.equal(await page.getByLabel(FIELD).inputValue(), JSON.stringify(body));
  assert.deepEqual(await configuration(), before);
});

test('a change that someone else made after the review is not overwritten', async (t) => {
  const { page, service, engine, configuration, address } = await withEngine(t);
  await page.goto(address);
  await page.getByLabel(FIELD).fill('{"version": 1, "synonyms": []}');
  await page.getByRole('button', { name: 'Show changes' }).click();
  await page.getByRole('button', { name: 'Apply' }).waitFor();
  await service.call('POST', `/engines/${engine}/synonyms`, { body: { synonyms: ['a', 'b'] } });
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('Someone else changed this in the meantime. Nothing was saved.').waitFor();
  assert.equal((await configuration()).synonyms.length, 2);
});
