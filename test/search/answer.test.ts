import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { idsOf, NEWEST_FIRST, shelf } from './shelf.ts';

suite('the response', () => {
  test('has exactly the shape of App Search 8', async (t) => {
    const { engine, search } = await shelf(t);
    const { headers, json } = await search({ query: 'dune', facets: { tags: { type: 'value' } } });
    const { score } = json.results[0]._meta;
    assert.equal(typeof score, 'number');
    assert.deepEqual(json, {
      meta: {
        alerts: [],
        warnings: [],
        precision: 2,
        page: { current: 1, total_pages: 1, total_results: 1, size: 10 },
        engine: { name: engine, type: 'default' },
        request_id: headers.get('x-request-id'),
      },
      results: [
        {
          title: { raw: 'Dune' },
          tags: { raw: ['desert', 'space'] },
          year: { raw: 1965 },
          written: { raw: '1965-08-01T00:00:00+00:00' },
          by: { raw: 'Frank Herbert' },
          _meta: { id: 'dune', engine, score },
          id: { raw: 'dune' },
        },
      ],
      facets: {
        tags: [
          {
            type: 'value',
            data: [
              { value: 'desert', count: 1 },
              { value: 'space', count: 1 },
            ],
          },
        ],
      },
    });
    assert.deepEqual(Object.keys(json.meta), [
      'alerts',
      'warnings',
      'precision',
      'page',
      'engine',
      'request_id',
    ]);
  });

  test('has the precision and the skipped boosts', async (t) => {
    const { search } = await shelf(t);
    const boosts = { title: { type: 'functional', function: 'linear' } };
    const { meta } = (await search({ precision: 5, boosts })).json;
    assert.equal(meta.precision, 5);
    assert.deepEqual(meta.warnings, ['Boost skipped: functional is not supported for text field title']);
  });

  test('has no score if the score does not affect the order', async (t) => {
    const { search } = await shelf(t);
    const scores = async (sort: unknown) => {
      const { results } = (await search({ sort })).json;
      return new Set(results.map((hit: { _meta: { score: unknown } }) => typeof hit._meta.score));
    };
    assert.deepEqual(await scores(undefined), new Set(['number']));
    assert.deepEqual(await scores([]), new Set(['number']));
    assert.deepEqual(await scores({ _score: 'asc' }), new Set(['number']));
    assert.deepEqual(await scores([{ year: 'asc' }, { _score: 'desc' }]), new Set(['number']));
    assert.deepEqual(await scores({ year: 'asc' }), new Set(['object']));
    const { results } = (await search({ sort: { id: 'desc' } })).json;
    assert.equal(results[0]._meta.score, null);
  });
});

suite('page', () => {
  const pages: ReadonlyArray<readonly [page: object | undefined, meta: object, found: readonly string[]]> = [
    [undefined, { current: 1, total_pages: 1, total_results: 5, size: 10 }, NEWEST_FIRST],
    [{ size: 2 }, { current: 1, total_pages: 3, total_results: 5, size: 2 }, NEWEST_FIRST.slice(0, 2)],
    [{ size: 2, current: 3 }, { current: 3, total_pages: 3, total_results: 5, size: 2 }, ['dune']],
    [{ size: 2, current: 4 }, { current: 4, total_pages: 3, total_results: 5, size: 2 }, []],
    [{ size: 0 }, { current: 1, total_pages: 1, total_results: 5, size: 0 }, []],
    [{ size: 1000, current: 11 }, { current: 11, total_pages: 0, total_results: 0, size: 1000 }, []],
  ];
  test('has the position in the results', async (t) => {
    const { search } = await shelf(t);
    for (const [page, meta, found] of pages) {
      const answer = await search({ page });
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.json.meta.page, meta);
      assert.deepEqual(idsOf(answer), found);
    }
  });

  test('of a search without hits has no pages', async (t) => {
    const { search } = await shelf(t);
    const facets = { tags: { type: 'value', name: 'n' } };
    const { json } = await search({ query: 'nowhere', facets });
    assert.deepEqual(json.meta.page, { current: 1, total_pages: 0, total_results: 0, size: 10 });
    assert.deepEqual(json.results, []);
    assert.deepEqual(json.facets, { tags: [{ type: 'value', name: 'n', data: [] }] });
  });

  test('reaches 10,000 results; facets count all', async (t) => {
    const { search } = await shelf(
      t,
      Array.from({ length: 10_001 }, (_, i) => ({ id: `${i}`, tags: 'all' })),
    );
    const facets = { tags: { type: 'value' } };
    const first = (await search({ facets })).json;
    assert.deepEqual(first.meta.page, { current: 1, total_pages: 1000, total_results: 10_000, size: 10 });
    assert.deepEqual(first.facets.tags[0].data, [{ value: 'all', count: 10_001 }]);
    const last = (await search({ page: { size: 1000, current: 10 } })).json;
    assert.equal(last.results.length, 1000);
    assert.equal(last.results.at(-1).id.raw, '1');
    const beyond = (await search({ page: { size: 1000, current: 11 }, facets })).json;
    assert.deepEqual(beyond.meta.page, { current: 11, total_pages: 0, total_results: 0, size: 1000 });
    assert.deepEqual(beyond.results, []);
    assert.deepEqual(beyond.facets.tags[0].data, [{ value: 'all', count: 10_001 }]);
  });
});

suite('sort', () => {
  test('orders by fields, ids, locations and scores', async (t) => {
    const { ids } = await shelf(t);
    const orders: ReadonlyArray<readonly [sort: unknown, found: string[]]> = [
      [{ year: 'asc' }, ['emma', 'solaris', 'dune', 'ubik', 'kafe']],
      [{ year: 'desc' }, ['ubik', 'dune', 'solaris', 'emma', 'kafe']],
      [{ id: 'asc' }, ['dune', 'emma', 'kafe', 'solaris', 'ubik']],
      [{ title: 'desc' }, ['ubik', 'solaris', 'emma', 'dune', 'kafe']],
      [
        [{ tags: 'asc' }, { year: 'desc' }],
        ['emma', 'dune', 'kafe', 'ubik', 'solaris'],
      ],
      [{ place: { center: '51,0' } }, ['emma', 'ubik', 'kafe', 'solaris', 'dune']],
      [{ place: { center: '51,0', order: 'desc' } }, ['ubik', 'emma', 'kafe', 'solaris', 'dune']],
      [[], NEWEST_FIRST],
    ];
    for (const [sort, found] of orders) assert.deepEqual(await ids({ sort }), found, JSON.stringify(sort));
  });
});

suite('group', () => {
  const head = { id: { raw: 'x' }, _group_key: '', _group: [{ id: { raw: 'x' } }] };
  const groupsOf = (results: ReadonlyArray<typeof head>) =>
    results.map(({ _group_key, id, _group }) => [_group_key, id.raw, ..._group.map((other) => other.id.raw)]);

  test('shows the head of each group with its other documents', async (t) => {
    const { search } = await shelf(t);
    const { json } = await search({ group: { field: 'tags' }, facets: { tags: { type: 'value' } } });
    assert.deepEqual(groupsOf(json.results), [
      ['desert', 'kafe', 'dune'],
      ['space', 'ubik', 'dune'],
      ['England', 'emma'],
    ]);
    assert.deepEqual(json.meta.page, { current: 1, total_pages: 1, total_results: 3, size: 10 });
    assert.equal(json.facets.tags[0].data[0].count, 2);
    const [first] = json.results;
    assert.deepEqual(first._group[0].title, { raw: 'Dune' });
    assert.deepEqual(Object.keys(first._group[0]._meta), ['id', 'engine', 'score']);
  });

  test('has a size, a sort order, and pages', async (t) => {
    const { search } = await shelf(t);
    const ordered = await search({ group: { field: 'tags', size: 1, sort: { year: 'asc' } } });
    assert.deepEqual(
      groupsOf(ordered.json.results),
      [
        ['desert', 'dune'],
        ['space', 'dune'],
        ['England', 'emma'],
      ].sort((a, b) => NEWEST_FIRST.indexOf(a[1] as string) - NEWEST_FIRST.indexOf(b[1] as string)),
    );
    const second = await search({ group: { field: 'tags' }, page: { size: 2, current: 2 } });
    assert.deepEqual(groupsOf(second.json.results), [['England', 'emma']]);
    assert.deepEqual(second.json.meta.page, { current: 2, total_pages: 2, total_results: 3, size: 2 });
  });

  test('accepts numbers and dates', async (t) => {
    const { search } = await shelf(t);
    const keys = async (field: string) =>
      (await search({ group: { field }, sort: { id: 'asc' } })).json.results.map(
        (hit: { _group_key: unknown }) => hit._group_key,
      );
    assert.deepEqual(await keys('year'), [1965, 1815, 1961.5, 1969]);
    assert.deepEqual(await keys('written'), ['1965-08-01T00:00:00+00:00', '1815-12-23T10:00:00+00:00']);
  });
});

suite('facets', () => {
  test('of ranges show bounds, names and counts in the order of App Search, including empty ranges', async (t) => {
    const { search } = await shelf(t);
    const { json } = await search({
      facets: {
        year: {
          type: 'range',
          name: 'age',
          ranges: [{ from: 1900, to: 1966, name: 'mid' }, { to: 1900 }, { from: 2000 }],
        },
        written: [{ type: 'range', ranges: [{ from: '1815-01-01', to: '1950-01-01T00:00:00+00:00' }] }],
        place: {
          type: 'range',
          center: '51,0',
          unit: 'km',
          ranges: [{ from: 0, to: 100, name: 'near' }, { from: 100 }],
        },
      },
    });
    assert.equal(
      JSON.stringify(json.facets),
      JSON.stringify({
        place: [
          {
            type: 'range',
            data: [
              { to: 100, from: 0, name: 'near', count: 1 },
              { from: 100, count: 1 },
            ],
          },
        ],
        written: [
          {
            type: 'range',
            data: [{ to: '1950-01-01T00:00:00.000Z', from: '1815-01-01T00:00:00.000Z', count: 1 }],
          },
        ],
        year: [
          {
            type: 'range',
            name: 'age',
            data: [
              { to: 1966, from: 1900, name: 'mid', count: 2 },
              { to: 1900, count: 1 },
              { from: 2000, count: 0 },
            ],
          },
        ],
      }),
    );
  });

  test('of one field are in the requested order, fields in alphabetical order', async (t) => {
    const { search } = await shelf(t);
    const { json } = await search({
      facets: {
        year: { type: 'value', size: 1, sort: { value: 'asc' } },
        tags: [
          { type: 'value', name: 'top', size: 1 },
          { type: 'value', size: 2, sort: { value: 'desc' } },
        ],
      },
    });
    assert.equal(
      JSON.stringify(json.facets),
      JSON.stringify({
        tags: [
          { type: 'value', name: 'top', data: [{ value: 'desert', count: 2 }] },
          {
            type: 'value',
            data: [
              { value: 'space', count: 2 },
              { value: 'desert', count: 2 },
            ],
          },
        ],
        year: [{ type: 'value', data: [{ value: 1815, count: 1 }] }],
      }),
    );
  });
});

suite('result_fields', () => {
  test('are the only fields shown besides id and _meta', async (t) => {
    const { search } = await shelf(t);
    const shown = async (fields: object) => {
      const [{ _meta, id, ...rest }] = (await search({ query: 'ocean', result_fields: fields })).json.results;
      return rest;
    };
    assert.deepEqual(await shown({ title: {} }), { title: { raw: 'Solaris: the ocean' } });
    assert.deepEqual(await shown({ title: { raw: { size: 15 } } }), { title: { raw: 'Solaris: the' } });
    assert.deepEqual(await shown({ title: { snippet: {} }, year: { raw: {}, snippet: {} } }), {
      title: { snippet: 'Solaris: the <em>ocean</em>' },
      year: { raw: 1961.5, snippet: null },
    });
    assert.deepEqual(await shown({ place: { raw: {} }, by: { snippet: { fallback: true } } }), {});
    assert.deepEqual(await shown({ tags: { snippet: { fallback: true } } }), { tags: { snippet: null } });
    assert.deepEqual(await shown({}), {});
  });

  test('have snippets independent of the searched fields', async (t) => {
    const { search } = await shelf(t);
    const options = { query: 'dune', search_fields: { id: {} }, result_fields: { title: { snippet: {} } } };
    assert.equal((await search(options)).json.results[0].title.snippet, '<em>Dune</em>');
  });

  test('may be in the query string', async (t) => {
    const { service, engine } = await shelf(t);
    const address = 'query=dune&result_fields[title][raw]=&result_fields[tags][snippet][size]=20';
    const { json } = await service.call('GET', `/engines/${engine}/search?${address}`);
    assert.deepEqual(Object.keys(json.results[0]), ['title', 'tags', '_meta', 'id']);
  });
});

suite('boosts', () => {
  test('raise the documents they name', async (t) => {
    const { ids, search } = await shelf(t);
    const year = { type: 'functional', function: 'linear', operation: 'multiply' };
    assert.deepEqual(await ids({ boosts: { year } }), ['ubik', 'dune', 'solaris', 'emma', 'kafe']);
    const tags = { type: 'value', value: ['England', 'space'], factor: 5 };
    assert.deepEqual(await ids({ boosts: { tags } }), ['ubik', 'emma', 'dune', 'kafe', 'solaris']);
    const near = { type: 'proximity', function: 'exponential', center: '51,-1', factor: 10 };
    assert.deepEqual((await ids({ boosts: { place: near } }))[0], 'emma');
    const { results } = (await search({ boosts: { year: { ...year, factor: 2 } } })).json;
    assert.equal(results[0]._meta.score, 2 * 1969);
  });
});

suite('the query', () => {
  test('may have 128 characters, or the number in the setting', async (t) => {
    const long = await shelf(t, [], { FINDLING_QUERY_LIMIT: '200' });
    assert.equal((await long.search({ query: 'a '.repeat(100) })).status, 200);
    await long.refuses({ query: 'a'.repeat(201) }, 'Query cannot be longer than 200 characters');
    const { search, refuses } = await shelf(t, []);
    assert.equal((await search({ query: '😀'.repeat(128) })).status, 200);
    await refuses({ query: 'a'.repeat(129) }, 'Query cannot be longer than 128 characters');
  });

  test('supports operators', async (t) => {
    const { ids } = await shelf(t);
    assert.deepEqual(await ids({ query: 'desert -dune' }), ['kafe']);
    assert.deepEqual(await ids({ query: '"the ocean"' }), ['solaris']);
    assert.deepEqual(await ids({ query: 'desert AND space' }), ['dune']);
    assert.deepEqual(await ids({ query: 'NOT space' }), ['kafe', 'solaris', 'emma']);
    assert.deepEqual((await ids({ query: 'dune OR emma' })).sort(), ['dune', 'emma']);
  });

  test('is valid in any syntax', async (t) => {
    const { search } = await shelf(t);
    for (const query of ['"dune', '+', 'AND', 'a AND', '(((', '*', 'title:x', '\\', '\u0000', '\ud800']) {
      assert.equal((await search({ query })).status, 200, query);
    }
  });
});
