import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { analyzerFor } from '../../src/analysis/language.ts';
import { processorTime } from '../support/processor-time.ts';
import { numberedTerms, subtokensOf, wordsOf } from './analysed.ts';

const LENGTH = 100_000;
const repeated = (piece: string): string => piece.repeat(Math.ceil(LENGTH / piece.length));

const HOSTILE: Readonly<Record<string, string>> = {
  'one word': repeated('a'),
  'words joined by dots': repeated('a.'),
  'digits joined by commas': repeated('1,'),
  'elided articles': `${repeated("l'")}a`,
  possessives: repeated("a's"),
  'camel case': repeated('aB'),
  hyphens: repeated('a-'),
  'marks without a letter': repeated('\u0300\u0316'),
  'a Latin letter under marks out of order': `a${repeated('\u0300\u0316')}`,
  'a Cyrillic letter under marks out of order': `ж${repeated('\u0300\u0316')}`,
  'an ideograph under marks out of order': `漢${repeated('\u0300\u0316')}`,
  'many letters under many marks': repeated(`ж${'\u0300\u0316'.repeat(250)} `),
  'a Hangul initial with vowels': `\u1100${repeated('\u1161')}`,
  Thai: repeated('ก'),
  Myanmar: repeated('က'),
  'a ligature of eighteen characters': repeated('\ufdfa'),
  'halves of surrogate pairs': repeated('\ud800'),
  families: repeated('👨‍👩‍👧'),
  underscores: repeated('_'),
  blanks: repeated(' '),
};

suite('hostile texts of 100,000 characters', () => {
  for (const [what, text] of Object.entries(HOSTILE)) {
    test(`${what} take linear time`, () => {
      const { stem, scan, beginningsOf } = analyzerFor('fr');
      const start = processorTime();
      for (const word of wordsOf(text, 'fr')) stem(word);
      scan(text, beginningsOf(['z'], []), () => {});
      subtokensOf(text, 'fr');
      numberedTerms(text, 'fr');
      analyzerFor('fr').parts(text);
      // Linear work takes some tens of milliseconds, quadratic work minutes.
      assert.ok(processorTime() - start < 5000);
    });
  }
});

test('words that share a hash with a known factor take linear time', () => {
  // With the factor 31 of Java and others, `an` and `c0` have the same hash, and so have all words made of them.
  const words = Array.from({ length: 1 << 15 }, (_, n) =>
    Array.from({ length: 15 }, (_, bit) => ((n >> bit) & 1 ? 'an' : 'c0')).join(''),
  );
  const start = processorTime();
  numberedTerms(words.join(' '), 'en');
  assert.ok(processorTime() - start < 5000);
});

test('cached words do not keep their texts in memory', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const kept: string[] = [];
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 30; i++) {
    const text = `a-rather-long-word${i}${'z'.repeat(20)} ΜΑΚΡΥΣ${'ω'.repeat(20)}${i} ${'filler '.repeat(150_000)}`;
    analyzerFor('en').words(text, (word) => {
      if (word.length > 20) kept.push(word, analyzerFor('en').stem(word));
    });
    analyzerFor('en').subtokens(text, (subtoken) => {
      if (subtoken.length > 20) kept.push(analyzerFor('en').stem(subtoken));
    });
  }
  collect();
  assert.ok(kept.length >= 120);
  assert.ok(process.memoryUsage().heapUsed - before < 10e6, 'thirty megabytes of text would be kept');
});
