import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitShared } from '../../support/browser.ts';

const DOCUMENTS = [
  { id: 'lava', title: 'A lava field', text: 'Lava is molten rock', state: 'open' },
  { id: 'lavender', title: 'Lavender', text: 'A field of flowers', state: 'open' },
  { id: 'closed', title: 'A lava tube', text: 'Closed in winter', state: 'closed' },
  { id: 'lake', title: 'A quiet lake', text: 'Water', state: 'open' },
];

test('a result explains its place and its score', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine({ documents: DOCUMENTS });
  await page.goto(`${at('engines', engine)}?test=on&test-query=lava`);
  await page.getByRole('button', { name: 'Why is this here? lava' }).click();
  const dialog = page.getByRole('dialog', { name: 'Why is this document here, or not?' });
  const { json } = await service.call('POST', `/engines/${engine}/search_explain`, {
    body: { query: 'lava', document_id: 'lava' },
  });
  const { position, score, parts } = json.explanation;
  await dialog.getByText(`This document is result ${position}.`).waitFor();
  await dialog.getByText('It has 1 of 1 term; at least 1 must match.').waitFor();
  await dialog.getByText('lava: the word itself').first().waitFor();
  const cells = await dialog.getByRole('table').getByRole('row').last().getByRole('cell').allTextContents();
  assert.deepEqual(cells, ['Score', score.toFixed(2)]);
  // A row for the head, one for each part, and one for the sum.
  assert.equal(await dialog.getByRole('table').getByRole('row').count(), parts.length + 2);
  assert.equal(new URL(page.url()).searchParams.get('test-explain'), 'lava');
  await page.reload();
  await dialog.getByText(`This document is result ${position}.`).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(new URL(page.url()).searchParams.get('test-query'), 'lava', 'the tester stays open');
});

test('a document that is not found says which stage dropped it', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine({ documents: DOCUMENTS });
  const filters = encodeURIComponent('{"state": "open"}');
  await page.goto(`${at('engines', engine)}?test=on&test-query=lava&test-filters=${filters}`);
  const tester = page.getByRole('dialog', { name: /^Test a query on/ });
  const dialog = page.getByRole('dialog', { name: 'Why is this document here, or not?' });
  for (const [id, sentence] of [
    ['closed', 'A filter excludes it.'],
    ['lake', 'It has 0 of 1 term; at least 1 must match.'],
    ['nobody', 'The engine has no document with this id.'],
  ] as const) {
    await tester.getByLabel('A document is missing?').fill(id);
    await tester.getByRole('button', { name: 'Why is it not here?' }).click();
    await dialog.getByText('This document is not among the results.').waitFor();
    await dialog.getByText(sentence).waitFor();
    assert.equal(await dialog.getByRole('img', { name: 'dropped here' }).count(), 1);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
});
