import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitProcess } from '../../support/dashboard-process.ts';
import { until } from '../../support/until.ts';

const ROWS = 5_000;

test('an import continues by itself after a kill of the server, without losses or duplicates', {
  timeout: 180_000,
}, async (t) => {
  const { page, at, call, kill, restart } = await visitProcess(t);
  await call('POST', '/engines', { name: 'books' });
  const count = async (): Promise<number> => (await call('GET', '/engines/books')).json.document_count;
  await page.goto(at('engines', 'books', 'import'));
  // Without ids: a row sent twice under two ids would be stored twice.
  const csv = `title,number\n${Array.from({ length: ROWS }, (_, row) => `Row ${row},${row}`).join('\n')}`;
  await page
    .getByLabel('File to import')
    .setInputFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByText(/^Every document gets a new id\./).waitFor();
  await page.getByRole('button', { name: 'Import file' }).click();
  await until('a part is in', async () => (await count()) >= 300);
  await kill();
  await page.getByText('The import continues automatically when the server is back.').waitFor();
  const shown = await page.getByText(/documents so far/).textContent();
  const acknowledged = Number(/[\d,]+/.exec(shown ?? '')?.[0].replaceAll(',', ''));
  assert.ok(acknowledged < ROWS, 'it was killed in the middle');

  await restart();
  assert.ok((await count()) >= acknowledged, 'what was answered is there');
  await page.getByText('Imported rows.csv').waitFor({ timeout: 120_000 });
  await page.getByText('5,000 documents', { exact: true }).waitFor();
  assert.equal(await count(), ROWS);
  const titles = new Set<string>();
  for (let current = 1; current <= ROWS / 1000; current++) {
    const { json } = await call('POST', '/engines/books/search', {
      query: '',
      page: { size: 1000, current },
    });
    for (const { title } of json.results) titles.add(title.raw);
  }
  assert.equal(titles.size, ROWS);
});
