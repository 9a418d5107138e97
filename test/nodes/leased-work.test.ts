import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leasedWork } from '../../src/nodes/leased-work.ts';
import type { Nodes } from '../../src/store/port.ts';
import { until } from '../support/until.ts';

/** Leases that `lease` gives out, and those that were released. */
function nodesWith(lease: Nodes['lease']): { readonly nodes: Nodes; readonly released: number[] } {
  const released: number[] = [];
  const release: Nodes['release'] = async (_name, fence) => void released.push(fence);
  return { nodes: { id: 'a', others: async () => [], lease, release }, released };
}

test('without other nodes the work just runs', async () => {
  let runs = 0;
  assert.equal(await leasedWork(undefined, 'work', async () => void runs++), true);
  assert.equal(runs, 1);
});

test('work whose lease another node holds does not run', async () => {
  const { nodes, released } = nodesWith(async () => undefined);
  assert.equal(await leasedWork(nodes, 'work', async () => assert.fail('it ran')), false);
  assert.deepEqual(released, []);
});

test('a lease is released after the work, also if it fails', async () => {
  const { nodes, released } = nodesWith(async () => 7);
  assert.equal(await leasedWork(nodes, 'work', async () => {}), true);
  await assert.rejects(
    leasedWork(nodes, 'work', async () => {
      throw new Error('made to fail');
    }),
    /made to fail/,
  );
  assert.deepEqual(released, [7, 7]);
});

test('work learns that its lease was lost, but not of a store that is away for a moment', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const answers: Array<() => number | undefined> = [
    () => 1,
    () => {
      throw new Error('the store is away');
    },
    () => 1,
    () => undefined,
  ];
  let calls = 0;
  const { nodes, released } = nodesWith(async () => answers[calls++]?.());
  await leasedWork(nodes, 'work', async (lost) => {
    for (const call of [2, 3]) {
      t.mock.timers.tick(1500);
      await until('the lease is renewed', async () => calls === call);
      assert.equal(lost.aborted, false);
    }
    t.mock.timers.tick(1500);
    await until('the lease is lost', async () => lost.aborted);
  });
  assert.deepEqual(released, [], 'it belongs to another node');
});
