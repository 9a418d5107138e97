import assert from 'node:assert/strict';
import test from 'node:test';
import { library } from './library.ts';

test('term queries compare with the lower-cased words of the plain field', async (t) => {
  const { found, ids } = await library(t);
  const body = { query: { bool: { must: { term: { author: 'panciroli' } } } } };
  assert.deepEqual((await ids(body)).sort(), ['beasts', 'earth']);
  assert.deepEqual((await ids(body, '?sort=_score')).sort(), ['beasts', 'earth']);
  assert.deepEqual(await ids(body, '?sort=id:desc'), ['earth', 'beasts']);
  assert.deepEqual(await found({ term: { author: 'Panciroli' } }), []);
  assert.deepEqual(await found({ term: { author: { value: 'panciroli', boost: 2 } } }), ['beasts', 'earth']);
  assert.deepEqual(await found({ terms: { author: ['elsa', 'frank'] } }), [
    'beasts',
    'dune',
    'earth',
    'messiah',
  ]);
  assert.deepEqual(await found({ terms: { author: ['elsa'], boost: 3 } }), ['beasts', 'earth']);
});

test('the sub-fields of App Search can be searched', async (t) => {
  const { found } = await library(t);
  assert.deepEqual(await found({ term: { 'author.enum': 'Elsa Panciroli' } }), ['beasts', 'earth']);
  assert.deepEqual(await found({ term: { 'author.enum': 'elsa panciroli' } }), []);
  assert.deepEqual(await found({ terms: { 'tags.enum': ['science', 'fiction'] } }), [
    'beasts',
    'dune',
    'earth',
  ]);
  assert.deepEqual(await found({ term: { 'pages.float': 412 } }), ['dune']);
  assert.deepEqual(await found({ term: { pages: '412' } }), ['dune']);
  assert.deepEqual(await found({ term: { 'printed.date': '2022-09-01T12:30:00Z' } }), ['earth']);
  assert.deepEqual(await found({ match: { 'title.prefix': 'mes' } }), ['messiah']);
  assert.deepEqual(await found({ match: { 'title.joined': 'dunemessiah' } }), ['messiah']);
  assert.deepEqual(await found({ match: { 'title.delimiter': 'messiah' } }), ['messiah']);
  assert.deepEqual(await found({ match: { 'title.stem': 'dune' } }), ['dune', 'messiah']);
  for (const name of ['unknown', 'title.float', 'title.unknown', 'pages.date', 'title.__proto__']) {
    assert.deepEqual(await found({ match: { [name]: 'dune' } }), [], name);
  }
});

test('match queries analyse their text; a star stands for all text fields', async (t) => {
  const { found } = await library(t);
  assert.deepEqual(await found({ match: { '*': 'client' } }), ['messiah']);
  assert.deepEqual(await found({ match: { title: 'DUNE earth' } }), ['dune', 'earth', 'messiah']);
  assert.deepEqual(await found({ match: { title: { query: 'dune messiah', operator: 'and' } } }), [
    'messiah',
  ]);
  const minimum = (value: unknown) => ({
    match: { title: { query: 'dune messiah walking earth', minimum_should_match: value } },
  });
  assert.deepEqual(await found(minimum(3)), ['messiah']);
  assert.deepEqual(await found(minimum('75%')), ['messiah']);
  assert.deepEqual(await found(minimum('-3')), ['dune', 'earth', 'messiah']);
  assert.deepEqual(await found({ match: { title: { query: 'mesiah', fuzziness: 'AUTO' } } }), ['messiah']);
  assert.deepEqual(await found({ match_phrase: { title: 'messiah a walking' } }), ['messiah']);
  assert.deepEqual(await found({ match_phrase: { title: 'walking messiah' } }), []);
  assert.deepEqual(await found({ match_phrase: { title: { query: 'dune walking', slop: 2 } } }), ['messiah']);
  assert.deepEqual(await found({ multi_match: { query: 'frank client', fields: ['title', 'auth*^2'] } }), [
    'dune',
    'messiah',
  ]);
  assert.deepEqual(await found({ multi_match: { query: 'frank' } }), ['dune', 'messiah']);
  assert.deepEqual(await found({ multi_match: { query: 'dune messiah', type: 'phrase', fields: 'title' } }), [
    'messiah',
  ]);
  assert.deepEqual(await found({ multi_match: { query: 412, fields: ['pages', 'title'] } }), ['dune']);
});

test('conditions on values: ranges, ids, existing fields, beginnings, near words', async (t) => {
  const { found } = await library(t);
  assert.deepEqual(await found({ range: { pages: { gte: 320, lt: 412 } } }), ['beasts', 'messiah']);
  assert.deepEqual(await found({ range: { pages: { gt: 320, lte: 412 } } }), ['dune', 'messiah']);
  assert.deepEqual(await found({ range: { pages: { gt: 412 } } }), []);
  assert.deepEqual(await found({ range: { 'printed.date': { lte: '2021-06-10' } } }), ['beasts', 'messiah']);
  assert.deepEqual(await found({ range: { printed: { gt: '2021-06-10' } } }), ['earth']);
  assert.deepEqual(await found({ range: { printed: { gte: Date.parse('2021-06-10') } } }), [
    'beasts',
    'earth',
  ]);
  assert.deepEqual(await found({ range: { printed: {} } }), ['beasts', 'earth', 'messiah']);
  assert.deepEqual(await found({ ids: { values: ['dune', 'nobody', 'earth'] } }), ['dune', 'earth']);
  assert.deepEqual(await found({ term: { _id: 'dune' } }), ['dune']);
  assert.deepEqual(await found({ exists: { field: 'place' } }), ['dune']);
  assert.deepEqual(await found({ exists: { field: 'printed.date' } }), ['beasts', 'earth', 'messiah']);
  assert.deepEqual(await found({ exists: { field: 'unknown' } }), []);
  assert.deepEqual(await found({ prefix: { title: 'mess' } }), ['messiah']);
  assert.deepEqual(await found({ prefix: { 'title.enum': { value: 'Dune' } } }), ['dune', 'messiah']);
  assert.deepEqual(await found({ prefix: { id: 'mes' } }), ['messiah']);
  assert.deepEqual(await found({ fuzzy: { title: 'dunes' } }), ['dune', 'messiah']);
  assert.deepEqual(await found({ fuzzy: { title: { value: 'xune', prefix_length: 1 } } }), []);
});

test('bool queries combine others, nested in each other', async (t) => {
  const { found, send } = await library(t);
  const dune = { term: { title: 'dune' } };
  const frank = { term: { author: 'frank' } };
  assert.deepEqual(
    await found({ bool: { must: [dune, frank], must_not: { match: { title: 'messiah' } } } }),
    ['dune'],
  );
  assert.deepEqual(await found({ bool: { should: [dune, { match: { tags: 'fossils' } }] } }), [
    'beasts',
    'dune',
    'messiah',
  ]);
  assert.deepEqual(
    await found({ bool: { should: [dune, frank], filter: { match_all: {} }, minimum_should_match: 2 } }),
    ['dune', 'messiah'],
  );
  assert.deepEqual(
    await found({
      bool: { must_not: { bool: { should: [frank, { bool: { must: { term: { title: 'earth' } } } }] } } },
    }),
    ['beasts'],
  );
  const { json } = await send({ query: { bool: { filter: [frank] } } });
  assert.deepEqual(
    json.hits.hits.map(({ _score }: { _score: number }) => _score),
    [0, 0],
  );
});

test('what is not supported is answered with 501 and named', async (t) => {
  const { refuses } = await library(t);
  const cases: ReadonlyArray<readonly [unknown, string]> = [
    [{ query: { wildcard: { title: 'a*' } } }, 'query.wildcard'],
    [{ query: { bool: { must: [{ match_all: {} }, { script: {} }] } } }, 'query.bool.must[1].script'],
    [{ query: { bool: { adjust_pure_negative: true } } }, 'query.bool.adjust_pure_negative'],
    [{ query: { match: { title: { query: 'a', analyzer: 'standard' } } } }, 'query.match.title.analyzer'],
    [{ query: { terms: { title: { index: 'x', id: '1', path: 'y' } } } }, 'query.terms.title'],
    [
      { query: { range: { printed: { gte: '2020-01-01', time_zone: '+01:00' } } } },
      'query.range.printed.time_zone',
    ],
    [
      { query: { range: { title: { gte: 'a' } } } },
      'query.range.title (only number and date fields have ranges)',
    ],
    [
      { query: { multi_match: { query: 'a', type: 'cross_fields' } } },
      'query.multi_match.type: cross_fields',
    ],
    [{ highlight: {} }, 'highlight'],
    [{ sort: [{ _geo_distance: {} }] }, 'sort[0]._geo_distance: _geo_distance'],
    [{ aggs: { a: { avg: { field: 'pages' } } } }, 'aggs.a.avg'],
    [{ aggs: { a: { terms: { field: 'tags', include: 'x' } } } }, 'aggs.a.terms.include'],
  ];
  for (const [body, part] of cases) await refuses(body, 501, `${part} is not supported.`);
});

test('invalid requests are answered with 400 and a message', async (t) => {
  const { refuses } = await library(t);
  const deep = (levels: number): object =>
    levels === 0 ? { match_all: {} } : { bool: { must: deep(levels - 1) } };
  const cases: ReadonlyArray<readonly [unknown, string]> = [
    [{ query: 'dune' }, 'query must be an object.'],
    [{ query: {} }, 'query must have exactly one query.'],
    [{ query: { match_all: {}, ids: {} } }, 'query must have exactly one query.'],
    [{ query: { match: { title: 'a', author: 'b' } } }, 'query.match must have exactly one field.'],
    [{ query: { match: { title: ['a'] } } }, 'query.match.title must be an object.'],
    [{ query: { match: { title: {} } } }, 'query.match.title must have "query".'],
    [
      { query: { match: { title: { query: 'a', operator: 'xor' } } } },
      'query.match.title.operator must be "or" or "and".',
    ],
    [
      { query: { range: { pages: { gte: 'many' } } } },
      `query.range.pages.gte must be a number from ${-Number.MAX_VALUE} to ${Number.MAX_VALUE}.`,
    ],
    [
      { query: { range: { printed: { gte: 'now-1d' } } } },
      'query.range.printed.gte must be a date such as 2024-02-29T18:09:19Z.',
    ],
    [
      { query: { bool: { should: [], minimum_should_match: 'most' }, boost: 1 } },
      'query must have exactly one query.',
    ],
    [
      { query: { bool: { should: [{ match_all: {} }], minimum_should_match: 'most' } } },
      'query.bool.minimum_should_match must be a whole number or a percentage.',
    ],
    [{ query: deep(20) }, 'query cannot be nested more than 20 levels.'],
    [
      { query: { bool: { should: Array.from({ length: 1024 }, () => ({ match_all: {} })) } } },
      'query cannot have more than 1024 queries.',
    ],
    [
      {
        query: {
          bool: {
            must: Array.from({ length: 33 }, () => ({
              fuzzy: { title: { value: 'a', max_expansions: 1000 } },
            })),
          },
        },
      },
      'query cannot stand for more than 32768 words.',
    ],
    [
      { query: { ids: { values: Array.from({ length: 1025 }, String) } } },
      'query.ids.values cannot have more than 1024 values.',
    ],
    [{ query: { match_all: { boost: -1 } } }, 'query.match_all.boost must be a number from 0 to 1000000.'],
    [{ size: -1 }, 'size must be a number from 0 to 10000.'],
    [
      { from: 9_995, size: 10 },
      'Result window is too large, from + size must be less than or equal to: [10000] but was [10005].',
    ],
    [{ sort: 'unknown' }, 'sort[0] names no field to sort by: unknown.'],
    [{ sort: { pages: 'up' } }, 'sort.pages must be "asc" or "desc".'],
    [{ aggs: { a: { terms: {} } } }, 'aggs.a.terms must have "field".'],
    [
      { aggs: { a: { terms: { field: 'tags', size: 251 } } } },
      'aggs.a.terms.size must be a number from 1 to 250.',
    ],
    [{ aggs: {}, aggregations: {} }, 'aggs cannot be combined with aggregations.'],
  ];
  for (const [body, message] of cases) await refuses(body, 400, message);
});
