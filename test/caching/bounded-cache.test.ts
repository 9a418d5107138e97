import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BoundedCache, textBytes } from '../../src/caching/bounded-cache.ts';
import { CacheBudget } from '../../src/caching/cache-budget.ts';
import { OwnedCaches } from '../../src/caching/owned-caches.ts';
import { announcedSeed, Random } from '../support/seed.ts';

const seed = announcedSeed('bounded caches');

/** A cache of numbers that each take 100 bytes, entry included. */
const cacheOfHundreds = (entries: number, budget: CacheBudget | null = null): BoundedCache<string, number> =>
  new BoundedCache({ bytes: 100 * entries, weigh: () => 36, budget });

const keysOf = (cache: BoundedCache<string, number>): string[] => [...cache.entries()].map(([key]) => key);

suite('a bounded cache', () => {
  test('returns the stored values, and nothing else', () => {
    const cache = cacheOfHundreds(10);
    cache.set('a', 1);
    assert.equal(cache.get('a'), 1);
    assert.equal(cache.get('b'), undefined);
    cache.set('a', 2);
    assert.equal(cache.get('a'), 2);
    cache.delete('a');
    assert.equal(cache.get('a'), undefined);
  });

  test('creates a missing value once', () => {
    const cache = cacheOfHundreds(10);
    let made = 0;
    const make = () => ++made;
    assert.deepEqual([cache.getOrMake('a', make), cache.getOrMake('a', make)], [1, 1]);
  });

  test('keeps entries in use, and evicts the others', () => {
    const cache = cacheOfHundreds(4);
    for (const key of ['a', 'b', 'c', 'd']) cache.set(key, 0);
    assert.deepEqual(keysOf(cache), ['a', 'b', 'c', 'd']);
    assert.equal(cache.get('a'), 0);
    cache.set('e', 0);
    assert.deepEqual(keysOf(cache), ['c', 'd', 'a', 'e']);
    assert.equal(cache.get('a'), 0);
    assert.equal(cache.get('b'), undefined);
  });

  test('does not store an entry of more than half its bound, nor keep an earlier value of its key', () => {
    const budget = new CacheBudget(10_000);
    const cache = new BoundedCache<string, string>({
      bytes: 1000,
      weigh: (_key, value) => textBytes(value),
      budget,
    });
    cache.set('a', 'short');
    cache.set('a', 'x'.repeat(500));
    assert.equal(cache.get('a'), undefined);
    assert.equal(budget.used, 0);
  });

  test('takes no memory when cleared', () => {
    const budget = new CacheBudget(10_000);
    const cache = cacheOfHundreds(10, budget);
    for (const key of 'abcdefgh') cache.set(key, 0);
    cache.clear();
    assert.equal(budget.used, 0);
    assert.deepEqual(keysOf(cache), []);
  });

  test('never exceeds its bound or its budget, and never returns a wrong value, under random use', () => {
    const random = new Random(seed);
    const limit = 20_000;
    const budget = new CacheBudget(limit);
    const weigh = (key: number, value: number) => (key % 7) * 40 + (value % 5);
    const bounds = [3000, 8000, 50_000];
    const caches = bounds.map((bytes) => ({
      cache: new BoundedCache<number, number>({ bytes, weigh, budget }),
      last: new Map<number, number>(),
    }));
    let hits = 0;
    for (let step = 0; step < 200_000; step++) {
      const { cache, last } = random.pick(caches);
      // Squared, so that some keys are frequent.
      const key = Math.floor(random.next() ** 2 * 400);
      const action = random.next();
      if (action < 0.5) {
        const value = cache.get(key);
        if (value !== undefined) {
          hits++;
          assert.equal(value, last.get(key));
        }
      } else if (action < 0.95) {
        const value = random.below(1000);
        last.set(key, value);
        cache.set(key, value);
      } else if (action < 0.999) {
        last.delete(key);
        cache.delete(key);
      } else if (action < 0.9995) cache.clear();
      else budget.setLimit(limit / (1 + random.below(3)));
      assert.ok(budget.used <= limit);
      if (step % 100 === 0) {
        let sum = 0;
        for (const [i, { cache }] of caches.entries()) {
          let bytes = 0;
          const keys = new Set<number>();
          for (const [key, value] of cache.entries()) {
            bytes += 64 + weigh(key, value);
            assert.ok(!keys.has(key), 'an entry is in one generation');
            keys.add(key);
          }
          assert.equal(cache.youngBytes + cache.oldBytes, bytes);
          assert.ok(bytes <= (bounds[i] as number));
          sum += bytes;
        }
        assert.equal(budget.used, sum);
      }
    }
    assert.ok(hits > 3000, `${hits} hits`);
  });
});

suite('a budget of several caches', () => {
  test('evicts from every cache, idle ones first', () => {
    const budget = new CacheBudget(2000);
    const [idle, busy] = [cacheOfHundreds(100, budget), cacheOfHundreds(100, budget)];
    for (let i = 0; i < 8; i++) idle.set(`idle ${i}`, 0);
    for (let i = 0; i < 40; i++) busy.set(`busy ${i}`, 0);
    assert.deepEqual(keysOf(idle), []);
    assert.ok(keysOf(busy).length >= 10);
    assert.ok(budget.used <= 2000);
  });

  test('counts tables of fixed size', () => {
    const budget = new CacheBudget(2000);
    const cache = cacheOfHundreds(100, budget);
    for (let i = 0; i < 20; i++) cache.set(`${i}`, 0);
    budget.addFixed(900);
    assert.ok(budget.used <= 2000);
    for (let i = 0; i < 20; i++) cache.set(`${i}`, 0);
    assert.ok(budget.used <= 2000 && budget.used > 900);
  });

  test('applies a lower limit at once', () => {
    const budget = new CacheBudget(10_000);
    const cache = cacheOfHundreds(100, budget);
    for (let i = 0; i < 60; i++) cache.set(`${i}`, 0);
    budget.setLimit(1000);
    assert.ok(budget.used <= 1000);
    budget.setLimit(0);
    cache.set('a', 0);
    assert.equal(budget.used, 0);
  });

  test('releases the bytes of caches that were collected with their owners', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const budget = new CacheBudget(100_000);
    const caches = new OwnedCaches<object, string, number>({ bytes: 40_000, weigh: () => 36, budget });
    const stays = {};
    caches.of(stays).set('stays', 1);
    (() => {
      for (let owner = 0; owner < 10; owner++) {
        const cache = caches.of({});
        for (let i = 0; i < 30; i++) cache.set(`${i}`, i);
      }
    })();
    assert.equal(budget.used, 30_100);
    // References are kept alive until the current job is over.
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    const cache = caches.of(stays);
    for (let i = 0; i < 200; i++) cache.set(`${i}`, i);
    for (let i = 0; i < 200; i++) cacheOfHundreds(1000, budget).set(`${i}`, i);
    assert.ok(budget.used <= 50_000, `${budget.used} bytes`);
    assert.equal(caches.of(stays).get('199'), 199);
  });
});
