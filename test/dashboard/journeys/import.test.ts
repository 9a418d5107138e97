import assert from 'node:assert/strict';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { OWNER_PASSWORD, visitShared } from '../../support/browser.ts';
import { temporaryFolder } from '../../support/service.ts';
import { until } from '../../support/until.ts';

/** Selects a file in the page. */
const choose = (page: Page, name: string, content: string | Buffer): Promise<void> =>
  page
    .getByLabel('File to import')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });

const csvOf = (rows: number): string =>
  `id,title,price,opened\n${Array.from(
    { length: rows },
    (_, row) =>
      `r${row},"Row ${row}, ""quoted""",${row}.5,2024-01-${String((row % 28) + 1).padStart(2, '0')}`,
  ).join('\n')}\n`;

/** Lines without ids, so that a line sent twice would be stored twice. */
const linesOf = (count: number): string =>
  Array.from({ length: count }, (_, row) => JSON.stringify({ title: `Row ${row}`, row })).join('\n');

test('15,000 rows of CSV are imported with progress while other pages are open', {
  timeout: 300_000,
}, async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine();
  await page.goto(at('engines', engine, 'import'));
  await choose(page, 'rows.csv', csvOf(15_000));
  await page.getByText('types detected from the first 1,000 documents').waitFor();
  assert.equal(await page.getByLabel('Type of price').inputValue(), 'text', 'text by default');
  await page.getByLabel('Type of price').selectOption('number');
  await page.getByLabel('Type of opened').selectOption('date');
  await page.getByRole('button', { name: 'Import file' }).click();
  const bar = page.getByRole('progressbar', { name: 'Import of rows.csv' });
  await page.getByText(/so far · [\d,]+ per second · .+ left$/).waitFor();
  const percent = Number(await bar.getAttribute('aria-valuenow'));
  assert.ok(percent > 0 && percent < 100, `${percent} %`);

  await page.getByRole('link', { name: 'People' }).click();
  await page.getByRole('heading', { name: 'People' }).waitFor();
  const line = page.getByRole('region', { name: 'Import' });
  await line.getByText(new RegExp(`^Importing rows\\.csv into ${engine}: \\d+ %$`)).waitFor();
  const before = (await service.call('GET', `/engines/${engine}`)).json.document_count;
  await until('the import goes on', async () => {
    return (await service.call('GET', `/engines/${engine}`)).json.document_count > before;
  });
  await line.getByText(`Imported rows.csv into ${engine}`).waitFor({ timeout: 240_000 });
  await line.getByRole('link', { name: 'Show result' }).click();
  await page.getByText('15,000 documents', { exact: true }).waitFor();

  assert.equal((await service.call('GET', `/engines/${engine}`)).json.document_count, 15_000);
  assert.deepEqual((await service.call('GET', `/engines/${engine}/schema`)).json, {
    price: 'number',
    opened: 'date',
    title: 'text',
  });
  assert.deepEqual((await service.call('GET', `/engines/${engine}/documents?ids[]=r14999`)).json, [
    {
      id: 'r14999',
      title: 'Row 14999, "quoted"',
      price: 14999.5,
      opened: '2024-01-20T00:00:00+00:00',
    },
  ]);
});

test('pasted JSON is imported, and survives a reload', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine();
  await page.goto(at('engines', engine, 'documents'));
  await page.getByRole('link', { name: 'Add documents' }).click();
  const area = page.getByRole('textbox', { name: 'Documents as JSON' });
  await area.fill('[{"id":"dune","title":"Dune","isbn":9007199254740993},{"title":"No id"}]');
  await page.reload();
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Add 2 documents' }).click();
  await page.getByText('Imported Pasted text').waitFor();
  await page.getByRole('link', { name: 'Show documents' }).click();
  await page.getByRole('link', { name: 'dune' }).waitFor();
  const { json } = await service.call('GET', `/engines/${engine}/documents/list`);
  assert.deepEqual(json.results[0], { id: 'dune', title: 'Dune', isbn: '9007199254740993' });
  assert.match(json.results[1].id, /^doc-[0-9a-f]{24}$/);
});

test('unreadable files get an error message, even one of 2 GB', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine();
  await page.goto(at('engines', engine, 'import'));
  for (const [name, content, sentence] of [
    ['empty.csv', '', 'This file is empty.'],
    ['table.xlsx', Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), 'This is a zip archive or an Excel workbook'],
    ['noise.json', Buffer.from([1, 2, 0, 3]), 'This is not a text file'],
    ['cut.json', '[{"id":', 'The file ends in the middle of the document'],
  ] as const) {
    await choose(page, name, Buffer.from(content));
    await page.getByRole('alert').getByText(sentence).waitFor();
    await page.getByRole('button', { name: 'Choose another file' }).click();
  }
  await choose(page, 'latin.csv', Buffer.from([0x69, 0x64, 0x2c, 0x61, 0x0a, 0x31, 0x2c, 0xe9, 0x0a]));
  await page.getByText('This file is not valid UTF-8').waitFor();
  await page.getByRole('button', { name: 'Read as Windows-1252' }).click();
  await page.getByRole('button', { name: 'Add 1 document' }).click();
  await page.getByText('Imported latin.csv').waitFor();
  assert.deepEqual((await service.call('GET', `/engines/${engine}/documents?ids[]=1`)).json, [
    { id: '1', a: 'é' },
  ]);
  await page.getByRole('button', { name: 'Add more' }).click();

  // Rows at the beginning, then a hole of two gigabytes, which takes no disk space.
  const path = join(temporaryFolder(t), 'large.csv');
  writeFileSync(path, csvOf(300));
  truncateSync(path, 2 * 1024 ** 3 + 1000);
  await page.getByLabel('File to import').setInputFiles(path);
  await page.getByRole('alert').getByText('This is not a text file').waitFor();
  assert.equal((await service.call('GET', `/engines/${engine}`)).json.document_count, 1);
});

test('a file of any length is read piece by piece, with bounded memory', {
  timeout: 300_000,
}, async (t) => {
  const { page, context, service, at } = await visitShared(t);
  const engine = await service.engine();
  // 300 MB, far more than the memory growth allowed below.
  const path = join(temporaryFolder(t), 'long.ndjson');
  const line = `${JSON.stringify({ id: 'same', text: 'x'.repeat(99_900) })}\n`;
  writeFileSync(path, line.repeat(100));
  for (let part = 0; part < 29; part++) writeFileSync(path, line.repeat(100), { flag: 'a' });
  await page.goto(at('engines', engine, 'import'));
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  const heap = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
  };
  await page.getByLabel('File to import').setInputFiles(path);
  await page.getByRole('button', { name: 'Import file' }).click();
  await until('a part is imported', async () => {
    const value = await page.getByRole('progressbar').getAttribute('aria-valuenow');
    return Number(value) >= 4;
  });
  const used = await heap();
  assert.ok(used < 120 * 1024 ** 2, `${Math.round(used / 1024 ** 2)} MB are in use`);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Cancelled long.ndjson').waitFor();
  await page.getByText('Documents imported so far are kept.').waitFor();
});

test('columns with duplicate or invalid names get suggestions, and can be excluded', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine();
  await page.goto(at('engines', engine, 'import'));
  await choose(page, 'odd.csv', 'ID,Price (€),price,price,none,secret\n7,1,2,3,4,5\n');
  await page.getByText('4 columns were renamed to valid, unique field names.').waitFor();
  const target = page.getByLabel('Field for none');
  assert.equal(await target.inputValue(), 'none_field');
  await target.fill('No Thing');
  await page.getByText('Name cannot contain whitespace').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Add 1 document' }).isDisabled(), true);
  await target.fill('price');
  await page.getByText('Name must be unique').waitFor();
  await target.fill('nothing');
  await page.getByRole('checkbox', { name: 'Import secret' }).uncheck();
  await page.getByRole('button', { name: 'Add 1 document' }).click();
  await page.getByText('Imported odd.csv').waitFor();
  assert.deepEqual((await service.call('GET', `/engines/${engine}/documents?ids[]=7`)).json, [
    { id: '7', price_2: '1', price: '2', price_3: '3', nothing: '4' },
  ]);
});

test('rejected documents are listed with their errors, and the list can be downloaded', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine({ schema: { year: 'number' } });
  await page.goto(at('engines', engine, 'import'));
  const lines = ['{"id":"a","year":1}', '{"id":"b","year":"x"}', '{"id":"c",}', '{"id":"d","year":4}'];
  await choose(page, 'mixed.ndjson', lines.join('\n'));
  await page.getByText('1 sample value does not fit').waitFor();
  const notice = page.getByRole('alert').filter({ hasText: 'Parts of this file cannot be imported' });
  await notice.getByText('1 document will be left out:').waitFor();
  await notice.getByText('Line 3: This is not JSON: there is an extra comma before }').waitFor();
  await page.getByRole('button', { name: 'Add 3 documents' }).click();
  await page.getByText('2 documents · 2 rejected').waitFor();
  await page
    .getByRole('cell', { name: "Invalid field value: Value 'x' cannot be parsed as a float" })
    .waitFor();
  const saved = async (name: string): Promise<string> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name, exact: true }).click(),
    ]);
    return readFileSync(await download.path(), 'utf8');
  };
  const badJson = 'This is not JSON: there is an extra comma before } (column 11 of the document)';
  assert.equal(
    await saved('CSV'),
    `number,line,id,errors\r\n2,2,b,Invalid field value: Value 'x' cannot be parsed as a float\r\n3,3,,${badJson}\r\n`,
  );
  const rejected = await saved('NDJSON');
  assert.equal(rejected, '{"id":"b","year":"x"}\n{"id":"c",}\n');
  const { json } = await service.call('GET', `/engines/${engine}/documents?ids[]=a&ids[]=b&ids[]=c&ids[]=d`);
  assert.deepEqual(json, [{ id: 'a', year: 1 }, null, null, { id: 'd', year: 4 }]);

  // Corrected, the downloaded file can be imported.
  await page.goto(at('engines', engine, 'import'));
  await choose(page, 'corrected.ndjson', rejected.replace('"x"', '2').replace(',}', '}'));
  await page.getByRole('button', { name: 'Add 2 documents' }).click();
  await until('all are there', async () => {
    const { json: now } = await service.call('GET', `/engines/${engine}/documents?ids[]=b&ids[]=c`);
    return JSON.stringify(now) === '[{"id":"b","year":2},{"id":"c"}]';
  });
});

test('an import can be paused and resumed, warns before the window is closed, and survives the end of the session', async (t) => {
  const { page, context, service, at } = await visitShared(t);
  const engine = await service.engine();
  const count = async (): Promise<number> =>
    (await service.call('GET', `/engines/${engine}`)).json.document_count;
  // Lets the first requests through and holds the others, so that the state can be checked.
  const gate = Promise.withResolvers<void>();
  let requests = 0;
  await context.route('**/documents', async (route) => {
    if (++requests > 2) await gate.promise;
    await route.continue();
  });
  await page.goto(at('engines', engine, 'import'));
  await choose(page, 'lines.ndjson', linesOf(2_000));
  await page.getByRole('button', { name: 'Import file' }).click();
  await until('the first batches are in', async () => (await count()) === 200);

  const question = page.waitForEvent('dialog');
  const leaving = page.close({ runBeforeUnload: true });
  const dialog = await question;
  assert.equal(dialog.type(), 'beforeunload');
  await dialog.dismiss();
  await leaving;

  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Paused lines.ndjson').waitFor();
  await context.clearCookies();
  gate.resolve();
  const again = page.getByRole('dialog', { name: 'Your session has ended' });
  await again.getByLabel('Password', { exact: true }).fill(OWNER_PASSWORD);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await until('what was under way has ended', async () => (await count()) === 400);
  assert.equal(requests, 6, 'two batches, two refused without a session, and these once more');
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('Imported lines.ndjson').waitFor();
  assert.equal(await count(), 2_000);
});

test('responses with 503 and 507 and lost connections cause no losses or duplicates', async (t) => {
  const { page, context, service, at, expectComplaint } = await visitShared(t);
  expectComplaint(/ERR_CONNECTION_RESET|status of 50[37]/);
  const engine = await service.engine();
  let requests = 0;
  const full = JSON.stringify({ errors: ['There is no room left on the disk.'] });
  await context.route('**/documents', async (route) => {
    const turn = ++requests;
    if (turn === 2) return route.fulfill({ status: 503, contentType: 'application/json', body: '{}' });
    if (turn === 3) return route.fulfill({ status: 507, contentType: 'application/json', body: full });
    if (turn !== 4) return route.continue();
    // Written, but the response is lost.
    await route.fetch();
    return route.abort('connectionreset');
  });
  await page.goto(at('engines', engine, 'import'));
  await choose(page, 'lines.ndjson', linesOf(1_000));
  await page.getByRole('button', { name: 'Add 1,000 documents' }).click();
  await page
    .getByText('There is no room left on the disk. The request is retried until it succeeds.')
    .waitFor();
  await page.getByText('1,000 documents', { exact: true }).waitFor();
  await page.getByText('Imported lines.ndjson').waitFor();
  assert.ok(requests >= 13, `${requests} requests`);
  const { json } = await service.call('POST', `/engines/${engine}/search`, {
    body: { query: '', page: { size: 1000 } },
  });
  const titles = json.results.map(({ title }: { title: { raw: string } }) => title.raw);
  assert.equal(titles.length, 1_000);
  assert.equal(new Set(titles).size, 1_000);
});

test('an import into an engine that was deleted meanwhile stops with a message, and resumes if it exists again', async (t) => {
  const { page, context, service, at } = await visitShared(t);
  const engine = await service.engine();
  const gate = Promise.withResolvers<void>();
  await context.route('**/documents', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goto(at('engines', engine, 'import'));
  await choose(page, 'lines.ndjson', linesOf(300));
  await page.getByRole('button', { name: 'Add 300 documents' }).click();
  await page.getByText('Importing lines.ndjson').waitFor();
  await service.call('DELETE', `/engines/${engine}`);
  gate.resolve();
  await page.getByText('Could not find engine.').waitFor();
  await page.getByText('Stopped lines.ndjson').waitFor();
  await service.call('POST', '/engines', { body: { name: engine } });
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Imported lines.ndjson').waitFor();
  assert.equal((await service.call('GET', `/engines/${engine}`)).json.document_count, 300);
});

test('a dropped file is previewed, several at once are rejected, and one dropped elsewhere does no harm', async (t) => {
  const { page, service, at } = await visitShared(t);
  const engine = await service.engine();
  await page.goto(at('engines', engine, 'import'));
  const place = page.getByRole('region', { name: 'Import a file' });
  const files = (...names: readonly string[]) =>
    page.evaluateHandle(
      `(() => { const held = new DataTransfer(); for (const name of ${JSON.stringify(names)})
        held.items.add(new File(['id,title\\n1,Dropped'], name)); return held; })()`,
    );
  await place.dispatchEvent('drop', { dataTransfer: await files('one.csv', 'two.csv') });
  await page.getByText('Choose one file at a time.').waitFor();
  const prevented = await page.evaluate(
    `(() => { const held = new DataTransfer(); held.items.add(new File(['x'], 'x.csv'));
      return !document.body.dispatchEvent(
        new DragEvent('drop', { dataTransfer: held, bubbles: true, cancelable: true })); })()`,
  );
  assert.equal(prevented, true, 'the browser does not open it in place of the dashboard');
  await place.dispatchEvent('drop', { dataTransfer: await files('one.csv') });
  await page.getByRole('button', { name: 'Add 1 document' }).click();
  await page.getByText('Imported one.csv').waitFor();
  assert.deepEqual((await service.call('GET', `/engines/${engine}/documents?ids[]=1`)).json, [
    { id: '1', title: 'Dropped' },
  ]);
});

test('a file dropped on the empty overview or documents page is previewed', async (t) => {
  const { page, service, at } = await visitShared(t);
  for (const rest of [[], ['documents']]) {
    const engine = await service.engine();
    await page.goto(at('engines', engine, ...rest));
    const place = page.getByRole('region', { name: 'Import a file' });
    const held = await page.evaluateHandle(
      `(() => { const held = new DataTransfer(); held.items.add(new File(['id,title\\n1,Dropped'], 'one.csv')); return held; })()`,
    );
    for (const type of ['dragenter', 'dragover', 'drop'])
      await place.dispatchEvent(type, { dataTransfer: held });
    await page.getByRole('heading', { name: 'one.csv' }).waitFor();
    assert.equal(new URL(page.url()).pathname, at('engines', engine, 'import'));
    await page.getByRole('button', { name: 'Add 1 document' }).click();
    await page.getByText('Imported one.csv').waitFor();
    assert.equal((await service.call('GET', `/engines/${engine}`)).json.document_count, 1);
  }
});

test('types that the preview has shown are confirmed, and the result lists the new fields', async (t) => {
  const { page, context, service, at } = await visitShared(t);
  const engine = await service.engine({ schema: { title: 'text' }, documents: [{ id: 'a', title: 'Moss' }] });
  const overview = async () => {
    const path = `/dashboard/api/accounts/${service.hostIdentifier}/engines/${engine}/overview`;
    return (await context.request.get(service.baseUrl + path)).json();
  };
  const before = (await overview()).reindex.last_job.id;
  await page.goto(at('engines', engine, 'import'));
  await choose(page, 'colours.csv', 'id,title,colour\nb,Fern,green\n');
  await page.getByRole('button', { name: 'Add 1 document' }).click();
  await page.getByRole('region', { name: '1 new field' }).getByText('colour').waitFor();
  await until('the type is confirmed', async () => (await overview()).unconfirmed_fields.length === 0);
  const { schema, reindex } = await overview();
  assert.deepEqual(schema, { title: 'text', colour: 'text' });
  assert.equal(reindex.last_job.id, before, 'a text field needs no reindex');

  await page.getByRole('button', { name: 'Add more' }).click();
  await choose(page, 'prices.csv', 'id,title,price,note,empty\nc,Ivy,3,new,\n');
  await page.getByLabel('Type of price').selectOption('number');
  await page.getByRole('button', { name: 'Add 1 document' }).click();
  await page.getByRole('region', { name: '2 new fields' }).getByText('note').waitFor();
  await until('the types are confirmed', async () => (await overview()).unconfirmed_fields.length === 0);
  assert.deepEqual((await overview()).schema, {
    title: 'text',
    colour: 'text',
    price: 'number',
    note: 'text',
  });
});
