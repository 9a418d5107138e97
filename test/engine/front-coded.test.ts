import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runToCompletion } from '../../src/index/embedded/runtime/time-slice.ts';
import { FrontCoded, FrontCodedWriter, GROUP } from '../../src/index/embedded/segment/front-coded.ts';
import type { Sections } from '../../src/index/embedded/segment/sections.ts';
import { type SectionSources, serialize } from '../../src/index/embedded/segment/serializer.ts';
import { announcedSeed } from '../support/seed.ts';

const seed = announcedSeed('front-coded texts');

/** Few distinct pieces, so that many texts share prefixes, some longer than a one-byte varint can express. */
const pieces = fc.constantFrom('a', 'ab', 'b', 'é', '\u07ff', '\uffff', '😀', 'x'.repeat(130));
const texts = fc.array(pieces, { maxLength: 5 }).map((list) => list.join(''));
const lists = fc.oneof(
  fc.array(texts, { maxLength: 3 * GROUP }),
  fc.array(texts, { minLength: GROUP, maxLength: 200, size: 'max' }),
);

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
const sortedOnce = (list: readonly string[]): string[] => [...new Set(list)].sort(byBytes);

function sectionsOf(sorted: readonly string[]): Sections {
  const writer = new FrontCodedWriter();
  for (const text of sorted) {
    const bytes = Buffer.from(`?${text}!`);
    writer.add(bytes, 1, bytes.length - 1);
  }
  const sources: SectionSources = new Map();
  writer.addTo(sources, 'd');
  return runToCompletion(serialize(sources));
}

const coded = (sorted: readonly string[]): FrontCoded => new FrontCoded(sectionsOf(sorted), 'd');

test('the ordinal of a text is its index, and other texts are not found', () => {
  fc.assert(
    fc.property(lists, texts, (list, other) => {
      const sorted = sortedOnce(list);
      const dictionary = coded(sorted);
      assert.equal(dictionary.size, sorted.length);
      assert.ok(dictionary.isPlausible);
      for (const [ordinal, text] of sorted.entries()) {
        assert.equal(dictionary.text(ordinal), text);
        assert.equal(dictionary.find(text), ordinal);
      }
      assert.equal(dictionary.find(other), sorted.indexOf(other));
    }),
    { seed, numRuns: 400 },
  );
});

test('the lower bound of a text is its index or insertion point', () => {
  fc.assert(
    fc.property(lists, texts, (list, text) => {
      const sorted = sortedOnce(list);
      const expected = sorted.filter((other) => byBytes(other, text) < 0).length;
      assert.equal(coded(sorted).lowerBound(text), expected);
    }),
    { seed, numRuns: 1000 },
  );
});

test('a cursor visits all texts in order', () => {
  fc.assert(
    fc.property(lists, (list) => {
      const sorted = sortedOnce(list);
      const seen: string[] = [];
      for (const cursor = coded(sorted).cursor(); !cursor.isAtEnd; cursor.next()) {
        seen.push(Buffer.from(cursor.bytes.subarray(cursor.start, cursor.end)).toString());
      }
      assert.deepEqual(seen, sorted);
    }),
    { seed, numRuns: 300 },
  );
});
