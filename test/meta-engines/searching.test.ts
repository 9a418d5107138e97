import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { startTestService } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';
import { signedKey } from '../support/signed-key.ts';
import { media } from './media.ts';

const CONFLICT = 'Source engines have incompatible field mappings for the following fields: shelf';

suite('a search of a meta engine', () => {
  test('finds documents of all sources, with scoped ids and the name of their engine', async () => {
    const { meta, books, films, search } = await media(await sharedService());
    const { status, json } = await search({ query: 'solaris', result_fields: { title: { raw: {} } } });
    assert.equal(status, 200);
    assert.deepEqual(json.meta.engine, { name: meta, type: 'meta' });
    assert.equal(json.meta.page.total_results, 2);
    const shown = json.results.map(({ _meta, ...rest }: { _meta: { id: string; engine: string } }) => ({
      ...rest,
      _meta: { id: _meta.id, engine: _meta.engine },
    }));
    assert.deepEqual(
      shown.sort((a: { id: { raw: string } }, b: { id: { raw: string } }) => (a.id.raw < b.id.raw ? -1 : 1)),
      [books, films].map((engine) => ({
        id: { raw: `${engine}|3` },
        title: { raw: 'Solaris' },
        _meta: { id: '3', engine },
      })),
    );
  });

  test('scores on one scale: the same text has the same score in every source', async () => {
    const { search } = await media(await sharedService());
    const { json } = await search({ query: 'solaris', search_fields: { title: {} } });
    const scores = json.results.map(({ _meta }: { _meta: { score: number } }) => _meta.score);
    assert.equal(scores.length, 2);
    assert.equal(scores[0], scores[1]);
  });

  test('sorts, groups and pages over all sources', async () => {
    const { ids, search, books, films } = await media(await sharedService());
    const byYear = { sort: { year: 'asc' } };
    assert.deepEqual(await ids(byYear), ['b|3', 'b|1', 'b|2', 'f|3', 'f|1']);
    assert.deepEqual(await ids({ ...byYear, page: { size: 2, current: 2 } }), ['b|2', 'f|3']);
    const grouped = await search({ ...byYear, group: { field: 'title' } });
    const groups = grouped.json.results.map(
      (result: { _group_key: string; id: { raw: string }; _group: Array<{ id: { raw: string } }> }) => [
        result._group_key,
        result.id.raw,
        ...result._group.map(({ id }) => id.raw),
      ],
    );
    assert.deepEqual(groups.map((group: string[]) => group.toSorted()).sort(), [
      ['Dune Messiah', `${books}|2`],
      ['Dune', `${books}|1`, `${films}|1`].toSorted(),
      ['Solaris', `${books}|3`, `${films}|3`].toSorted(),
    ]);
  });

  test('filters by engine: one name, several, and names that are no source', async () => {
    const { ids, books, films, search } = await media(await sharedService());
    const byYear = { sort: { year: 'asc' } };
    assert.deepEqual(await ids({ ...byYear, filters: { _engine: films } }), ['f|3', 'f|1']);
    assert.equal((await ids({ filters: { _engine: [books, films] } })).length, 5);
    assert.deepEqual(await ids({ filters: { _engine: 'nowhere' } }), []);
    assert.deepEqual(await ids({ filters: { _engine: [] } }), []);
    assert.deepEqual(await ids({ ...byYear, filters: { none: [{ _engine: books }] } }), ['f|3', 'f|1']);
    assert.deepEqual(await ids({ filters: { all: [{ _engine: books }, { title: 'Solaris' }] } }), ['b|3']);
    for (const value of [7, { from: 1 }, null]) {
      assert.equal((await search({ filters: { _engine: value } })).status, 400);
    }
  });

  test('counts by engine as a facet, by name', async () => {
    const { search, books, films } = await media(await sharedService());
    const facet = async (definition: object, options: object = {}) =>
      (await search({ facets: { _engine: definition }, ...options })).json.facets._engine[0].data;
    const both = [
      { value: books, count: 3 },
      { value: films, count: 2 },
    ];
    assert.deepEqual(await facet({ type: 'value' }), both);
    assert.deepEqual(await facet({ type: 'value', size: 1, sort: { count: 'asc' } }), [both[1]]);
    const byName = both.toSorted((a, b) => (a.value < b.value ? -1 : 1));
    assert.deepEqual(await facet({ type: 'value', sort: { value: 'asc' } }), byName);
    assert.deepEqual(await facet({ type: 'value', sort: { value: 'desc' } }), byName.toReversed());
    assert.deepEqual(await facet({ type: 'value' }, { query: 'lynch' }), [{ value: films, count: 1 }]);
    const range = await search({ facets: { _engine: { type: 'range', ranges: [{ from: 1 }] } } });
    assert.equal(range.status, 400);
  });

  test('filters ids by scoped ids', async () => {
    const { ids, books, films } = await media(await sharedService());
    assert.deepEqual(await ids({ filters: { id: `${films}|1` } }), ['f|1']);
    const several = [`${films}|1`, `${books}|3`, `${books}|9`, '2', 'nowhere|2'];
    assert.deepEqual((await ids({ filters: { id: several } })).sort(), ['b|3', 'f|1']);
    assert.deepEqual(await ids({ filters: { id: '1' } }), []);
    assert.equal((await ids({ filters: { none: [{ id: '1' }, { id: `${books}|1` }] } })).length, 4);
  });

  test('sorts by scoped ids, also within groups', async () => {
    const service = await sharedService();
    const sources = ['zoo', 'zoo-a', 'zoo1'];
    for (const name of sources) {
      await service.call('POST', '/engines', { body: { name } });
      const body = ['2', '10', 'é', '|'].map((id) => ({ id, kind: 'animal' }));
      await service.call('POST', `/engines/${name}/documents`, { body });
    }
    await service.call('POST', '/engines', { body: { name: 'zoos', type: 'meta', source_engines: sources } });
    const search = async (options: object) =>
      (await service.call('POST', '/engines/zoos/search', { body: { query: '', ...options } })).json.results;
    const ids = (results: Array<{ id: { raw: string } }>) => results.map(({ id }) => id.raw);
    const all = ids(await search({ page: { size: 100 } })).sort((a, b) =>
      Buffer.compare(Buffer.from(a), Buffer.from(b)),
    );
    assert.equal(all.length, 12);
    for (const size of [1, 5, 100]) {
      const page = { size };
      assert.deepEqual(ids(await search({ sort: { id: 'asc' }, page })), all.slice(0, size));
      assert.deepEqual(ids(await search({ sort: { id: 'desc' }, page })), all.toReversed().slice(0, size));
    }
    const [group] = await search({ group: { field: 'kind', size: 10, sort: { id: 'desc' } } });
    assert.deepEqual([group.id.raw, ...ids(group._group)], all.toReversed().slice(0, 10));
  });

  test('has `_engine` neither in a normal engine nor anywhere but in filters and facets', async () => {
    const service = await sharedService();
    const { books, search } = await media(service);
    const normal = await service.call('POST', `/engines/${books}/search`, {
      body: { query: '', filters: { _engine: books } },
    });
    assert.deepEqual(normal.json, { errors: ['Filters contains invalid field: _engine'] });
    const sorted = await search({ sort: { _engine: 'asc' } });
    assert.deepEqual(sorted.json, { errors: ['Sort contains invalid field: _engine'] });
  });

  test('answers without sources, with empty facets', async () => {
    const service = await sharedService();
    const { meta, books, films, search } = await media(service);
    await service.call('DELETE', `/engines/${meta}/source_engines`, { body: [books, films] });
    const { status, json } = await search({ query: 'dune', facets: { _engine: { type: 'value' } } });
    assert.equal(status, 200);
    assert.deepEqual(json.results, []);
    assert.equal(json.meta.page.total_results, 0);
    assert.deepEqual(json.facets._engine[0].data, []);
    const suggested = await service.call('POST', `/engines/${meta}/query_suggestion`, {
      body: { query: 'd' },
    });
    assert.deepEqual(suggested.json.results, { documents: [] });
  });

  test('renders large pages with the documents of the right source', async () => {
    const service = await sharedService();
    const documents = (kind: string) =>
      Array.from({ length: 150 }, (_, n) => ({ id: `${n}`, kind, number: `${kind} ${n}` }));
    const [odd, even] = [
      await service.engine({ documents: documents('odd') }),
      await service.engine({ documents: documents('even') }),
    ];
    await service.call('POST', '/engines', {
      body: { name: 'numbers', type: 'meta', source_engines: [odd, even] },
    });
    const { json } = await service.call('POST', '/engines/numbers/search', {
      body: { query: '', page: { size: 1000 } },
    });
    assert.equal(json.results.length, 300);
    for (const { id, number, _meta } of json.results) {
      const kind = _meta.engine === odd ? 'odd' : 'even';
      assert.deepEqual([id.raw, number.raw], [`${_meta.engine}|${_meta.id}`, `${kind} ${_meta.id}`]);
    }
  });
});

suite('a field whose type differs between sources', () => {
  test('is refused wherever an option names it', async () => {
    const { search } = await media(await sharedService());
    const options: object[] = [
      { search_fields: { shelf: {} } },
      { result_fields: { shelf: { raw: {} } } },
      { filters: { shelf: '12' } },
      { filters: { all: [{ any: [{ shelf: { from: 1 } }] }] } },
      { facets: { shelf: { type: 'value' } } },
      { sort: { shelf: 'asc' } },
      { group: { field: 'shelf' } },
      { boosts: { shelf: { type: 'value', value: '12', factor: 2 } } },
    ];
    for (const option of options) {
      const { status, json } = await search(option);
      assert.deepEqual(
        { status, json },
        { status: 400, json: { errors: [CONFLICT] } },
        JSON.stringify(option),
      );
    }
  });

  test('is not searched, and is returned as each source has it', async () => {
    const { search, ids } = await media(await sharedService());
    assert.deepEqual(await ids({ query: '12' }), []);
    const { json } = await search({ filters: { title: 'Dune' } });
    const shelves = json.results.map(({ shelf }: { shelf: { raw: unknown } }) => shelf.raw);
    assert.deepEqual(new Set(shelves), new Set(['12', 4]));
  });

  test('can be used once the types agree', async () => {
    const service = await sharedService();
    const { books, ids, search } = await media(service);
    await service.call('POST', `/engines/${books}/schema`, { body: { shelf: 'number' } });
    await service.settled(books);
    assert.deepEqual(await ids({ sort: { shelf: 'asc' } }), ['f|1', 'f|3', 'b|2', 'b|3', 'b|1']);
    assert.equal(
      (await search({ facets: { shelf: { type: 'value' } } })).json.facets.shelf[0].data.length,
      5,
    );
  });

  test('lets nothing through as a filter of a signed key, and is not shown by it', async () => {
    const service = await sharedService();
    const { ids, search } = await media(service);
    const signer = { name: 'private-key', key: service.privateKey };
    assert.deepEqual(await ids({}, signedKey(signer, { filters: { shelf: '12' } })), []);
    const shown = await search({}, signedKey(signer, { result_fields: { shelf: {}, title: {} } }));
    for (const result of shown.json.results)
      assert.deepEqual(Object.keys(result).sort(), ['_meta', 'id', 'title']);
  });
});

suite('other calls of the search family', () => {
  test('multi_search, suggestions and clicks work on a meta engine', async () => {
    const service = await sharedService();
    const { meta, films } = await media(service);
    const call = (path: string, body: unknown) =>
      service.call('POST', `/engines/${meta}/${path}`, { key: service.searchKey, body });
    const several = await call('multi_search', { queries: [{ query: 'dune' }, { query: 'lynch' }] });
    assert.deepEqual(
      several.json.map(({ results }: { results: unknown[] }) => results.length),
      [3, 1],
    );
    const suggested = await call('query_suggestion', { query: 'tark' });
    assert.deepEqual(suggested.json.results.documents, [{ suggestion: 'tarkovsky' }]);
    const named = await call('query_suggestion', { query: 'd', types: { documents: { fields: ['shelf'] } } });
    assert.deepEqual(named.json, { errors: [CONFLICT] });
    for (const id of ['1', `${films}|1`, `${'x'.repeat(64)}|${'y'.repeat(800)}`]) {
      const clicked = await call('click', { query: 'dune', document_id: id });
      assert.deepEqual([clicked.status, clicked.text], [200, ''], id);
    }
    assert.equal((await call('click', { query: 'dune', document_id: 'x'.repeat(866) })).status, 400);
  });
});

suite('access', () => {
  test('a key that reaches only the meta engine can search it, and none of its sources', async () => {
    const service = await sharedService();
    const { meta, books, ids } = await media(service);
    const { json } = await service.call('POST', '/credentials', {
      key: service.adminKey,
      body: { name: `only-${meta}`, type: 'search', engines: [meta] },
    });
    assert.equal((await ids({ query: 'dune' }, json.key)).length, 3);
    const source = await service.call('POST', `/engines/${books}/search`, {
      key: json.key,
      body: { query: '' },
    });
    assert.equal(source.status, 401);
  });

  test('a key that reaches only a source cannot search the meta engine', async () => {
    const service = await sharedService();
    const { meta, books, search } = await media(service);
    const { json } = await service.call('POST', '/credentials', {
      key: service.adminKey,
      body: { name: `source-of-${meta}`, type: 'search', engines: [books] },
    });
    assert.equal((await search({}, json.key)).status, 401);
  });

  for (const mode of ['compatible', 'strict']) {
    test(`the filters of a signed key hold in every source (${mode})`, async (t) => {
      const service = await startTestService(t, { FINDLING_SIGNED_KEYS: mode });
      const { books, films, ids, search } = await media(service);
      const signer = { name: 'search-key', key: service.searchKey };
      const key = signedKey(signer, {
        filters: { title: 'Dune', _engine: [films, 'elsewhere'] },
        result_fields: { title: { raw: {} } },
      });
      assert.deepEqual(await ids({ query: '' }, key), ['f|1']);
      assert.deepEqual(await ids({ filters: { _engine: books } }, key), []);
      assert.deepEqual(await ids({ filters: { id: `${films}|1` } }, key), ['f|1']);
      assert.deepEqual(await ids({ filters: { id: `${films}|3` } }, key), []);
      const hidden = await search({ filters: { year: 1984 } }, key);
      assert.equal(hidden.status, mode === 'strict' ? 400 : 200);
      const named = await search({ filters: { shelf: '4' } }, key);
      const message = mode === 'strict' ? 'Filters contains invalid field: shelf' : CONFLICT;
      assert.deepEqual(named.json, { errors: [message] });
    });
  }
});
