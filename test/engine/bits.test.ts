import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { clearBit, hasBit, newBitSet, popcount, setBit } from '../../src/index/embedded/segment/bits.ts';
import { announcedSeed } from '../support/seed.ts';

const seed = announcedSeed('bits');

test('a bit set contains the bits that were set and not cleared', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 200 }),
      fc.array(fc.tuple(fc.boolean(), fc.nat(199)), { maxLength: 100 }),
      (size, steps) => {
        const bits = newBitSet(size);
        const held = new Set<number>();
        for (const [isSet, number] of steps) {
          const at = number % size;
          if (isSet) setBit(bits, at);
          else clearBit(bits, at);
          if (isSet) held.add(at);
          else held.delete(at);
        }
        for (let at = 0; at < size; at++) assert.equal(hasBit(bits, at), held.has(at));
        assert.equal(
          bits.reduce((sum, word) => sum + popcount(word), 0),
          held.size,
        );
      },
    ),
    { seed, numRuns: 500 },
  );
});

test('popcount is correct for signed and unsigned words', () => {
  const ones = (word: number): number =>
    [...(word >>> 0).toString(2)].filter((digit) => digit === '1').length;
  for (const word of [0, 1, 0x80000000, 0xffffffff, -1, 1 << 31, 0x55555555, 0xaaaaaaaa]) {
    assert.equal(popcount(word), ones(word));
  }
  fc.assert(
    fc.property(fc.integer(), (word) => assert.equal(popcount(word), ones(word))),
    { seed, numRuns: 1000 },
  );
});

for (const [size, words] of [
  [0, 0],
  [1, 1],
  [32, 1],
  [33, 2],
] as const) {
  test(`${size} documents need ${words} words of bits`, () => assert.equal(newBitSet(size).length, words));
}
