import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { limits } from '../../src/limits.ts';
import { judgementsOf } from '../../src/relevance/click-judgements.ts';
import { clickedQueries } from '../../src/relevance/clicked-queries.ts';
import { correctedClicks } from '../../src/relevance/corrected-clicks.ts';
import type { JudgementRecord } from '../../src/store/port.ts';
import { sharedService } from '../support/shared-service.ts';
import { storedClicks } from '../support/stored-clicks.ts';

const clicked = (term: string, documentId: string, ...positions: Array<[number | null, number]>) => ({
  term,
  documentId,
  clicks: positions.reduce((sum, [, clicks]) => sum + clicks, 0),
  positions: positions.map(([position, clicks]) => ({ position, clicks })),
});

suite('clicks', () => {
  test('count as often as their position, at most ten times, and once if it is unknown', () => {
    assert.equal(correctedClicks(clicked('a', 'x', [1, 5])), 5);
    assert.equal(correctedClicks(clicked('a', 'x', [3, 2], [null, 4])), 10);
    assert.equal(correctedClicks(clicked('a', 'x', [10, 1], [200, 1])), 20);
  });

  test('rank documents by query, and the most clicked query comes first', () => {
    const rows = [
      clicked('pond', 'x', [1, 2]),
      clicked('lake', 'x', [1, 5]),
      clicked('lake', 'y', [4, 2]),
      clicked('lake', 'b', [1, 3], [2, 1]),
      clicked('lake', 'a', [1, 5]),
      clicked('', 'x', [1, 50]),
      clicked('l'.repeat(129), 'x', [1, 50]),
    ];
    assert.deepEqual(
      clickedQueries(rows).map(({ query, clicks, documents }) => [
        query,
        clicks,
        documents.map(({ id }) => id),
      ]),
      [
        ['lake', 16, ['y', 'a', 'x', 'b']],
        ['pond', 2, ['x']],
      ],
    );
  });

  test('become grades by their share of the most clicked document', () => {
    const rows = [50, 25, 24, 10, 9].map((clicks, at) => clicked('lake', `d${at}`, [1, clicks]));
    const { judgements, queries, leftOut } = judgementsOf(clickedQueries(rows), []);
    assert.deepEqual(
      judgements.map(({ documentId, grade }) => [documentId, grade]),
      [
        ['d0', 3],
        ['d1', 3],
        ['d2', 2],
        ['d3', 2],
        ['d4', 1],
      ],
    );
    assert.ok(judgements.every(({ source, queryKey }) => source === 'clicks' && queryKey === 'lake'));
    assert.deepEqual([queries, leftOut], [1, 0]);
  });

  test('do not count where somebody has judged, nor beyond the limits of an engine', () => {
    const manual = (queryKey: string, documentId: string): JudgementRecord => ({
      queryKey,
      query: queryKey,
      documentId,
      grade: 0,
      source: 'manual',
    });
    const rows = [clicked('lake', 'x', [1, 9]), clicked('lake', 'y', [1, 3]), clicked('pond', 'x', [1, 2])];
    const made = judgementsOf(clickedQueries(rows), [manual('lake', 'x')]);
    assert.deepEqual(
      made.judgements.map(({ query, documentId, grade }) => [query, documentId, grade]),
      [
        ['lake', 'y', 2],
        ['pond', 'x', 3],
      ],
    );
    const queries = Array.from({ length: limits.judgedQueries }, (_, n) =>
      manual(n === 0 ? 'lake' : `q${n}`, 'z'),
    );
    const full = judgementsOf(clickedQueries(rows), queries);
    assert.deepEqual([full.queries, full.leftOut], [1, 1]);
    const documents = Array.from({ length: limits.judgements - 1 }, (_, n) => manual('lake', `d${n}`));
    const almost = judgementsOf(clickedQueries(rows), documents);
    assert.deepEqual(
      almost.judgements.map(({ query }) => query),
      ['pond'],
    );
    assert.equal(almost.leftOut, 1);
  });
});

suite('judgements from clicks', () => {
  test('are shown by a dry run, replace earlier ones, and leave those made by hand', async () => {
    const service = await sharedService();
    const engine = await service.engine({ documents: [{ id: 'a', title: 'Lake' }] });
    const path = `/engines/${engine}/relevance/judgements`;
    const send = async (method: string, to: string, body?: unknown) => {
      const { status, json, text } = await service.call(method, to, body === undefined ? {} : { body });
      assert.equal(status, 200, text);
      return json;
    };
    const click = async (query: string, document_id: string, times: number) => {
      for (let n = 0; n < times; n++) await send('POST', `/engines/${engine}/click`, { query, document_id });
    };
    await click('Lake', 'a', 4);
    await click('lake', 'b', 2);
    await click('lake', 'c', 1);
    await storedClicks(service, engine);
    await send('PUT', path, { judgements: [{ query: 'lake', document_id: 'b', grade: 0 }] });
    const results = [{ query: 'lake', document_id: 'a', grade: 3, source: 'clicks' }];
    const expected = { judgements: 1, queries: 1, left_out: 0, results };
    assert.deepEqual(await send('POST', `${path}/from_clicks?dry_run=true`, { min_clicks: 2 }), {
      dry_run: true,
      ...expected,
    });
    assert.equal((await send('GET', path)).meta.page.total_results, 1);
    assert.deepEqual(await send('POST', `${path}/from_clicks`, { min_clicks: 2 }), expected);
    const manual = { query: 'lake', document_id: 'b', grade: 0, source: 'manual' };
    assert.deepEqual((await send('GET', path)).results, [...results, manual]);
    assert.equal((await send('POST', `${path}/from_clicks`, {})).judgements, 0);
    assert.deepEqual((await send('GET', path)).results, [manual]);
  });

  const CASES: ReadonlyArray<readonly [string, unknown, string]> = [
    ['', { days: 0 }, 'Days must be an integer between 1 and 180'],
    ['', { days: 181 }, 'Days must be an integer between 1 and 180'],
    ['', { min_clicks: 'many' }, 'Min clicks must be an integer between 1 and 1,000,000'],
    ['', { clicks: 1 }, 'Judgements from clicks contain invalid key: clicks'],
    ['?dry_run=maybe', {}, 'Dry run must be true or false'],
  ];
  for (const [query, body, error] of CASES) {
    test(`are refused with ${query}${JSON.stringify(body)}`, async () => {
      const service = await sharedService();
      const path = `/engines/${await service.engine()}/relevance/judgements/from_clicks${query}`;
      const { status, json } = await service.call('POST', path, { body });
      assert.deepEqual([status, json], [400, { errors: [error] }]);
    });
  }
});
