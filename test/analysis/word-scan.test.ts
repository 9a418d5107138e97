import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { kindAt, SEGMENTED, SEPARATOR } from '../../src/analysis/characters.ts';
import { analyzerFor } from '../../src/analysis/language.ts';
import { announcedSeed, Random } from '../support/seed.ts';
import { foundWords } from './analysed.ts';

const LANGUAGES = ['da', 'de', 'en', 'es', 'fr', 'it', 'nl', 'pt', 'ru', 'th'];

/** Fails unless a scan for each word of a text finds it where the analyzer does, and nothing that is no word. */
function checkScans(text: string, language: string | null): void {
  const analyzer = analyzerFor(language);
  const all = foundWords(text, language);
  for (const wanted of new Set(all.map(({ word }) => word))) {
    const scanned: typeof all = [];
    analyzer.scan(text, analyzer.beginningsOf([wanted], []), (word, start, end) =>
      scanned.push({ word, start, end }),
    );
    const isWanted = ({ word }: { readonly word: string }): boolean => word === wanted;
    const what = `${wanted} in ${JSON.stringify(text)}`;
    assert.deepEqual(scanned.filter(isWanted), all.filter(isWanted), what);
    const known = new Set(all.map((word) => JSON.stringify(word)));
    assert.ok(
      scanned.every((word) => known.has(JSON.stringify(word))),
      what,
    );
  }
}

/** Every character of one unit that may be part of a word beyond ASCII; a ninth of the ideographs and syllables. */
const CHARACTERS = Array.from({ length: 0x10000 - 128 }, (_, i) => String.fromCharCode(i + 128)).filter(
  (character, i) =>
    kindAt(character, 0) !== SEPARATOR && (i % 9 === 0 || !/[\p{Unified_Ideograph}가-힣]/u.test(character)),
);

/** Fails unless the words of a text pass the beginnings that are made of themselves. */
function checkBeginnings(text: string, language: string): void {
  const { words, beginningsOf } = analyzerFor(language);
  words(text, (word, start) => {
    const beginnings = beginningsOf([word], []);
    assert.ok(beginnings.passes(text, start), `${word} in ${JSON.stringify(text)}`);
    if (kindAt(text, start) === SEGMENTED) assert.ok(!beginnings.isAscii, word);
  });
}

suite('a scan finds a word', () => {
  test('that begins with any character, whatever follows it', () => {
    const followers = ['', 'a', 'и', '山', '\u0301', '\u3099', '\u1161', '\u11a8', 'ㄳ', '\ufe0f'];
    for (const character of CHARACTERS) {
      for (const follower of followers) checkBeginnings(character + follower, 'fr');
    }
  });

  test('in which any character follows the first', () => {
    const firsts = ['A', '1', '_', 'é', 'и', 'Σ', '山', 'か', 'ｶ', '가', 'ㄱ', 'क', 'ဥ', 'ก', 'ا'];
    for (const character of CHARACTERS) {
      for (const first of firsts) checkBeginnings(first + character, 'it');
    }
  });

  test('in random texts', () => {
    const random = new Random(announcedSeed('word scan'));
    const pieces = [
      ...[
        'a',
        'B',
        'c',
        'x',
        '_',
        '1',
        '23',
        'é',
        'e\u0301',
        'ß',
        'ﬁ',
        'Ａ',
        "l'",
        'qu’',
        'dell’',
        'ж',
        '東',
        '京',
      ],
      ...[
        'ก',
        'ำ',
        '한',
        '\u1112',
        '\u1161',
        '\u11ab',
        'ｶ',
        'ﾞ',
        '𝒜',
        '𠀀',
        '👍',
        '\ud800',
        '\udc00',
        '\u0301',
      ],
      ...["'", '’', '.', ',', ';', '-', ' ', ' ', ' ', '\n', '\u00a0', '\u200d'],
    ];
    for (let i = 0; i < 4000; i++) {
      const length = random.below(20);
      const text = Array.from({ length }, () => random.pick(pieces)).join('');
      checkScans(text, random.pick(LANGUAGES));
    }
  });
});

suite('a scan for a stem finds all words with it', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const cyrillic = 'абвгдежзийклмнопрстуфхцчшщъыьэюя';
  for (const language of LANGUAGES) {
    test(`in ${language}`, () => {
      const { beginningsOf, stem } = analyzerFor(language);
      const check = (word: string): void =>
        assert.ok(beginningsOf([], [stem(word)]).passes(word, 0), `${word}: ${stem(word)}`);
      const random = new Random(announcedSeed(`stems in ${language}`));
      const alphabet = [...(language === 'ru' ? cyrillic : `${letters}'`)];
      for (const a of alphabet) for (const b of alphabet) for (const c of alphabet) check(a + b + c);
      for (let i = 0; i < 5_000; i++) {
        check(Array.from({ length: 4 + random.below(8) }, () => random.pick(alphabet)).join(''));
      }
    });
  }
});
