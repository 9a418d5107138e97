import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { Cluster } from '../../src/index/opensearch/cluster.ts';
import { OpenSearchIndex } from '../../src/index/opensearch/opensearch-index.ts';
import { GenerationGone, IndexUnavailable } from '../../src/index/port.ts';
import type { Schema } from '../../src/values/types.ts';
import {
  BOOKS,
  by,
  counted,
  facet,
  found,
  gone,
  plan,
  published,
  put,
  schemaOf,
  serving,
  value,
  words,
} from '../ports/search-index/fixtures.ts';
import { opensearchProblem, sharedOpenSearch } from '../services/opensearch.ts';
import { BoundGeneration } from '../support/bound-generation.ts';
import { openSearchIndex } from '../support/opensearch-index.ts';
import { until } from '../support/until.ts';

const problem = opensearchProblem();

/** A server that refuses every request, and the requests it got. */
async function refusing(t: TestContext, status: number, body: object = {}) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    if (status === 0) response.destroy();
    else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const cluster = new Cluster([`http://me:se%3Acret@127.0.0.1:${(server.address() as AddressInfo).port}`]);
  return { index: new OpenSearchIndex({ cluster, identity: 'x', shards: 1, say: () => {} }), requests };
}

suite('an index on a cluster that does not answer', () => {
  for (const status of [0, 401, 429, 503]) {
    test(`${status === 0 ? 'a closed connection' : `status ${status}`} makes the index unavailable, and no error shows the password`, async (t) => {
      const { index, requests } = await refusing(t, status);
      await assert.rejects(index.serving(1), (error) => {
        assert.ok(error instanceof IndexUnavailable, inspect(error));
        assert.ok(!inspect(error, { depth: 20 }).includes('se:cret'));
        return true;
      });
      const expected = `Basic ${Buffer.from('me:se:cret').toString('base64')}`;
      assert.equal(requests[0]?.headers.authorization, expected);
    });
  }
});

test('a node that has lost another one makes the index unavailable', async (t) => {
  for (const type of [
    'node_not_connected_exception',
    'node_disconnected_exception',
    'receive_timeout_transport_exception',
    'transport_exception',
  ]) {
    const { index } = await refusing(t, 500, { error: { type, reason: '[n1] is away' } });
    await assert.rejects(index.serving(1), IndexUnavailable, type);
  }
  const { index } = await refusing(t, 500, { error: { type: 'null_pointer_exception' } });
  await assert.rejects(index.serving(1), /^Error: OpenSearch refused .*null_pointer_exception/);
});

if (problem !== undefined) test('OpenSearch', { skip: `OpenSearch is not tested: ${problem}` });
else {
  suite('an index that several processes share', () => {
    const both = async (t: TestContext) => {
      const identity = randomUUID();
      return [await openSearchIndex(t, { identity }), await openSearchIndex(t, { identity })] as const;
    };

    test('changes of one are visible to the other, and an older one never wins', async (t) => {
      const [one, two] = await both(t);
      await published(one, [put('a', 1, { title: 'old' })]);
      const theirs = await serving(two);
      await theirs.apply([put('a', 5, { title: 'new' }), gone('b', 6)]);
      await (await serving(one)).apply([put('a', 3, { title: 'old' }), put('b', 4)]);
      assert.deepEqual(await found(await serving(one), { query: words('new') }), ['a']);
      assert.deepEqual(await found(theirs), ['a']);
    });

    test('fields that both add at once are all there', async (t) => {
      const [one, two] = await both(t);
      await published(one);
      const [ours, theirs] = [await serving(one), await serving(two)];
      await Promise.all([
        ours.addFields(schemaOf({ author: 'text' })),
        theirs.addFields(schemaOf({ shelf: 'number' })),
      ]);
      const fresh = await openSearchIndex(t, { identity: randomUUID() });
      assert.equal(await fresh.serving(1), undefined);
      await ours.addFields(schemaOf({ author: 'text' }));
      assert.deepEqual([...ours.schema].sort(), [...BOOKS, ['author', 'text'], ['shelf', 'number']].sort());
    });

    test('fields that are added while the serving generation is looked up are not forgotten', async (t) => {
      const identity = randomUUID();
      const index = await openSearchIndex(t, { identity });
      await published(index);
      const cluster = new Cluster([await sharedOpenSearch()]);
      const slow = new OpenSearchIndex({ cluster, identity, shards: 1, say: () => {} });
      t.after(() => slow.close());
      const send = cluster.send.bind(cluster);
      const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
      const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
      await slow.serving(1);
      await sleep(1100);
      cluster.send = async (method, path, request) => {
        if (path.startsWith('/_cluster/health')) {
          held();
          await mayGoOn;
        }
        return send(method, path, request);
      };
      const lookup = slow.serving(1);
      await isHeld;
      const before = await index.serving(1);
      assert.ok(before);
      await slow.addFields(before, schemaOf({ author: 'text' }));
      goOn();
      await lookup;
      assert.equal((await slow.serving(1))?.schema.get('author'), 'text');
    });

    test('a generation that the other has replaced is gone, for searches and for writes', async (t) => {
      const [one, two] = await both(t);
      const old = await published(one, [put('a', 1)]);
      await serving(two);
      await published(two, [put('b', 2)]);
      await assert.rejects(old.search(plan()), GenerationGone);
      await assert.rejects(old.apply([put('c', 3)]), GenerationGone);
      assert.deepEqual(await found(await serving(one)), ['b']);
    });

    test('a new word is found at once where it was written, and a moment later elsewhere', async (t) => {
      const [one, two] = await both(t);
      await published(one, [put('a', 1, { title: 'mountain' })]);
      const foundBy = async (index: OpenSearchIndex, text: string) =>
        found(await serving(index), { query: words(text) });
      for (const text of ['valleys', 'mountaim', 'valleis']) {
        for (const index of [one, two])
          assert.deepEqual(await foundBy(index, text), text === 'mountaim' ? ['a'] : []);
      }
      const { info } = await serving(two);
      await (await serving(one)).apply([put('b', 2, { title: 'valleys' })]);
      assert.deepEqual(await foundBy(one, 'valleys'), ['b']);
      assert.deepEqual(await foundBy(one, 'valleis'), ['b']);
      // A node that must show the change asks for how far the index is.
      await two.recordedSequence(info);
      assert.deepEqual(await foundBy(two, 'valleis'), ['b']);
      await (await serving(two)).apply([put('c', 3, { title: 'glacier' })]);
      await until('the other finds it', async () => (await foundBy(one, 'glaciar')).length > 0);
    });

    test('what one has begun is continued and published by the other; late changes of the first never win', async (t) => {
      const [one, two] = await both(t);
      const begun = await BoundGeneration.begin(one, 1, BOOKS, null);
      await begun.apply([put('a', 1, { title: 'old' }), put('b', 2), put('c', 3)]);
      const info = await two.reopen(1, begun.info.id);
      assert.deepEqual(info, begun.info);
      const continued = new BoundGeneration(two, begun.info);
      await continued.apply([put('a', 5, { title: 'new' }), gone('b', 6), put('d', 4)]);
      await begun.apply([put('a', 1, { title: 'old' }), put('b', 2), gone('e', 7)]);
      await continued.apply([put('e', 3)]);
      await continued.publish();
      await begun.apply([put('a', 1, { title: 'old' }), put('b', 2)]);
      assert.deepEqual((await found(await serving(two))).sort(), ['a', 'c', 'd']);
      assert.deepEqual(await found(await serving(two), { query: words('old') }), []);
      // It serves now: the one that has begun it makes its changes visible to all.
      await (await serving(one)).apply([put('f', 8)]);
      assert.deepEqual((await found(await serving(two))).sort(), ['a', 'c', 'd', 'f']);
    });

    test('only a generation of the engine that is there and not published is continued', async (t) => {
      const [one, two] = await both(t);
      const { info } = await published(one);
      const begun = await BoundGeneration.begin(one, 1, BOOKS, null);
      const { id } = begun.info;
      const stranger = await openSearchIndex(t);
      for (const [index, engineId, name] of [
        [two, 1, info.id],
        [two, 2, id],
        [two, 1, `${id}0`],
        [two, 1, `${id},*`],
        [stranger, 1, id],
      ] as const)
        assert.equal(await index.reopen(engineId, name), undefined, name);
      assert.equal((await two.reopen(1, id))?.id, id);
      await begun.discard();
      assert.equal(await two.reopen(1, id), undefined);
    });

    test('how far it has come is known to both', async (t) => {
      const [one, two] = await both(t);
      const generation = await published(one);
      await generation.apply([put('a', 1), put('b', 2)], 2);
      await one.close();
      assert.equal(await two.recordedSequence((await serving(two)).info), 2);
      assert.deepEqual(await found(await serving(two)), ['b', 'a']);
    });

    test('an index that lacks a shard is unavailable, and given up after a while', async (t) => {
      const url = await sharedOpenSearch();
      const identity = randomUUID();
      const index = await openSearchIndex(t, { identity });
      const generation = await published(index, [put('a', 1)]);
      const { id } = generation.info;
      // biome-ignore lint/suspicious/noExplicitAny: what the cluster says about an index.
      const request = async (method: string, query = '', body?: object): Promise<any> => {
        const headers = { 'content-type': 'application/json' };
        const init = body === undefined ? {} : { body: JSON.stringify(body), headers };
        const response = await fetch(`${url}/${id}${query}`, { method, ...init });
        const text = await response.text();
        assert.ok(response.ok, text);
        return JSON.parse(text);
      };
      // A cluster starts a shard again where its data is, whatever the settings say. So the index is replaced by one whose
      // shard was never started, because no node may have it.
      const { aliases, mappings, settings } = (await request('GET'))[id];
      const { uuid, version, creation_date, provided_name, ...kept } = settings.index;
      await request('DELETE');
      const require = { routing: { allocation: { require: { _name: 'none' } } } };
      const unassigned = { aliases, mappings, settings: { index: { ...kept, ...require } } };
      await request('PUT', '?wait_for_active_shards=0', unassigned);
      await assert.rejects(generation.search(plan()), IndexUnavailable);
      const cluster = new Cluster([url]);
      const patient = new OpenSearchIndex({ cluster, identity, shards: 1, say: () => {} });
      assert.equal((await patient.serving(1))?.id, id);
      await patient.close();
      const impatient = new OpenSearchIndex({
        cluster: new Cluster([url]),
        identity,
        shards: 1,
        say: () => {},
        lostAfter: 0,
      });
      assert.equal(await impatient.serving(1), undefined);
      await published(impatient, [put('b', 2)]);
      assert.deepEqual(await found(await serving(impatient)), ['b']);
      await impatient.close();
    });
  });

  suite('an index of several shards', () => {
    test('facets are exact, whatever their order', async (t) => {
      const index = await openSearchIndex(t, { shards: 3 });
      const generation = await BoundGeneration.begin(index, 1, BOOKS, null);
      // 1,500 values that are about as frequent in each shard, so that none has all of the most frequent ones.
      const documents = Array.from({ length: 4_500 }, (_, i) =>
        put(`d${i}`, i + 1, { title: `v${String((i * 7) % 1_500).padStart(4, '0')}` }),
      );
      const extra = Array.from({ length: 20 }, (_, i) =>
        put(`x${i}`, 10_000 + i, { title: ['v0007', 'v0011'].slice(0, 1 + (i % 2)) }),
      );
      await generation.apply([...documents, ...extra]);
      await generation.publish();
      const { facets } = await generation.search(
        plan({ limit: 0, facets: [facet('title', 'count', true, 3), facet('title', 'count', false, 2)] }),
      );
      assert.deepEqual(facets, [
        counted({ value: 'v0007', count: 23 }, { value: 'v0011', count: 13 }, { value: 'v0000', count: 3 }),
        counted({ value: 'v0000', count: 3 }, { value: 'v0001', count: 3 }),
      ]);
    });
  });

  test('values of any length are whole in filters, facets and groups', async (t) => {
    const index = await openSearchIndex(t);
    const long = (end: string) => `${'über '.repeat(10_000)}${end}`;
    const generation = await published(index, [
      put('a', 1, { title: long('a') }),
      put('b', 2, { title: [long('b'), 'short'] }),
      put('c', 3, { title: long('a') }),
    ]);
    assert.deepEqual(await found(generation, { filter: value('title', long('a')) }), ['c', 'a']);
    const { facets } = await generation.search(plan({ facets: [facet('title')] }));
    const [values] = facets;
    assert.ok(values?.kind === 'value');
    assert.deepEqual(
      new Set(values.values.map((one) => one.value)),
      new Set([long('a'), long('b'), 'short']),
    );
    const group = { field: 'title', size: 2, sort: by('id') };
    const { hits } = await generation.search(plan({ group, sort: [by('id')] }));
    const keys = hits.map(({ id, group: of }) => `${id} ${String(of?.key).slice(-5)}`);
    assert.deepEqual(keys.slice(0, 1), ['a ber a']);
    assert.deepEqual(keys.slice(1).sort(), ['b ber b', 'b short']);
  });

  test('ids and names of any kind are kept', async (t) => {
    const index = await openSearchIndex(t);
    const schema: Schema = new Map([
      ['constructor', 'text'],
      ['__proto__', 'number'],
      ['_', 'date'],
    ]);
    const ids = ['reached', '_id', 'a/b?c', 'ä'.repeat(400), 'x y', '..', '__proto__'];
    const generation = await published(
      index,
      ids.map((id, i) => put(id, i + 1, { constructor: 'moss' })),
      { schema },
    );
    assert.deepEqual((await found(generation)).toReversed(), ids);
    assert.deepEqual([...generation.schema.keys()], [...schema.keys()]);
    const fields = [{ name: 'constructor', weight: 1 }];
    assert.equal((await found(generation, { query: words('moss'), fields })).length, ids.length);
    await generation.apply(ids.map((id, i) => gone(id, 10 + i)));
    assert.deepEqual(await found(generation), []);
  });
}
