import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { codePoints, editDistance } from '../../src/index/embedded/query/terms/edit-distance.ts';
import { eachFuzzyMatch, FuzzyPattern } from '../../src/index/embedded/query/terms/fuzzy-match.ts';
import { compareTexts } from '../../src/index/embedded/segment/dictionary.ts';
import { announcedSeed } from '../support/seed.ts';
import { dictionaryOf } from './dictionary-of.ts';

const seed = announcedSeed('edits');

const edits = (a: string, b: string, most: number): number =>
  editDistance(codePoints(a), [...a].length, codePoints(b), [...b].length, most);

/** Optimal string alignment from the end of both texts, straight from its definition. */
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
  test(`"${a}" and "${b}" are ${expected} edits twoPhase: ${why}`, () => {
    for (let most = 0; most <= 4; most++) {
      assert.equal(edits(a, b, most), Math.min(expected, most + 1), `at most ${most}`);
      assert.equal(edits(b, a, most), Math.min(expected, most + 1), `the other way, at most ${most}`);
    }
  });
}

/** Few letters, so that swaps and repetitions are common. */
const words = fc.array(fc.constantFrom('a', 'b', 'c', '😀'), { maxLength: 9 });

test('edits are those of the plain definition, cut off beyond the bound', () => {
  fc.assert(
    fc.property(words, words, fc.nat(4), (a, b, most) => {
      assert.equal(edits(a.join(''), b.join(''), most), Math.min(naive(a, b), most + 1));
    }),
    { seed, numRuns: 5000 },
  );
});

/** A word and another that some random slips make of it: near pairs, which chance alone seldom brings. */
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

test('near words, too, are as far twoPhase as the plain definition says', () => {
  fc.assert(
    fc.property(nearPairs, fc.integer({ min: 1, max: 3 }), ([a, b], most) => {
      assert.equal(edits(a.join(''), b.join(''), most), Math.min(naive(a, b), most + 1));
    }),
    { seed, numRuns: 5000 },
  );
});

test('the longest words are compared to their ends', () => {
  const long = 'ab'.repeat(64);
  assert.equal(edits(long, long, 2), 0);
  assert.equal(edits(long, `${long.slice(0, -2)}ba`, 2), 1);
  assert.equal(edits(long, long.slice(2), 2), 2);
  assert.equal(edits(long, 'ba'.repeat(64), 1), 2);
  assert.equal(edits(long, 'cd'.repeat(64), 2), 3);
});

test('a text is taken twoPhase into code points', () => {
  assert.deepEqual(codePoints('a😀é'), [0x61, 0x1f600, 0xe9]);
});

/** By text of a dictionary with these texts, in order, its edits from a form, where they are no more than allowed. */
function near(form: string, most: number, texts: readonly string[]): Array<[string, number]> {
  const inOrder = [...new Set(texts)].sort(compareTexts);
  const found: Array<[string, number]> = [];
  eachFuzzyMatch(new FuzzyPattern(form, most), dictionaryOf(inOrder), 0, inOrder.length, (ordinal, edits) =>
    found.push([inOrder[ordinal] as string, edits]),
  );
  return found;
}

/** The same, each text for itself, by the plain definition. */
const nearByDefinition = (form: string, most: number, texts: readonly string[]): Array<[string, number]> =>
  [...new Set(texts)]
    .sort(compareTexts)
    .map((text): [string, number] => [text, naive([...form], [...text])])
    .filter(([, edits]) => edits <= most);

const LETTERS = ['a', 'b', 'é', 'ж', '가', '😀'];

/** A form, and texts that begin like each other and often like the form. */
const formAndTexts = fc
  .tuple(
    fc.array(fc.constantFrom(...LETTERS), { minLength: 3, maxLength: 9 }),
    fc.array(fc.array(fc.constantFrom(...LETTERS), { maxLength: 4 }), { maxLength: 40 }),
    fc.array(fc.nat(), { minLength: 1, maxLength: 10 }),
  )
  .map(([form, endings, cuts]): [string, string[]] => {
    const texts = endings.map((ending, i) =>
      [...form.slice(0, (cuts[i % cuts.length] as number) % (form.length + 1)), ...ending].join(''),
    );
    return [form.join(''), texts];
  });

test('all texts of a dictionary near a form are found, whatever their neighbours are', () => {
  fc.assert(
    fc.property(formAndTexts, fc.integer({ min: 1, max: 3 }), ([form, texts], most) => {
      assert.deepEqual(near(form, most, texts), nearByDefinition(form, most, texts));
    }),
    { seed, numRuns: 3000 },
  );
});

test('a text that begins like a dead end is found if it is shorter than that', () => {
  // The first two rule out what begins with "parxyz"; the third begins alike, and so does the form.
  assert.deepEqual(near('park', 1, ['parxyzq', 'parxyzr', 'par', 'parks']), [
    ['par', 1],
    ['parks', 1],
  ]);
});

test('slips are found in words of any length', () => {
  fc.assert(
    fc.property(
      fc.array(nearPairs, { minLength: 1, maxLength: 5 }),
      fc.nat(30),
      fc.integer({ min: 1, max: 3 }),
      (pairs, more, most) => {
        // Beyond 29 characters a form is compared in another way.
        const beginning = 'abcde'.repeat(6).slice(0, more);
        const form = `${beginning}${pairs[0]?.[0].join('')}`;
        const texts = pairs.flatMap((pair) => pair.map((letters) => `${beginning}${letters.join('')}`));
        assert.deepEqual(near(form, most, texts), nearByDefinition(form, most, texts));
      },
    ),
    { seed, numRuns: 2000 },
  );
});

test('a stretch of a dictionary is gone through, and no more', () => {
  const found: number[] = [];
  const dictionary = dictionaryOf(['para', 'park', 'parka', 'parks', 'perk']);
  eachFuzzyMatch(new FuzzyPattern('park', 1), dictionary, 1, 4, (ordinal) => found.push(ordinal));
  assert.deepEqual(found, [1, 2, 3]);
});
