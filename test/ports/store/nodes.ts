import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import type { Nodes, Store } from '../../../src/store/port.ts';
import { until } from '../../support/until.ts';
import type { StoreFactory, SuiteOptions } from './fixtures.ts';

const LONG = 3_600_000;

const nodesOf = ({ nodes }: Store): Nodes => {
  assert.ok(nodes, 'the store is shared by nodes');
  return nodes;
};

/** The optional capability of a store that several processes share. */
export function nodeSuite(adapter: string, make: StoreFactory, options: SuiteOptions): void {
  const two = async (t: TestContext) => {
    const { store, openShared } = await make(t);
    return [nodesOf(store), nodesOf(await openShared())] as const;
  };

  suite(`the store port on ${adapter}: nodes`, options, () => {
    test('a node sees the others until they leave, and not itself', async (t) => {
      const { store, openShared } = await make(t);
      const here = nodesOf(store);
      assert.deepEqual(await here.others(), []);
      const second = await openShared();
      const there = nodesOf(second);
      assert.notEqual(here.id, there.id);
      const [other, ...rest] = await here.others();
      assert.deepEqual(rest, []);
      assert.equal(other?.id, there.id);
      assert.ok(other.version.length > 0 && Math.abs(other.seenAt - Date.now()) < 60_000);
      assert.deepEqual(
        (await there.others()).map(({ id }) => id),
        [here.id],
      );
      await second.close();
      assert.deepEqual(await here.others(), []);
    });

    test('one node holds a lease, and may extend it', async (t) => {
      const [here, there] = await two(t);
      const fence = await here.lease('work', LONG);
      assert.equal(fence, 1);
      assert.equal(await there.lease('work', LONG), undefined);
      assert.equal(await here.lease('work', LONG), fence);
      assert.equal(await there.lease('other work', LONG), 1);
    });

    test('a lease that has expired or was released goes to another node with a higher number', async (t) => {
      const [here, there] = await two(t);
      assert.equal(await here.lease('work', 50), 1);
      await until('the lease expires', async () => (await there.lease('work', LONG)) === 2);
      assert.equal(await here.lease('work', LONG), undefined);
      await here.release('work', 1);
      assert.equal(await here.lease('work', LONG), undefined, 'a lease is released by its holder only');
      await there.release('work', 2);
      assert.equal(await here.lease('work', LONG), 3);
    });

    test('of many nodes that ask at once, one gets the lease', async (t) => {
      const { store, openShared } = await make(t);
      const all = [store, await openShared(), await openShared()].map(nodesOf);
      for (let n = 0; n < 10; n++) {
        const fences = await Promise.all(all.map((node) => node.lease(`work ${n}`, LONG)));
        assert.deepEqual(
          fences.filter((fence) => fence !== undefined),
          [1],
        );
      }
    });
  });
}
