import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { readAnswer, searchPair, unanswered } from '../../src/comparison/answer.ts';
import { compared } from '../../src/comparison/compared-search.ts';
import { pairLine, parsePairLine } from '../../src/comparison/pair-line.ts';
import { comparisonOf, percentileOf } from '../../src/comparison/summary.ts';
import { announcedSeed, repetitions } from '../support/seed.ts';

const seed = announcedSeed('compared searches');
const runs = { seed, numRuns: repetitions('RUNS', 1000) };

/** Whether a text is JSON with a list of results. */
const hasResults = (text: string): boolean => {
  try {
    return Array.isArray(JSON.parse(text)?.results);
  } catch {
    return false;
  }
};

const FACTS = {
  left: 'http://left.example',
  right: 'http://right.example',
  source: 'a test',
  at: '2026-01-01T00:00:00.000Z',
  notes: [],
  minOverlap: undefined,
};
const SEARCH = { engine: 'parks', options: { query: 'cave' } };

/** The answer of a service with these results. */
const found = (ids: readonly string[], total = ids.length, facets?: object, milliseconds = 1) =>
  readAnswer(
    200,
    JSON.stringify({
      meta: { page: { total_results: total } },
      results: ids.map((id) => ({ id: { raw: id } })),
      facets,
    }),
    milliseconds,
  );
const refused = (status: number, body: unknown) => readAnswer(status, JSON.stringify(body), 1);
const differences = (left: ReturnType<typeof found>, right: ReturnType<typeof found>) =>
  compared(searchPair(SEARCH, left, right)).differences;

suite('an answer', () => {
  test('is read with the ids of its first ten results, its total and its error', () => {
    const ids = Array.from({ length: 12 }, (_, i) => `d${i}`);
    const { facets, ...answer } = found(ids, 99);
    assert.deepEqual(answer, { status: 200, error: null, total: 99, ids: ids.slice(0, 10), milliseconds: 1 });
    assert.equal(facets.size, 0);
    assert.equal(refused(404, { errors: ['Could not find engine.'] }).error, 'Could not find engine.');
    assert.equal(
      refused(401, { error: 'Invalid authentication token.' }).error,
      'Invalid authentication token.',
    );
    assert.equal(refused(400, { errors: ['One', 'Two.'] }).error, 'One. Two.');
    assert.equal(refused(502, {}).error, 'The service responded with status 502.');
    assert.equal(readAnswer(200, '<html>', 1).error, 'The answer is not JSON.');
    assert.equal(readAnswer(200, '{"hits":[]}', 1).error, 'The answer has no results.');
  });

  test('of a meta engine has scoped ids, and that of an old service at least the id of `_meta`', () => {
    const results = [
      { id: { raw: 'a|1' }, _meta: { id: '1' } },
      { _meta: { id: '2' } },
      { id: { raw: 3 } },
      null,
    ];
    assert.deepEqual(readAnswer(200, JSON.stringify({ results }), 1).ids, ['a|1', '2', '3', '']);
  });

  test('shows no key, not even one that a service repeats, and controls no terminal', () => {
    const { error } = refused(400, { errors: [`no such key: private-${'x'.repeat(24)}`] });
    assert.equal(error, 'no such key: private-***.');
    assert.equal(unanswered('Bearer search-abcdefghijklmnopqrst').error, 'Bearer ***');
    assert.equal(unanswered('\u001b[31mred\u202e\r\n').error, ' [31mred ');
  });

  test('can be anything without causing an error', () => {
    fc.assert(
      fc.property(fc.constantFrom(200, 400, 502), fc.oneof(fc.json(), fc.string()), (status, text) => {
        const answer = readAnswer(status, text, 1);
        assert.equal(answer.error === null, status === 200 && hasResults(text));
        assert.ok((answer.error ?? '').length <= 501);
      }),
      runs,
    );
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (result, meta, facets) => {
        const body = { results: [result], meta, facets, errors: [result] };
        const text = JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? String(value) : value));
        const pair = searchPair(SEARCH, readAnswer(200, text, 1), readAnswer(200, text, 1));
        assert.deepEqual(compared(pair).differences, []);
        assert.equal(readAnswer(400, text, 1).status, 400);
      }),
      runs,
    );
  });
});

suite('a compared search', () => {
  test('has no differences if ids, order, totals and facets are equal', () => {
    const facets = { states: [{ type: 'value', data: [{ value: 'Utah', count: 5 }] }] };
    assert.deepEqual(differences(found(['a', 'b'], 7, facets), found(['a', 'b'], 7, facets)), []);
  });

  test('says what differs', () => {
    assert.deepEqual(differences(found(['a', 'b']), found(['b', 'a'])), [
      'The results are the same, in another order.',
    ]);
    assert.deepEqual(differences(found(['a', 'b'], 20), found(['a', 'c'], 30)), [
      '1 of the first 2 results are on both sides.',
      'The total is 20 on the left, 30 on the right.',
    ]);
    assert.deepEqual(differences(found(['a']), refused(404, { errors: ['Could not find engine.'] })), [
      'Left: results. Right: status 404, Could not find engine.',
    ]);
    assert.deepEqual(differences(unanswered('no answer within 5 s'), found([])), [
      'Left: no answer (no answer within 5 s). Right: results.',
    ]);
    assert.deepEqual(differences(refused(400, { errors: ['One'] }), refused(400, { errors: ['Two'] })), [
      'Left: status 400, One. Right: status 400, Two.',
    ]);
  });

  test('is equal if both sides refuse it alike, and never if one does not answer', () => {
    const refusal = refused(400, { errors: ['Query must be a string'] });
    const same = compared(searchPair(SEARCH, refusal, refusal));
    assert.deepEqual([same.overlap, same.differences], [1, []]);
    const gone = compared(searchPair(SEARCH, unanswered('reset'), unanswered('reset')));
    assert.equal(gone.overlap, 0);
    assert.equal(gone.differences.length, 1);
  });

  test('names facet values with different counts, whatever their order', () => {
    const facets = (entries: ReadonlyArray<readonly [unknown, number]>) => ({
      states: [{ type: 'value', data: entries.map(([value, count]) => ({ value, count })) }],
    });
    const { facets: result } = searchPair(
      SEARCH,
      found(
        [],
        0,
        facets([
          ['Utah', 5],
          ['Ohio', 1],
          [8, 2],
        ]),
      ),
      found(
        [],
        0,
        facets([
          [8, 2],
          ['Utah', 4],
          ['Iowa', 1],
        ]),
      ),
    );
    assert.deepEqual(result, {
      values: 4,
      differing: 3,
      differences: [
        { facet: 'states', value: 'Utah', left: 5, right: 4 },
        { facet: 'states', value: 'Ohio', left: 1, right: null },
        { facet: 'states', value: 'Iowa', left: null, right: 1 },
      ],
    });
  });

  test('tells several facets of a field and ranges apart', () => {
    const facets = (count: number) => ({
      acres: [
        {
          type: 'range',
          name: 'size',
          data: [
            { from: 1, to: 10, count: 1 },
            { from: 10, name: 'large', count },
          ],
        },
        { type: 'range', data: [{ to: 5, count }] },
      ],
    });
    const { facets: result } = searchPair(SEARCH, found([], 0, facets(1)), found([], 0, facets(2)));
    assert.deepEqual(
      result?.differences.map(({ facet, value }) => [facet, value]),
      [
        ['acres (size)', 'large'],
        ['acres [2]', ' – 5'],
      ],
    );
  });
});

suite('a comparison', () => {
  const pairs = [
    searchPair({ ...SEARCH, options: { query: 'equal' } }, found(['a'], 1, undefined, 10), found(['a'])),
    searchPair({ ...SEARCH, options: { query: 'order' } }, found(['a', 'b']), found(['b', 'a'])),
    searchPair({ ...SEARCH, options: { query: 'half' } }, found(['a', 'b']), found(['a', 'c'])),
    searchPair({ ...SEARCH, options: { query: 'gone' } }, found(['a']), unanswered('reset')),
    searchPair({ ...SEARCH, options: { query: 'total' } }, found(['a'], 10), found(['a'], 11)),
  ];

  test('lists the worst searches first', () => {
    const { searches } = comparisonOf(pairs, FACTS);
    assert.deepEqual(
      searches.map(({ options }) => options.query),
      ['gone', 'half', 'order', 'total', 'equal'],
    );
  });

  test('without a minimum overlap requires everything to be equal, with one only statuses and overlap', () => {
    const passed = (minOverlap: number | undefined) =>
      comparisonOf(pairs, { ...FACTS, minOverlap }).summary.passed;
    assert.deepEqual([undefined, 1, 0.5, 0].map(passed), [1, 3, 4, 4]);
  });

  test('sums up', () => {
    const { summary } = comparisonOf(pairs, FACTS);
    assert.deepEqual(
      { ...summary, meanRankBiasedOverlap: 0, meanKendallTau: 0 },
      {
        searches: 5,
        equal: 1,
        passed: 1,
        meanOverlap: (1 + 1 + 0.5 + 0 + 1) / 5,
        meanRankBiasedOverlap: 0,
        meanKendallTau: 0,
        withResults: 4,
        equalTotals: 3,
        withFacets: 0,
        equalFacets: 0,
        differentErrors: 1,
        unanswered: { left: 0, right: 1 },
        latency: { left: { p50: 1, p95: 10 }, right: { p50: 1, p95: 1 } },
      },
    );
    assert.equal(summary.meanKendallTau, -1);
  });

  test('has the percentiles of the definition', () => {
    assert.equal(percentileOf([], 50), undefined);
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 60 }),
        fc.constantFrom(50, 95),
        (values, percent) => {
          const enough = (most: number): boolean =>
            100 * values.filter((value) => value <= most).length >= percent * values.length;
          const expected = Math.min(...values.filter(enough));
          assert.equal(
            percentileOf(
              values.toSorted((a, b) => a - b),
              percent,
            ),
            expected,
          );
        },
      ),
      runs,
    );
  });
});

suite('a recorded search', () => {
  test('comes back from its line as it was', () => {
    const facets = { states: [{ data: [{ value: 'Utah', count: 1 }] }] };
    const pair = {
      time: '2026-01-01T00:00:00.000Z',
      ...searchPair(SEARCH, found(['a', '\n'], 3, facets), refused(400, { errors: ['No.'] })),
    };
    const line = pairLine(pair);
    assert.equal(line.indexOf('\n'), line.length - 1);
    assert.deepEqual(parsePairLine(line), pair);
  });

  test('keeps the beginning of the query of a very long search', () => {
    const options = { query: 'x'.repeat(600), filters: { title: 'y'.repeat(5000) } };
    const line = pairLine(searchPair({ engine: 'parks', options }, found([]), found([])));
    assert.deepEqual(parsePairLine(line)?.options, { query: 'x'.repeat(500), shortened: true });
  });

  test('is not read from anything else', () => {
    const good = JSON.parse(pairLine(searchPair(SEARCH, found(['a']), found(['a']))));
    assert.ok(parsePairLine(JSON.stringify(good)));
    for (const broken of [
      { ...good, engine: 1 },
      { ...good, options: [] },
      { ...good, left: null },
      { ...good, right: { ...good.right, ids: 'a' } },
      { ...good, right: { ...good.right, total: '1' } },
    ]) {
      assert.equal(parsePairLine(JSON.stringify(broken)), undefined);
    }
    const line = JSON.stringify(good);
    fc.assert(
      fc.property(fc.nat({ max: line.length - 1 }), (length) =>
        assert.equal(parsePairLine(line.slice(0, length)), undefined),
      ),
      runs,
    );
  });
});
