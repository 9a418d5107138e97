import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sharedService } from '../support/shared-service.ts';
import { until } from '../support/until.ts';

const SCHEMA = { title: 'text', about: 'text', size: 'number' };
/** Titles count most: "lake" finds b and a (newest first), then c. */
const SETTINGS = { search_fields: { title: { weight: 10 }, about: { weight: 1 } } };
const DOCUMENTS = [
  { id: 'a', title: 'Lake Ada', about: 'A cold place', size: 1 },
  { id: 'b', title: 'Lake Ada', about: 'A cold place', size: 2 },
  { id: 'c', title: 'Mount Cedar', about: 'Above a lake', size: 3 },
  { id: 'd', title: 'Mount Dune', about: 'Sand', size: 4 },
];
type Judged = readonly [query: string, documentId: string, grade: number];

async function parks(judgements: readonly Judged[] = []) {
  const service = await sharedService();
  const engine = await service.engine({ schema: SCHEMA, documents: DOCUMENTS });
  const path = `/engines/${engine}`;
  await service.call('PUT', `${path}/search_settings`, { body: SETTINGS });
  const judge = async (list: readonly Judged[]) => {
    const body = {
      judgements: list.map(([query, document_id, grade]) => ({ query, document_id, grade })),
    };
    const { status, text } = await service.call('PUT', `${path}/relevance/judgements`, { body });
    assert.equal(status, 200, text);
  };
  if (judgements.length > 0) await judge(judgements);
  const evaluate = (body?: unknown) =>
    service.call('POST', `${path}/relevance/evaluate`, body === undefined ? {} : { body });
  return { ...service, engine, path, judge, evaluate };
}

suite('an evaluation', () => {
  test('measures the present results of all judged queries', async () => {
    const { evaluate } = await parks([
      ['sand', 'd', 2],
      ['lake', 'a', 3],
      ['lake', 'b', 0],
    ]);
    const { status, json } = await evaluate();
    assert.equal(status, 200);
    // a has rank 2: 7/log2(3) of 7.
    assert.deepEqual(json, {
      k: 10,
      judgements: 3,
      queries: { judged: 2, measured: 2 },
      present: { ndcg: 0.815465, mrr: 0.75 },
      missing_documents: { total: 0, results: [] },
      results: [
        { query: 'lake', judgements: 2, present: { ndcg: 0.63093, mrr: 0.5 } },
        { query: 'sand', judgements: 1, present: { ndcg: 1, mrr: 1 } },
      ],
    });
  });

  test('compares proposed settings and shows the queries that moved, without changing anything', async () => {
    const { call, path, evaluate } = await parks([
      ['lake', 'c', 3],
      ['mount', 'c', 1],
      ['mount', 'd', 1],
      ['sand', 'd', 1],
    ]);
    const settings = { search_fields: { about: { weight: 5 } } };
    const { json } = await evaluate({ settings });
    // "lake" finds c first instead of third, and "mount" finds nothing.
    assert.deepEqual(json.present, { ndcg: 0.833333, mrr: 0.777778 });
    assert.deepEqual(json.proposed, { ndcg: 0.666667, mrr: 0.666667 });
    assert.deepEqual(json.change, { ndcg: -0.166667, mrr: -0.111111 });
    assert.deepEqual(json.moved, {
      better: 1,
      worse: 1,
      results: [
        {
          query: 'mount',
          before: { ndcg: 1, mrr: 1 },
          after: { ndcg: 0, mrr: 0 },
          change: { ndcg: -1, mrr: -1 },
        },
        {
          query: 'lake',
          before: { ndcg: 0.5, mrr: 0.333333 },
          after: { ndcg: 1, mrr: 1 },
          change: { ndcg: 0.5, mrr: 0.666667 },
        },
      ],
    });
    assert.deepEqual(json.results[2], {
      query: 'sand',
      judgements: 1,
      present: { ndcg: 1, mrr: 1 },
      proposed: { ndcg: 1, mrr: 1 },
    });
    const { json: stored } = await call('GET', `${path}/search_settings`);
    assert.deepEqual(stored.search_fields, SETTINGS.search_fields);
  });

  test('merges proposed sections with the stored ones, and counts what was stored later', async () => {
    const { call, path, evaluate } = await parks([['lake', 'a', 1]]);
    const boosts = { size: [{ type: 'proximity', function: 'linear', center: 1, factor: 10 }] };
    await call('PUT', `${path}/search_settings`, { body: { search_fields: { title: {} } } });
    assert.equal((await evaluate()).json.present.mrr, 0.5);
    const { json } = await evaluate({ settings: { boosts } });
    assert.deepEqual([json.present.mrr, json.proposed.mrr], [0.5, 1]);
    await call('PUT', `${path}/search_settings`, { body: { boosts } });
    assert.equal((await evaluate()).json.present.mrr, 1);
  });

  test('counts curations and synonyms as searches do', async () => {
    const { call, path, evaluate } = await parks([['loch', 'a', 1]]);
    assert.equal((await evaluate()).json.present.mrr, 0);
    await call('POST', `${path}/synonyms`, { body: { synonyms: ['loch', 'lake'] } });
    assert.equal((await evaluate()).json.present.mrr, 0.5);
    await call('POST', `${path}/curations`, { body: { queries: ['Loch'], promoted: ['a'] } });
    assert.equal((await evaluate()).json.present.mrr, 1);
  });

  test('compares proposed synonym sets, which replace the stored ones', async () => {
    const { call, path, evaluate } = await parks([
      ['loch', 'b', 1],
      ['dunes', 'd', 1],
    ]);
    await call('POST', `${path}/synonyms`, { body: { synonyms: ['dunes', 'sand'] } });
    const { json } = await evaluate({ synonyms: [{ synonyms: ['loch', 'lake'] }] });
    assert.deepEqual(
      json.results.map(({ query, present, proposed }: Record<string, { mrr: number }>) => [
        query,
        present?.mrr,
        proposed?.mrr,
      ]),
      [
        ['dunes', 1, 1],
        ['loch', 0, 1],
      ],
    );
    const none = await evaluate({ synonyms: [], settings: {} });
    assert.deepEqual(none.json.moved.results, []);
    assert.equal((await call('GET', `${path}/synonyms`)).json.results.length, 1);
  });

  test('is not recorded in analytics', async () => {
    const { call, path, evaluate } = await parks([['lake', 'a', 1]]);
    await evaluate({ settings: { precision: 3 } });
    await call('POST', `${path}/search`, { body: { query: 'counted' } });
    let terms: string[] = [];
    await until('the search is recorded', async () => {
      const { json } = await call('POST', `${path}/analytics/queries`);
      terms = json.results.map(({ term }: { term: string }) => term);
      return terms.includes('counted');
    });
    assert.deepEqual(terms, ['counted']);
  });

  test('counts the first k results', async () => {
    const { evaluate } = await parks([['lake', 'c', 3]]);
    assert.deepEqual((await evaluate({ k: 2 })).json.present, { ndcg: 0, mrr: 0 });
    assert.deepEqual((await evaluate({ k: '3' })).json.present, { ndcg: 0.5, mrr: 0.333333 });
  });

  test('is limited to named queries', async () => {
    const { evaluate } = await parks([
      ['lake', 'b', 1],
      ['Mount', 'd', 1],
      ['sand', 'd', 1],
    ]);
    const { json } = await evaluate({ queries: [' mount', 'LAKE'] });
    assert.deepEqual(
      json.results.map(({ query }: { query: string }) => query),
      ['lake', 'Mount'],
    );
    assert.deepEqual((await evaluate({ queries: ['sand', 'cliff'] })).json, {
      errors: ['Queries contains a query without judgements: cliff'],
    });
  });

  test('reports documents that do not exist, which count neither as found nor as missed', async () => {
    const { call, path, judge, evaluate } = await parks([
      ['lake', 'b', 1],
      ['lake', 'a', 3],
      ['lake', 'ghost', 3],
    ]);
    const { json } = await evaluate();
    assert.deepEqual(json.missing_documents, {
      total: 1,
      results: [{ query: 'lake', document_id: 'ghost' }],
    });
    await call('DELETE', `${path}/documents`, { body: ['a'] });
    const { json: after } = await evaluate();
    assert.equal(after.missing_documents.total, 2);
    assert.deepEqual(after.present, { ndcg: 1, mrr: 1 });
    await judge(Array.from({ length: 150 }, (_, n) => ['lake', `gone${n}`, 2]));
    const { missing_documents } = (await evaluate()).json;
    assert.equal(missing_documents.total, 152);
    assert.equal(missing_documents.results.length, 100);
  });

  test('leaves out queries without a relevant document', async () => {
    const { evaluate } = await parks([
      ['lake', 'a', 0],
      ['mount', 'ghost', 3],
    ]);
    const { json } = await evaluate({ settings: { precision: 1 } });
    assert.deepEqual(json.queries, { judged: 2, measured: 0 });
    const none = { ndcg: null, mrr: null };
    assert.deepEqual([json.present, json.proposed, json.change], [none, none, none]);
    assert.deepEqual(json.moved, { better: 0, worse: 0, results: [] });
  });

  test('of a meta engine takes scoped ids', async () => {
    const { call, engine } = await parks();
    const name = `${engine}-meta`;
    await call('POST', '/engines', { body: { name, type: 'meta', source_engines: [engine] } });
    const judgements = [
      { query: 'sand', document_id: `${engine}|d`, grade: 1 },
      { query: 'sand', document_id: 'd', grade: 1 },
    ];
    await call('PUT', `/engines/${name}/relevance/judgements`, { body: { judgements } });
    const { json } = await call('POST', `/engines/${name}/relevance/evaluate`);
    assert.deepEqual(json.present, { ndcg: 1, mrr: 1 });
    assert.deepEqual(json.missing_documents.results, [{ query: 'sand', document_id: 'd' }]);
  });

  test('runs queries that are longer than searches may be', async (t) => {
    const { startTestService } = await import('../support/service.ts');
    const { call, engine } = await startTestService(t, { FINDLING_QUERY_LIMIT: '10' });
    const path = `/engines/${await engine({ documents: DOCUMENTS })}/relevance`;
    const judgements = [{ query: 'a lake with a long name', document_id: 'a', grade: 1 }];
    await call('PUT', `${path}/judgements`, { body: { judgements } });
    assert.equal((await call('POST', `${path}/evaluate`)).status, 200);
  });
});

suite('an evaluation is refused', () => {
  const CASES: ReadonlyArray<readonly [unknown, string]> = [
    [{ k: 0 }, 'K must be an integer between 1 and 100'],
    [{ k: 101 }, 'K must be an integer between 1 and 100'],
    [{ k: 'ten' }, 'K must be an integer between 1 and 100'],
    [{ settings: [] }, 'Settings must be an object'],
    [{ settings: { fields: {} } }, 'Options contains invalid key: fields'],
    [{ settings: { precision: 12 } }, 'Precision must be an integer between 1 and 11'],
    [
      { settings: { search_fields: { size: { weight: 1 } } } },
      'Search fields contains invalid option: search is not supported for number field size',
    ],
    [{ synonyms: {} }, 'Synonyms must be an array of synonym sets'],
    [{ synonyms: [['a', 'b']] }, 'Synonyms must be an array of synonym sets'],
    [{ synonyms: [{ synonyms: ['a'] }] }, 'Synonyms must be an array of at least 2 unique strings'],
    [
      { synonyms: Array.from({ length: 257 }, (_, n) => ({ synonyms: ['a', `b${n}`] })) },
      'Cannot exceed 256 synonym sets in an engine',
    ],
    [{ queries: [] }, 'Queries must be a non empty array of strings'],
    [{ queries: 'lake' }, 'Queries must be a non empty array of strings'],
    [{ query: 'lake' }, 'Evaluation contains invalid key: query'],
  ];
  for (const [body, error] of CASES) {
    test(`with ${JSON.stringify(body).slice(0, 80)}`, async () => {
      const { evaluate } = await parks([['lake', 'a', 1]]);
      const { status, json } = await evaluate(body);
      assert.deepEqual([status, json], [400, { errors: [error] }]);
    });
  }

  test('without judgements', async () => {
    const { evaluate } = await parks();
    const { status, json } = await evaluate();
    assert.deepEqual([status, json], [400, { errors: ['The engine has no judgements to evaluate'] }]);
  });
});
