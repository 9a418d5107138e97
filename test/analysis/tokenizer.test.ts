import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { wordsOf } from './analysed.ts';

const TEXTS: ReadonlyArray<readonly [what: string, text: string, words: string]> = [
  ['white space and punctuation separate', 'The quick,  brown\tfox!\n(jumps)', 'the quick brown fox jumps'],
  ['an empty text has none', '', ''],
  ['punctuation alone is none', '... --- !?', ''],
  ['apostrophes join letters', "don't O'Neil’s rock'n'roll", "don't o'neil's rock'n'roll"],
  ['quotes around a word do not', "'quoted' ‘single’ dogs' 'em", 'quoted single dogs em'],
  ['dots join letters', 'nps.gov U.S.A. end. Next', 'nps.gov u.s.a end next'],
  ['dots and commas join digits', '3.5 1,000 1;2 192.168.0.1 5, 6', '3.5 1,000 1;2 192.168.0.1 5 6'],
  ['commas do not join letters', 'a,b a;b', 'a b a b'],
  ['nothing joins a letter and a digit', "a.1 1.a v2.0 1'a", 'a 1 1 a v2.0 1 a'],
  ['two joiners in a row separate', "a..b a.'b 1,,000", 'a b a b 1 000'],
  ['underscores are part of words but joined by nothing', '_a snake_case a_.b', '_a snake_case a_ b'],
  ['hyphens separate', 'e-commerce Wi-Fi 2020-01-01', 'e commerce wi fi 2020 01 01'],
  ['letters and digits stay together', 'PowerShot500 FY2022 iPhone15Pro', 'powershot500 fy2022 iphone15pro'],
  ['signs of programming languages go', 'C++ C# .NET', 'c c net'],
  ['an address', 'https://www.nps.gov/yose?x=1&y=2#top', 'https www.nps.gov yose x 1 y 2 top'],
  ['an e-mail address', 'jane.doe@example.com', 'jane.doe example.com'],
  ['emoji separate, keycaps are digits', 'a👍b ❤️ 1️⃣ 👨‍👩‍👧 🇩🇪', 'a b 1'],
  ['halves of surrogate pairs separate', 'a\ud800b\udc00c\ud83d', 'a b c'],
  ['NUL and other controls separate', 'a\0b\x07c', 'a b c'],
  ['marks of direction separate', 'a\u200fb\u202ec\ufeffd', 'a b c d'],
  ['joiners of zero width separate', 'a\u200db\u200cc\u200bd', 'a b c d'],
  ['marks without a letter are nothing', '\u0301 -\u0301a', 'a'],
  ['letters beyond the BMP', '𝒜𝓑𝟙 𐐀𐐁', 'ab1 𐐨𐐩'],
  ['superscripts and fractions separate', 'm² 1½', 'm 1'],
  ['Vietnamese', 'Việt Nam đẹp', 'viet nam dep'],
  ['Arabic keeps its words whole', 'مرحبا، بالعالم', 'مرحبا بالعالم'],
  ['Hindi keeps its words whole', 'नमस्ते दुनिया।', 'नमस्ते दुनिया'],
  ['Hebrew', 'שלום עולם', 'שלום עולם'],
];

suite('words of a text', () => {
  for (const [what, text, words] of TEXTS) {
    test(what, () => assert.deepEqual(wordsOf(text), words === '' ? [] : words.split(' ')));
  }
});

const UNSPACED: ReadonlyArray<readonly [what: string, text: string, words: string]> = [
  ['Japanese in bigrams', '東京タワー', '東京 京タ タワ ワー'],
  ['one character as itself', '東、京', '東 京'],
  ['Chinese in bigrams, punctuation between', '我爱北京。', '我爱 爱北 北京'],
  ['Korean in bigrams', '한국어 말', '한국 국어 말'],
  ['Korean in letters of their own', '한국어'.normalize('NFD'), '한국 국어'],
  ['halfwidth kana with sound marks', 'ｶﾞｷﾞｸﾞ', 'ガギ ギグ'],
  ['ideographs beyond the BMP', '𠀀𠀁𠀂', '𠀀𠀁 𠀁𠀂'],
  ['ideographs with variation selectors', '葛\u{e0100}城', '葛城'],
  ['ideographic zero', '二〇二四', '二〇 〇二 二四'],
  ['words around a run', 'iPhone15手机壳Pro', 'iphone15 手机 机壳 pro'],
  ['nothing joins a run', '東.京 a.東', '東 京 a 東'],
  ['Thai by dictionary', 'ภาษาไทยง่าย123มาก', 'ภาษา ไทย ง่าย 123 มาก'],
  ['Lao too', 'ພາສາລາວ', 'ພາສາ ລາວ'],
];

suite('scripts without spaces', () => {
  for (const [what, text, words] of UNSPACED) {
    test(what, () =>
      assert.deepEqual(
        wordsOf(text),
        words.split(' ').map((word) => word.normalize('NFKC')),
      ),
    );
  }
});

const ELIDED: ReadonlyArray<readonly [language: string, text: string, words: string]> = [
  ['fr', "l'avion L’Avion qu'il jusqu'à", 'avion avion il a'],
  ['fr', "aujourd'hui prud'homme l' avion", "aujourd'hui prud'homme l avion"],
  ['fr', "d'l'or", 'or'],
  ['it', "dell'arte un'altra c'è po' d'acqua", 'arte altra e po acqua'],
  ['en', "l'avion", "l'avion"],
  ['de', "l'avion", "l'avion"],
];

suite('elision', () => {
  for (const [language, text, words] of ELIDED) {
    test(`${language}: ${text}`, () => assert.deepEqual(wordsOf(text, language), words.split(' ')));
  }
});
