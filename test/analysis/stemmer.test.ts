import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { englishStem } from '../../src/analysis/english-stem.ts';
import { analyzerFor } from '../../src/analysis/language.ts';
import { stemsOf } from './analysed.ts';

/** The words of a line have the same stem. */
const FAMILIES: ReadonlyArray<readonly [language: string | null, words: string]> = [
  ['en', "park parks park's Parks’"],
  ['en', 'connect connects connected connecting connection connections'],
  ['en', 'result results resulting'],
  [null, 'mountain mountains'],
  ['ja', 'camera cameras'],
  ['th', 'camera cameras'],
  ['da', 'hus huse huset husene'],
  ['de', 'Haus Häuser Hauses'],
  ['de', 'Straße Straßen Strasse'],
  ['de', 'möglich Möglichkeit Möglichkeiten'],
  ['es', 'canción canciones'],
  ['es', 'información informaciones'],
  ['es', 'biología biologías'],
  ['fr', 'manger mangé mangée mangées'],
  ['fr', 'premier première premières'],
  ['fr', 'général générale générales généraux'],
  ['it', 'ragazzo ragazza ragazzi ragazze'],
  ['it', "l'amico amico amici"],
  ['nl', 'boek boeken'],
  ['pt', 'informação informações'],
  ['pt-br', 'nação nações'],
  ['pt', 'avião aviões'],
  ['ru', 'книга книги книгу'],
  ['ru', 'красивый красивая красивого'],
  ['ru', 'ёлка елки'],
];

suite('stems', () => {
  for (const [language, words] of FAMILIES) {
    test(`${language}: ${words}`, () => assert.equal(new Set(stemsOf(words, language)).size, 1));
  }

  test('stems are folded', () => {
    for (const [language, word] of [
      ['pt', 'ação'],
      ['fr', 'année'],
      ['es', 'nación'],
    ] as const) {
      for (const stem of stemsOf(word, language)) assert.match(stem, /^[a-z]+$/);
    }
  });

  test('words with digits, and those of one or two letters, are their own stems', () => {
    for (const word of ['b2bs', '1,000s', 'is', 'as', 's', 'a٣s']) {
      assert.equal(analyzerFor('en').stem(word), word);
    }
  });

  test('words of other scripts are unchanged', () => {
    for (const word of ['東京', 'ภาษา', 'नमस्ते', '𐐨𐐩𐐪']) assert.equal(analyzerFor('en').stem(word), word);
  });

  test('the stem of a word stays the same after many other words', () => {
    const { stem } = analyzerFor('en');
    const before = stem('generalizations');
    for (let i = 0; i < 200_000; i++) stem(`word${String.fromCharCode(97 + (i % 26))}${i.toString(36)}ing`);
    for (let i = 0; i < 100_000; i++) stem([...`${i}`].map((digit) => 'abcdefghij'[Number(digit)]).join(''));
    assert.equal(stem('generalizations'), before);
  });
});

/** One pair for each rule of the published description. */
const ENGLISH = `skies sky  dying die  news news  ugly ugli  innings inning  proceeded proceed
  caresses caress  ties tie  cries cri  gas gas  this this  gaps gap  kiwis kiwi  bus bus
  agreed agre  feed feed  luxuriated luxuri  hopped hop  hoped hope  hoping hope  failing fail  sing sing
  happy happi  by by  say say  enjoy enjoy  youth youth  yes yes
  relational relat  conditional condit  valency valenc  hesitancy hesit  digitizer digit  conformably conform
  radically radic  differently differ  vilely vile  analogously analog  vietnamization vietnam
  predication predic  operator oper  feudalism feudal  decisiveness decis  hopefulness hope
  callousness callous  formality formal  sensitivity sensit  sensibility sensibl  apology apolog
  carelessly careless  hopefully hope  nicely nice  triplicate triplic  formative format  formalize formal
  electricity electr  electrical electr  hopeful hope  goodness good  revival reviv  allowance allow
  inference infer  airliner airlin  gyroscopic gyroscop  adjustable adjust  defensible defens
  irritant irrit  replacement replac  adjustment adjust  dependent depend  adoption adopt  communism communism
  activate activ  angularity angular  homologous homolog  effective effect  bowdlerize bowdler
  probate probat  rate rate  cease ceas  controll control  roll roll  generate generat  general general
  generic generic  communication communic  arsenal arsenal  o'neil's o'neil  dogs' dog`;

test('the English stemmer follows its description', () => {
  const pairs = ENGLISH.split(/\s+/);
  for (let i = 0; i < pairs.length; i += 2) {
    assert.equal(englishStem(pairs[i] as string), pairs[i + 1], pairs[i]);
  }
});
