import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { visitShared } from '../../support/browser.ts';
import { storedClicks } from '../../support/stored-clicks.ts';

const DOCUMENTS = ['field', 'tube', 'lake'].map((word) => ({ id: word, title: `Lava ${word}` }));

/** An engine whose suggestions need two clicks. */
async function withClicks(t: TestContext, clicks: ReadonlyArray<readonly [string, string, number]>) {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine({ documents: DOCUMENTS });
  const path = `/engines/${engine}`;
  await service.call('PUT', `${path}/adaptive_relevance/settings`, {
    body: { curation: { min_clicks: 2 } },
  });
  for (const [query, document_id, times] of clicks) {
    for (let n = 0; n < times; n++) {
      await service.call('POST', `${path}/click`, { body: { query, document_id } });
    }
  }
  await storedClicks(service, engine);
  const statuses = async (): Promise<Record<string, string>> => {
    const { json } = await service.call('GET', `${path}/adaptive_relevance/suggestions`);
    return Object.fromEntries(
      json.results.map(({ query, status }: { query: string; status: string }) => [query, status]),
    );
  };
  const curations = async (): Promise<object[]> =>
    (await service.call('GET', `${path}/curations`)).json.results.map(
      ({ id, ...curation }: { id: string }) => curation,
    );
  const address = `${at('engines', engine, 'curations')}?tab=suggestions`;
  const review = page.getByRole('dialog', { name: 'Review the suggestion' });
  return { page, service, path, statuses, curations, address, review };
}

test('a suggestion is computed, compared with its clicks, and accepted', async (t) => {
  const { page, statuses, curations, address, review } = await withClicks(t, [
    ['lava', 'tube', 3],
    ['lava', 'lake', 2],
  ]);
  await page.goto(address);
  await page.getByText('No pending suggestions').waitFor();
  await page.getByRole('button', { name: 'Compute now' }).click();
  await page.getByRole('button', { name: 'Review lava' }).click();
  await review.getByText('The query has no curation.').waitFor();
  const suggested = review.getByRole('list', { name: 'Suggested' }).getByRole('listitem');
  await suggested.getByText('3 clicks').waitFor();
  assert.deepEqual(await suggested.getByRole('link').allTextContents(), ['Lava tube', 'Lava lake']);
  assert.deepEqual(await suggested.getByText(/clicks$/).allTextContents(), ['3 clicks', '2 clicks']);
  await review.getByRole('button', { name: 'Accept', exact: true }).click();
  await page.getByText('Suggestion accepted.').waitFor();
  assert.deepEqual(await statuses(), { lava: 'applied' });
  assert.deepEqual(await curations(), [{ queries: ['lava'], promoted: ['tube', 'lake'], hidden: [] }]);
  await page.getByText('No pending suggestions').waitFor();
  await page.getByRole('tab', { name: 'Curations' }).click();
  await page.getByRole('link', { name: 'lava', exact: true }).waitFor();
});

test('a suggestion is rejected, and pending again', async (t) => {
  const { page, statuses, curations, address, review } = await withClicks(t, [['lava', 'tube', 2]]);
  await page.goto(address);
  await page.getByRole('button', { name: 'Compute now' }).click();
  await page.getByRole('tab', { name: 'Suggestions (1)' }).waitFor();
  await page.getByRole('button', { name: 'Review lava' }).click();
  await review.getByRole('button', { name: 'Reject', exact: true }).click();
  await page.getByText('Suggestion rejected.').waitFor();
  assert.deepEqual(await statuses(), { lava: 'rejected' });
  await page.getByLabel('Status', { exact: true }).selectOption('Rejected');
  await page.getByRole('button', { name: 'Review lava' }).click();
  await review.getByRole('button', { name: 'Move to pending' }).click();
  await page.getByText('Suggestion is pending.').waitFor();
  assert.deepEqual(await statuses(), { lava: 'pending' });
  assert.deepEqual(await curations(), []);
});

test('a curation made by hand is replaced only after a warning, and not if it has changed since', async (t) => {
  const { page, service, path, curations, address, review } = await withClicks(t, [['lava', 'tube', 2]]);
  const { json } = await service.call('POST', `${path}/curations`, {
    body: { queries: ['lava', 'magma'], promoted: ['field'] },
  });
  await page.goto(address);
  await page.getByRole('button', { name: 'Compute now' }).click();
  await page.getByRole('button', { name: 'Review lava' }).click();
  await review.getByText('This query has a curation made by hand.').waitFor();
  assert.deepEqual(
    await review.getByRole('list', { name: 'Promoted now' }).getByRole('link').allTextContents(),
    ['Lava field'],
  );
  const changed = { queries: ['lava', 'magma'], promoted: ['field', 'lake'], hidden: [] };
  await service.call('PUT', `${path}/curations/${json.id}`, { body: changed });
  await review.getByRole('button', { name: 'Accept', exact: true }).click();
  await review.getByText('Someone else changed this in the meantime. Nothing was saved.').waitFor();
  assert.deepEqual(await curations(), [changed]);
  await review.getByRole('list', { name: 'Promoted now' }).getByText('Lava lake').waitFor();
  await review.getByRole('button', { name: 'Accept', exact: true }).click();
  await page.getByText('Suggestion accepted.').waitFor();
  assert.deepEqual((await curations()).map((one) => JSON.stringify(one)).toSorted(), [
    '{"queries":["lava"],"promoted":["tube"],"hidden":[]}',
    '{"queries":["magma"],"promoted":["field","lake"],"hidden":[]}',
  ]);
});

test('adaptive relevance is turned on, and what the server refuses is said beside its field', async (t) => {
  const { page, service, path, address } = await withClicks(t, []);
  const settings = async () =>
    (await service.call('GET', `${path}/adaptive_relevance/settings`)).json.curation;
  await page.goto(address);
  await page.getByText('Off. When it is on, documents with at least 2 clicks').waitFor();
  await page.getByRole('button', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings of adaptive relevance' });
  await dialog.getByRole('switch', { name: 'Compute suggestions on a schedule' }).click();
  const least = dialog.getByLabel('Fewest clicks of a document');
  await least.fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Curation min_clicks must be an integer').waitFor();
  assert.equal(await least.getAttribute('aria-invalid'), 'true');
  assert.equal((await settings()).enabled, false);
  await least.fill('5');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('On: documents with at least 5 clicks').waitFor();
  const { enabled, min_clicks } = await settings();
  assert.deepEqual([enabled, min_clicks], [true, 5]);
});
