import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { findling, start } from '../support/command.ts';
import { request } from '../support/service.ts';
import { api, dataIn, end, KEYS, linesOf, quiet, TWO_AT_A_TIME } from './started.ts';

suite('the first start', TWO_AT_A_TIME, () => {
  test('prints base URL, host identifier, keys, an example and how to create an admin key; its files are private', async (t) => {
    const data = dataIn(t);
    const running = await start(t, { settings: { FINDLING_DATA: data } });
    const { log, people } = linesOf(running.output());
    const banner = people.join('\n');
    assert.match(running.baseUrl, /^http:\/\/localhost:\d+$/);
    assert.equal((await request(`${running.baseUrl}/health`, 'GET')).status, 200);
    assert.match(banner, /Host identifier\s+host-[a-z0-9]{6}\b/);
    const privateKey = /private-key\s+(private-[a-z0-9]{24})\n/.exec(banner)?.[1] ?? '';
    const searchKey = /search-key\s+(search-[a-z0-9]{24})\n/.exec(banner)?.[1] ?? '';
    assert.doesNotMatch(banner, /admin-[a-z0-9]{16}/);
    const [, command = ''] = /npx findling (keys create --name my-admin --type admin.*)\n/.exec(banner) ?? [];
    const made = await findling([...command.split(' '), '--json']);
    assert.equal((await api(running, '/credentials', JSON.parse(made.stdout).key)).status, 200);
    assert.equal((await api(running, '/engines', privateKey)).status, 200);

    const [, address = '', name = '', value = ''] = /curl '(\S+)' -H '([^:]+): ([^']+)'/.exec(banner) ?? [];
    assert.ok(address.startsWith(running.baseUrl));
    const tried = await request(address, 'GET', { headers: { [name]: value } });
    assert.equal(tried.status, 200);
    assert.ok(tried.json.results.length > 0);
    assert.ok(value.endsWith(searchKey));

    assert.equal(statSync(data).mode & 0o777, 0o700);
    assert.equal(statSync(join(data, 'secret')).mode & 0o777, 0o600);
    assert.equal(statSync(join(data, 'findling.sqlite')).mode & 0o077, 0);

    assert.ok(log.length > 0, 'there is a log beside the banner');
    await end(running);
    const { stdout, stderr } = await running.ended;
    for (const key of [privateKey, searchKey]) {
      assert.ok(!linesOf(stdout).log.join('\n').includes(key), 'no key in the log');
    }
    assert.equal(stderr, '');
  });

  test('creates the sample engine, also through npm: 63 parks, their types, and a search that finds one', async (t) => {
    const settings = { FINDLING_DATA: dataIn(t), FINDLING_LOG_LEVEL: 'silent', ...KEYS };
    const running = await start(t, { settings, command: ['npm', 'start'] });
    const key = KEYS.FINDLING_PRIVATE_KEY;
    const engine = '/engines/national-parks-demo';
    assert.deepEqual((await api(running, engine, key)).json, {
      name: 'national-parks-demo',
      type: 'default',
      language: 'en',
      index_create_settings_override: {},
      document_count: 63,
    });
    const schema = (await api(running, `${engine}/schema`, key)).json;
    assert.deepEqual(schema, {
      title: 'text',
      description: 'text',
      states: 'text',
      date_established: 'date',
      visitors: 'number',
      acres: 'number',
      square_km: 'number',
      location: 'geolocation',
      world_heritage_site: 'text',
      nps_link: 'text',
    });
    const { results } = (await api(running, `${engine}/documents/list`, key)).json;
    assert.equal(results.length, 63);
    assert.equal(new Set(results.map(({ title }: { title: string }) => title)).size, 63);
    for (const park of results) {
      assert.deepEqual(Object.keys(park), ['id', ...Object.keys(schema)]);
      // A park may have no visitor count; nothing else is missing, and every value suits its type.
      for (const [field, value] of Object.entries(park)) assert.notEqual(value, null, `${park.id} ${field}`);
      assert.ok(Array.isArray(park.states) && park.states.length > 0, park.id);
      assert.match(park.world_heritage_site, /^(true|false)$/);
    }
    const found = await api(running, `${engine}/search`, KEYS.FINDLING_SEARCH_KEY, {
      query: 'wind cave',
      filters: { states: 'South Dakota' },
      facets: { states: { type: 'value' } },
    });
    assert.equal(found.json.results[0].title.raw, 'Wind Cave');
    assert.equal(found.json.facets.states[0].data[0].value, 'South Dakota');
    await end(running);
  });
});

suite('later starts', TWO_AT_A_TIME, () => {
  test('show no keys and keep all data', async (t) => {
    const data = dataIn(t);
    const first = await start(t, { settings: { FINDLING_DATA: data } });
    const key = /private-[a-z0-9]{24}/.exec(first.output())?.[0] ?? '';
    const host = /host-[a-z0-9]{6}/.exec(first.output())?.[0] ?? '';
    await request(`${first.baseUrl}/api/as/v1/engines/national-parks-demo`, 'DELETE', { key });
    await api(first, '/engines', key, { name: 'books' });
    await api(first, '/engines/books/documents', key, [{ id: 'a', title: 'Dune' }]);
    await end(first);

    const second = await start(t, { settings: { FINDLING_DATA: data } });
    const banner = linesOf(second.output()).people.join('\n');
    assert.match(banner, /Base URL/);
    assert.ok(banner.includes(host));
    assert.doesNotMatch(banner, /private-|search-[a-z0-9]{24}|curl|admin/);
    const engines = (await api(second, '/engines', key)).json.results;
    assert.deepEqual(
      engines.map(({ name }: { name: string }) => name),
      ['books'],
    );
    const found = await api(second, '/engines/books/search', key, { query: 'dune' });
    assert.equal(found.json.results[0].id.raw, 'a');
    await end(second);
    assert.doesNotMatch((await second.ended).stdout, new RegExp(key));
  });

  test('ignore provisioned keys', async (t) => {
    const data = dataIn(t);
    const first = await start(t, { settings: quiet(data, KEYS) });
    for (const [name, setting] of [
      ['private-key', 'FINDLING_PRIVATE_KEY'],
      ['search-key', 'FINDLING_SEARCH_KEY'],
      ['admin-key', 'FINDLING_ADMIN_KEY'],
    ] as const) {
      assert.match(first.output(), new RegExp(`${name}\\s+\\(as set by ${setting}\\)\n`));
      assert.ok(!first.output().includes(KEYS[setting]), 'a value that was brought along is not printed');
    }
    const listed = (await api(first, '/credentials', KEYS.FINDLING_ADMIN_KEY)).json.results;
    assert.deepEqual(
      listed.map(({ name, type, key }: Record<string, string>) => [name, type, key]),
      [
        ['admin-key', 'admin', KEYS.FINDLING_ADMIN_KEY],
        ['private-key', 'private', KEYS.FINDLING_PRIVATE_KEY],
        ['search-key', 'search', KEYS.FINDLING_SEARCH_KEY],
      ],
    );
    await end(first);
    const others = {
      FINDLING_PRIVATE_KEY: 'private-anothervalue0000',
      FINDLING_SEARCH_KEY: 'search-anothervalue0000',
      FINDLING_ADMIN_KEY: 'admin-anothervalue0000',
    };
    const second = await start(t, { settings: quiet(data, others) });
    assert.equal((await api(second, '/engines', others.FINDLING_PRIVATE_KEY)).status, 401);
    assert.equal((await api(second, '/credentials', others.FINDLING_ADMIN_KEY)).status, 401);
    assert.equal((await api(second, '/engines', KEYS.FINDLING_PRIVATE_KEY)).status, 200);
    assert.equal((await api(second, '/credentials', KEYS.FINDLING_ADMIN_KEY)).status, 200);
    await end(second);
  });
});

test('with --json print the banner as an object, with keys at the first start only', async (t) => {
  const data = dataIn(t);
  const settings = quiet(data, { FINDLING_LOG_LEVEL: 'silent' });
  const first = await start(t, { settings, args: ['--json'] });
  await end(first);
  const { base_address, host_identifier, keys, dashboard_setup } = JSON.parse(first.output());
  assert.equal(base_address, first.baseUrl);
  assert.match(host_identifier, /^host-[a-z0-9]{6}$/);
  assert.deepEqual(
    keys.map(({ name, type }: { name: string; type: string }) => [name, type]),
    [
      ['private-key', 'private'],
      ['search-key', 'search'],
    ],
  );
  const second = await start(t, { settings, args: ['--json'] });
  await end(second);
  const later = JSON.parse(second.output());
  assert.deepEqual(Object.keys(later), ['base_address', 'host_identifier', 'dashboard_setup']);
  assert.notEqual(later.dashboard_setup, dashboard_setup);
});
