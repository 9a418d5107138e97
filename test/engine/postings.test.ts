import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BLOCK_SIZE } from '../../src/index/embedded/segment/postings.ts';
import { announcedSeed } from '../support/seed.ts';
import { type Posting, postingsOf, readBack } from './postings-of.ts';

const seed = announcedSeed('postings');

const docsAndCounts = (list: readonly Posting[]) => list.map(({ doc, count }) => ({ doc, count }));

/** A list whose documents are `gap` apart, each with `count` positions from 3 on. */
const evenList = (size: number, gap: number, count = 1, first = 0): Posting[] =>
  Array.from({ length: size }, (_, i) => ({
    doc: first + i * gap,
    count,
    places: Array.from({ length: count }, (_, k) => 3 + 2 * k),
  }));

/** The largest gap of every width but the widest, and the smallest of the next width. */
const BORDERS = [1, 2, 4, 6, 8, 10, 12, 16, 20].flatMap((bits) => [2 ** bits, 2 ** bits + 1]);
/** Gaps of small, medium and large bit widths, and those at the boundaries. */
const gaps = fc.oneof(
  fc.integer({ min: 1, max: 0xff }),
  fc.integer({ min: 0x100, max: 0xffff }),
  // 257 of the widest gaps after 70,000 documents stay below 2^31.
  fc.integer({ min: 0x10000, max: 0x7f0000 }),
  fc.constantFrom(1, ...BORDERS),
);
/** Gaps between positions: varints of one, two and three bytes. */
const steps = fc.oneof(fc.integer({ min: 1, max: 130 }), fc.constantFrom(127, 128, 16_383, 16_384, 100_000));
const sizes = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constantFrom(127, 128, 129, 255, 256, 257));

/** Lists with one range of gaps and of frequencies each, so that their blocks have one width. */
const lists: fc.Arbitrary<Posting[]> = fc
  .tuple(sizes, fc.constantFrom(1, 3, 300), fc.array(gaps, { minLength: 1, maxLength: 4 }), fc.nat(70_000))
  .chain(([size, most, someGaps, first]) =>
    fc
      .array(fc.tuple(fc.nat(someGaps.length - 1), fc.array(steps, { minLength: 1, maxLength: most })), {
        minLength: size,
        maxLength: size,
        size: 'max',
      })
      .map((rows) => {
        let doc = first;
        return rows.map(([which, stepsHere]) => {
          doc += someGaps[which] as number;
          let place = -1;
          const places = stepsHere.map((step) => {
            place += step;
            return place;
          });
          return { doc, count: places.length, places };
        });
      }),
  );

test('documents, frequencies and positions of every width are read as written', () => {
  fc.assert(
    fc.property(fc.array(lists, { minLength: 1, maxLength: 4 }), (terms) => {
      const postings = postingsOf(terms, true);
      for (const [term, list] of terms.entries()) {
        assert.equal(postings.df[term], list.length);
        assert.deepEqual(readBack(postings, term), docsAndCounts(list));
        for (const { doc, places } of list) assert.deepEqual(postings.positionsIn(term, doc), places);
      }
    }),
    { seed, numRuns: 60 },
  );
});

test('the positions of one document are read without those before it', () => {
  fc.assert(
    fc.property(lists, lists, fc.nat(), (one, other, choice) => {
      const postings = postingsOf([one, other], true);
      const { doc, places } = one[choice % one.length] as Posting;
      assert.deepEqual(postings.positionsIn(0, doc), places);
      const absent = doc + 1;
      const known = other.find((posting) => posting.doc === absent);
      assert.deepEqual(postings.positionsIn(1, absent), known?.places);
      assert.equal(postings.positionsIn(0, (one[0] as Posting).doc - 1), undefined);
      assert.equal(postings.positionsIn(0, (one.at(-1) as Posting).doc + 1), undefined);
    }),
    { seed, numRuns: 60 },
  );
});

for (const size of [1, BLOCK_SIZE - 1, BLOCK_SIZE, BLOCK_SIZE + 1, 2 * BLOCK_SIZE, 2 * BLOCK_SIZE + 1]) {
  test(`a list of ${size} has blocks of ${BLOCK_SIZE} and a remainder`, () => {
    const list = evenList(size, 5);
    const postings = postingsOf([evenList(1, 1), list, evenList(3, 1)], true);
    const first = postings.firstBlock[1] as number;
    const blocks = (postings.firstBlock[2] as number) - first;
    assert.equal(blocks, Math.ceil(size / BLOCK_SIZE));
    const sizesOfBlocks = Array.from({ length: blocks }, (_, k) => postings.sizeOf(1, first + k));
    assert.equal(
      sizesOfBlocks.reduce((sum, n) => sum + n, 0),
      size,
    );
    for (const [k, blockSize] of sizesOfBlocks.entries()) {
      assert.ok(blockSize === BLOCK_SIZE || k === blocks - 1);
      assert.equal(postings.firstDoc(first + k), k * BLOCK_SIZE * 5);
    }
    assert.deepEqual(readBack(postings, 1), docsAndCounts(list));
    assert.deepEqual(readBack(postings, 2), docsAndCounts(evenList(3, 1)));
  });
}

for (const gap of [1, ...BORDERS, 0xfc0000]) {
  test(`documents ${gap} apart are read as written`, () => {
    const list = evenList(BLOCK_SIZE + 2, gap, 1, 7);
    assert.deepEqual(readBack(postingsOf([list], false), 0), docsAndCounts(list));
  });
}

test('document numbers of up to 31 bits are read as written', () => {
  const list = [0, 1, 0x1000000, 0x1000001, 0x7ffffffe, 0x7fffffff].map((doc) => ({
    doc,
    count: 1,
    places: [],
  }));
  assert.deepEqual(readBack(postingsOf([list], false), 0), docsAndCounts(list));
});

for (const count of [1, 2, 3, 4, 5, 16, 17, 64, 65, 0x100, 0x101, 1_024, 1_025, 4_097, 0x10000, 0x12345]) {
  test(`a term frequency of ${count} is read as written, and adjacent postings keep their positions`, () => {
    const list = [...evenList(1, 1, 1), ...evenList(1, 1, count, 9), ...evenList(1, 1, 2, 11)];
    const postings = postingsOf([list], true);
    assert.deepEqual(readBack(postings, 0), docsAndCounts(list));
    assert.deepEqual(postings.positionsIn(0, 9), (list[1] as Posting).places);
    assert.deepEqual(postings.positionsIn(0, 11), [3, 5]);
  });
}

test('postings without positions keep their frequencies, and reading positions throws', () => {
  const postings = postingsOf([evenList(3, 2, 4)], false);
  assert.deepEqual(readBack(postings, 0), docsAndCounts(evenList(3, 2, 4)));
  assert.throws(() => postings.positionsIn(0, 0), /no positions/);
});

test('reading positions does not affect the decoded block', () => {
  const postings = postingsOf([evenList(200, 2), evenList(200, 3)], true);
  postings.decode(0, 0);
  postings.positionsIn(1, 3);
  assert.deepEqual([...postings.docs.subarray(0, 3)], [0, 2, 4]);
});
