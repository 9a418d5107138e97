import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Dictionary } from '../../src/index/embedded/segment/dictionary.ts';
import { KWayMerge } from '../../src/index/embedded/segment/k-way-merge.ts';
import { announcedSeed } from '../support/seed.ts';
import { dictionaryOf } from './dictionary-of.ts';

const seed = announcedSeed('ordered walks');

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
const sortedOnce = (list: readonly string[]): string[] => [...new Set(list)].sort(byBytes);

/** Texts that differ within the first bytes, right after them, or in trailing zeros. */
const texts = fc
  .tuple(
    fc.constantFrom('', 'a', 'caves', 'cavern', 'cavernous', 'glaciér', '😀😀'),
    fc.array(fc.constantFrom('', '\0', 'a', 'z', 'é', '\uffff', '😀'), { maxLength: 3 }),
  )
  .map(([beginning, ending]) => beginning + ending.join(''));

/** Each text with its ordinal in each dictionary, -1 if it is missing. */
function walked(lists: ReadonlyArray<readonly string[]>): Array<[string, number[]]> {
  const dictionaries = lists.map(dictionaryOf);
  const walk = new KWayMerge(dictionaries);
  const seen: Array<[string, number[]]> = [];
  while (walk.next()) {
    const places = lists.map(() => -1);
    const holders = [...walk.holders.subarray(0, walk.count)];
    for (const holder of holders) places[holder] = walk.ordinals[holder] as number;
    const first = holders[0] as number;
    seen.push([(dictionaries[first] as Dictionary).text(walk.ordinals[first] as number), places]);
    assert.deepEqual(
      holders,
      holders.toSorted((a, b) => a - b),
    );
  }
  return seen;
}

test('dictionaries are merged in byte order, every text once, with all its dictionaries', () => {
  fc.assert(
    fc.property(fc.array(fc.array(texts, { maxLength: 20 }), { maxLength: 10 }), (lists) => {
      const sorted = lists.map(sortedOnce);
      const expected = sortedOnce(lists.flat()).map((text): [string, number[]] => [
        text,
        sorted.map((list) => list.indexOf(text)),
      ]);
      assert.deepEqual(walked(sorted), expected);
    }),
    { seed, numRuns: 1000 },
  );
});

test('a merge of no dictionaries ends at once', () => {
  assert.deepEqual(walked([]), []);
  assert.deepEqual(walked([[], []]), []);
});
