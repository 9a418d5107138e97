import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sharedService } from '../support/shared-service.ts';

const DOCUMENTS = ['a', 'b', 'c', 'd'].map((id) => ({ id, title: `Lake ${id}` }));

interface Suggestion {
  readonly query: string;
  readonly status: string;
}

/** An engine whose suggestions need two clicks, and what a test does with it. */
async function lakes(settings: object = {}) {
  const service = await sharedService();
  const engine = await service.engine({ documents: DOCUMENTS });
  const path = `/engines/${engine}`;
  const adaptive = `${path}/adaptive_relevance`;
  const ok = async (method: string, to: string, body?: unknown) => {
    const { status, json, text } = await service.call(method, to, body === undefined ? {} : { body });
    assert.equal(status, 200, text);
    return json;
  };
  await ok('PUT', `${adaptive}/settings`, { curation: { min_clicks: 2, ...settings } });
  const list = async (filters?: object): Promise<Suggestion[]> =>
    (await ok('POST', `${adaptive}/suggestions`, { ...(filters && { filters }), page: { size: 100 } }))
      .results;
  return {
    ...service,
    path,
    adaptive,
    ok,
    list,
    async click(query: string, document_id: string, times = 2) {
      for (let n = 0; n < times; n++) await ok('POST', `${path}/click`, { query, document_id });
    },
    /** Refreshes until the suggestions are as expected: clicks are stored within a second. */
    async refreshed(isExpected: (suggestions: Suggestion[]) => boolean): Promise<Suggestion[]> {
      for (let attempt = 0; ; attempt++) {
        assert.deepEqual(await ok('POST', `${adaptive}/update_process/curation/refresh`), {
          process: { type: 'curation' },
        });
        await new Promise((resolve) => setTimeout(resolve, 50));
        const found = await list();
        if (isExpected(found)) return found;
        assert.ok(attempt < 200, JSON.stringify(found));
      }
    },
    async change(...changes: unknown[]) {
      return (await ok('PUT', `${adaptive}/suggestions`, changes)).results;
    },
    async found(query: string): Promise<string[]> {
      const { results } = await ok('POST', `${path}/search`, { query });
      return results.map(({ id }: { id: { raw: string } }) => id.raw);
    },
  };
}

const has =
  (...queries: string[]) =>
  (suggestions: Suggestion[]): boolean =>
    queries.every((query) => suggestions.some((one) => one.query === query));

suite('suggestions', () => {
  test('are computed from enough clicks on documents that exist', async () => {
    const { click, refreshed } = await lakes({ max_size: 2 });
    await click(' LAKE ', 'c', 4);
    await click('lake', 'a', 3);
    await click('lake', 'b', 2);
    await click('lake', 'gone', 5);
    await click('shore', 'a', 1);
    await click('', 'a', 3);
    await click('beach', 'd', 2);
    const found = await refreshed(has('lake', 'beach'));
    assert.equal(found.length, 2);
    const [lake] = found.filter(({ query }) => query === 'lake');
    const { updated_at, created_at, ...rest } = lake as unknown as Record<string, unknown>;
    assert.deepEqual(rest, {
      query: 'lake',
      type: 'curation',
      status: 'pending',
      promoted: ['c', 'a'],
      operation: 'create',
    });
    assert.match(String(created_at), /^\d{4}-\d\d-\d\dT.*Z$/);
    assert.match(String(updated_at), /^\d{4}-\d\d-\d\dT.*Z$/);
  });

  test('count a click at a low position more than one at the top', async () => {
    const { path, ok, click, refreshed } = await lakes({ max_size: 1 });
    const { results, meta } = await ok('POST', `${path}/search`, { query: 'lake' });
    const [first, , third] = results.map(({ id }: { id: { raw: string } }) => id.raw);
    const { request_id } = meta;
    for (let n = 0; n < 2; n++) {
      await ok('POST', `${path}/click`, { query: 'lake', document_id: third, request_id });
    }
    // Five clicks at position 1 are less than two at position 3.
    for (let n = 0; n < 5; n++) {
      await ok('POST', `${path}/click`, { query: 'lake', document_id: first, request_id });
    }
    await click('end', 'a');
    const found = await refreshed(has('lake', 'end'));
    const lake = found.find(({ query }) => query === 'lake') as unknown as { promoted: string[] };
    assert.deepEqual(lake.promoted, [third]);
  });

  test('are listed in pages and by status and type, with GET and POST', async () => {
    const { call, adaptive, ok, click, refreshed, change, list } = await lakes();
    for (const query of ['lake', 'pond', 'river']) await click(query, 'a');
    await refreshed(has('lake', 'pond', 'river'));
    await change({ query: 'pond', type: 'curation', status: 'rejected' });
    assert.deepEqual((await list({ status: ['pending'] })).map(({ query }) => query).toSorted(), [
      'lake',
      'river',
    ]);
    assert.deepEqual(
      (await list({ status: 'rejected', type: 'curation' })).map(({ query }) => query),
      ['pond'],
    );
    const { json } = await call('GET', `${adaptive}/suggestions?page[size]=2&page[current]=2`);
    assert.deepEqual(json.meta, { page: { current: 2, total_pages: 2, total_results: 3, size: 2 } });
    assert.equal(json.results.length, 1);
    const one = await ok('GET', `${adaptive}/suggestions/POND%20`);
    assert.deepEqual(one.meta, { page: { current: 1, total_pages: 1, total_results: 1, size: 10 } });
    assert.equal(one.results[0].status, 'rejected');
    assert.deepEqual(await ok('POST', `${adaptive}/suggestions/pond`, { page: { current: 1 } }), one);
    const none = await call('POST', `${adaptive}/suggestions/pond`, {
      body: { filters: { status: ['pending'] } },
    });
    assert.deepEqual([none.status, none.json], [404, { errors: ['Suggestion not found for query: pond'] }]);
    for (const method of ['GET', 'POST']) {
      const { status } = await call(method, `${adaptive}/suggestions/sea`);
      assert.equal(status, 404);
    }
  });

  test('are applied as a curation with a version, and withdrawn', async () => {
    const { path, ok, click, refreshed, change, found } = await lakes();
    await click('lake', 'c');
    await refreshed(has('lake'));
    const [applied] = await change({ query: 'LAKE', type: 'curation', status: 'applied' });
    assert.equal(applied.status, 'applied');
    const { results } = await ok('GET', `${path}/curations`);
    assert.deepEqual(results, [{ id: applied.curation_id, queries: ['lake'], promoted: ['c'], hidden: [] }]);
    assert.equal((await found('lake'))[0], 'c');
    const versions = await ok('GET', `${path}/configuration/versions`);
    assert.equal(versions.results[0].author, 'private-key');
    const [pending] = await change({ query: 'lake', type: 'curation', status: 'pending' });
    assert.equal(pending.curation_id, undefined);
    assert.equal((await ok('GET', `${path}/curations`)).results.length, 0);
  });

  test('that are applied follow new clicks only when somebody agrees, automated ones at once', async () => {
    const { path, ok, click, refreshed, change } = await lakes({ max_size: 1 });
    await click('lake', 'c');
    await click('pond', 'c');
    await refreshed(has('lake', 'pond'));
    await change(
      { query: 'lake', type: 'curation', status: 'applied' },
      { query: 'pond', type: 'curation', status: 'automated' },
    );
    await click('lake', 'd', 4);
    await click('pond', 'd', 4);
    const after = await refreshed((list) =>
      list.some((one) => one.query === 'lake' && one.status === 'pending'),
    );
    const curations = async () =>
      Object.fromEntries(
        (await ok('GET', `${path}/curations`)).results.map(
          ({ queries, promoted }: { queries: string[]; promoted: string[] }) => [queries[0], promoted],
        ),
      );
    await refreshed((list) => {
      const pond = list.find(({ query }) => query === 'pond') as unknown as { promoted: string[] };
      return pond.promoted[0] === 'd';
    });
    assert.deepEqual(await curations(), { lake: ['c'], pond: ['d'] });
    const lake = after.find(({ query }) => query === 'lake') as unknown as Record<string, unknown>;
    assert.equal(lake.operation, 'update');
    const [changed] = await change({ query: 'lake', type: 'curation', status: 'applied' });
    assert.equal(changed.curation_id, lake.curation_id);
    assert.deepEqual(await curations(), { lake: ['d'], pond: ['d'] });
  });

  test('are applied automatically, but never over a manual curation', async () => {
    const { path, ok, click, refreshed, change } = await lakes({ enabled: true, mode: 'automatic' });
    const { id } = await ok('POST', `${path}/curations`, { queries: ['Pond', 'pool'], promoted: ['a'] });
    await click('lake', 'c');
    await click('pond', 'd');
    const found = await refreshed(has('lake', 'pond'));
    const statuses = Object.fromEntries(found.map(({ query, status }) => [query, status]));
    assert.deepEqual(statuses, { lake: 'automated', pond: 'pending' });
    const versions = await ok('GET', `${path}/configuration/versions`);
    assert.equal(versions.results[0].author, 'adaptive relevance');
    const pond = found.find(({ query }) => query === 'pond') as unknown as Record<string, unknown>;
    assert.deepEqual([pond.operation, pond.curation_id, pond.override_manual_curation], ['update', id, true]);

    const apply = { query: 'pond', type: 'curation', status: 'applied' };
    const [refused] = await change(apply);
    assert.deepEqual(refused, {
      ...apply,
      errors: [
        `Query pond has a curation that was made by hand: ${id}. Send "override_manual_curation": true to replace it`,
      ],
    });
    const [applied] = await change({ ...apply, override_manual_curation: true });
    assert.equal(applied.override_manual_curation, undefined);
    assert.deepEqual(await ok('GET', `${path}/curations/${id}`), {
      id,
      queries: ['pool'],
      promoted: ['a'],
      hidden: [],
    });
    assert.deepEqual((await ok('GET', `${path}/curations/${applied.curation_id}`)).queries, ['pond']);
  });
});

suite('a change of suggestions', () => {
  test('reports what is wrong with each item and makes the others', async () => {
    const { click, refreshed, change, list } = await lakes();
    await click('lake', 'a');
    await refreshed(has('lake'));
    const good = { query: 'lake', type: 'curation', status: 'applied' };
    const results = await change(
      { query: 'sea', type: 'curation', status: 'applied' },
      good,
      good,
      { query: 'lake', type: 'synonym', status: 'accepted' },
      { type: 'curation' },
      'lake',
      { ...good, status: 'rejected', override_manual_curation: 3 },
    );
    assert.equal(results[1].status, 'applied');
    assert.deepEqual(
      results.filter((_: unknown, at: number) => at !== 1),
      [
        {
          query: 'sea',
          type: 'curation',
          status: 'applied',
          errors: ['Suggestion not found for query: sea'],
        },
        {
          ...good,
          errors: [
            "Status 'applied' is not a valid status transition for current status 'applied'. Valid status transitions are automated, pending, disabled, and rejected",
          ],
        },
        {
          query: 'lake',
          type: 'synonym',
          status: 'accepted',
          errors: [
            'Type must be curation',
            'Status must be one of applied, automated, pending, disabled, rejected',
          ],
        },
        {
          query: null,
          type: 'curation',
          status: null,
          errors: [
            'Query must be a string',
            'Status must be one of applied, automated, pending, disabled, rejected',
          ],
        },
        { query: null, type: 'curation', status: null, errors: ['Suggestion must be an object'] },
        { ...good, status: 'rejected', errors: ['Override manual curation must be a boolean'] },
      ],
    );
    assert.equal((await list()).length, 1);
  });

  test('is not made if its documents are gone', async () => {
    const { path, ok, click, refreshed, change, list } = await lakes();
    await click('lake', 'a');
    await refreshed(has('lake'));
    await ok('DELETE', `${path}/documents`, ['a']);
    const [refused] = await change({ query: 'lake', type: 'curation', status: 'automated' });
    assert.deepEqual(refused.errors, ['promoted contains invalid document ids: [a]']);
    assert.equal((await list())[0]?.status, 'pending');
    assert.equal((await ok('GET', `${path}/curations`)).results.length, 0);
  });

  test('is refused as a whole if it is no list', async () => {
    const { call, adaptive } = await lakes();
    const list = 'Suggestions must be a non empty array of objects';
    const many = Array.from({ length: 101 }, () => ({ query: 'a', status: 'applied' }));
    const CASES: ReadonlyArray<readonly [unknown, string]> = [
      [undefined, list],
      [{}, list],
      [[], list],
      ['"lake"', list],
      [many, 'Cannot exceed 100 suggestions in a single request'],
    ];
    for (const [body, error] of CASES) {
      const { status, json } = await call(
        'PUT',
        `${adaptive}/suggestions`,
        body === undefined ? {} : { body },
      );
      assert.deepEqual([status, json], [400, { errors: [error] }], JSON.stringify(body)?.slice(0, 50));
    }
  });

  test('and lists with unknown filters and types are refused', async () => {
    const { call, adaptive } = await lakes();
    const CASES: ReadonlyArray<readonly [string, string, unknown, string]> = [
      ['POST', 'suggestions', { filters: [] }, 'Filters must be an object'],
      ['POST', 'suggestions', { filters: { state: [] } }, 'Filters contains invalid key: state'],
      [
        'GET',
        'suggestions',
        { filters: { status: ['open'] } },
        'Filters status contains invalid value: open',
      ],
      [
        'POST',
        'suggestions',
        { filters: { type: 'synonym' } },
        'Filters type contains invalid value: synonym',
      ],
      ['POST', 'suggestions', { page: { current: 'x' } }, 'Page current must be an integer'],
      ['POST', 'update_process/synonym/refresh', undefined, 'Type must be curation'],
    ];
    for (const [method, to, body, error] of CASES) {
      const { status, json } = await call(method, `${adaptive}/${to}`, body === undefined ? {} : { body });
      assert.deepEqual([status, json], [400, { errors: [error] }]);
    }
  });
});
