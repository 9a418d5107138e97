import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OWNER_PASSWORD, signIn, visit } from '../../support/browser.ts';
import { startProcess } from '../../support/process.ts';
import { request, temporaryFolder } from '../../support/service.ts';
import { until } from '../../support/until.ts';

/** Enough for a reindex of several seconds: dates are indexed quickly, and slowly as texts. */
const COUNT = 1200;
const document = (i: number) => ({
  id: `d${i}`,
  year: `${1000 + i}`,
  moments: Array.from({ length: 150 }, (_, j) => new Date(1e12 + i * 1e7 + j * 1e9).toISOString()),
});
const BEFORE = { year: 'text', moments: 'date' };

test('a reindex shows its progress, blocks saving, and can be cancelled', async (t) => {
  // A separate process that can be suspended: a person takes longer than the reindex of a test.
  const server = await startProcess(temporaryFolder(t), { FINDLING_DASHBOARD_PASSWORD: OWNER_PASSWORD });
  t.after(() => server.end('SIGKILL'));
  const call = (method: string, path: string, body?: unknown) =>
    request(`${server.baseUrl}/api/as/v1${path}`, method, { key: 'private-testtesttesttest', body });
  await call('POST', '/engines', { name: 'large' });
  await call('POST', '/engines/large/schema', BEFORE);
  for (let from = 0; from < COUNT; from += 100) {
    const body = Array.from({ length: 100 }, (_, i) => document(from + i));
    await call('POST', '/engines/large/documents', body);
  }
  const { page, context } = await visit(t, server.baseUrl);
  page.setDefaultTimeout(60_000);
  await signIn(context, server.baseUrl, 'owner', OWNER_PASSWORD);
  const session = await (await context.request.get(`${server.baseUrl}/dashboard/api/session`)).json();

  await page.goto(`/accounts/${session.default_account}/engines/large/schema`);
  await page.getByLabel('Type of moments').selectOption('text');
  await page.getByRole('button', { name: 'Preview changes' }).click();
  await page.getByText('1,200 values convert').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Reindexing: moments → text').waitFor();
  await page.getByText(/^[\d,]+ of 1,200 documents · [\d,]+ per second · .* left$/).waitFor();
  const percent = async () => Number(await page.getByRole('progressbar').getAttribute('aria-valuenow'));
  const first = await percent();
  await until('the bar moves', async () => (await percent()) > first);

  server.child.kill('SIGSTOP');
  await page.getByLabel('Type of year').selectOption('number');
  await page.getByText('The engine is reindexing. You can save when it has finished.').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Preview changes' }).isDisabled());
  await page.getByRole('button', { name: 'Cancel change' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel this change?' });
  await question.getByRole('button', { name: 'Cancel change' }).click();
  server.child.kill('SIGCONT');
  await page.getByText('Change cancelled. The previous types are restored.').waitFor();
  assert.deepEqual((await call('GET', '/engines/large/schema')).json, BEFORE);
  const { json } = await call('GET', '/engines/large/schema/reindex');
  assert.deepEqual([json.state, json.last_job.state], ['idle', 'cancelled']);
  assert.equal(await page.getByLabel('Type of moments').inputValue(), 'date');

  // The pending change can be saved now.
  await page.getByRole('button', { name: 'Preview changes' }).click();
  await page.getByText('1,200 values convert').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Schema changed: year → number.').waitFor();
  const after = await call('GET', '/engines/large/schema');
  assert.deepEqual(after.json, { ...BEFORE, year: 'number' });
  await context.close();
});
