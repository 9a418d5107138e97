import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { Kernel, WINDOW } from '../../src/index/embedded/kernel/kernel.ts';
import { uniteClauses } from '../../src/index/embedded/query/candidates/union.ts';
import { runToCompletion } from '../../src/index/embedded/runtime/time-slice.ts';
import { countBits, newBitSet, setBit } from '../../src/index/embedded/segment/bits.ts';
import { BLOCK_SIZE, type Postings } from '../../src/index/embedded/segment/postings.ts';
import { announcedSeed, repetitions } from '../support/seed.ts';
import { type Posting, postingsOf, spread } from './postings-of.ts';

const seed = announcedSeed('kernel');

interface Range {
  readonly from: number;
  readonly to: number;
  readonly candidates?: readonly number[];
}

const docCountOf = (...lists: ReadonlyArray<readonly Posting[]>): number =>
  1 + Math.max(...lists.map((list) => list.at(-1)?.doc ?? 0));

/** The documents that a kernel finds in a range, with a score of f / (f + length) for the frequency f. */
function scoresIn(
  { from, to, candidates }: Range,
  lengths: Uint16Array,
  count: (kernel: Kernel) => void,
): Map<number, number> {
  const kernel = Kernel.take(lengths.length);
  const { run } = kernel;
  if (candidates !== undefined) {
    const set = newBitSet(lengths.length);
    for (const doc of candidates) setBit(set, doc);
    assert.equal(kernel.rank(set, from, to, WINDOW), to);
  }
  const found = new Map<number, number>();
  if (candidates === undefined || kernel.isRanked) {
    run.setRange(from, to);
    run.enterWindow(kernel.isRanked ? 0 : from);
    run.enterField(kernel.lengths(lengths, from, to), 0, 1, 0, 1);
    count(kernel);
    run.addOnlyBest(1, 1);
    run.requireBits(0, 1);
    const both = run.collect(Number.NEGATIVE_INFINITY, 0, false);
    assert.equal(both >>> 16, both & 0xffff);
    for (let i = 0; i < (both & 0xffff); i++)
      found.set(kernel.matches[i] as number, kernel.scores[i] as number);
  }
  kernel.release();
  return found;
}

/** The same by definition: frequencies of the same document are added. */
function expected(
  lists: ReadonlyArray<readonly Posting[]>,
  { from, to, candidates }: Range,
  lengths: Uint16Array,
) {
  const chosen = candidates === undefined ? undefined : new Set(candidates);
  const sums = new Map<number, number>();
  for (const { doc, count } of lists.flat())
    if (doc >= from && doc < to && chosen?.has(doc) !== false) sums.set(doc, (sums.get(doc) ?? 0) + count);
  return new Map([...sums].map(([doc, sum]) => [doc, sum / (sum + (lengths[doc] as number))]));
}

const sorted = (scores: ReadonlyMap<number, number>) => [...scores].sort(([a], [b]) => a - b);

const countAll = (postings: Postings, terms: number) => (kernel: Kernel) => {
  kernel.run.countTerms(kernel.list(postings, 0, terms));
  kernel.run.keepMax(1, false);
};

const countLists = (lists: ReadonlyArray<readonly Posting[]>) => (kernel: Kernel) => {
  for (const list of lists) {
    const docs = Uint32Array.from(list, ({ doc }) => doc);
    const at = kernel.numbers(
      docs,
      Uint32Array.from(list, ({ count }) => count),
    );
    kernel.run.countDocs(at, at + docs.byteLength, docs.length);
  }
  kernel.run.keepMax(1, false);
};

/** Documents in order, in runs of very different density, each with a frequency. */
const rows = (maxLength: number) =>
  fc
    .array(
      fc.tuple(
        fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 900 })),
        fc.oneof(fc.constant(0), fc.nat(4), fc.nat(70_000)),
      ),
      { minLength: 1, maxLength, size: 'max' },
    )
    .map(spread);

/** The same with positions: near each other, so that terms are often neighbours, or far apart. */
const placed = (maxLength: number) =>
  fc
    .array(
      fc.tuple(
        fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 9000 })),
        fc.array(fc.oneof(fc.integer({ min: 1, max: 3 }), fc.constantFrom(126, 127, 128, 129, 16_384)), {
          minLength: 1,
          maxLength: 40,
        }),
      ),
      { minLength: 1, maxLength, size: 'max' },
    )
    .map((documents) =>
      spread(documents.map(([gap, steps]) => [gap, steps.length - 1] as const)).map(({ doc, count }, i) => {
        let place = -1;
        return { doc, count, places: (documents[i]?.[1] ?? []).map((step) => (place += step)) };
      }),
    );

/** Lengths that tell documents apart. */
const lengthsFor = (docCount: number) => Uint16Array.from({ length: docCount }, (_, doc) => 1 + (doc % 999));

suite('a kernel', () => {
  test('counts exactly the documents of a window, from postings and from computed lists', () => {
    fc.assert(
      fc.property(
        rows(600),
        rows(300),
        fc.nat(700),
        fc.integer({ min: -3, max: 3 }),
        fc.integer({ min: 1, max: WINDOW }),
        (one, other, index, beside, size) => {
          const lists = [one, other];
          const lengths = lengthsFor(docCountOf(...lists));
          const from = Math.max(0, (one[index % one.length]?.doc ?? 0) + beside);
          const range = { from, to: from + size };
          const want = sorted(expected(lists, range, lengths));
          assert.deepEqual(sorted(scoresIn(range, lengths, countAll(postingsOf(lists, false), 2))), want);
          assert.deepEqual(sorted(scoresIn(range, lengths, countLists(lists))), want);
        },
      ),
      { seed, numRuns: repetitions('CASES', 200) },
    );
  });

  test('counts exactly the candidates, few or many of them, under the numbers of their documents', () => {
    fc.assert(
      fc.property(
        rows(600),
        rows(600),
        fc.nat(40),
        fc.nat(200_000),
        fc.integer({ min: 1, max: 60 }),
        (one, other, word, size, share) => {
          const lists = [one, other];
          const from = word * 32;
          const to = from + size;
          const lengths = lengthsFor(Math.max(to, docCountOf(...lists)));
          const candidates = one
            .filter(({ doc }, i) => doc >= from && doc < to && i % share === 0)
            .map(({ doc }) => doc);
          const range = { from, to, candidates };
          const want = sorted(expected(lists, range, lengths));
          assert.deepEqual(sorted(scoresIn(range, lengths, countAll(postingsOf(lists, false), 2))), want);
          assert.deepEqual(sorted(scoresIn(range, lengths, countLists(lists))), want);
        },
      ),
      { seed, numRuns: repetitions('CASES', 200) },
    );
  });

  test('decodes gaps and frequencies of every width', () => {
    for (let bits = 0; bits <= 20; bits++) {
      const list = Array.from({ length: 3 * BLOCK_SIZE + 5 }, (_, i) => ({
        doc: 0,
        count: bits < 16 ? 1 + ((i * 7919) % 2 ** bits) : 2 ** bits - i,
        places: [],
        gap: i % 5 === 0 ? Math.min(2 ** bits, 40_000) : 1,
      }));
      for (let i = 1, doc = 0; i < list.length; i++) {
        doc += list[i]?.gap ?? 1;
        (list[i] as { doc: number }).doc = doc;
      }
      const lengths = new Uint16Array(docCountOf(list)).fill(3);
      const postings = postingsOf([list], false);
      for (let from = 0; from < lengths.length; from += WINDOW) {
        const range = { from, to: Math.min(from + WINDOW, lengths.length) };
        assert.deepEqual(
          sorted(scoresIn(range, lengths, countAll(postings, 1))),
          sorted(expected([list], range, lengths)),
        );
      }
    }
  });

  test('keeps the better of two expansions of a document', () => {
    const lengths = Uint16Array.of(9, 9, 4, 4);
    const one = postingsOf([[{ doc: 2, count: 1, places: [] }]], false);
    const other = postingsOf([[2, 3].map((doc) => ({ doc, count: doc - 1, places: [] }))], false);
    const found = scoresIn({ from: 2, to: 4 }, lengths, (kernel) => {
      kernel.run.bestTerm(kernel.list(one, 0), 1);
      kernel.run.bestTerm(kernel.list(other, 0), 0.1);
    });
    assert.deepEqual(sorted(found), [
      [2, 1 / 5],
      [3, (0.1 * 2) / 6],
    ]);
  });

  test('may begin and end a window at any document of a list', () => {
    const docs = Array.from({ length: 3 * BLOCK_SIZE }, (_, doc) => ({ doc, count: 1, places: [] }));
    const postings = postingsOf([docs], false);
    const lengths = new Uint16Array(docs.length).fill(1);
    for (let from = 0; from < docs.length; from++) {
      const to = Math.min(from + 2, docs.length);
      const found = [...scoresIn({ from, to }, lengths, countAll(postings, 1)).keys()];
      assert.deepEqual(found, from + 1 < to ? [from, from + 1] : [from]);
    }
  });

  test('takes no more candidates than fit, and the others afterwards', () => {
    const set = newBitSet(3 * WINDOW);
    for (let doc = 0; doc < 3 * WINDOW; doc++) if (doc % 3 !== 1) setBit(set, doc);
    const kernel = Kernel.take(3 * WINDOW);
    let candidates = 0;
    for (let at = 0; at < 3 * WINDOW; candidates += kernel.run.candidateCount()) {
      at = kernel.rank(set, at, 3 * WINDOW, WINDOW);
      assert.ok(kernel.run.candidateCount() > WINDOW - 32 || at === 3 * WINDOW);
    }
    assert.equal(candidates, 2 * WINDOW);
    kernel.release();
  });

  test('unites terms and lists of a range', () => {
    fc.assert(
      fc.property(rows(600), rows(300), fc.nat(40), fc.nat(200_000), (one, other, word, size) => {
        const from = word * 32;
        const to = from + size;
        const docCount = Math.max(to, docCountOf(one, other));
        const set = newBitSet(docCount);
        const postings = postingsOf([one, other], false);
        const expansions = { postings, exact: 0, expansions: [], leastDocs: 0 };
        const fuzzy = { fuzzy: Uint32Array.of(1), fuzzyWeights: Float64Array.of(1) };
        const clause = { kind: 'expansions', expansions: { ...expansions, ...fuzzy } } as const;
        runToCompletion(uniteClauses([clause], from, to, docCount, set));
        const docs = new Set(
          [...one, ...other].map(({ doc }) => doc).filter((doc) => doc >= from && doc < to),
        );
        assert.equal(countBits(set, docCount), docs.size);
      }),
      { seed, numRuns: repetitions('CASES', 100) },
    );
  });

  test('finds exactly the pairs of two terms in a range, in either order', () => {
    fc.assert(
      fc.property(
        placed(600),
        placed(300),
        fc.nat(700),
        fc.integer({ min: -3, max: 3 }),
        fc.integer({ min: 1, max: WINDOW }),
        fc.constantFrom(1, -1),
        (one, other, index, beside, size, step) => {
          const from = Math.max(0, (one[index % one.length]?.doc ?? 0) + beside);
          const want = one.flatMap(({ doc, places }) => {
            const others = new Set(other.find((posting) => posting.doc === doc)?.places);
            const count = places.filter((place) => others.has(place + step)).length;
            return count > 0 && doc >= from && doc < from + size ? [[doc, count]] : [];
          });
          const postings = postingsOf([other, one], true);
          const kernel = Kernel.take(docCountOf(one, other));
          const [list, places, others, otherPlaces, entries] = kernel.positionedLists(postings, 1, 0);
          // Twice: the first call has to leave the accumulators empty.
          for (let round = 0; round < 2; round++) {
            kernel.run.setRange(from, from + size);
            const found = kernel.run.findPairs(list, places, others, otherPlaces, entries, step);
            assert.deepEqual(
              Array.from({ length: found }, (_, i) => [kernel.matches[i], kernel.scores[i]]),
              want,
            );
          }
          kernel.release();
        },
      ),
      { seed, numRuns: repetitions('CASES', 300) },
    );
  });

  test('finds the same when its places for lists and lengths are used up', () => {
    const lists = Array.from({ length: 500 }, (_, n) =>
      spread(Array.from({ length: 2000 }, (_, i) => [1 + ((i * (n + 3)) % 29), (i + n) % 300] as const)),
    );
    const postings = postingsOf(lists, false);
    const docCount = docCountOf(...lists);
    for (let round = 0; round < 2; round++) {
      for (const [term, list] of lists.entries()) {
        const lengths = lengthsFor(docCount + (term % 50));
        const range = { from: 0, to: WINDOW };
        const count = (kernel: Kernel) => {
          kernel.run.countTerms(kernel.list(postings, term));
          kernel.run.keepMax(1, false);
        };
        const found = scoresIn(range, lengths, count);
        if (term % 20 === 0) assert.deepEqual(sorted(found), sorted(expected([list], range, lengths)));
      }
    }
  });
});
