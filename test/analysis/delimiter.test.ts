import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { analyzerFor } from '../../src/analysis/language.ts';
import { subtokensOf } from './analysed.ts';

const split = (list: string): string[] => (list === '' ? [] : list.split(' '));

const PARTS: ReadonlyArray<readonly [chunk: string, parts: string]> = [
  ['word', 'word'],
  ['', ''],
  ['--', ''],
  ['PowerShot500', 'power shot 500'],
  ['iPhone15Pro', 'i phone 15 pro'],
  ['FY2022', 'fy 2022'],
  ['Wi-Fi', 'wi fi'],
  ['e-commerce', 'e commerce'],
  ['C++', 'c'],
  ['snake_case', 'snake case'],
  ['PDFFile', 'pdffile'],
  ["O'Neil's", 'o neil'],
  ['O’NEIL’S,', 'o neil'],
  ["Bob's-car", 'bob car'],
  ["Bob'sCar", 'bob s car'],
  ["5's", '5 s'],
  ["'s", 's'],
  ["don't", 'don t'],
  ['3.5', '3 5'],
  ['1,000', '1 000'],
  ['ÉcoleÉté', 'ecole ete'],
  ['E\u0301coleE\u0301te\u0301', 'ecole ete'],
  ['straßeBerlin', 'strasse berlin'],
  ['МоскваСити', 'москва сити'],
  ['𐐨𐐀x', '𐐨 𐐨x'],
  ['हिन्दी-१२', 'हिन्दी १२'],
  ['iPhone手机-壳', 'i phone'],
  ['東京-大阪', ''],
  ['a\ud800b', 'a b'],
];

suite('delimiter parts', () => {
  for (const [chunk, parts] of PARTS) {
    test(JSON.stringify(chunk), () => assert.deepEqual(analyzerFor(null).parts(chunk), split(parts)));
  }
});

const SUBTOKENS: ReadonlyArray<readonly [what: string, text: string, subtokens: string]> = [
  ['a chunk of one part has none', 'plain words, here. park’s', ''],
  ['parts and all of them glued, once', 'Wi-Fi', 'wi fi wifi'],
  ['runs of letters, and everything', 'PowerShot500', 'power shot 500 powershot powershot500'],
  ['a run of one part is not glued', 'FY2022', 'fy 2022 fy2022'],
  ['runs of digits', 'v-2020-01', 'v 2020 01 202001 v202001'],
  ['digits alone', '2020-01', '2020 01 202001'],
  ['runs at both ends', 'ab-cd-12-ef-gh', 'ab cd 12 ef gh abcd efgh abcd12efgh'],
  ['the same part twice is two subtokens', 'x-x', 'x x xx'],
  ['chunk by chunk', 'a-b\u00a0c\u3000d-e\n', 'a b ab d e de'],
  ['subtokens are stemmed', 'Power-Shots', 'power shot powershot'],
  ['up to sixteen parts are glued', Array(16).fill('a').join('-'), `${'a '.repeat(16)}${'a'.repeat(16)}`],
  ['more are not', Array(17).fill('a').join('-'), 'a '.repeat(17).trim()],
  ['marks without a letter are nothing', '\u0301-a', ''],
  ['halves of surrogate pairs part', 'a\ud800b', 'a b ab'],
  ['Han in a chunk has no part', '東京a大阪b', 'a b ab'],
];

suite('word-delimiter subtokens', () => {
  for (const [what, text, subtokens] of SUBTOKENS) {
    test(what, () => assert.deepEqual(subtokensOf(text), split(subtokens)));
  }

  test('they depend on the language of the engine', () => {
    assert.deepEqual(subtokensOf('Häuser-Straßen', 'de'), ['haus', 'strass', 'hauserstrass']);
  });

  test('a catenated subtoken is truncated like a word', () => {
    assert.deepEqual(subtokensOf(`${'a'.repeat(100)}1${'b'.repeat(100)}`).at(-1)?.length, 128);
  });
});
