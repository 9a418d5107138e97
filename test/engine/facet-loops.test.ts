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
const toGlobal = Uint32Array.from({ length: VALUES }, (_, ordinal) => VALUES - 1 - ordinal);

/** Documents with up to `most` distinct values each, and a subset of the documents. */
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
      const number = toGlobal[ordinal] as number;
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

test('single values have the same counts in one, two and four bytes', () => {
  const column = randomColumn(1, 1);
  const { docs, ordinals } = column;
  const expected = expectedCounts(column);
  const size = docs.length;
  assert.deepEqual(
    counted((counts) => countBytes(docs, size, Uint8Array.from(ordinals), toGlobal, counts)),
    expected,
  );
  assert.deepEqual(
    counted((counts) => countShorts(docs, size, Uint16Array.from(ordinals), toGlobal, counts)),
    expected,
  );
  assert.deepEqual(
    counted((counts) => countWords(docs, size, Uint32Array.from(ordinals), toGlobal, counts)),
    expected,
  );
});

test('multiple values have the same counts in rounds of one, two and four bytes', () => {
  for (const most of [0, 1, 2, 30]) {
    const column = randomColumn(0, most);
    const { docs, starts, ordinals } = column;
    const expected = expectedCounts(column);
    const positions = new Uint32Array(docs.length);
    const ends = new Uint32Array(docs.length);
    const countInRounds = (next: (active: number, counts: Uint32Array) => number): number[] =>
      counted((counts) => {
        let active = openValues(docs, docs.length, starts, positions, ends);
        while (active > 0) active = next(active, counts);
      });
    const [bytes, shorts, words] = [Uint8Array, Uint16Array, Uint32Array].map((kind) => kind.from(ordinals));
    assert.deepEqual(
      countInRounds((active, counts) =>
        countNextBytes(active, positions, ends, bytes as Uint8Array, toGlobal, counts),
      ),
      expected,
    );
    assert.deepEqual(
      countInRounds((active, counts) =>
        countNextShorts(active, positions, ends, shorts as Uint16Array, toGlobal, counts),
      ),
      expected,
    );
    assert.deepEqual(
      countInRounds((active, counts) =>
        countNextWords(active, positions, ends, words as Uint32Array, toGlobal, counts),
      ),
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
    counted((counts) => countAny(docs, docs.length, starts, words, toGlobal, counts)),
    expectedCounts({ starts, ordinals: doubled, docs }),
  );
});
