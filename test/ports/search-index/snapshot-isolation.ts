import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { BoundGeneration } from '../../support/bound-generation.ts';
import { BOOKS, idsOf, plan, published, put, type SearchIndexFactory, serving } from './fixtures.ts';

/** A stronger guarantee than the port's, of adapters in the same process: searches never lose their generation. */
export function snapshotIsolationSuite(adapter: string, make: SearchIndexFactory): void {
  suite(`the search index on ${adapter}: snapshot isolation`, () => {
    test('a running search keeps its generation through a swap and a drop', async (t) => {
      const index = await make(t);
      const old = Array.from({ length: 500 }, (_, i) => put(`old${i}`, i + 1));
      await published(index, old);
      const next = await BoundGeneration.begin(index, 1, BOOKS, null);
      await next.apply([put('new', 1000)]);
      const running = [(await serving(index)).search(plan()), (await serving(index)).search(plan())];
      await next.publish();
      const later = (await serving(index)).search(plan());
      await index.drop(1);
      for (const search of running) {
        const { total, hits } = await search;
        assert.equal(total, 500);
        assert.ok(hits.every(({ id }) => id.startsWith('old')));
      }
      assert.deepEqual(idsOf(await later), ['new']);
    });

    test('a generation held across a swap is still complete', async (t) => {
      const index = await make(t);
      const held = await published(index, [put('a', 1), put('b', 2)]);
      const first = held.search(plan());
      await published(index, [put('c', 3)]);
      assert.deepEqual(idsOf(await first), ['b', 'a']);
    });

    test('a batch becomes visible as a whole', async (t) => {
      const index = await make(t);
      const generation = await published(index, [put('seed', 1)]);
      const totals = new Set<number>();
      let isOver = false;
      const searching = (async () => {
        while (!isOver) totals.add((await generation.search(plan())).total);
      })();
      for (let round = 0; round < 10; round++) {
        await generation.apply(
          Array.from({ length: 20 }, (_, i) => put(`d${round}-${i}`, 2 + round * 20 + i)),
        );
      }
      isOver = true;
      await searching;
      for (const total of totals) assert.equal((total - 1) % 20, 0, `${total} documents`);
    });
  });
}
