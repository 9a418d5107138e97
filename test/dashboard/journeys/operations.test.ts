import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { OperationsReport } from '../../../src/dashboard-api/operations-types.ts';
import { VERSION } from '../../../src/version.ts';
import { OWNER_PASSWORD, post, visit, visitAsOwner } from '../../support/browser.ts';
import { alterData } from '../../support/dashboard.ts';
import { beginChange, LARGE, startLargeService } from '../../support/large-engine.ts';
import { request, temporaryFolder } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const refresh = (page: Page) => page.getByRole('button', { name: 'Refresh', exact: true }).click();

test('the first owner sees version, memory, disk, threads and how to back up', async (t) => {
  const { page, context, service, at } = await visitAsOwner(t, { FINDLING_MEMORY: '512mb' });
  await page.goto(at('engines'));
  await page.getByRole('link', { name: 'Operations' }).click();
  await page.getByRole('heading', { name: 'Operations', level: 1 }).waitFor();
  const instance = panel(page, 'Instance');
  for (const fact of [VERSION, process.versions.node, 'SQLite, in the data folder', 'In this process'])
    await instance.getByText(fact, { exact: true }).waitFor();
  await instance.getByText(/^\d+ % busy in the last \d+ s$/).waitFor();
  const memory = panel(page, 'Memory');
  await memory.getByText(/^[\d.]+ MB of 512 MB allocated/).waitFor();
  for (const part of [/^Search index: /, /^Reserved for caches: 32 MB$/, /^Free: 4\d\d(\.\d)? MB$/])
    await memory.getByText(part).waitFor();
  const disk = panel(page, 'Disk');
  await disk.getByText(service.config.data).waitFor();
  const answer = await context.request.get(`${service.baseUrl}/dashboard/api/operations`);
  const report: OperationsReport = await answer.json();
  assert.ok((report.disk?.store ?? 0) > 0);
  await disk
    .getByText(/^[\d.]+ (KB|MB)$/)
    .first()
    .waitFor();
  await disk.getByText(/^[\d.,]+ [MGT]B of [\d.,]+ [MGT]B$/).waitFor();
  await panel(page, 'Threads')
    .getByRole('row', { name: /^store writer Writes to the database (Idle|Busy) \d+$/ })
    .waitFor();
  await panel(page, 'Running jobs').getByText('No jobs are running.').waitFor();
  await panel(page, 'Recent errors').getByText('No warnings or errors.').waitFor();
  await panel(page, 'Backups')
    .getByText(/^There are no automatic backups\. Set FINDLING_BACKUP_TO/)
    .waitFor();
});

test('scheduled backups are shown with their last success and their failures', async (t) => {
  const place = join(temporaryFolder(t), 'place');
  writeFileSync(place, 'a file where a folder should be');
  const { page, at } = await visitAsOwner(t, { FINDLING_BACKUP_TO: join(place, 'backups') });
  await page.goto(at('operations'));
  const backups = panel(page, 'Backups');
  await backups.getByText('Every 24 hours; the last 7 are kept').waitFor();
  await until('the failure is shown', async () => {
    await refresh(page);
    return (await backups.getByText(/cannot be written \(ENOTDIR\)/).count()) > 0;
  });
  await backups.getByText('None yet').waitFor();
  rmSync(place);
  await until('the backup is shown', async () => {
    await refresh(page);
    return (await backups.getByText(/^findling-[0-9a-f]{8}-\d{8}T\d{6}Z\.backup$/).count()) > 0;
  });
  assert.equal(await backups.getByText(/cannot be written/).count(), 0);
  await backups.getByText(/^in \d+ hours$|^tomorrow$/).waitFor();
});

test('the page refreshes itself if it is asked to, which its address keeps', async (t) => {
  const { page, at } = await visitAsOwner(t);
  await page.goto(at('operations'));
  const shown = page.getByText(/^As of /).locator('time');
  const first = await shown.getAttribute('datetime');
  const toggle = page.getByRole('switch', { name: 'Refresh automatically' });
  assert.equal(await toggle.isChecked(), false);
  await toggle.focus();
  await page.keyboard.press('Space');
  await until('it is newer', async () => (await shown.getAttribute('datetime')) !== first);
  assert.match(page.url(), /\?refresh=on$/);
  await page.reload();
  await shown.waitFor();
  assert.equal(await toggle.isChecked(), true);
  await toggle.click();
  await page.waitForURL((url) => url.search === '');
});

test('a running reindex is among the running jobs', async (t) => {
  const service = await startLargeService(t);
  const { page, context } = await visit(t, service.baseUrl);
  await post(context, service.baseUrl, '/setup', {
    token: service.service.setupToken,
    name: 'owner',
    password: OWNER_PASSWORD,
  });
  await page.goto(`/accounts/${service.hostIdentifier}/operations`);
  const jobs = panel(page, 'Running jobs');
  await jobs.getByText('No jobs are running.').waitFor();
  await beginChange(service);
  await refresh(page);
  const row = jobs.getByRole('row', { name: new RegExp(`Reindex ${LARGE} in default`) });
  await row.getByText(/^[\d,]+ of 1,100 documents$/).waitFor();
  // The bar has no width at the beginning.
  await row.getByRole('progressbar', { name: `Reindex of ${LARGE}` }).waitFor({ state: 'attached' });
  await service.settled(LARGE);
  await refresh(page);
  await jobs.getByText('No jobs are running.').waitFor();
});

test('an error that was logged is shown with its request and details, without the key in its URL', async (t) => {
  const { page, service, at } = await visitAsOwner(t);
  const engine = await service.engine({ documents: [{ id: 'a', title: 'Dune' }] });
  alterData(service, `update documents set json = '{"title":"Emma"}'`);
  const { privateKey, baseUrl } = service;
  const url = `${baseUrl}/api/as/v1/engines/${engine}/documents?ids[]=a&auth_token=${privateKey}`;
  const answer = await request(url, 'GET', { headers: { 'x-request-id': 'a-failed-request' } });
  assert.equal(answer.status, 500);
  await page.goto(at('operations'));
  const errors = panel(page, 'Recent errors');
  const row = errors.getByRole('row', { name: /request failed because of an error/ });
  await row.getByText('Error', { exact: true }).waitFor();
  await row.getByText('Request a-failed-request').waitFor();
  await row.getByText('Details', { exact: true }).focus();
  await page.keyboard.press('Enter');
  await row.getByText(/the checksum of document/).waitFor();
  assert.match(await row.innerText(), /auth_token=\*\*\*/);
  assert.ok(!(await page.content()).includes(privateKey));

  // By level.
  await errors.getByText('Warnings', { exact: true }).click();
  await errors.getByText('No entries of this level.').waitFor();
  assert.match(page.url(), /\?level=warnings$/);
  await errors.getByText('Errors', { exact: true }).click();
  await row.waitFor();
});

test('nobody else sees the page, in the navigation or at its address', async (t) => {
  const { context, service, at } = await visitAsOwner(t);
  const { baseUrl, hostIdentifier } = service;
  for (const [role, reason] of [
    ['analyst', 'It requires the Owner role. Your role in “default” is Analyst.'],
    ['editor', 'It requires the Owner role. Your role in “default” is Editor.'],
    ['owner', 'Only the first owner of this instance can see it.'],
  ] as const) {
    const { path = '' } = await post(context, baseUrl, `/accounts/${hostIdentifier}/invitations`, { role });
    const guest = await visit(t, baseUrl);
    const token = path.split('#')[1];
    const person = { name: `A second ${role}`, password: 'somebody else entirely' };
    await post(guest.context, baseUrl, '/invitations/accept', { token, ...person });
    await guest.page.goto(at('engines'));
    await guest.page.getByRole('link', { name: 'Log settings' }).waitFor();
    assert.equal(await guest.page.getByRole('link', { name: 'Operations' }).count(), 0, role);
    await guest.page.goto(at('operations'));
    await guest.page.getByRole('heading', { name: 'You do not have access to this page' }).first().waitFor();
    await guest.page.getByText(reason).waitFor();
    const refused = await guest.context.request.get(`${baseUrl}/dashboard/api/operations`);
    assert.equal(refused.status(), 403);
  }
});

test('the menu of the person links to the description of the API', async (t) => {
  const { page, context, at } = await visitAsOwner(t);
  await page.goto(at('operations'));
  await page.getByRole('button', { name: /profile and sign out/ }).click();
  const opened = context.waitForEvent('page');
  await page.getByRole('menuitem', { name: 'API reference (OpenAPI)' }).click();
  const reference = await opened;
  await reference.waitForLoadState();
  assert.equal(new URL(reference.url()).pathname, '/openapi.json');
  assert.match(await reference.locator('body').innerText(), /"openapi":\s*"3\.1\.0"/);
});
