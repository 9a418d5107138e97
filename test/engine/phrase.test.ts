import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isPhrase as phraseSteps } from '../../src/index/embedded/query/operators/phrase.ts';
import { runToCompletion } from '../../src/index/embedded/runtime/time-slice.ts';
import { processorTime } from '../support/processor-time.ts';
import { announcedSeed } from '../support/seed.ts';

const seed = announcedSeed('phrases');

const isPhrase = (positions: ReadonlyArray<readonly number[]>): boolean =>
  runToCompletion(phraseSteps(positions));

/** The positions of each word of a phrase in a text; in both, each letter is a word. */
const positionsOf = (phrase: string, text: string): number[][] =>
  [...phrase].map((word) => [...text].flatMap((other, position) => (other === word ? [position] : [])));

/** By the definition: a choice of distinct positions with shifts at most 2 apart. */
function naive(positions: ReadonlyArray<readonly number[]>, chosen: readonly number[] = []): boolean {
  if (chosen.length === positions.length) {
    const shifts = chosen.map((position, i) => position - i);
    return new Set(chosen).size === chosen.length && Math.max(...shifts) - Math.min(...shifts) <= 2;
  }
  return (positions[chosen.length] ?? []).some((position) => naive(positions, [...chosen, position]));
}

const TABLE: ReadonlyArray<readonly [phrase: string, text: string, isOne: boolean, why: string]> = [
  ['a', 'xxa', true, 'one word is where it is'],
  ['a', 'xxx', false, 'a missing word'],
  ['ab', 'xabx', true, 'next to each other'],
  ['ab', 'axb', true, 'one word between'],
  ['ab', 'axxb', true, 'two words between'],
  ['ab', 'axxxb', false, 'three words between'],
  ['ab', 'ba', true, 'swapped: shifts 1 and -1'],
  ['ab', 'bxa', false, 'swapped with a word between: shifts 2 and -1'],
  ['abc', 'axbxc', true, 'one word in each gap'],
  ['abc', 'axxbxc', false, 'three words in the gaps together'],
  ['abc', 'cba', false, 'turned round: shifts 2, 0 and -2'],
  ['abc', 'acb', true, 'the last two swapped'],
  ['abc', 'ab', false, 'a word is missing'],
  ['aa', 'a', false, 'one position is not enough for two words'],
  ['aa', 'aa', true, 'a position each'],
  ['aba', 'aba', true, 'a word that comes twice'],
  ['aba', 'abx', false, 'and has but one position'],
  ['aaa', 'axaxa', true, 'three positions for three'],
  ['aaaa', 'aaxxxa', false, 'too few positions'],
];

for (const [phrase, text, isOne, why] of TABLE) {
  test(`"${phrase}" ${isOne ? 'matches' : 'does not match'} in "${text}": ${why}`, () => {
    assert.equal(isPhrase(positionsOf(phrase, text)), isOne);
  });
}

test('phrases match by the definition, on random texts of few words', () => {
  const words = fc.constantFrom('a', 'b', 'c');
  fc.assert(
    fc.property(
      fc.array(words, { minLength: 1, maxLength: 5 }),
      fc.array(fc.oneof(words, fc.constant('x')), { maxLength: 9 }),
      (phrase, text) => {
        const positions = positionsOf(phrase.join(''), text.join(''));
        assert.equal(isPhrase(positions), naive(positions));
      },
    ),
    { seed, numRuns: 5000 },
  );
});

test('the order of positions does not matter', () => {
  assert.equal(
    isPhrase([
      [90, 10],
      [300, 11],
      [12, 5],
    ]),
    true,
  );
  assert.equal(
    isPhrase([
      [90, 10],
      [300, 21],
      [12, 5],
    ]),
    false,
  );
});

test('a word repeated many times is matched quickly', () => {
  const everywhere = Array.from({ length: 63 }, (_, i) => i);
  const started = processorTime();
  assert.equal(isPhrase(everywhere.map(() => everywhere)), true);
  assert.equal(isPhrase(everywhere.map(() => everywhere.slice(1))), false);
  assert.ok(processorTime() - started < 1000, 'polynomial, not exponential');
});

test('a word yields its position if it has another', () => {
  assert.equal(isPhrase([[0, 1, 2], [1], [2, 4]]), true);
  assert.equal(isPhrase([[1], [1]]), false);
});
