import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TextBytes } from '../../src/index/embedded/segment/text-bytes.ts';
import { announcedSeed } from '../support/seed.ts';

const seed = announcedSeed('order of bytes');

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The sorted texts; the rank of each must match. */
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

/** Common prefixes shorter and longer than one key and than all compared keys; zeros; characters of every width. */
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

test('distinct texts are sorted by their UTF-8 bytes', () => {
  fc.assert(
    fc.property(fc.uniqueArray(texts, { maxLength: 400, size: 'max' }), (list) => {
      assert.deepEqual(sorted(list), list.toSorted(byBytes));
    }),
    { seed, numRuns: 150 },
  );
});

test('many texts with a long common prefix are sorted', () => {
  const list = Array.from({ length: 3000 }, (_, i) => `${'a'.repeat(70)}${(i * 7919) % 3000}`);
  assert.deepEqual(sorted(list), list.toSorted(byBytes));
});

test('an empty list and an empty text are sorted', () => {
  assert.deepEqual(sorted([]), []);
  assert.deepEqual(sorted(['']), ['']);
  assert.deepEqual(sorted(['a', '']), ['', 'a']);
});

test('a lone surrogate is sorted by its encoding', () => {
  assert.deepEqual(sorted(['\uffff', '\ud800', 'z']), ['z', '\ufffd', '\uffff']);
});
