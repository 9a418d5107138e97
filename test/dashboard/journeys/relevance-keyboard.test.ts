import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { visitShared } from '../../support/browser.ts';
import { focusOn, tabTo } from '../../support/keyboard.ts';

const DOCUMENTS = [
  { id: 'a', title: 'lava', visitors: 0 },
  { id: 'b', title: 'stone', visitors: 1000 },
];
const BEFORE = { search_fields: { title: { weight: 5 } }, precision: 2 };

async function withEngine(t: TestContext) {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine({
    schema: { title: 'text', visitors: 'number' },
    documents: DOCUMENTS,
  });
  const path = `/engines/${engine}/search_settings`;
  assert.equal((await service.call('PUT', path, { body: BEFORE })).status, 200);
  await page.goto(`${at('engines', engine, 'relevance')}?q=lava`);
  await page.getByRole('slider', { name: 'Precision' }).waitFor();
  return { page, settings: async () => (await service.call('GET', path)).json };
}

test('a weight, a boost and the precision are changed, undone and saved with the keyboard alone', async (t) => {
  const { page, settings } = await withEngine(t);
  const press = (key: string): Promise<void> => page.keyboard.press(key);

  await tabTo(page, /^Precision$/);
  await press('ArrowRight');
  await press('ArrowRight');
  await page.getByText('Precision 4', { exact: true }).waitFor();

  await tabTo(page, /^Weight of title, slider$/);
  await press('Home');
  await tabTo(page, /^Weight of title$/);
  await press('Control+A');
  await page.keyboard.type('2.5');

  await tabTo(page, /^Add a boost on visitors$/);
  await press('Enter');
  await page.getByRole('menuitem', { name: 'Functional boost' }).waitFor();
  await tabTo(page, /^Functional boost$/, 'ArrowDown');
  await press('Enter');
  await focusOn(page, /^Add a boost on visitors$/);
  await tabTo(page, /^Function of boost 1 on visitors$/);
  await press('ArrowUp');
  await tabTo(page, /^Factor of boost 1 on visitors, slider$/);
  await press('End');
  assert.equal(await page.getByLabel('Factor of boost 1 on visitors', { exact: true }).inputValue(), '10');
  assert.deepEqual((await settings()).precision, 2, 'nothing is saved yet');

  // The last step: the inputs of the boost.
  await tabTo(page, /^Undo$/);
  await press('Enter');
  await page.getByRole('slider', { name: 'Factor of boost 1 on visitors, slider' }).waitFor();
  assert.equal(await page.getByLabel('Factor of boost 1 on visitors', { exact: true }).inputValue(), '1');
  await focusOn(page, /^Undo$/);
  await tabTo(page, /^Save$/);
  await press('Enter');
  await page.getByText('Settings saved.').waitFor();
  const saved = await settings();
  assert.deepEqual(
    [saved.search_fields, saved.boosts, saved.precision],
    [
      { title: { weight: 2.5 } },
      { visitors: [{ type: 'functional', function: 'logarithmic', operation: 'multiply', factor: 1 }] },
      4,
    ],
  );

  await focusOn(page, /^Undo$/);
  await press('Enter');
  await page.getByText('The previous settings are in force again.').waitFor();
  await focusOn(page, /^Relevance tuning$/);
  const { search_fields, boosts, precision } = await settings();
  assert.deepEqual({ search_fields, boosts, precision }, { ...BEFORE, boosts: {} });
});

test('the focus is never lost while boosts are removed and edits are undone', async (t) => {
  const { page, settings } = await withEngine(t);
  const press = (key: string): Promise<void> => page.keyboard.press(key);
  await tabTo(page, /^Searched: id$/);
  await press('Space');
  await tabTo(page, /^Add a boost on title$/, 'Shift+Tab');
  await press('Enter');
  await focusOn(page, /^Add a boost on title$/);
  await tabTo(page, /^Values of boost 1 on title$/);
  await page.keyboard.type('stone');
  await press('Enter');
  await page.getByText('Value is required').waitFor({ state: 'detached' });
  await tabTo(page, /^Remove boost 1 on title$/, 'Shift+Tab');
  await press('Enter');
  await focusOn(page, /^Add a boost on title$/);

  await tabTo(page, /^Undo$/);
  await press('Enter');
  const boost = page.getByRole('button', { name: 'Remove boost 1 on title' });
  await boost.waitFor();
  await focusOn(page, /^Undo$/);
  await press('Enter');
  await page.getByText('Value is required').waitFor();
  await press('Enter');
  await boost.waitFor({ state: 'detached' });
  await focusOn(page, /^Undo$/);
  await press('Enter');
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  await focusOn(page, /^Relevance tuning$/);
  assert.deepEqual((await settings()).search_fields, BEFORE.search_fields);
});
