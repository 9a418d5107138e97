import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitAsOwner } from '../../support/browser.ts';
import { focusOn, tabTo } from '../../support/keyboard.ts';

test('keys are created, revealed, edited and deleted with the keyboard alone', async (t) => {
  const { page, service, at } = await visitAsOwner(t);
  const engine = await service.engine();
  const keyOf = async () => (await service.call('GET', '/credentials/typed', { key: service.adminKey })).json;
  await page.goto(at('credentials'));
  await page.getByRole('heading', { name: 'API keys' }).waitFor();

  await tabTo(page, /^Create a key$/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Create a key' }).waitFor();
  await focusOn(page, /^Name$/);
  await page.keyboard.type('Typed');
  await tabTo(page, /^Private API key/);
  await page.keyboard.press('ArrowUp');
  await tabTo(page, /^Full engine access/);
  await page.keyboard.press('ArrowDown');
  await tabTo(page, new RegExp(`^${engine}$`));
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Done' }).waitFor();
  assert.deepEqual(await keyOf().then(({ type, engines }) => ({ type, engines })), {
    type: 'search',
    engines: [engine],
  });
  await focusOn(page, /^Done$/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await tabTo(page, /^Reveal value of typed$/);
  await page.keyboard.press('Enter');
  await page.getByText((await keyOf()).key).waitFor();
  await tabTo(page, /^Edit typed$/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Edit key' }).getByText('typed').waitFor();
  await tabTo(page, /^Limited engine access/);
  await page.keyboard.press('ArrowUp');
  await tabTo(page, /^Update$/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal((await keyOf()).access_all_engines, true);

  await focusOn(page, /^Edit typed$/);
  await tabTo(page, /^Delete typed$/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Delete this key?' }).waitFor();
  await focusOn(page, /^Type typed to confirm$/);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.equal((await keyOf()).name, 'typed');
  await focusOn(page, /^Delete typed$/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Delete this key?' }).waitFor();
  await focusOn(page, /^Type typed to confirm$/);
  await page.keyboard.type('typed');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.deepEqual(await keyOf(), { errors: ['Could not find credential.'] });
});

test('a signed key is created and tried with the keyboard alone', async (t) => {
  const { page, service, at } = await visitAsOwner(t);
  await service.engine({
    documents: [
      { id: 'a', title: 'Moss', shop: 'one' },
      { id: 'b', title: 'Moss', shop: 'two' },
    ],
  });
  await page.goto(at('credentials', 'signed-keys'));
  await page.getByRole('heading', { name: 'Permissions' }).waitFor();
  await tabTo(page, /^Add a condition$/);
  await page.keyboard.press('Enter');
  await page.getByText('A condition is missing its field or value.').waitFor();
  await tabTo(page, /^Field of condition 1$/, 'Shift+Tab');
  await page.keyboard.type('shop');
  await page.getByRole('option', { name: 'shop' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await tabTo(page, /^Values of condition 1$/);
  await page.keyboard.type('two');
  await page.keyboard.press('Enter');
  await tabTo(page, /^Sign$/);
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'token' }).waitFor();
  await tabTo(page, /^Test$/);
  await page.keyboard.press('Enter');
  await page.getByText('Searches with this key are accepted').waitFor();
  const answers = page.getByRole('region', { name: 'Comparison of results' });
  await answers.getByText('Not found').waitFor();
  assert.match(await answers.innerText(), /2 results.*1 result/s);
});
