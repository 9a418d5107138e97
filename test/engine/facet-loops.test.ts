import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  countAny,
  countBytes,
  countNextBytes,
  countNextShorts,
  countNextWords,
  countShorts,
  countWords,
  openValues,
} from '../../src/index/embedded/query/facets/facet-loops.ts';
import { announcedSeed, Random } from '../support/seed.ts';

const random = new Random(announcedSeed('facet loops'));
const VALUES = 90;
const numbers = Uint32Array.from({ length: VALUES }, (_, ordinal) => VALUES - 1 - ordinal);

/** Documents with up to `most` values each, none twice, and some of the documents. */
function randomColumn(least: number, most: number) {
  const starts = [0];
  const ordinals: number[] = [];
  for (let doc = 0; doc < 500; doc++) {
    const values = new Set(
      Array.from({ length: least + random.below(most - least + 1) }, () => random.below(VALUES)),
    );
    ordinals.push(...values);
    starts.push(ordinals.length);
  }
  const docs = Array.from({ length: 500 }, (_, doc) => doc).filter(() => random.below(3) > 0);
  return { starts: Uint32Array.from(starts), ordinals, docs: Uint32Array.from(docs) };
}

function expectedCounts({ starts, ordinals, docs }: ReturnType<typeof randomColumn>): number[] {
  const counts = new Array<number>(VALUES).fill(0);
  for (const doc of docs) {
    for (const ordinal of new Set(ordinals.slice(starts[doc], starts[doc + 1]))) {
      const number = numbers[ordinal] as number;
      counts[number] = (counts[number] as number) + 1;
    }
  }
  return counts;
}

function counted(count: (counts: Uint32Array) => void): number[] {
  const counts = new Uint32Array(VALUES);
  count(counts);
  return [...counts];
}

test('single values are counted alike in one, two and four bytes', () => {
  const column = randomColumn(1, 1);
  const { docs, ordinals } = column;
  const expected = expectedCounts(column);
  const size = docs.length;
  assert.deepEqual(
    counted((counts) => countBytes(docs, size, Uint8Array.from(ordinals), numbers, counts)),
    expected,
  );
  assert.deepEqual(
    counted((counts) => countShorts(docs, size, Uint16Array.from(ordinals), numbers, counts)),
    expected,
  );
  assert.deepEqual(
    counted((counts) => countWords(docs, size, Uint32Array.from(ordinals), numbers, counts)),
    expected,
  );
});

test('any number of values is counted alike in rounds of one, two and four bytes', () => {
  for (const most of [0, 1, 2, 30]) {
    const column = randomColumn(0, most);
    const { docs, starts, ordinals } = column;
    const expected = expectedCounts(column);
    const places = new Uint32Array(docs.length);
    const ends = new Uint32Array(docs.length);
    const inRounds = (next: (left: number, counts: Uint32Array) => number): number[] =>
      counted((counts) => {
        let left = openValues(docs, docs.length, starts, places, ends);
        while (left > 0) left = next(left, counts);
      });
    const [bytes, shorts, words] = [Uint8Array, Uint16Array, Uint32Array].map((kind) => kind.from(ordinals));
    assert.deepEqual(
      inRounds((left, counts) => countNextBytes(left, places, ends, bytes as Uint8Array, numbers, counts)),
      expected,
    );
    assert.deepEqual(
      inRounds((left, counts) => countNextShorts(left, places, ends, shorts as Uint16Array, numbers, counts)),
      expected,
    );
    assert.deepEqual(
      inRounds((left, counts) => countNextWords(left, places, ends, words as Uint32Array, numbers, counts)),
      expected,
    );
  }
});

test('a value that a document has several times counts once', () => {
  const { starts, ordinals, docs } = randomColumn(0, 4);
  const doubled = ordinals.map((ordinal, at) =>
    at > 0 && random.below(2) === 0 ? (ordinals[at - 1] as number) : ordinal,
  );
  const words = Uint32Array.from(doubled);
  assert.deepEqual(
    counted((counts) => countAny(docs, docs.length, starts, words, numbers, counts)),
    expectedCounts({ starts, ordinals: doubled, docs }),
  );
});
