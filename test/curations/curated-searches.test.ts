import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sharedService } from '../support/shared-service.ts';
import { signedKey } from '../support/signed-key.ts';

const SCHEMA = { title: 'text', kind: 'text', size: 'number' };
const DOCUMENTS = [
  { id: 'a', title: 'Lake Ada', kind: 'water', size: 3 },
  { id: 'b', title: 'Lake of the Bears', kind: 'water', size: 2 },
  { id: 'c', title: 'Mount Cedar', kind: 'rock', size: 1 },
  { id: 'd', title: 'Mount Dune', kind: 'rock', size: 4 },
];

type Found = { id: { raw: string }; _meta: { score: number | null } };

async function parks() {
  const service = await sharedService();
  const engine = await service.engine({ schema: SCHEMA, documents: DOCUMENTS });
  const path = `/engines/${engine}`;
  const answer = async (options: object, key?: string) => {
    const body = { query: 'lake', ...options };
    const { status, json, text } = await service.call('POST', `${path}/search`, {
      body,
      ...(key && { key }),
    });
    assert.equal(status, 200, text);
    return json;
  };
  return {
    ...service,
    path,
    answer,
    ids: async (options: object, key?: string) =>
      (await answer(options, key)).results.map(({ id }: Found) => id.raw),
    curate: async (body: object) => {
      const { status, json, text } = await service.call('POST', `${path}/curations`, { body });
      assert.equal(status, 200, text);
      return json.id;
    },
  };
}

suite('a curated query', () => {
  test('has promoted documents first, in order, and never the hidden ones', async () => {
    const { answer, ids, curate } = await parks();
    assert.deepEqual((await ids({})).toSorted(), ['a', 'b']);
    await curate({ queries: ['lake'], promoted: ['d', 'b', 'c'], hidden: ['a'] });
    const { meta, results } = await answer({ facets: { kind: { type: 'value' } } });
    assert.deepEqual(
      results.map(({ id }: Found) => id.raw),
      ['d', 'b', 'c'],
    );
    assert.equal(meta.page.total_results, 3);
    const scores = results.map(({ _meta }: Found) => _meta.score);
    assert.deepEqual(
      scores,
      scores.toSorted((x: number, y: number) => y - x),
    );
    assert.ok(scores[2] > 1.7e38);
  });

  test('counts promoted documents in totals and facets, and hidden ones nowhere', async () => {
    const { answer, curate } = await parks();
    await curate({ queries: ['lake'], promoted: ['c'], hidden: ['b'] });
    const { meta, facets } = await answer({ page: { size: 1 }, facets: { kind: { type: 'value' } } });
    assert.deepEqual(meta.page, { current: 1, total_pages: 2, total_results: 2, size: 1 });
    assert.deepEqual(
      facets.kind[0].data.toSorted((x: { value: string }, y: { value: string }) =>
        x.value < y.value ? -1 : 1,
      ),
      [
        { value: 'rock', count: 1 },
        { value: 'water', count: 1 },
      ],
    );
  });

  test('is recognised regardless of case and blanks, and nothing else is', async () => {
    const { ids, curate } = await parks();
    await curate({ queries: ['Big lake', ''], promoted: ['c'] });
    for (const query of ['big lake', '  BIG   Lake ', '', '   ']) {
      assert.equal((await ids({ query }))[0], 'c', JSON.stringify(query));
    }
    for (const query of ['big', 'lake', 'big lakes', 'biglake']) {
      assert.equal((await ids({ query })).includes('c'), false, query);
    }
  });

  test('still applies filters, also those of a signed key', async () => {
    const { privateKey, ids, curate } = await parks();
    await curate({ queries: ['lake'], promoted: ['d', 'b'] });
    assert.deepEqual(await ids({ filters: { kind: 'water' } }), ['b', 'a']);
    const key = signedKey({ name: 'private-key', key: privateKey }, { filters: { kind: 'water' } });
    assert.deepEqual(await ids({}, key), ['b', 'a']);
  });

  test('places promoted documents by a custom sort', async () => {
    const { ids, curate } = await parks();
    await curate({ queries: ['lake'], promoted: ['d', 'c'], hidden: ['b'] });
    assert.deepEqual(await ids({ sort: { size: 'asc' } }), ['c', 'a', 'd']);
  });

  test('skips documents that have been deleted since, and finds them again', async () => {
    const { call, path, ids, curate } = await parks();
    await curate({ queries: ['lake'], promoted: ['c', 'd'] });
    await call('DELETE', `${path}/documents`, { body: ['c'] });
    assert.deepEqual((await ids({})).slice(0, 1), ['d']);
    await call('POST', `${path}/documents`, { body: DOCUMENTS[2] });
    assert.deepEqual((await ids({})).slice(0, 2), ['c', 'd']);
  });

  test('is not curated any more when its curation has changed or is gone', async () => {
    const { call, path, ids, curate } = await parks();
    const id = await curate({ queries: ['lake'], promoted: ['c'] });
    await call('PUT', `${path}/curations/${id}`, { body: { promoted: ['d'], hidden: ['a'] } });
    assert.deepEqual(await ids({}), ['d', 'b']);
    await call('DELETE', `${path}/curations/${id}`);
    assert.deepEqual((await ids({})).toSorted(), ['a', 'b']);
  });

  test('is curated in multi_search too', async () => {
    const { call, path, curate } = await parks();
    await curate({ queries: ['lake'], promoted: ['c'] });
    const queries = [{ query: 'lake' }, { query: 'mount' }];
    const { json } = await call('POST', `${path}/multi_search`, { body: { queries } });
    assert.equal(json[0].results[0].id.raw, 'c');
    assert.ok(json[1].results[0]._meta.score < 1000);
  });
});
