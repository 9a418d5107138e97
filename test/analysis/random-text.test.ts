import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { kindAt, SEGMENTED } from '../../src/analysis/characters.ts';
import { foldWord } from '../../src/analysis/folding.ts';
import { analyzerFor } from '../../src/analysis/language.ts';
import { announcedSeed } from '../support/seed.ts';
import { foundWords, numberedTerms, stemsOf, subtokensOf, wordsOf } from './analysed.ts';

const seed = announcedSeed('analysis of random texts');

/** Pieces that affect their neighbours, drawn more often than by chance. */
const pieces = fc.constantFrom(
  ...[
    "'",
    '’',
    '.',
    ',',
    ';',
    '_',
    '-',
    ' ',
    '1',
    '23',
    'a',
    'B',
    'é',
    'e\u0301',
    'İ',
    'ı',
    'ß',
    'Σ',
    'ς',
    'ё',
  ],
  ...[
    'ﬁ',
    'Ａ',
    '１',
    'ｶﾞ',
    '東',
    '京',
    '한',
    '\u1112\u1161',
    'ー',
    'ก',
    'ำ',
    'नि',
    'مَ',
    '𝒜',
    '𠀀',
    '👍',
    '\u200d',
  ],
  ...[
    '\ufe0f',
    '\u0301',
    '\u0316',
    '\ud800',
    '\udc00',
    '\0',
    '\u200f',
    "l'",
    "qu'",
    's',
    'Ⅷ',
    'ŉ',
    '\ufdfa',
    'xY',
  ],
);
const texts = fc.oneof(
  fc.array(pieces, { maxLength: 30 }).map((list) => list.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
);
const languages = fc.constantFrom(
  null,
  'da',
  'de',
  'en',
  'es',
  'fr',
  'it',
  'ja',
  'nl',
  'pt',
  'pt-br',
  'ru',
  'th',
);

const isSegmented = (word: string): boolean =>
  Array.from(word, (_, at) => kindAt(word, at)).includes(SEGMENTED);

test('the text at the offsets of a word folds to the word', () => {
  fc.assert(
    fc.property(texts, languages, (text, language) => {
      let last = -1;
      for (const { word, start, end } of foundWords(text, language)) {
        assert.equal(foldWord(text.slice(start, end)), word);
        assert.ok(word.length > 0 && word.length <= 128);
        assert.ok(start > last && end > start && end <= text.length);
        last = start;
      }
    }),
    { seed, numRuns: 3000 },
  );
});

test('a folded word folds to itself and, unless a dictionary splits it, is one word again', () => {
  fc.assert(
    fc.property(texts, languages, (text, language) => {
      for (const word of wordsOf(text, language)) {
        assert.equal(foldWord(word), word);
        // ゟ and ヿ are one character as written and two when folded.
        if (!isSegmented(word) && !/[ゟヿ]/.test(text)) assert.deepEqual(wordsOf(word, language), [word]);
      }
    }),
    { seed, numRuns: 3000 },
  );
});

test('a text has the words of its parts between white space', () => {
  fc.assert(
    fc.property(texts, texts, languages, (left, right, language) => {
      assert.deepEqual(wordsOf(`${left} ${right}`, language), [
        ...wordsOf(left, language),
        ...wordsOf(right, language),
      ]);
    }),
    { seed, numRuns: 2000 },
  );
});

test('subtokens are those of the chunks, and begin with the stems of their parts', () => {
  fc.assert(
    fc.property(texts, languages, (text, language) => {
      const { parts, stem } = analyzerFor(language);
      const subtokens: string[] = [];
      for (const chunk of text.split(/\s+/)) {
        const own = subtokensOf(chunk, language);
        const stems = parts(chunk).map(stem);
        assert.deepEqual(own.slice(0, stems.length), stems.length > 1 ? stems : []);
        subtokens.push(...own);
      }
      assert.deepEqual(subtokensOf(text, language), subtokens);
    }),
    { seed, numRuns: 3000 },
  );
});

test('stems are never empty and never longer than a word may be', () => {
  fc.assert(
    fc.property(texts, languages, (text, language) => {
      for (const word of wordsOf(text, language)) {
        const stem = analyzerFor(language).stem(word);
        assert.ok(stem.length > 0 && stem.length <= 128);
        assert.equal(analyzerFor(language).stem(word), stem);
      }
    }),
    { seed, numRuns: 2000 },
  );
});

test('the numbered terms of a text are its words, their stems and its subtokens', () => {
  const spaced = fc.array(
    fc.oneof(
      pieces,
      fc.constantFrom(
        '  ',
        "it's",
        'wi-Fi5',
        'Houses',
        'nationally',
        'maisons',
        'работали',
        'e.g.',
        '\t',
        '3,5',
      ),
    ),
    {
      maxLength: 60,
    },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        texts,
        spaced.map((list) => list.join('')),
      ),
      languages,
      (text, language) => {
        const { words, stems, subtokens } = numberedTerms(text, language);
        assert.deepEqual(words, wordsOf(text, language));
        assert.deepEqual(stems, stemsOf(text, language));
        assert.deepEqual(subtokens, subtokensOf(text, language));
      },
    ),
    { seed, numRuns: 6000 },
  );
});

test('the numbered terms of long words and chunks are their words and subtokens', () => {
  for (const part of ['a', 'A1', "b'", 'c-', 'd.e-', 'é', 'fG']) {
    for (let count = 60; count < 260; count++) {
      const text = `${part.repeat(count)} end`;
      assert.deepEqual(numberedTerms(text, 'fr').words, wordsOf(text, 'fr'));
      assert.deepEqual(numberedTerms(text, 'fr').subtokens, subtokensOf(text, 'fr'));
    }
  }
});
