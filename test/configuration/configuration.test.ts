import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import { startTestService } from '../support/service.ts';

const PATH = '/engines/books/configuration';

async function bookshop(t: TestContext) {
  const service = await startTestService(t);
  const { call } = service;
  await call('POST', '/engines', { body: { name: 'books' } });
  await call('POST', '/engines/books/schema', { body: { title: 'text', pages: 'text' } });
  await call('POST', '/engines/books/documents', {
    body: [
      { id: 'a', title: 'moon', pages: '12' },
      { id: 'b', title: 'sun', pages: '30' },
    ],
  });
  const configuration = async () => (await call('GET', PATH)).json;
  const put = (body: unknown, query = '') => call('PUT', PATH + query, { body });
  return { ...service, configuration, put };
}

suite('the configuration of an engine', () => {
  test('has what the other endpoints have set', async (t) => {
    const { call, configuration } = await bookshop(t);
    await call('PUT', '/engines/books/search_settings', { body: { precision: 5 } });
    const set = (await call('POST', '/engines/books/synonyms', { body: { synonyms: ['moon', 'luna'] } }))
      .json;
    const { id } = (
      await call('POST', '/engines/books/curations', { body: { queries: ['Q'], promoted: ['b'] } })
    ).json;
    assert.deepEqual(await configuration(), {
      version: 1,
      schema: { title: 'text', pages: 'text' },
      search_settings: { precision: 5 },
      synonyms: [set],
      curations: [{ id, queries: ['Q'], promoted: ['b'], hidden: [] }],
    });
  });

  test('can be replaced, and what was read can be sent back', async (t) => {
    const { call, configuration, put } = await bookshop(t);
    const sent = {
      version: 1,
      schema: { pages: 'number', author: 'text' },
      search_settings: { search_fields: { title: { weight: 2.5 } }, boosts: {} },
      synonyms: [{ synonyms: ['moon', 'luna'] }],
      curations: [{ queries: ['star'], promoted: ['b'], hidden: ['a'] }],
    };
    const applied = await put(sent);
    assert.equal(applied.status, 200, applied.text);
    const { synonyms, curations, ...others } = applied.json;
    assert.deepEqual(others, {
      version: 1,
      schema: { title: 'text', pages: 'number', author: 'text' },
      search_settings: sent.search_settings,
    });
    assert.deepEqual(synonyms[0].synonyms, ['moon', 'luna']);
    assert.match(synonyms[0].id, /^syn-[0-9a-f]{24}$/);
    assert.match(curations[0].id, /^cur-[0-9a-f]{24}$/);
    assert.deepEqual(await configuration(), applied.json);
    assert.deepEqual((await put(applied.json)).json, applied.json);
    const found = await call('POST', '/engines/books/search', { body: { query: 'star' } });
    assert.deepEqual(
      found.json.results.map((one: { id: { raw: string } }) => one.id.raw),
      ['b'],
    );
    const byNumber = await call('POST', '/engines/books/search', {
      body: { query: 'luna', filters: { pages: { from: 10, to: 20 } } },
    });
    assert.equal(byNumber.json.meta.page.total_results, 1);
  });

  test('keeps the sections that are omitted, and clears those that are empty', async (t) => {
    const { put } = await bookshop(t);
    await put({
      version: 1,
      search_settings: { precision: 3 },
      synonyms: [{ synonyms: ['a', 'b'] }],
      curations: [{ queries: ['x'], promoted: ['a'] }],
    });
    const kept = (await put({ version: 1, synonyms: [] })).json;
    assert.deepEqual(kept.synonyms, []);
    assert.deepEqual(kept.search_settings, { precision: 3 });
    assert.equal(kept.curations.length, 1);
    const cleared = (await put({ version: 1, search_settings: {}, curations: [] })).json;
    assert.deepEqual([cleared.search_settings, cleared.curations], [{}, []]);
  });

  test('can move a query from one curation to another', async (t) => {
    const { put } = await bookshop(t);
    const [one, other] = ['cur-000000000000000000000001', 'cur-000000000000000000000002'];
    const curations = (first: string, second: string) => [
      { id: one, queries: [first], promoted: ['a'], hidden: [] },
      { id: other, queries: [second], promoted: ['b'], hidden: [] },
    ];
    await put({ version: 1, curations: curations('x', 'y') });
    assert.deepEqual(
      (await put({ version: 1, curations: curations('y', 'x') })).json.curations,
      curations('y', 'x'),
    );
  });

  test('is refused as a whole if a part of it cannot be used', async (t) => {
    const { call, configuration, put } = await bookshop(t);
    await put({ version: 1, synonyms: [{ synonyms: ['a', 'b'] }], search_settings: { precision: 3 } });
    const before = await configuration();
    const good = {
      version: 1,
      schema: { pages: 'number' },
      search_settings: { precision: 7 },
      synonyms: [{ synonyms: ['c', 'd'] }],
      curations: [{ queries: ['q'], promoted: ['a'] }],
    };
    const id = 'syn-000000000000000000000001';
    const cases: Array<[object, string]> = [
      [{ version: undefined }, 'Missing required parameter: version'],
      [{ version: 2 }, 'Version must be 1: this is a configuration of another version'],
      [{ version: '1' }, 'Version must be 1: this is a configuration of another version'],
      [{ colour: 'red' }, 'Configuration contains invalid key: colour'],
      [{ schema: [] }, 'Schema must be an object'],
      [{ schema: { pages: 'integer' } }, 'Type is not included in the list'],
      [{ search_settings: 3 }, 'Search settings must be an object'],
      [{ search_settings: { precision: '2' } }, 'Precision must be an integer between 1 and 11'],
      [{ search_settings: { search_fields: {} } }, 'Search fields must contain at least one field'],
      [{ synonyms: {} }, 'Synonyms must be an array of objects'],
      [{ synonyms: [{ synonyms: ['one'] }] }, 'Synonyms must be an array of at least 2 unique strings'],
      [{ synonyms: [{ id: 'x', synonyms: ['a', 'b'] }] }, 'Synonyms contains invalid id: x'],
      [
        {
          synonyms: [
            { id, synonyms: ['a', 'b'] },
            { id, synonyms: ['c', 'd'] },
          ],
        },
        `Synonyms contains an id more than once: ${id}`,
      ],
      [
        { synonyms: Array.from({ length: 257 }, (_, n) => ({ synonyms: [`a${n}`, `b${n}`] })) },
        'Synonyms cannot have more than 256 entries',
      ],
      [{ curations: [{ queries: ['q'] }] }, 'curation must include either promoted or hidden'],
      [
        { curations: [{ queries: ['q'], promoted: ['missing'] }] },
        'promoted contains invalid document ids: [missing]',
      ],
      [{ source_engines: ['books'] }, 'Source engines can only be set for a meta engine'],
    ];
    for (const [part, message] of cases) {
      for (const query of ['', '?dry_run=true']) {
        const answer = await put({ ...good, ...part }, query);
        assert.deepEqual([answer.status, answer.json], [400, { errors: [message] }], JSON.stringify(part));
      }
    }
    assert.deepEqual(await configuration(), before);
    assert.equal((await call('GET', '/engines/books/schema')).json.pages, 'text');
  });

  test('can be tried in a dry run, which changes nothing', async (t) => {
    const { configuration, put, call } = await bookshop(t);
    const id = 'syn-000000000000000000000001';
    await put({ version: 1, search_settings: { precision: 3 }, synonyms: [{ id, synonyms: ['a', 'b'] }] });
    const before = await configuration();
    const { versions } = { versions: (await call('GET', `${PATH}/versions`)).json };
    const answer = await put(
      {
        version: 1,
        schema: { pages: 'number', author: 'text' },
        search_settings: { precision: 4 },
        synonyms: [{ id, synonyms: ['a', 'c'] }],
      },
      '?dry_run=true',
    );
    assert.deepEqual(answer.json, {
      dry_run: true,
      diff: {
        schema: {
          added: [{ author: 'text' }],
          removed: [],
          changed: [{ from: { pages: 'text' }, to: { pages: 'number' } }],
        },
        search_settings: {
          added: [],
          removed: [],
          changed: [{ from: { precision: 3 }, to: { precision: 4 } }],
        },
        synonyms: {
          added: [],
          removed: [],
          changed: [{ from: { id, synonyms: ['a', 'b'] }, to: { id, synonyms: ['a', 'c'] } }],
        },
      },
    });
    assert.deepEqual(await configuration(), before);
    assert.deepEqual((await call('GET', `${PATH}/versions`)).json, versions);
  });
});

suite('the versions of a configuration', () => {
  test('are recorded by every change, with author and time, and can be restored', async (t) => {
    const { call, configuration, put } = await bookshop(t);
    const began = Date.now();
    await call('PUT', '/engines/books/search_settings', { body: { precision: 5 } });
    await call('POST', '/engines/books/synonyms', { body: { synonyms: ['moon', 'luna'] } });
    await call('POST', '/engines/books/curations', { body: { queries: ['q'], promoted: ['a'] } });
    const wanted = await configuration();
    const { meta, results } = (await call('GET', `${PATH}/versions`)).json;
    assert.deepEqual(meta.page, { current: 1, total_pages: 1, total_results: 4, size: 25 });
    assert.deepEqual(
      results.map(({ version }: { version: number }) => version),
      [4, 3, 2, 1],
    );
    assert.equal(typeof results[0].author, 'string');
    assert.ok(Date.parse(results[0].created_at) >= began - 1000);
    await put({ version: 1, schema: { pages: 'number' }, search_settings: {}, synonyms: [], curations: [] });
    // A document that a version names may be gone.
    await call('DELETE', '/engines/books/documents', { body: ['a'] });
    const { configuration: shown, ...info } = (await call('GET', `${PATH}/versions/4`)).json;
    assert.deepEqual([shown, info], [wanted, results[0]]);
    const restored = await call('POST', `${PATH}/versions/4/restore`);
    assert.equal(restored.status, 200, restored.text);
    assert.deepEqual(restored.json, wanted);
    assert.deepEqual(await configuration(), wanted);
    assert.equal((await call('GET', `${PATH}/versions`)).json.results[0].version, 6);
  });

  test('are limited to the latest fifty', async (t) => {
    const { call } = await bookshop(t);
    for (let n = 0; n < 60; n++) {
      await call('PUT', '/engines/books/search_settings', { body: { precision: 1 + (n % 11) } });
    }
    const { meta, results } = (await call('GET', `${PATH}/versions`, { body: { page: { current: 2 } } }))
      .json;
    assert.equal(meta.page.total_results, 50);
    assert.equal(results.at(-1).version, 12);
    assert.equal((await call('GET', `${PATH}/versions/11`)).status, 404);
  });

  test('that do not exist are not found', async (t) => {
    const { call } = await bookshop(t);
    for (const version of ['0', '99', 'one', '-1', '1e3', '9'.repeat(30)]) {
      const missing = { errors: [`Could not find configuration version: ${version}`] };
      const read = await call('GET', `${PATH}/versions/${version}`);
      assert.deepEqual([read.status, read.json], [404, missing]);
      const restored = await call('POST', `${PATH}/versions/${version}/restore`);
      assert.deepEqual([restored.status, restored.json], [404, missing]);
    }
  });
});

suite('the configuration of a meta engine', () => {
  test('has its sources instead of a schema', async (t) => {
    const { call } = await bookshop(t);
    await call('POST', '/engines', { body: { name: 'films' } });
    await call('POST', '/engines', { body: { name: 'all', type: 'meta', source_engines: ['books'] } });
    const path = '/engines/all/configuration';
    assert.deepEqual((await call('GET', path)).json, {
      version: 1,
      search_settings: {},
      synonyms: [],
      curations: [],
      source_engines: ['books'],
    });
    const changed = await call('PUT', path, {
      body: {
        version: 1,
        source_engines: ['films', 'books'],
        search_settings: { search_fields: { title: {} } },
        curations: [{ queries: ['q'], promoted: ['books|a'] }],
      },
    });
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual(changed.json.source_engines, ['films', 'books']);
    const refused = await call('PUT', path, { body: { version: 1, source_engines: ['none'] } });
    assert.equal(refused.status, 400);
    assert.equal((await call('PUT', path, { body: { version: 1, schema: { a: 'text' } } })).status, 400);
    assert.deepEqual((await call('GET', path)).json, changed.json);
  });
});
