import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { AuditItem } from '../../src/dashboard-api/types.ts';
import { alterData, Browser, PASSWORD, startDashboard } from '../support/dashboard.ts';
import { request } from '../support/service.ts';
import { until } from '../support/until.ts';

const linesOf = async (browser: Browser): Promise<string[]> =>
  (await browser.account('GET', '/audit?page[size]=100')).json.results.map((line: AuditItem) =>
    [line.person, line.action, line.subject, line.detail, line.count].join(' | '),
  );

suite('the audit log', () => {
  test('has an entry with a name for every change, newest first, without secrets', async (t) => {
    const { owner, service, join, invite } = await startDashboard(t);
    const edda = await join('Edda', 'editor');
    await edda.data('POST', '/engines', { body: { name: 'books', language: 'en' } });
    const path = '/engines/books';
    await edda.data('POST', `${path}/documents`, { body: [{ id: 'a', title: 'hush-hush' }] });
    await edda.data('POST', `${path}/schema`, { body: { year: 'number', pages: 'number' } });
    await edda.account('POST', `${path}/schema/confirm`);
    await edda.data('PUT', `${path}/relevance/judgements`, {
      body: { judgements: [{ query: 'hush-hush', document_id: 'a', grade: 3 }] },
    });
    await edda.data('DELETE', `${path}/documents`, { body: ['a'] });
    await edda.data('DELETE', path);
    await edda.account('POST', '/samples', { body: { sample: 'earthquakes' } });
    const key = await owner.data('POST', '/credentials', { body: { name: 'shop', type: 'search' } });
    await owner.data('PUT', '/credentials/shop', { body: { engines: ['x'] } });
    await owner.data('DELETE', '/credentials/shop');
    const { id, token } = await invite('analyst');
    await owner.account('DELETE', `/invitations/${id}`);
    const people = (await owner.account('GET', '/people')).json.results;
    const { id: eddaId } = people.find(({ name }: { name: string }) => name === 'Edda');
    await owner.account('PATCH', `/people/${eddaId}`, { body: { role: 'analyst' } });
    await owner.account('DELETE', `/people/${eddaId}`);
    await owner.call('PATCH', '/person', { body: { name: 'Ada L.', email: null } });
    await owner.call('POST', '/password', { body: { current: PASSWORD, password: 'another password' } });

    const lines = await linesOf(owner);
    assert.deepEqual(lines.toReversed(), [
      'Ada | person.set-up | Ada |  | 1',
      'Ada | person.invited |  | editor | 1',
      'Edda | person.joined | Edda | editor | 1',
      'Edda | engine.created | books |  | 1',
      'Edda | documents.written | books |  | 1',
      'Edda | schema.changed | books | year, pages | 1',
      'Edda | schema.confirmed | books | title | 1',
      'Edda | judgements.changed | books |  | 1',
      'Edda | documents.deleted | books |  | 1',
      'Edda | engine.deleted | books |  | 1',
      'Edda | sample.created | earthquakes-demo | earthquakes | 1',
      'Ada | key.created | shop | search | 1',
      'Ada | key.changed | shop | search | 1',
      'Ada | key.deleted | shop |  | 1',
      'Ada | person.invited |  | analyst | 1',
      'Ada | invitation.withdrawn |  | analyst | 1',
      'Ada | person.changed | Edda | editor → analyst | 1',
      'Ada | person.removed | Edda |  | 1',
      'Ada | profile.changed | Ada | name: Ada → Ada L., email address | 1',
      'Ada L. | password.changed | Ada L. |  | 1',
    ]);
    const text = lines.join('\n');
    const secrets = [
      key.json.key,
      token,
      PASSWORD,
      'another password',
      'hush-hush',
      ...owner.cookies.values(),
    ];
    for (const secret of secrets) assert.ok(!text.includes(secret));
    assert.ok(!text.includes(service.privateKey));
  });

  test('has no entry for rejected requests, dry runs and requests that change nothing', async (t) => {
    const { owner, service } = await startDashboard(t);
    const engine = await service.engine({ documents: [{ id: 'a', title: 'Dune' }] });
    const before = await linesOf(owner);
    const path = `/engines/${engine}`;
    await owner.data('POST', '/engines', { body: { name: engine } });
    await owner.data('POST', `${path}/documents`, { body: [{ id: 'x', 'Bad Name': 1 }] });
    await owner.data('POST', `${path}/schema`, { body: {} });
    await owner.data('DELETE', `${path}/documents`, { body: ['nobody'] });
    await owner.data('POST', `${path}/schema?dry_run=true`, { body: { title: 'number' } });
    await owner.data('POST', `${path}/schema`, { body: { title: 'integer' } });
    await owner.data('POST', `${path}/schema`, {
      body: { title: 'number' },
      headers: { 'if-match': '"old"' },
    });
    await owner.data('POST', `${path}/search`, { body: { query: 'dune' } });
    await owner.data('DELETE', `${path}/relevance/judgements`, { body: { all: true } });
    await owner.data('POST', `${path}/relevance/judgements/from_clicks?dry_run=true`);
    await owner.data('DELETE', '/credentials/ghost');
    await service.call('POST', `${path}/documents`, { body: { id: 'key', title: 'by a key' } });
    assert.deepEqual(await linesOf(owner), before);
  });

  test('has one entry per import', async (t) => {
    const { owner, service } = await startDashboard(t);
    const engine = await service.engine();
    const path = `/engines/${engine}/documents`;
    const write = (from: number) =>
      owner.data('POST', path, {
        body: Array.from({ length: 100 }, (_, i) => ({ id: `${from + i}`, title: 'x' })),
      });
    for (const from of [0, 100, 200]) await write(from);
    const written = (count: number) => `Ada | documents.written | ${engine} |  | ${count}`;
    assert.deepEqual((await linesOf(owner)).slice(0, 1), [written(300)]);
    // Ten minutes later it counts as another import.
    alterData(service, `update audit set at = at - 600001`);
    await write(300);
    assert.deepEqual((await linesOf(owner)).slice(0, 2), [written(100), written(300)]);
  });

  test('has sign-ins and wrong passwords, for the first owner only, without what was typed', async (t) => {
    const { owner, service, join } = await startDashboard(t);
    const olga = await join('Olga', 'owner');
    const before = (await linesOf(owner)).length;
    const linesSince = async () => (await linesOf(owner)).toReversed().slice(before);
    const stranger = new Browser(service);
    for (let i = 0; i < 3; i++) assert.equal((await stranger.signIn('Olga', 'wrong password')).status, 401);
    assert.equal((await stranger.signIn('my secret password', 'Olga')).status, 401);
    await until('both are recorded', async () => (await linesSince()).length === 2);
    assert.equal((await olga.signIn('olga')).status, 200);
    assert.equal((await olga.signIn('olga')).status, 200);
    assert.deepEqual(await linesSince(), [
      'unknown visitor | sign-in.failed | Olga | 127.0.0.1 | 1',
      'unknown visitor | sign-in.failed |  | 127.0.0.1 | 1',
      'Olga | person.signed-in | Olga | 127.0.0.1 | 2',
    ]);
    assert.ok(!(await linesOf(olga)).join().includes('sign'), 'the others see their account only');
    // HTTP Basic is another way to try passwords; the two wrong ones from before were only counted.
    const authorization = `Basic ${Buffer.from('Olga:wrong as well').toString('base64')}`;
    const url = `${service.baseUrl}/api/as/v1/engines`;
    assert.equal((await request(url, 'GET', { headers: { authorization } })).status, 401);
    await service.restart();
    assert.deepEqual((await linesSince()).slice(3), [
      'unknown visitor | sign-in.failed | Olga | 127.0.0.1 | 3',
    ]);
  });

  test('has signed search keys with the names of their claims', async (t) => {
    const { owner, service } = await startDashboard(t);
    const sign = (key: string, claims: object) =>
      owner.account('POST', '/tokens/sign', { body: { key, claims } });
    assert.notEqual((await sign('ghost', {})).status, 200);
    const claims = { filters: { tenant: 'hush-hush' }, user_id: 'hush-hush' };
    for (let i = 0; i < 2; i++) assert.equal((await sign('search-key', claims)).status, 200);
    const lines = (await linesOf(owner)).filter((line) => line.includes('token'));
    assert.deepEqual(lines, ['Ada | token.signed | search-key | filters, user_id | 2']);
    assert.ok(!lines.join().includes(service.searchKey) && !lines.join().includes('hush'));
  });

  test('is paged and open to owners of the account only; entries about the instance to the first owner', async (t) => {
    const { owner, join } = await startDashboard(t);
    const olga = await join('Olga', 'owner');
    const other = (await owner.call('POST', '/accounts', { body: { name: 'other' } })).json.host_identifier;
    const { json } = await owner.account('GET', '/audit?page[size]=1&page[current]=2');
    assert.deepEqual(json.meta.page, { current: 2, total_pages: 3, total_results: 3, size: 1 });
    assert.equal(json.results[0].action, 'person.invited');
    assert.match(json.results[0].at, /^\d{4}-\d\d-\d\dT.*Z$/);
    assert.deepEqual(await linesOf(olga), [
      'Olga | person.joined | Olga | owner | 1',
      'Ada | person.invited |  | owner | 1',
    ]);
    assert.equal((await owner.call('GET', `/accounts/${other}/audit`)).json.results.length, 2);
  });
});
