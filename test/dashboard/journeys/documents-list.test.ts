import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { OWNER_PASSWORD, signIn, visit, visitShared } from '../../support/browser.ts';
import { settled } from '../../support/settled-page.ts';
import { until } from '../../support/until.ts';

const SCHEMA = { year: 'number', made: 'date' };
const BOOKS = Array.from({ length: 90 }, (_, index) => ({
  id: `book-${String(index).padStart(2, '0')}`,
  title: index % 2 === 0 ? `Even ${index}` : `Odd ${index}`,
  description: `A long text about number ${index}. `.repeat(20),
  shelf: ['north', 'south', 'east'][index % 3],
  year: 1900 + index,
  made: `20${String(10 + (index % 80)).padStart(2, '0')}-03-01`,
  sold: index * 1_000_000,
}));

const headsOn = (page: Page): Promise<string[]> => page.getByRole('columnheader').allTextContents();
const idsOn = (page: Page): Promise<string[]> => page.getByRole('table').getByRole('link').allTextContents();

interface Box {
  readonly inside: number;
  readonly width: number;
  readonly height: number;
  readonly align: string;
}

/** The size of an element, and of its content. */
const boxOf = async (page: Page, selector: string): Promise<Box> =>
  (await page.evaluate(`(() => {
    const element = document.querySelector(${JSON.stringify(selector)});
    const { scrollWidth: inside, clientWidth: width, clientHeight: height } = element;
    return { inside, width, height, align: getComputedStyle(element).textAlign };
  })()`)) as Box;

const DEFAULT = ['Select all', 'id', 'title, text', 'year, number', 'made, date', 'shelf, text'];

suite('the table of documents', () => {
  test('has columns to choose, which survive a reload and another visit', async (t) => {
    const { page, service, at } = await visitShared(t);
    const engine = await service.engine({ schema: SCHEMA, documents: BOOKS });
    const address = at('engines', engine, 'documents');
    await page.goto(address);
    await page.getByText('90 documents', { exact: true }).waitFor();
    assert.deepEqual(await headsOn(page), DEFAULT);

    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'shelf', checked: true }).click();
    await page.getByRole('menuitemcheckbox', { name: 'sold', checked: false }).click();
    await page.waitForURL(/columns=title%2Cyear%2Cmade%2Csold/);
    await page.keyboard.press('Escape');
    const chosen = [...DEFAULT.slice(0, 5), 'sold, text'];
    await until('the columns are shown', async () => (await headsOn(page)).join() === chosen.join());
    await page.reload();
    await page.getByRole('columnheader', { name: 'sold' }).waitFor();
    assert.deepEqual(await headsOn(page), chosen);

    // Without state in the URL: the columns and the sort order that were last used.
    await page.getByRole('columnheader', { name: 'year' }).getByRole('button').click();
    await page.waitForURL(/sort=year%3Aasc/);
    await page.goto(address);
    await page.waitForURL(/sort=year%3Aasc/);
    await page.getByRole('link', { name: 'book-00' }).waitFor();
    assert.deepEqual(await headsOn(page), chosen);
    const other = await visit(t, service.baseUrl);
    await signIn(other.context, service.baseUrl, 'owner', OWNER_PASSWORD);
    await other.page.goto(address);
    await other.page.getByRole('link', { name: 'book-89' }).waitFor();
    assert.deepEqual(await headsOn(other.page), DEFAULT);

    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitem', { name: 'Default columns' }).click();
    await until('the default is back', async () => (await headsOn(page)).join() === DEFAULT.join());
  });

  test('is sorted by the heads of its columns, and shows dates and numbers for reading', async (t) => {
    const { page, service, at } = await visitShared(t);
    const engine = await service.engine({ schema: { ...SCHEMA, sold: 'number' }, documents: BOOKS });
    await page.goto(`${at('engines', engine, 'documents')}?columns=year,made,sold`);
    const head = page.getByRole('columnheader', { name: 'year' });
    const sorts = [
      ['ascending', { year: 'asc' }],
      ['descending', { year: 'desc' }],
      ['none', undefined],
    ] as const;
    await head.waitFor();
    for (const [direction, sort] of sorts) {
      await head.getByRole('button').click();
      await until(direction, async () => (await head.getAttribute('aria-sort')) === direction);
      const { json } = await service.call('POST', `/engines/${engine}/search`, {
        body: { query: '', page: { size: 25 }, ...(sort && { sort }) },
      });
      const expected = json.results.map(({ id }: { id: { raw: string } }) => id.raw);
      await until('the order is that of the API', async () => (await idsOn(page)).join() === expected.join());
    }
    const row = page.getByRole('row').filter({ hasText: 'book-89' });
    const cells = row.getByRole('cell');
    assert.deepEqual(await cells.allTextContents(), ['', 'book-89', '1989', 'Mar 1, 2019', '89,000,000']);
    assert.equal(await cells.nth(3).getAttribute('title'), '2019-03-01T00:00:00+00:00');
    assert.equal((await boxOf(page, 'td[data-type="number"]')).align, 'right');
  });

  test('marks the matches of the query, and nothing else becomes markup', async (t) => {
    const { page, service, at } = await visitShared(t);
    const engine = await service.engine({
      documents: [
        { id: 'a', title: 'The granite <img src=x onerror="1"> wall', note: 'granite &amp; <em>moss</em>' },
        { id: 'b', title: 'Moss', note: 'on granite' },
      ],
    });
    await page.goto(`${at('engines', engine, 'documents')}?q=granite`);
    await page.getByText('2 of 2 documents').waitFor();
    assert.deepEqual(await page.getByRole('table').locator('mark').allTextContents(), [
      'granite',
      'granite',
      'granite',
    ]);
    const shown = (await page.getByRole('table').textContent()) ?? '';
    for (const text of ['The granite <img src=x onerror="1"> wall', 'granite &amp; <em>moss</em>'])
      assert.ok(shown.includes(text), shown);
    assert.equal(await page.locator('main img, main em').count(), 0);
  });

  test('has filters by range, and the URL has them', async (t) => {
    const { page, service, at } = await visitShared(t);
    const engine = await service.engine({ schema: SCHEMA, documents: BOOKS });
    await page.goto(`${at('engines', engine, 'documents')}?by=year&by=made`);
    await page.getByRole('textbox', { name: 'year from' }).fill('1910');
    await page.getByText('80 of 90 documents').waitFor();
    await page.getByRole('textbox', { name: 'year below' }).fill('19x');
    await page.getByText('Not a number').waitFor();
    await page.getByRole('textbox', { name: 'year below' }).fill('1930');
    await page.getByText('20 of 90 documents').waitFor();
    await page.getByLabel('made before').fill('2025-01-01');
    await page.getByText('5 of 90 documents').waitFor();
    const filters = { all: [{ year: { from: 1910, to: 1930 } }, { made: { to: '2025-01-01' } }] };
    const { json } = await service.call('POST', `/engines/${engine}/search`, {
      body: { query: '', filters },
    });
    const expected = json.results.map(({ id }: { id: { raw: string } }) => id.raw);
    assert.deepEqual(await idsOn(page), expected);
    await page.reload();
    await page.getByText('5 of 90 documents').waitFor();
    assert.deepEqual(await idsOn(page), expected);
    assert.equal(await page.getByRole('textbox', { name: 'year from' }).inputValue(), '1910');

    // Hidden filters stay in force.
    await page.getByRole('button', { name: 'Hide filters' }).click();
    await page.getByRole('button', { name: 'Filters (2)' }).waitFor();
    assert.deepEqual(await idsOn(page), expected);
    await page.getByRole('button', { name: 'Filters (2)' }).click();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('90 documents', { exact: true }).waitFor();
  });

  test('opens a document by its row, and its id is a link', async (t) => {
    const { page, service, at } = await visitShared(t);
    const engine = await service.engine({ schema: SCHEMA, documents: BOOKS });
    await page.goto(`${at('engines', engine, 'documents')}?sort=year:asc`);
    const link = page.getByRole('link', { name: 'book-02' });
    assert.equal(await link.getAttribute('href'), at('engines', engine, 'documents', 'book-02'));
    await page.getByRole('checkbox', { name: 'Select book-02' }).check();
    await page.getByText('1 document selected').waitFor();
    await page.getByRole('cell', { name: 'Even 2', exact: true }).click();
    await page.getByRole('heading', { name: 'book-02' }).waitFor();
    await page.goBack();
    await link.waitFor();
    assert.equal(new URL(page.url()).searchParams.get('sort'), 'year:asc');
  });

  test('is a list of cards at 360 px, where nothing is cut off', async (t) => {
    const { page, service, at } = await visitShared(t, { viewport: { width: 360, height: 760 } });
    const engine = await service.engine({ schema: SCHEMA, documents: [...BOOKS, { id: 'W'.repeat(800) }] });
    await page.goto(`${at('engines', engine, 'documents')}?by=year&q=even`);
    await settled(page);
    // The button of the filters, the table and the page.
    for (const selector of ['main button[aria-expanded="true"]', 'main table', 'html']) {
      const { inside, width } = await boxOf(page, selector);
      assert.ok(inside <= width, `${selector}: ${inside} px in ${width} px`);
    }
    await page.getByRole('checkbox', { name: 'Select all documents on this page' }).check();
    await page.getByText('25 documents selected').waitFor();
    await page.goto(at('engines', engine, 'documents', 'W'.repeat(800)));
    await page.getByRole('heading', { level: 1, name: /^W+$/ }).waitFor();
    const { height } = await boxOf(page, 'main h1');
    assert.ok(height < 130, `a heading of ${height} px`);
  });

  test('is exported as NDJSON and CSV, with all documents as they were sent', async (t) => {
    const { page, service, at } = await visitShared(t);
    const engine = await service.engine({
      documents: [
        { id: 'a', title: 'Two, "three"', size: 12, flag: true },
        { id: 'b', title: '=1+1', size: '1e3', tags: ['x', null, 3] },
      ],
    });
    await service.call('POST', `/engines/${engine}/schema`, { body: { size: 'number' } });
    await service.settled(engine);
    await page.goto(`${at('engines', engine, 'documents')}?q=three`);
    await page.getByText('1 of 2 documents').waitFor();
    const exported = async (name: RegExp, file: string): Promise<string> => {
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByText(`All 2 documents of ${engine}, not only those that match`).waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name }).click(),
      ]);
      assert.equal(download.suggestedFilename(), file);
      return readFile(await download.path(), 'utf8');
    };
    const { text } = await service.call('GET', `/engines/${engine}/documents/export`);
    assert.equal(await exported(/^NDJSON/, `${engine}.ndjson`), text);
    assert.equal(text.split('\n').length, 3);
    const schema = Object.keys((await service.call('GET', `/engines/${engine}/schema`)).json);
    assert.deepEqual(schema, ['title', 'size', 'flag', 'tags']);
    assert.equal(
      await exported(/^CSV/, `${engine}.csv`),
      'id,title,size,flag,tags\r\na,"Two, ""three""",12,true,\r\nb,\'=1+1,1e3,,"[""x"",null,3]"\r\n',
    );
  });
});
