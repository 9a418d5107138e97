import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TextBytes } from '../../src/index/embedded/segment/text-bytes.ts';
import { announcedSeed } from '../support/seed.ts';

const seed = announcedSeed('order of bytes');

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The texts as they come out of the sort; each must know its rank. */
function sorted(texts: readonly string[]): string[] {
  const collected = new TextBytes();
  for (const text of texts) collected.add(text);
  const result = collected.sorted();
  const { bytes, offsets, order } = result;
  const ranks = result.ranks();
  return Array.from(order, (number, rank) => {
    assert.equal(ranks[number], rank);
    return Buffer.from(bytes.subarray(offsets[number], offsets[number + 1])).toString();
  });
}

/** Common prefixes shorter and longer than a key, and than all keys that are looked at; zeros; every width. */
const texts = fc
  .tuple(
    fc.constantFrom('', 'lib', 'python3-', 'http://example.org/', 'é'.repeat(40), 'x'.repeat(200)),
    fc.oneof(
      fc
        .array(fc.constantFrom('\0', 'a', 'b', 'ÿ', 'ж', '\uffff', '𐀀'), { maxLength: 8 })
        .map((list) => list.join('')),
      fc.nat(5000).map(String),
    ),
  )
  .map(([beginning, ending]) => beginning + ending);

test('different texts come out in the order of their UTF-8 bytes', () => {
  fc.assert(
    fc.property(fc.uniqueArray(texts, { maxLength: 400, size: 'max' }), (list) => {
      assert.deepEqual(sorted(list), list.toSorted(byBytes));
    }),
    { seed, numRuns: 150 },
  );
});

test('many texts with one long beginning are sorted, too', () => {
  const list = Array.from({ length: 3000 }, (_, i) => `${'a'.repeat(70)}${(i * 7919) % 3000}`);
  assert.deepEqual(sorted(list), list.toSorted(byBytes));
});

test('no text at all, and the empty one, are no trouble', () => {
  assert.deepEqual(sorted([]), []);
  assert.deepEqual(sorted(['']), ['']);
  assert.deepEqual(sorted(['a', '']), ['', 'a']);
});

test('half a surrogate pair is sorted as what it is encoded to', () => {
  assert.deepEqual(sorted(['\uffff', '\ud800', 'z']), ['z', '\ufffd', '\uffff']);
});
