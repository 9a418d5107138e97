import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { type TestContext, test } from 'node:test';
import { reportPage } from '../../src/comparison/report.ts';
import { visit } from '../support/browser.ts';
import { hostileComparison } from './example-comparison.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const LOOKS = [
  { width: 1280, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
  { width: 360, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const;

/** Serves a page; gives its address. */
async function served(t: TestContext, page: string): Promise<string> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(request.url === '/' ? page : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
}

test('the report is accessible and fits its window, light and dark, and runs nothing', async (t) => {
  const address = await served(t, reportPage(hostileComparison()));
  const { page } = await visit(t, address);
  await page.goto(address);
  await page.evaluate(`{${AXE}}`);
  for (const { width, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height: 860 });
    await page.emulateMedia({ colorScheme });
    const violations = (await page.evaluate(
      'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)',
    )) as ReadonlyArray<{
      id: string;
      nodes: ReadonlyArray<{ target: readonly string[]; failureSummary: string }>;
    }>;
    const found = violations.flatMap(({ id, nodes }) =>
      nodes
        .slice(0, 3)
        .map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
    );
    assert.deepEqual(found, [], `${width} ${colorScheme}`);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true, `${width}`);
  }
  assert.equal(await page.evaluate('globalThis.hacked'), undefined);
  assert.equal(await page.evaluate('document.scripts.length'), 0);
});

test('a link of the table opens the details of its search', async (t) => {
  const address = await served(t, reportPage(hostileComparison()));
  const { page } = await visit(t, address);
  await page.goto(address);
  const last = page.locator('tbody a').last();
  const target = page.locator((await last.getAttribute('href')) ?? 'missing');
  assert.equal(await target.isVisible(), false);
  await last.click();
  await target.waitFor({ state: 'visible' });
});
