import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { onBehalfOf } from '../../src/threads/flow.ts';
import { takeTurn, yieldToEventLoop } from '../../src/threads/turns.ts';

const immediate = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

suite('turns of the event loop', () => {
  test('one piece of work runs per turn, and flows take turns', async () => {
    const order: string[] = [];
    let turns = 0;
    let isOver = false;
    const counting = (async () => {
      for (; !isOver; turns++) await immediate();
    })();
    const work = (key: string, steps: number) =>
      onBehalfOf(['account', key], async () => {
        await takeTurn();
        for (let step = 1; step <= steps; step++) {
          order.push(`${key}${step}`);
          await yieldToEventLoop();
        }
      });
    await Promise.all([work('a', 3), work('a', 3), work('a', 3), work('b', 2)]);
    isOver = true;
    await counting;
    assert.equal(order.length, 11);
    // The flow that has one piece of work is served as often as the one that has three.
    assert.ok(order.indexOf('b2') <= 4, order.join(' '));
    assert.ok(turns >= order.length - 1, `${turns} turns`);
  });

  test('the first piece of work of a turn begins at once', async () => {
    await immediate();
    await immediate();
    assert.equal(takeTurn(), undefined);
    assert.notEqual(takeTurn(), undefined);
    await yieldToEventLoop();
  });

  test('after a long piece of work of one flow, another gets several turns', async () => {
    const order: string[] = [];
    const long = onBehalfOf(['account', 'long'], async () => {
      const piece = async () => {
        await takeTurn();
        order.push('long');
        for (const end = performance.now() + 20; performance.now() < end; );
      };
      await Promise.all(Array.from({ length: 12 }, piece));
    });
    await onBehalfOf(['account', 'short'], async () => {
      for (let step = 1; step <= 6; step++) {
        await takeTurn();
        order.push('short');
        await immediate();
      }
    });
    await long;
    const between = order.slice(order.indexOf('short'), order.lastIndexOf('short'));
    // One for each step without pauses. A busy machine may prevent a process from using a pause.
    const waitedFor = between.filter((piece) => piece === 'long').length;
    assert.ok(waitedFor <= 3, order.join(' '));
  });
});
