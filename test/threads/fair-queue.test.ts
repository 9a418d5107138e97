import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { FairQueue } from '../../src/threads/fair-queue.ts';
import type { Flow } from '../../src/threads/flow.ts';

/** Takes everything that may run; each item ends at once. */
function served(queue: FairQueue<string>): string {
  const order: string[] = [];
  for (let next = queue.take(); next !== undefined; next = queue.take()) {
    order.push(next.item);
    queue.end(next.flow);
  }
  return order.join(' ');
}

const add = (queue: FairQueue<string>, flow: Flow, items: string): void => {
  for (const item of items.split(' ')) queue.add(flow, item);
};

suite('a fair queue', () => {
  test('serves accounts in turn, within them keys, within these addresses, and each in order', () => {
    const queue = new FairQueue<string>();
    add(queue, ['1', 'a', 'x'], 'ax1 ax2 ax3 ax4');
    add(queue, ['1', 'a', 'y'], 'ay1 ay2');
    add(queue, ['1', 'b', 'x'], 'bx1 bx2');
    add(queue, ['2', 'c', 'z'], 'cz1 cz2');
    assert.equal(served(queue), 'ax1 cz1 bx1 cz2 ay1 bx2 ax2 ay2 ax3 ax4');
  });

  test('lets a newcomer wait for one item of every other flow, however many these have', () => {
    const queue = new FairQueue<string>();
    for (let item = 0; item < 100; item++) queue.add(['1', 'flood', `${item % 7}`], `f${item}`);
    queue.take();
    queue.add(['1', 'small', 'x'], 'small');
    assert.deepEqual([queue.take()?.item, queue.take()?.item].includes('small'), true);
  });

  test('runs no more at once than each level allows, and skips flows that must wait', () => {
    const queue = new FairQueue<string>([4, 3, 2, 1]);
    add(queue, ['1', 'a', 'x'], 'ax1 ax2');
    add(queue, ['1', 'a', 'y'], 'ay1');
    add(queue, ['1', 'a', 'z'], 'az1');
    add(queue, ['1', 'b', 'x'], 'bx1');
    add(queue, ['2', 'c', 'x'], 'cx1 cx2');
    const taken = Array.from({ length: 7 }, () => queue.take()).flatMap((next) => next ?? []);
    assert.deepEqual(
      taken.map(({ item }) => item),
      ['ax1', 'cx1', 'bx1', 'ay1'],
    );
    assert.deepEqual(queue.waiting(['1', 'a', 'x']), [3, 2, 2, 1]);
    queue.end(['1', 'a', 'x']);
    assert.equal(queue.take()?.item, 'az1');
    assert.equal(queue.take(), undefined);
  });

  test('refuses what never waited if its flow has no room, and counts it otherwise', () => {
    const queue = new FairQueue<string>([2, 2, 1]);
    assert.ok(queue.begin(['1', 'a']));
    assert.ok(!queue.begin(['1', 'a']));
    assert.ok(queue.begin(['1', 'b']));
    assert.ok(!queue.begin(['2', 'c']));
    queue.end(['1', 'a']);
    assert.ok(queue.begin(['2', 'c']));
  });

  test('forgets what was removed', () => {
    const queue = new FairQueue<string>();
    const first = queue.add(['1', 'a'], 'first');
    queue.add(['1', 'a'], 'second');
    queue.remove(first);
    queue.remove(first);
    assert.deepEqual(queue.waiting(['1', 'a']), [1, 1, 1]);
    assert.equal(served(queue), 'second');
    assert.deepEqual(queue.waiting(['1', 'a']), [0, 0, 0]);
  });
});
