import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { post, visit, visitShared } from '../../support/browser.ts';
import { visitProcess } from '../../support/dashboard-process.ts';
import { storedClicks } from '../../support/stored-clicks.ts';
import { until } from '../../support/until.ts';

const DOCUMENTS = [
  { id: 'a', title: 'Lava field' },
  { id: 'b', title: 'Lava tube' },
  { id: 'c', title: 'Lava lake' },
  { id: 'd', title: 'Quiet pond' },
  { id: 'zz-9', title: 'Basalt column' },
];

async function withEngine(t: TestContext) {
  const { page, context, service, at } = await visitShared(t);
  const engine = await service.engine({ documents: DOCUMENTS });
  const path = `/engines/${engine}`;
  const judge = async (...judgements: ReadonlyArray<readonly [string, string, number]>): Promise<void> => {
    const body = {
      judgements: judgements.map(([query, document_id, grade]) => ({ query, document_id, grade })),
    };
    const { status, text } = await service.call('PUT', `${path}/relevance/judgements`, { body });
    assert.equal(status, 200, text);
  };
  const listed = async () =>
    (await service.call('GET', `${path}/relevance/judgements`)).json.results as ReadonlyArray<
      Readonly<Record<'query' | 'document_id' | 'source', string>> & { readonly grade: number }
    >;
  return {
    page,
    context,
    service,
    engine,
    path,
    judge,
    listed,
    /** The judgements that the API has, by query and document. */
    grades: async () => (await listed()).map(({ query, document_id, grade }) => [query, document_id, grade]),
    evaluate: async (body: object = {}) =>
      (await service.call('POST', `${path}/relevance/evaluate`, { body })).json,
    address: at('engines', engine, 'judgements'),
    addressOf: (query: string) => `${at('engines', engine, 'judgements', 'query')}?query=${query}`,
  };
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const MEANINGS = ['0, not relevant', '1, slightly relevant', '2, relevant', '3, highly relevant'];
/** The radio button of a grade, in one of the lists of the page. */
const radio = (page: Page, title: string, grade: number, list = 'Results') =>
  region(page, list)
    .getByRole('group', { name: `Grade of ${title}` })
    .getByRole('radio', { name: MEANINGS[grade] ?? '', exact: true });
const rate = async (page: Page, title: string, grade: number, list?: string): Promise<void> => {
  await radio(page, title, grade, list).check();
};
const save = async (page: Page): Promise<void> => {
  await button(page, 'Save').click();
  await page.getByText('Judgements saved.').first().waitFor();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
};

test('the results of a query are graded with the keyboard, and measured', async (t) => {
  const { page, grades, evaluate, address } = await withEngine(t);
  await page.goto(address);
  await page.getByText('No judgements yet').waitFor();
  await page.getByLabel('Query', { exact: true }).focus();
  await page.keyboard.type('lava');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Judgements of “lava”' }).waitFor();
  await region(page, 'Results').getByText('3 results', { exact: true }).waitFor();

  await radio(page, 'Lava lake', 3).focus();
  await page.keyboard.press('Space');
  await page.getByText('Lava lake: 3, highly relevant.').waitFor({ state: 'attached' });
  await radio(page, 'Lava tube', 0).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByText('Lava tube: 1, slightly relevant.').waitFor({ state: 'attached' });
  assert.deepEqual(await grades(), [], 'nothing is saved yet');
  await button(page, 'Save').press('Enter');
  await page.getByText('Judgements saved.').waitFor();
  assert.deepEqual(await grades(), [
    ['lava', 'b', 1],
    ['lava', 'c', 3],
  ]);
  const { present } = await evaluate();
  await page.getByText(present.ndcg.toFixed(3), { exact: true }).first().waitFor();

  await page.getByRole('link', { name: 'All judgements' }).click();
  const row = page.getByRole('table', { name: 'Judged queries' }).getByRole('row', { name: /^lava/ });
  await row.getByText(present.ndcg.toFixed(3), { exact: true }).waitFor();
  assert.deepEqual((await row.getByRole('cell').allTextContents()).slice(2, 7), ['2', '1', '0', '1', '0']);
});

test('grades are changed and removed, documents found by words or by id, and a reload loses nothing', async (t) => {
  const { page, service, path, judge, grades, addressOf } = await withEngine(t);
  // Searches find no ids.
  await service.call('PUT', `${path}/search_settings`, { body: { search_fields: { title: {} } } });
  await judge(['lava', 'a', 3], ['LAVA', 'd', 1], ['lava', 'gone', 2], ['pond', 'd', 3]);
  await page.goto(addressOf('lava'));
  const others = region(page, 'Other judged documents');
  await others.getByText('not found', { exact: true }).waitFor();
  assert.equal(await radio(page, 'Lava field', 3).isChecked(), true);
  await rate(page, 'Lava field', 0);
  await others.getByRole('button', { name: 'Remove the grade of Quiet pond' }).click();
  const find = page.getByLabel('Find a document');
  await find.fill('zz-9');
  await rate(page, 'Basalt column', 3, 'Another document');
  await find.fill('tube');
  await rate(page, 'Lava tube', 2, 'Another document');
  assert.equal(await radio(page, 'Lava tube', 2).isChecked(), true, 'the result has the same grade');
  await rate(page, 'Lava lake', 1);
  await region(page, 'Results').getByRole('button', { name: 'Remove the grade of Lava lake' }).click();

  await page.reload();
  await page.getByText('Unsaved changes').waitFor();
  await radio(page, 'Lava field', 0).and(page.locator(':checked')).waitFor();
  assert.equal((await grades()).length, 4, 'nothing is saved yet');
  await save(page);
  assert.deepEqual(await grades(), [
    ['lava', 'a', 0],
    ['lava', 'b', 2],
    ['lava', 'gone', 2],
    ['lava', 'zz-9', 3],
    ['pond', 'd', 3],
  ]);
  await rate(page, 'Lava lake', 3);
  await button(page, 'Discard').click();
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' });
  assert.equal(await radio(page, 'Lava lake', 3).isChecked(), false);
});

test('what the server refuses is said next to the grades, which stay', async (t) => {
  const { page, grades, address, addressOf } = await withEngine(t);
  await page.goto(address);
  await page.getByLabel('Query', { exact: true }).fill('x'.repeat(129));
  await button(page, 'Grade results').click();
  await page.getByText('Query cannot be longer than 128 characters').waitFor();
  await page.goto(`${addressOf('x'.repeat(129))}&find=lake`);
  await rate(page, 'Lava lake', 3, 'Another document');
  await button(page, 'Save').click();
  await page.getByText('Judgement 1: query cannot be longer than 128 characters').waitFor();
  assert.equal(await radio(page, 'Lava lake', 3, 'Another document').isChecked(), true);
  assert.deepEqual(await grades(), []);
});

test('the second of two people who grade the same document decides; other documents do not conflict', async (t) => {
  const { page, grades, addressOf } = await withEngine(t);
  const other = (await visitShared(t)).page;
  for (const one of [page, other]) {
    await one.goto(addressOf('lava'));
    await radio(one, 'Lava lake', 3).waitFor();
  }
  await rate(page, 'Lava field', 3);
  await rate(page, 'Lava lake', 3);
  await rate(other, 'Lava tube', 2);
  await save(page);
  await save(other);
  assert.deepEqual(await grades(), [
    ['lava', 'a', 3],
    ['lava', 'b', 2],
    ['lava', 'c', 3],
  ]);

  await rate(page, 'Lava lake', 0);
  await region(other, 'Results').getByRole('button', { name: 'Remove the grade of Lava lake' }).click();
  await rate(other, 'Lava field', 1);
  await save(page);
  await button(other, 'Save').click();
  const conflict = other.getByRole('dialog', { name: 'Someone else saved first' });
  const current = conflict.getByRole('region', { name: 'current version' });
  assert.match(await current.innerText(), /c: 0, not relevant/);
  assert.match(
    await conflict.getByRole('region', { name: 'your version' }).innerText(),
    /a: 1, slightly relevant\s+c: not judged/,
  );
  assert.deepEqual((await grades()).at(-1), ['lava', 'c', 0], 'nothing is overwritten silently');
  await conflict.getByRole('button', { name: 'Overwrite' }).click();
  await other.getByText('Unsaved changes').waitFor({ state: 'detached' });
  assert.deepEqual(await grades(), [
    ['lava', 'a', 1],
    ['lava', 'b', 2],
  ]);

  await rate(page, 'Lava field', 2);
  await button(page, 'Save').click();
  await button(page, 'Discard mine').click();
  await radio(page, 'Lava field', 1).and(page.locator(':checked')).waitFor();
  assert.deepEqual((await grades())[0], ['lava', 'a', 1]);
});

test('judgements are imported with messages next to the text, exported, deleted and imported again', async (t) => {
  const { page, engine, listed, grades, address } = await withEngine(t);
  await page.goto(address);
  await button(page, 'Import').click();
  const dialog = page.getByRole('dialog', { name: 'Import judgements' });
  const text = dialog.getByLabel('Judgements (JSON)');
  await text.fill('{ "judgements": [');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await dialog.getByText('This is not JSON').waitFor();
  const judgements = [
    { query: 'lava', document_id: 'c', grade: 3 },
    { query: 'Pond', document_id: 'd', grade: 9 },
  ];
  await text.fill(JSON.stringify({ judgements }));
  await dialog.getByRole('button', { name: 'Import' }).click();
  await dialog.getByText('Judgement 2: grade must be an integer from 0 to 3').waitFor();
  assert.equal(await text.getAttribute('aria-invalid'), 'true');
  assert.deepEqual(await listed(), []);
  await page.reload();
  assert.match(await text.inputValue(), /"grade":9/);
  await text.fill((await text.inputValue()).replace('9', '2'));
  await dialog.getByText('2 judgements about 2 queries: 2 new, 0 with another grade, 0 unchanged.').waitFor();
  await dialog.getByRole('button', { name: 'Import' }).click();
  await page.getByText('2 judgements imported.').waitFor();
  const imported = [
    ['lava', 'c', 3],
    ['Pond', 'd', 2],
  ];
  assert.deepEqual(await grades(), imported);

  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export').click()]);
  assert.equal(download.suggestedFilename(), `${engine}-judgements.json`);
  const file = readFileSync(await download.path(), 'utf8');
  assert.deepEqual(JSON.parse(file), {
    judgements: [judgements[0], { ...judgements[1], grade: 2 }],
  });

  await button(page, 'Delete all judgements').click();
  const confirmation = page.getByRole('dialog', { name: 'Delete all judgements?' });
  await confirmation.getByLabel(`Type ${engine} to confirm`).fill(engine);
  await confirmation.getByRole('button', { name: 'Delete all' }).click();
  await page.getByText('No judgements yet').waitFor();
  assert.deepEqual(await grades(), []);
  await button(page, 'Import').click();
  await dialog
    .locator('input[type="file"]')
    .setInputFiles({ name: 'kept.json', mimeType: 'application/json', buffer: Buffer.from(file) });
  await dialog.getByText('2 judgements about 2 queries').waitFor();
  await dialog.getByRole('button', { name: 'Import' }).click();
  await page.getByRole('link', { name: 'Pond', exact: true }).waitFor();
  assert.deepEqual(await grades(), imported);
});

test('more judgements than one request may have are imported, and each problem has its position', async (t) => {
  const { page, service, path, address } = await withEngine(t);
  const total = async (): Promise<number> =>
    (await service.call('GET', `${path}/relevance/judgements`)).json.meta.page.total_results;
  const judgements = Array.from({ length: 1201 }, (_, n) => ({
    query: `q${n % 60}`,
    document_id: `d${n}`,
    grade: n === 1200 ? 7 : 1,
  }));
  await page.goto(`${address}?import=on`);
  const dialog = page.getByRole('dialog', { name: 'Import judgements' });
  const text = dialog.getByLabel('Judgements (JSON)');
  await text.fill(JSON.stringify(judgements));
  await dialog.getByRole('button', { name: 'Import' }).click();
  await dialog.getByText('Judgement 1201: grade must be an integer from 0 to 3').waitFor();
  await dialog.getByText('The first 1,000 judgements were imported.').waitFor();
  assert.equal(await total(), 1000);
  await text.fill(JSON.stringify(judgements.map((one) => ({ ...one, grade: 1 }))));
  await dialog.getByText('201 new, 0 with another grade, 1,000 unchanged.').waitFor();
  await dialog.getByRole('button', { name: 'Import' }).click();
  await until('all are stored', async () => (await total()) === 1201);
  await page.getByText('60 queries', { exact: true }).waitFor();
  // Too many to be evaluated without being asked.
  assert.equal(await page.getByText('nDCG@10').count(), 0);
  await button(page, 'Evaluate now').click();
  await page.getByText('1,201 judged documents not found').waitFor();

  await button(page, 'Page 3').click();
  await page.getByLabel('Find a query').fill('Q59');
  await page.getByText('1 query', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'q59', exact: true }).first().waitFor();
});

test('judgements are computed from clicks, shown, and stored', async (t) => {
  const { page, service, engine, path, judge, listed, address } = await withEngine(t);
  for (const document_id of ['c', 'c', 'c', 'b', 'b', 'a'])
    await service.call('POST', `${path}/click`, { body: { query: 'lava', document_id } });
  await storedClicks(service, engine);
  await judge(['lava', 'b', 0]);
  await page.goto(address);
  await button(page, 'From clicks').click();
  const dialog = page.getByRole('dialog', { name: 'Judgements from clicks' });
  await dialog.getByLabel('Days whose clicks count').fill('181');
  await dialog.getByLabel('Fewest clicks of a document').fill('2');
  await button(page, 'Preview').click();
  await dialog.getByText('Days must be an integer between 1 and 180').waitFor();
  await dialog.getByLabel('Days whose clicks count').fill('30');
  await button(page, 'Preview').click();
  await dialog.getByText('1 judgement about 1 query.').waitFor();
  await dialog.getByRole('cell', { name: '3, highly relevant' }).waitFor();
  assert.equal((await listed()).length, 1, 'nothing is stored yet');
  await button(page, 'Store judgements').click();
  await page.getByText('1 judgement from clicks stored.').waitFor();
  assert.deepEqual(
    (await listed()).map(({ document_id, grade, source }) => [document_id, grade, source]),
    [
      ['b', 0, 'manual'],
      ['c', 3, 'clicks'],
    ],
  );
  await page.getByText('1 from clicks', { exact: true }).waitFor();

  await page.getByRole('link', { name: 'lava', exact: true }).first().click();
  await region(page, 'Results').getByText('From clicks').waitFor();
  await rate(page, 'Lava lake', 2);
  await save(page);
  await rate(page, 'Lava lake', 3);
  await save(page);
  assert.deepEqual((await listed()).at(-1), {
    query: 'lava',
    document_id: 'c',
    grade: 3,
    source: 'manual',
  });
});

test('an evaluation is repeated on request, and names missing documents', async (t) => {
  const { page, service, path, judge, evaluate, address } = await withEngine(t);
  await judge(['lava', 'c', 3], ['lava', 'a', 1], ['pond', 'd', 3], ['pond', 'gone', 2]);
  await page.goto(address);
  const evaluation = region(page, 'Evaluation');
  const before = (await evaluate()).present.ndcg.toFixed(3);
  await evaluation.getByText(before, { exact: true }).first().waitFor();
  await evaluation.getByText('1 judged document not found').waitFor();
  await evaluation.getByText('of 2 judged').waitFor();

  // No query finds anything, as no document has a word in this field.
  await service.call('POST', `${path}/schema`, { body: { empty: 'text' } });
  await service.call('PUT', `${path}/search_settings`, { body: { search_fields: { empty: {} } } });
  await button(page, 'Evaluate now').click();
  await evaluation.getByText('0.000', { exact: true }).first().waitFor();
  await evaluation.getByLabel('Results that count').selectOption('20');
  await evaluation.getByText('nDCG@20').waitFor();
  assert.equal(new URL(page.url()).searchParams.get('k'), '20');
  await evaluation.getByRole('link', { name: 'Relevance tuning' }).click();
  await page.getByRole('heading', { name: 'Relevance tuning' }).waitFor();
  await region(page, 'Judged queries').getByRole('link', { name: 'Edit judgements' }).click();
  await page.getByRole('heading', { name: 'Judgements', exact: true }).waitFor();
});

test('the judgements of a query are deleted, unless someone has changed them', async (t) => {
  const { page, judge, grades, address, addressOf } = await withEngine(t);
  await judge(['lava', 'c', 3], ['pond', 'd', 3], ['', 'a', 1]);
  await page.goto(addressOf('lava'));
  await button(page, 'Delete').click();
  const dialog = page.getByRole('dialog', { name: 'Delete the judgements of this query?' });
  await dialog.waitFor();
  await judge(['lava', 'b', 2]);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByText('Someone else changed this in the meantime.').waitFor();
  assert.equal((await grades()).length, 4);
  await radio(page, 'Lava tube', 2).and(page.locator(':checked')).waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Judgements deleted.').waitFor();
  await page.waitForURL((url) => url.pathname === address);
  assert.deepEqual(await grades(), [
    ['', 'a', 1],
    ['pond', 'd', 3],
  ]);

  await button(page, 'Delete (empty query)').click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('1 query', { exact: true }).waitFor();
  assert.deepEqual(await grades(), [['pond', 'd', 3]]);
});

test('an analyst sees judgements and evaluations, without any control that changes them', async (t) => {
  const { context, service, judge, address } = await withEngine(t);
  await judge(['lava', 'c', 3]);
  const { path: link = '' } = await post(
    context,
    service.baseUrl,
    `/accounts/${service.hostIdentifier}/invitations`,
    { role: 'analyst' },
  );
  const { page, context: guest } = await visit(t, service.baseUrl);
  const token = link.split('#')[1];
  const person = { name: 'Anna', password: 'anna looks around' };
  await post(guest, service.baseUrl, '/invitations/accept', { token, ...person });
  await page.goto(`${address}?import=on`);
  await region(page, 'Evaluation').getByText('nDCG@10').waitFor();
  const controls = /^(Import|From clicks|Delete|Edit|Grade results|Save|Remove)/;
  assert.equal(await page.getByRole('button', { name: controls }).count(), 0);
  assert.equal(await page.getByRole('dialog').count(), 0);
  await page.getByRole('link', { name: 'lava', exact: true }).first().click();
  await region(page, 'Results').getByText('3, highly relevant').waitFor();
  assert.equal(await page.getByRole('radio').count(), 0);
  assert.equal(await page.getByRole('button', { name: controls }).count(), 0);
});

test('grades that are given while the server is killed are kept, and saved after the restart', async (t) => {
  const { page, at, call, kill, restart } = await visitProcess(t);
  await call('POST', '/engines', { name: 'rocks' });
  await call('POST', '/engines/rocks/documents', DOCUMENTS);
  const judgements = [{ query: 'lava', document_id: 'a', grade: 3 }];
  await call('PUT', '/engines/rocks/relevance/judgements', { judgements });
  await page.goto(`${at('engines', 'rocks', 'judgements', 'query')}?query=lava`);
  await rate(page, 'Lava lake', 2);
  await kill();
  await rate(page, 'Lava tube', 1);
  await region(page, 'Results').getByRole('button', { name: 'Remove the grade of Lava field' }).click();
  await button(page, 'Save').click();
  await page.getByText('The connection to the server was lost before it responded.').waitFor();
  await page.getByText('The server cannot be reached.').waitFor();
  await restart();
  await page.getByText('The server cannot be reached.').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('Unsaved changes').waitFor();
  await save(page);
  const { json } = await call('GET', '/engines/rocks/relevance/judgements');
  assert.deepEqual(
    json.results.map(({ document_id, grade }: { document_id: string; grade: number }) => [
      document_id,
      grade,
    ]),
    [
      ['b', 1],
      ['c', 2],
    ],
  );
});
