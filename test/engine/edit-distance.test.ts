import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { eachFuzzyMatch, FuzzyPattern } from '../../src/index/embedded/query/terms/fuzzy-match.ts';
import { compareTexts } from '../../src/index/embedded/segment/dictionary.ts';
import { codePoints, editDistance } from '../../src/index/terms/edit-distance.ts';
import { announcedSeed } from '../support/seed.ts';
import { dictionaryOf } from './dictionary-of.ts';

const seed = announcedSeed('edits');

const edits = (a: string, b: string, maxEdits: number): number =>
  editDistance(codePoints(a), [...a].length, codePoints(b), [...b].length, maxEdits);

/** Optimal string alignment distance from the end of both texts, by its definition. */
function naive(a: readonly string[], b: readonly string[], memo = new Map<string, number>()): number {
  if (a.length === 0 || b.length === 0) return a.length + b.length;
  const key = `${a.length}/${b.length}`;
  const known = memo.get(key);
  if (known !== undefined) return known;
  const [shortA, shortB] = [a.slice(0, -1), b.slice(0, -1)];
  let least = Math.min(
    naive(shortA, b, memo) + 1,
    naive(a, shortB, memo) + 1,
    naive(shortA, shortB, memo) + (a.at(-1) === b.at(-1) ? 0 : 1),
  );
  if (a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)) {
    least = Math.min(least, naive(a.slice(0, -2), b.slice(0, -2), memo) + 1);
  }
  memo.set(key, least);
  return least;
}

const TABLE: ReadonlyArray<readonly [a: string, b: string, edits: number, why: string]> = [
  ['', '', 0, 'nothing'],
  ['park', 'park', 0, 'the same'],
  ['park', 'parks', 1, 'an insertion'],
  ['park', 'pak', 1, 'a deletion'],
  ['park', 'perk', 1, 'a substitution'],
  ['park', 'prak', 1, 'a swap'],
  ['park', 'pakr', 1, 'a swap at the end'],
  ['park', 'apkr', 2, 'two swaps'],
  ['', 'ab', 2, 'all inserted'],
  ['ab', '', 2, 'all deleted'],
  ['commerce', 'comerec', 2, 'a deletion and a swap'],
  ['ca', 'abc', 3, 'no part is edited twice: a swap and an insertion between would make it 2'],
  ['😀park', 'park', 1, 'a character beyond the basic plane is one'],
  ['a😀b', 'ab😀', 1, 'and is swapped as one'],
  ['a😀b', 'a😁b', 1, 'and is substituted as one, though half of it is the same'],
];

for (const [a, b, expected, why] of TABLE) {
  test(`"${a}" and "${b}" are ${expected} edits apart: ${why}`, () => {
    for (let maxEdits = 0; maxEdits <= 4; maxEdits++) {
      assert.equal(edits(a, b, maxEdits), Math.min(expected, maxEdits + 1), `at most ${maxEdits}`);
      assert.equal(
        edits(b, a, maxEdits),
        Math.min(expected, maxEdits + 1),
        `the other way, at most ${maxEdits}`,
      );
    }
  });
}

/** Few letters, so that transpositions and repetitions are common. */
const words = fc.array(fc.constantFrom('a', 'b', 'c', '😀'), { maxLength: 9 });

test('distances equal those of the definition, up to the bound', () => {
  fc.assert(
    fc.property(words, words, fc.nat(4), (a, b, maxEdits) => {
      assert.equal(edits(a.join(''), b.join(''), maxEdits), Math.min(naive(a, b), maxEdits + 1));
    }),
    { seed, numRuns: 5000 },
  );
});

/** A word and the same word after a few random edits: pairs that random words rarely form. */
const nearPairs = fc
  .tuple(
    fc.array(fc.constantFrom(...'abcde'), { minLength: 1, maxLength: 14 }),
    fc.array(fc.tuple(fc.nat(), fc.nat(3), fc.constantFrom(...'abcde')), { maxLength: 4 }),
  )
  .map(([word, slips]): [string[], string[]] => {
    let other = [...word];
    for (const [where, kind, letter] of slips) {
      const at = where % (other.length + 1);
      if (kind === 0) other = other.toSpliced(at, 0, letter);
      else if (kind === 1) other = other.toSpliced(at, 1);
      else if (kind === 2) other = other.toSpliced(at, 1, letter);
      else other = other.toSpliced(at, 2, ...other.slice(at, at + 2).reverse());
    }
    return [word, other];
  });

test('words a few edits apart have the distance of the definition', () => {
  fc.assert(
    fc.property(nearPairs, fc.integer({ min: 1, max: 3 }), ([a, b], maxEdits) => {
      assert.equal(edits(a.join(''), b.join(''), maxEdits), Math.min(naive(a, b), maxEdits + 1));
    }),
    { seed, numRuns: 5000 },
  );
});

test('the longest words are compared completely', () => {
  const long = 'ab'.repeat(64);
  assert.equal(edits(long, long, 2), 0);
  assert.equal(edits(long, `${long.slice(0, -2)}ba`, 2), 1);
  assert.equal(edits(long, long.slice(2), 2), 2);
  assert.equal(edits(long, 'ba'.repeat(64), 1), 2);
  assert.equal(edits(long, 'cd'.repeat(64), 2), 3);
});

test('a text is split into code points', () => {
  assert.deepEqual(codePoints('a😀é'), [0x61, 0x1f600, 0xe9]);
});

/** The texts within `maxEdits` of a pattern, in the order of the dictionary, with their edits. */
function fuzzyMatches(pattern: string, maxEdits: number, texts: readonly string[]): Array<[string, number]> {
  const inOrder = [...new Set(texts)].sort(compareTexts);
  const found: Array<[string, number]> = [];
  eachFuzzyMatch(
    new FuzzyPattern(pattern, maxEdits),
    dictionaryOf(inOrder),
    0,
    inOrder.length,
    (ordinal, edits) => found.push([inOrder[ordinal] as string, edits]),
  );
  return found;
}

/** The same by the definition, text by text. */
const matchesByDefinition = (
  pattern: string,
  maxEdits: number,
  texts: readonly string[],
): Array<[string, number]> =>
  [...new Set(texts)]
    .sort(compareTexts)
    .map((text): [string, number] => [text, naive([...pattern], [...text])])
    .filter(([, edits]) => edits <= maxEdits);

const LETTERS = ['a', 'b', 'é', 'ж', '가', '😀'];

/** A pattern, and texts that share prefixes with each other and often with the pattern. */
const patternAndTexts = fc
  .tuple(
    fc.array(fc.constantFrom(...LETTERS), { minLength: 3, maxLength: 9 }),
    fc.array(fc.array(fc.constantFrom(...LETTERS), { maxLength: 4 }), { maxLength: 40 }),
    fc.array(fc.nat(), { minLength: 1, maxLength: 10 }),
  )
  .map(([pattern, endings, cuts]): [string, string[]] => {
    const texts = endings.map((ending, i) =>
      [...pattern.slice(0, (cuts[i % cuts.length] as number) % (pattern.length + 1)), ...ending].join(''),
    );
    return [pattern.join(''), texts];
  });

test('all fuzzy matches in a dictionary are found, whatever their neighbours', () => {
  fc.assert(
    fc.property(patternAndTexts, fc.integer({ min: 1, max: 3 }), ([pattern, texts], maxEdits) => {
      assert.deepEqual(fuzzyMatches(pattern, maxEdits, texts), matchesByDefinition(pattern, maxEdits, texts));
    }),
    { seed, numRuns: 3000 },
  );
});

test('a match shorter than a prefix that rules out matches is found', () => {
  // The first two rule out the prefix "parxyz"; the third and the pattern begin similarly.
  assert.deepEqual(fuzzyMatches('park', 1, ['parxyzq', 'parxyzr', 'par', 'parks']), [
    ['par', 1],
    ['parks', 1],
  ]);
});

test('fuzzy matches are found in words of any length', () => {
  fc.assert(
    fc.property(
      fc.array(nearPairs, { minLength: 1, maxLength: 5 }),
      fc.nat(30),
      fc.integer({ min: 1, max: 3 }),
      (pairs, more, maxEdits) => {
        // Patterns of more than 29 characters are compared by another algorithm.
        const beginning = 'abcde'.repeat(6).slice(0, more);
        const pattern = `${beginning}${pairs[0]?.[0].join('')}`;
        const texts = pairs.flatMap((pair) => pair.map((letters) => `${beginning}${letters.join('')}`));
        assert.deepEqual(
          fuzzyMatches(pattern, maxEdits, texts),
          matchesByDefinition(pattern, maxEdits, texts),
        );
      },
    ),
    { seed, numRuns: 2000 },
  );
});

test('only the given range of a dictionary is compared', () => {
  const found: number[] = [];
  const dictionary = dictionaryOf(['para', 'park', 'parka', 'parks', 'perk']);
  eachFuzzyMatch(new FuzzyPattern('park', 1), dictionary, 1, 4, (ordinal) => found.push(ordinal));
  assert.deepEqual(found, [1, 2, 3]);
});
