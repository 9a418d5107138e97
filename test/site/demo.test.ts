import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, suite, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { SearchClient } from '../../site/browser/search-client.ts';
import { visit } from '../support/browser.ts';
import { plainEnvironment, ROOT } from '../support/command.ts';
import { focusOn } from '../support/keyboard.ts';
import { request } from '../support/service.ts';
import { still } from '../support/settled-page.ts';
import { JUDGEMENTS } from './judgements.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Demo {
  readonly child: ChildProcess;
  readonly site: string;
  readonly findling: string;
}

/** `npm run site:demo`, after it has printed its addresses. */
async function startDemo(): Promise<Demo> {
  const child = spawn(process.execPath, ['site/demo.ts', '--port', '0'], {
    cwd: ROOT,
    env: plainEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8');
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => {
      output += text;
      const [, site, findling] = /Documentation +(\S+)\/\nFindling +(\S+)\/ /.exec(output) ?? [];
      if (site !== undefined && findling !== undefined) resolve({ child, site, findling });
    });
    child.once('exit', (code) => reject(new Error(`The demo ended with ${code}:\n${output}`)));
  });
}

let running: Promise<Demo> | undefined;
const demo = (): Promise<Demo> => (running ??= startDemo());
after(async () => (await running)?.child.kill('SIGKILL'));

/** A browser on the site. Requests to the service of the demo are expected, those to all other hosts fail the test. */
async function open(t: TestContext, path: string): Promise<Page> {
  const { site, findling } = await demo();
  const { page, expectComplaint } = await visit(t, site);
  const service = findling.replaceAll('.', '\\.');
  expectComplaint(new RegExp(`^request to another host: ${service}/api/as/v1/engines/docs/`));
  await page.goto(path);
  return page;
}

const search = (page: Page) => page.getByRole('dialog', { name: 'Search the documentation' });

/** Types a query and waits for its results. */
async function type(page: Page, query: string): Promise<void> {
  await page.keyboard.type(query);
  await page.locator('.results[aria-busy="false"] a').first().waitFor();
}

suite('the search of the docs in the demo', () => {
  test('answers with the right page first', async () => {
    const { site, findling } = await demo();
    const { text } = await request(`${site}/index.html`, 'GET');
    const [, key = ''] = /data-key="([^"]+)"/.exec(text) ?? [];
    const client = new SearchClient(`${findling}/api/as/v1/engines/docs`, key);
    const signal = new AbortController().signal;
    const first = async (query: string): Promise<string | undefined> => {
      const { pages } = await client.search(query, undefined, signal);
      return pages[0]?.sections[0]?.url.replace(/#.*/, '');
    };
    const answered = await Promise.all(
      JUDGEMENTS.map(async ([query]) => [query, await first(query)] as const),
    );
    assert.deepEqual(answered, JUDGEMENTS);
  });

  test('shows the page a key that can search the docs and nothing else', async () => {
    const { site, findling } = await demo();
    const { text } = await request(`${site}/index.html`, 'GET');
    const [, key = ''] = /data-key="([^"]+)"/.exec(text) ?? [];
    assert.match(key, /^search-/);
    const call = (path: string, body: unknown) =>
      request(`${findling}/api/as/v1/engines/${path}`, 'POST', { key, body });
    assert.equal((await call('docs/search', { query: 'key' })).status, 200);
    assert.equal((await call('other/search', { query: 'key' })).status, 401);
    assert.equal((await call('docs/documents', [{ id: 'x' }])).status, 401);
  });

  test('opens by keyboard, and arrow keys and Enter lead to a section', async (t) => {
    const page = await open(t, '/decisions/0004-two-ports.html');
    await page.keyboard.press('/');
    await focusOn(page, /Search the documentation/);
    await type(page, 'revoking');
    assert.ok((await page.locator('.results mark').count()) > 0);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/keys.html#revoking');
    assert.equal(await search(page).isVisible(), false);
  });

  test('Ctrl-K opens it, Escape closes it, Enter follows the first result', async (t) => {
    const page = await open(t, '/index.html');
    await page.keyboard.press('Control+k');
    await search(page).waitFor();
    await page.keyboard.press('Escape');
    await search(page).waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+k');
    await type(page, 'synonyms');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/synonyms.html');
  });

  test('results can be limited to one kind of page', async (t) => {
    const page = await open(t, '/index.html');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await type(page, 'schema');
    const kinds = async () => new Set(await page.locator('.results .kind').allTextContents());
    assert.ok((await kinds()).size > 1);
    await page.getByRole('button', { name: 'Tutorials' }).click();
    await page.locator('.kinds [aria-pressed="true"]', { hasText: 'Tutorials' }).waitFor();
    assert.deepEqual([...(await kinds())], ['Tutorials']);
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.locator('.kinds [aria-pressed="true"]', { hasText: 'All' }).waitFor();
    assert.ok((await kinds()).size > 1);
  });

  test('says that nothing was found', async (t) => {
    const page = await open(t, '/index.html');
    await page.keyboard.press('/');
    await page.keyboard.type('xylophone');
    await page.getByRole('status').filter({ hasText: 'Nothing found for “xylophone”.' }).waitFor();
  });

  test('unknown addresses get a page that leads back', async (t) => {
    const page = await open(t, '/no/such/page.html');
    await page.getByRole('heading', { name: 'This page does not exist' }).waitFor();
    await page.getByRole('link', { name: 'Start page' }).click();
    await page.waitForURL('**/index.html');
  });
});

suite('the pages in a browser', () => {
  const LOOKS = [
    { path: '/index.html', looks: ['1280 light', '360 dark'] },
    { path: '/keys.html', looks: ['360 light', '1280 dark'] },
    { path: '/dashboard.html', looks: ['1280 dark', '360 light'] },
  ] as const;

  for (const { path, looks } of LOOKS)
    test(`axe finds nothing on ${path}`, async (t) => {
      const page = await open(t, path);
      for (const look of looks) {
        const [width, colorScheme] = look.split(' ') as [string, 'light' | 'dark'];
        await page.setViewportSize({ width: Number(width), height: 860 });
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await findings(page), [], look);
        assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true, look);
      }
    });

  test('axe finds nothing in the search, light and dark', async (t) => {
    const page = await open(t, '/keys.html');
    await page.keyboard.press('/');
    await type(page, 'key');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await findings(page), [], colorScheme);
    }
  });

  test('on a narrow window buttons open the navigation and the sections of the page', async (t) => {
    const page = await open(t, '/keys.html');
    await page.setViewportSize({ width: 360, height: 740 });
    const navigation = page.getByRole('navigation', { name: 'Documentation' });
    assert.equal(await navigation.isVisible(), false);
    await page.getByRole('button', { name: 'All pages' }).click();
    assert.equal(await navigation.getByRole('link', { name: 'Keys' }).getAttribute('aria-current'), 'page');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'On this page' }).click();
    const contents = page.getByRole('navigation', { name: 'On this page' });
    await contents.getByRole('link', { name: 'Scope' }).click();
    await page.waitForURL('**/keys.html#scope');
    assert.equal(await contents.isVisible(), false);
  });

  test('a button copies the commands of a console session, without prompts and output', async (t) => {
    const page = await open(t, '/commands.html');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const session = page.locator('.code', { hasText: 'findling keys delete readonly' });
    await session.hover();
    await session.getByRole('button', { name: 'Copy' }).click();
    await session.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = String(await page.evaluate('navigator.clipboard.readText()'));
    assert.match(
      copied,
      /^npx findling keys list\nnpx findling keys create .*\nnpx findling keys delete readonly$/s,
    );
  });
});

test('the demo ends on SIGTERM', async () => {
  const { child } = await demo();
  child.kill('SIGTERM');
  assert.deepEqual(await once(child, 'exit'), [0, null]);
});

interface Violation {
  readonly id: string;
  readonly nodes: ReadonlyArray<{ readonly target: readonly string[]; readonly failureSummary: string }>;
}

/** What axe finds, minor problems included. */
async function findings(page: Page): Promise<string[]> {
  if ((await page.evaluate('globalThis.axe === undefined')) === true) await page.evaluate(`{${AXE}}`);
  await still(page);
  const violations = (await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  )) as readonly Violation[];
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}\n${failureSummary}`),
  );
}
