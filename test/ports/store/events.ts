import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import type {
  ApiLogEvent,
  ClickEvent,
  EventBatch,
  EventStore,
  Retention,
  SearchEvent,
} from '../../../src/store/port.ts';
import { clickEvent, type StoreFactory, type SuiteOptions } from './fixtures.ts';

const DAY = 86_400_000;
/** A midnight in the middle of a block of days. */
const START = 20_000 * DAY;
const EVER = { from: 0, to: 30_000 * DAY, tags: [] };
const ALL = { offset: 0, limit: 100 };
const KEPT: Retention = { analyticsSince: 0, pagesSince: 0, apiLogSince: 0, apiLogBytes: 1e9 };

const search = (term: string, more: Partial<SearchEvent> = {}): SearchEvent => ({
  engineId: 1,
  time: START,
  term,
  tags: [],
  hasResults: true,
  page: null,
  ...more,
});
const click = (term: string, documentId: string, more: Partial<ClickEvent> = {}): ClickEvent => ({
  ...clickEvent,
  time: START,
  term,
  documentId,
  ...more,
});
const request = (path: string, more: Partial<ApiLogEvent> = {}): ApiLogEvent => ({
  engineId: 1,
  time: START,
  method: 'POST',
  path,
  fullPath: `${path}?a=1`,
  status: 200,
  requestBody: '{}',
  responseBody: '{"é":"😀"}',
  userAgent: 'curl/8',
  keyName: 'web',
  keyKind: 'search',
  duration: 12,
  ...more,
});
const batch = (more: Partial<EventBatch>): EventBatch => ({
  searches: [],
  clicks: [],
  requests: [],
  ...more,
});

export function eventSuite(adapter: string, make: StoreFactory, options: SuiteOptions): void {
  const open = async (t: TestContext): Promise<EventStore> => (await make(t)).store.events;
  const pruned = async (events: EventStore, engineId: number | null, more: Partial<Retention>) => {
    let steps = 1;
    while (await events.prune(engineId, { ...KEPT, ...more })) steps++;
    return steps;
  };

  suite(`the store port on ${adapter}: events`, options, () => {
    test('searches and clicks are counted by term, the most searched first', async (t) => {
      const events = await open(t);
      const odd = '\'; drop table searches; -- \\ " %_ 😀';
      await events.insert(
        batch({
          searches: [search('red'), search(odd), search('red', { hasResults: false }), search('')],
          clicks: [click('red', 'a'), click('red', 'b'), click('never searched', 'a')],
        }),
      );
      await events.insert(batch({ searches: [search(odd), search(odd), search('red', { engineId: 2 })] }));
      assert.deepEqual(await events.topQueries(1, EVER, ALL), [
        { term: odd, queries: 3, clicks: 0 },
        { term: 'red', queries: 2, clicks: 2 },
        { term: '', queries: 1, clicks: 0 },
      ]);
      assert.deepEqual(await events.topQueries(2, EVER, ALL), [{ term: 'red', queries: 1, clicks: 0 }]);
      assert.deepEqual(await events.topQueries(3, EVER, ALL), []);
      const page = await events.topQueries(1, EVER, { offset: 1, limit: 1 });
      assert.deepEqual(page, [{ term: 'red', queries: 2, clicks: 2 }]);
    });

    test('filters by results, by clicks and by tags', async (t) => {
      const events = await open(t);
      await events.insert(
        batch({
          searches: [
            search('a', { tags: ['web', 'x'] }),
            search('a', { tags: ['app'], hasResults: false }),
            search('b', { tags: ['web'] }),
            search('c'),
          ],
          clicks: [click('a', '1', { tags: ['app'] }), click('b', '1')],
        }),
      );
      const terms = async (filter: object) =>
        (await events.topQueries(1, { ...EVER, ...filter }, ALL))
          .map(({ term, queries, clicks }) => `${term} ${queries} ${clicks}`)
          .sort();
      assert.deepEqual(await terms({}), ['a 2 1', 'b 1 1', 'c 1 0']);
      assert.deepEqual(await terms({ hasResults: false }), ['a 1 1']);
      assert.deepEqual(await terms({ hasResults: true, hasClicks: true }), ['a 1 1', 'b 1 1']);
      assert.deepEqual(await terms({ hasClicks: false }), ['c 1 0']);
      assert.deepEqual(await terms({ tags: [['web', 'app']] }), ['a 2 1', 'b 1 0']);
      assert.deepEqual(await terms({ tags: [['web', 'app'], ['x']] }), ['a 1 0']);
      assert.deepEqual(await terms({ tags: [['app']], hasClicks: true }), ['a 1 1']);
      assert.deepEqual(await terms({ tags: [['unknown']] }), []);
      assert.deepEqual(await terms({ tags: [[]] }), []);
    });

    test('a period includes its beginning and not its end, whichever way it is divided', async (t) => {
      const events = await open(t);
      const days = [0, 1, 30, 31, 32, 33, 63, 64, 65, 100];
      const times = days.flatMap((day) => [0, 1, DAY - 1].map((rest) => START + day * DAY + rest));
      // The order of arrival is not that of time: clocks are set back.
      for (const time of times.toReversed()) {
        await events.insert(
          batch({ searches: [search('a', { time })], clicks: [click('a', 'x', { time })] }),
        );
      }
      const limits = [...times, ...times.map((time) => time + 1), START - 1].toSorted((a, b) => a - b);
      for (const from of limits.filter((_, i) => i % 4 === 0)) {
        for (const to of limits.filter((_, i) => i % 5 === 0)) {
          const count = times.filter((time) => time >= from && time < to).length;
          const expected = count === 0 ? [] : [{ term: 'a', queries: count, clicks: count }];
          assert.deepEqual(
            await events.topQueries(1, { from, to, tags: [] }, ALL),
            expected,
            `${from} ${to}`,
          );
        }
      }
      const counts = await events.counts(1, { tags: [] }, limits);
      assert.deepEqual(
        counts.map(({ queries }) => queries),
        limits.slice(1).map((to, i) => times.filter((time) => time >= (limits[i] ?? 0) && time < to).length),
      );
    });

    test('clicks are counted by document, for all queries or one', async (t) => {
      const events = await open(t);
      await events.insert(
        batch({
          clicks: [
            click('a', '1'),
            click('b', '1', { tags: ['web'] }),
            click('b', '2'),
            click('b', '2', { time: START + 40 * DAY }),
            click('b', '2', { engineId: 2 }),
          ],
        }),
      );
      const clicks = async (filter: object) =>
        (await events.topClicks(1, { ...EVER, ...filter }, ALL)).map(({ documentId, clicks }) => [
          documentId,
          clicks,
        ]);
      assert.deepEqual(await clicks({}), [
        ['1', 2],
        ['2', 2],
      ]);
      assert.deepEqual(await clicks({ term: 'b' }), [
        ['2', 2],
        ['1', 1],
      ]);
      assert.deepEqual(await clicks({ term: 'b', tags: [['web']] }), [['1', 1]]);
      assert.deepEqual(await clicks({ to: START + DAY, term: 'b', documentId: '2' }), [['2', 1]]);
      assert.deepEqual(await clicks({ documentId: '1' }), [['1', 2]]);
      assert.deepEqual(await clicks({ term: 'unknown' }), []);
      assert.deepEqual(await clicks({ documentId: 'unknown' }), []);
    });

    test('counts can be those of a query, a document and tags', async (t) => {
      const events = await open(t);
      await events.insert(
        batch({
          searches: [
            search('a', { hasResults: false }),
            search('a', { time: START + DAY, tags: ['web'] }),
            search('b'),
          ],
          clicks: [click('a', '1'), click('b', '1'), click('b', '2', { time: START + DAY, tags: ['web'] })],
        }),
      );
      const counts = async (filter: object) =>
        (await events.counts(1, { tags: [], ...filter }, [START, START + DAY, START + 2 * DAY])).map(
          ({ queries, misses, clicks }) => `${queries} ${misses} ${clicks}`,
        );
      assert.deepEqual(await counts({}), ['2 1 2', '1 0 1']);
      assert.deepEqual(await counts({ term: 'a' }), ['1 1 1', '1 0 0']);
      assert.deepEqual(await counts({ tags: [['web']] }), ['0 0 0', '1 0 1']);
      assert.deepEqual(await counts({ documentId: '1' }), ['0 0 2', '0 0 0']);
      assert.deepEqual(await counts({ documentId: '1', term: 'b' }), ['0 0 1', '0 0 0']);
      assert.deepEqual(await counts({ term: 'unknown' }), ['0 0 0', '0 0 0']);
    });

    test('the tags of an engine are listed once, up to a limit', async (t) => {
      const events = await open(t);
      await events.insert(
        batch({
          searches: [
            search('a', { tags: ['web', 'app'] }),
            search('b', { tags: ['web'] }),
            search('c', { engineId: 2, tags: ['other'] }),
          ],
          clicks: [click('a', '1', { tags: ['mail'] })],
        }),
      );
      assert.deepEqual(await events.tags(1, 10), ['app', 'mail', 'web']);
      assert.deepEqual(await events.tags(1, 2), ['app', 'mail']);
      assert.deepEqual(await events.tags(3, 10), []);
    });

    test('the newest searches come first, of those since a time', async (t) => {
      const events = await open(t);
      await events.insert(
        batch({
          searches: [
            search('second', { time: START + 1, tags: ['web', 'app'] }),
            search('first', { hasResults: false }),
            search('of another engine', { engineId: 2, time: START + 9 }),
            search('third', { time: START + 1 }),
            search('too old', { time: START - 1 }),
          ],
        }),
      );
      const newest = [
        { time: START + 1, term: 'third', tags: [], hasResults: true },
        { time: START + 1, term: 'second', tags: ['app', 'web'], hasResults: true },
        { time: START, term: 'first', tags: [], hasResults: false },
      ];
      assert.deepEqual(await events.recentSearches(1, START, 10), newest);
      assert.deepEqual(await events.recentSearches(1, START, 2), newest.slice(0, 2));
      assert.deepEqual(await events.recentSearches(3, 0, 10), []);
    });

    test('a click gets its position from the search that it names, for a day', async (t) => {
      const events = await open(t);
      const page = { requestId: 'r', first: 11, documentIds: ['x', 'y'] };
      const later = { requestId: 'r', time: START + 23 * 3_600_000 };
      await events.insert(
        batch({
          searches: [search('a', { page }), search('b', { page: { ...page, first: 1 } })],
          clicks: [click('a', 'y', { requestId: 'r' })],
        }),
      );
      await events.insert(
        batch({
          clicks: [
            click('a', 'y', later),
            click('a', 'y', { ...later, requestId: 'other' }),
            click('b', 'y', later),
            click('a', 'z', later),
            click('a', 'y', { ...later, engineId: 2 }),
          ],
        }),
      );
      await events.insert(batch({ clicks: [click('a', 'y', { ...later, time: START + 2 * DAY })] }));
      const filter = { from: 0, to: START + 3 * DAY, minClicks: 1, limit: 10 };
      assert.deepEqual(await events.clickedDocuments(1, filter), [
        {
          term: 'a',
          documentId: 'y',
          clicks: 4,
          positions: [
            { position: null, clicks: 2 },
            { position: 12, clicks: 2 },
          ],
        },
        { term: 'a', documentId: 'z', clicks: 1, positions: [{ position: null, clicks: 1 }] },
        { term: 'b', documentId: 'y', clicks: 1, positions: [{ position: 2, clicks: 1 }] },
      ]);
      const documents = async (more: object) =>
        (await events.clickedDocuments(1, { ...filter, ...more })).map(
          ({ term, documentId }) => term + documentId,
        );
      assert.deepEqual(await documents({ minClicks: 2 }), ['ay']);
      assert.deepEqual(await documents({ limit: 2 }), ['ay', 'az']);
      assert.deepEqual(await documents({ from: START + DAY, minClicks: 2 }), []);
      await events.insert(batch({ clicks: [click('b', 'y')] }));
      assert.deepEqual(await documents({ limit: 2 }), ['ay', 'by'], 'the most clicked');
    });

    test('API requests are listed by time, filtered and in pages', async (t) => {
      const events = await open(t);
      const requests = [
        request('/search', { time: START + 5 }),
        request('/documents', {
          time: START + 1,
          status: 400,
          method: 'GET',
          fullPath: '/documents?q=100%_',
        }),
        request('/search', { time: START + 3, engineId: 2 }),
        request('/click', { time: START + 5, status: 401, keyName: 'app', keyKind: 'signed' }),
      ];
      await events.insert(batch({ requests }));
      const listed = async (filter: object, range = ALL) => {
        const { total, results } = await events.apiLog(1, { ...EVER, isDescending: false, ...filter }, range);
        return [total, ...results.map(({ path }) => path)];
      };
      assert.deepEqual(await listed({}), [3, '/documents', '/search', '/click']);
      assert.deepEqual(await listed({ isDescending: true }), [3, '/click', '/search', '/documents']);
      assert.deepEqual(await listed({}, { offset: 1, limit: 1 }), [3, '/search']);
      assert.deepEqual(await listed({ statuses: [401, 401] }), [1, '/click']);
      assert.deepEqual(await listed({ statuses: [400, 499] }), [2, '/documents', '/click']);
      assert.deepEqual(await listed({ keyName: 'app' }), [1, '/click']);
      assert.deepEqual(await listed({ keyName: 'ap' }), [0]);
      assert.deepEqual(await listed({ method: 'GET' }), [1, '/documents']);
      assert.deepEqual(await listed({ text: '100%_' }), [1, '/documents']);
      assert.deepEqual(await listed({ text: '100_' }), [0]);
      assert.deepEqual(await listed({ from: START + 2, to: START + 5 }), [0]);
      const { results } = await events.apiLog(2, { ...EVER, isDescending: false }, ALL);
      const { engineId: _, ...entry } = requests[2] as ApiLogEvent;
      const number = results[0]?.number as number;
      assert.deepEqual(results, [{ ...entry, number }]);
      assert.deepEqual(await listed({ numbers: [number + 1, number + 1] }), [1, '/click']);
      assert.deepEqual(await listed({ numbers: [0, number] }), [2, '/documents', '/search']);
    });

    test('a mark is stored with its batch', async (t) => {
      const events = await open(t);
      assert.equal(await events.mark(), 0);
      await events.insert(batch({ clicks: [click('a', 'x')], mark: 7 }));
      await events.insert(batch({ clicks: [click('a', 'x')] }));
      assert.equal(await events.mark(), 7);
    });

    test('old events are removed in steps, and the others still count', async (t) => {
      const events = await open(t);
      const times = [0, 31, 32, 50, 70].map((day) => START + day * DAY);
      await events.insert(
        batch({
          searches: times.flatMap((time, i) =>
            Array.from({ length: 1200 }, (_, n) => search(`${i}-${n}`, { time, tags: [`tag ${i}`] })),
          ),
          clicks: times.map((time, i) => click(`${i}-0`, `d${i}`, { time, tags: [`tag ${i}`] })),
        }),
      );
      const since = START + 50 * DAY;
      assert.ok((await pruned(events, 1, { analyticsSince: since })) > 3);
      assert.equal((await events.topQueries(1, EVER, { offset: 0, limit: 10_000 })).length, 2400);
      assert.deepEqual(await events.counts(1, { tags: [] }, [since, START + 100 * DAY]), [
        { queries: 2400, misses: 0, clicks: 2 },
      ]);
      assert.deepEqual(await events.counts(1, { tags: [['tag 0']] }, [0, START]), [
        { queries: 0, misses: 0, clicks: 0 },
      ]);
      assert.equal(await pruned(events, 1, { analyticsSince: since }), 1);
      // What comes back after it was removed counts again.
      await events.insert(batch({ searches: [search('0-0', { time: since, tags: ['tag 0'] })] }));
      const tagged = { ...EVER, tags: [['tag 0']] };
      assert.deepEqual(await events.topQueries(1, tagged, ALL), [{ term: '0-0', queries: 1, clicks: 0 }]);
    });

    test('API requests are removed by age and by size, the oldest first', async (t) => {
      const events = await open(t);
      const body = 'x'.repeat(1000);
      const paths = async () =>
        (await events.apiLog(1, { ...EVER, isDescending: false }, ALL)).results.map(({ path }) => path);
      await events.insert(
        batch({
          requests: [0, 1, 2, 3, 4].map((i) => request(`/${i}`, { time: START + i, responseBody: body })),
        }),
      );
      await pruned(events, 1, { apiLogSince: START + 1 });
      assert.deepEqual(await paths(), ['/1', '/2', '/3', '/4']);
      await pruned(events, null, { apiLogBytes: 4000 });
      assert.deepEqual(await paths(), ['/2', '/3', '/4']);
      await pruned(events, null, { apiLogBytes: 0 });
      assert.deepEqual(await paths(), []);
    });

    test('the events of an engine are removed in steps, and no others', async (t) => {
      const events = await open(t);
      const own = (engineId: number) =>
        batch({
          searches: Array.from({ length: 1500 }, (_, n) => search(`${n}`, { engineId, tags: ['t'] })),
          clicks: [click('a', 'x', { engineId })],
          requests: [request('/', { engineId })],
        });
      await events.insert(own(1));
      await events.insert(own(2));
      assert.deepEqual(await events.engineIds(), [1, 2]);
      let steps = 1;
      while (await events.deleteEngine(1)) steps++;
      assert.ok(steps > 1);
      assert.deepEqual(await events.engineIds(), [2]);
      assert.deepEqual(await events.topQueries(1, EVER, ALL), []);
      assert.deepEqual(await events.counts(2, { tags: [['t']] }, [0, EVER.to]), [
        { queries: 1500, misses: 0, clicks: 0 },
      ]);
      assert.equal((await events.apiLog(2, { ...EVER, isDescending: true }, ALL)).total, 1);
    });

    test('intact data has no problems', async (t) => {
      const events = await open(t);
      await events.insert(batch({ searches: [search('a')] }));
      assert.deepEqual(await events.check(), []);
    });
  });
}
