import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { analyzerFor } from '../../src/analysis/language.ts';
import { matchRules } from '../../src/search/precision.ts';
import { parseQueryText } from '../../src/search/query-text.ts';
import { QueryWords } from '../../src/search/query-words.ts';
import { FieldRenderer } from '../../src/search/render-field.ts';
import { WHOLE } from '../../src/search/result-fields.ts';
import { snippetOf } from '../../src/search/snippet.ts';
import type { TypedValue } from '../../src/values/value.ts';
import { processorTime } from '../support/processor-time.ts';
import { announcedSeed } from '../support/seed.ts';

// Which part of a text a snippet shows, and what it marks.

interface Setting {
  readonly precision?: number;
  readonly size?: number;
  readonly language?: string | null;
}

const snippet = (
  query: string,
  text: string,
  { precision = 2, size = 100, language = null }: Setting = {},
) => {
  const analyzer = analyzerFor(language);
  return snippetOf(
    text,
    new QueryWords(parseQueryText(query), matchRules(precision), analyzer),
    analyzer,
    size,
  );
};

const renderer = (query: string): FieldRenderer => {
  const analyzer = analyzerFor(null);
  return new FieldRenderer(new QueryWords(parseQueryText(query), matchRules(2), analyzer), analyzer);
};

type Row = readonly [what: string, query: string, text: string, expected: string | null, setting?: Setting];

suite('a snippet marks', () => {
  const rows: readonly Row[] = [
    ['a word', 'dune', 'Dune by Herbert', '<em>Dune</em> by Herbert'],
    ['the word and not its signs', 'dune', '"Dune", (Dune).', '&quot;<em>Dune</em>&quot;, (<em>Dune</em>).'],
    ['each word on its own', 'rocky mountain', 'Rocky Mountain', '<em>Rocky</em> <em>Mountain</em>'],
    ['a word with the same stem, whole', 'mountain', 'many mountains', 'many <em>mountains</em>'],
    ['a word that the query begins', 'cat', 'a caterpillar', 'a <em>caterpillar</em>'],
    [
      'words without regard to case, width and marks',
      'CAFÉ ｄune',
      'Cafe dûne',
      '<em>Cafe</em> <em>dûne</em>',
    ],
    ['nothing for a typo', 'mountian', 'a mountain', null],
    ['nothing for joined words', 'key board', 'a keyboard', null, { precision: 9 }],
    ['nothing for parts between delimiters', 'shot', 'PowerShot', null],
    ['nothing where nothing is found', 'zebra', 'a mountain', null],
    ['nothing for an empty query', '', 'a mountain', null],
    ['nothing for punctuation', '?!', 'a mountain', null],
    ['no beginnings from precision 9 on', 'mount', 'a mountain', null, { precision: 9 }],
    ['beginnings at precision 8', 'mount', 'a mountain', 'a <em>mountain</em>', { precision: 8 }],
    ['stems at precision 10', 'mountains', 'a mountain', 'a <em>mountain</em>', { precision: 10 }],
    [
      'words only at precision 11',
      'mountains',
      'a mountain, mountains',
      'a mountain, <em>mountains</em>',
      { precision: 11 },
    ],
    ['stop words, not as prefixes', 'the dune', 'The theory Dune', '<em>The</em> theory <em>Dune</em>'],
    ['stop words that are last, as prefixes', 'dune the', 'The theory', '<em>The</em> <em>theory</em>'],
    ['stop words at every precision', 'the dune', 'the Dune', '<em>the</em> <em>Dune</em>', { precision: 9 }],
    ['stop words if there is nothing else', 'the', 'the theory', '<em>the</em> theory', { precision: 11 }],
    ['the words of a phrase, each on its own', '"the who"', 'The Who', '<em>The</em> <em>Who</em>'],
    [
      'required and wanted words, no forbidden ones',
      '+red pear -blue',
      'red blue pears',
      '<em>red</em> blue <em>pears</em>',
    ],
    ['no beginnings in queries with operators', '+mount', 'a mountain', null],
    ['no stop words with operators', '+dune the', 'the dune', 'the <em>dune</em>'],
    ['no stop words with forbidden words', 'the -dune', 'the rock', null],
    ['stop words with forbidden stop words', 'the -of', 'the rock', '<em>the</em> rock'],
    ['at most twelve letters as a prefix', 'internationa', 'internationally', '<em>internationally</em>'],
    ['nothing for thirteen letters as a prefix', 'abcdefghijklm', 'abcdefghijklmn', null],
    [
      'words in other languages by their stems',
      'Häuser',
      'ein Haus',
      'ein <em>Haus</em>',
      { language: 'de' },
    ],
    ['words behind an article', 'avion', "l'avion bleu", 'l&#39;<em>avion</em> bleu', { language: 'fr' }],
    [
      'pairs of characters that overlap as one',
      '東京都',
      '東京都庁',
      '<em>東京都</em>庁',
      { language: 'ja' },
    ],
    [
      'a word that is markup in HTML',
      'b',
      '<b>x</b> & "y"',
      '&lt;<em>b</em>&gt;x&lt;/<em>b</em>&gt; &amp; &quot;y&quot;',
    ],
  ];
  for (const [what, query, text, expected, setting] of rows) {
    test(`${what}: ${query} in ${text}`, () => {
      assert.equal(snippet(query, text, setting), expected);
    });
  }
});

suite('a snippet shows', () => {
  const far =
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen';
  const rows: readonly Row[] = [
    ['the whole text if it fits', 'two', 'one two\nthree ', 'one <em>two</em>\nthree ', { size: 20 }],
    ['the beginning for a match at the beginning', 'one', far, '<em>one</em> two three four', { size: 20 }],
    ['the end for a match at the end', 'sixteen', far, 'fifteen <em>sixteen</em>', { size: 20 }],
    ['the text on both sides', 'eight', far, 'six seven <em>eight</em> nine ten', { size: 25 }],
    ['no part of a word', 'eight', far, 'seven <em>eight</em> nine', { size: 18 }],
    [
      'the part with most different words',
      'red apple',
      `red red red red ${'x '.repeat(30)}a red apple here`,
      'x x a <em>red</em> <em>apple</em> here',
      { size: 20 },
    ],
    [
      'the first part on ties',
      'red',
      `a red house ${'x '.repeat(30)}a red barn`,
      'a <em>red</em> house x x x x',
      { size: 20 },
    ],
    [
      'words of a long URL',
      'canyon',
      `see https://nps.example/parks/grand/canyon/trails/of/the/south/rim now`,
      'grand/<em>canyon</em>/trails/of',
      { size: 24 },
    ],
    [
      'a word that is longer than the size, cut',
      'donau',
      'Donaudampfschifffahrtsgesellschaft',
      '<em>Donaudampfschif</em>',
      { size: 15 },
    ],
    [
      'characters, not halves of them',
      'dune',
      `${'😀 '.repeat(30)}dune ${'😀 '.repeat(30)}`,
      `${'😀 '.repeat(4)}<em>dune</em>${' 😀'.repeat(4)}`,
      { size: 20 },
    ],
    [
      'a text without blanks',
      '東京',
      `${'あ'.repeat(50)}東京${'い'.repeat(50)}`,
      `${'あ'.repeat(9)}<em>東京</em>${'い'.repeat(9)}`,
      { size: 20, language: 'ja' },
    ],
  ];
  for (const [what, query, text, expected, setting] of rows) {
    test(what, () => assert.equal(snippet(query, text, setting), expected));
  }
});

suite('a field', () => {
  const asked = { ...WHOLE, snippet: true, raw: false };
  const rows: ReadonlyArray<
    readonly [what: string, value: TypedValue, expected: string | null, fallback?: boolean]
  > = [
    ['of several texts shows the first that matches', ['one', 'a dune', 'dunes'], 'a <em>dune</em>'],
    ['of several texts without a match is null', ['one', 'two'], null],
    ['without a value is null', null, null, true],
    ['without items is null', [], null, true],
    ['of nulls is null', [null], null, true],
    ['skips nulls among its texts', [null, 'dune'], '<em>dune</em>'],
    ['without a match is null', 'a mountain', null],
    ['without a match falls back to its beginning, escaped', '<a> mountain', '&lt;a&gt; mountain', true],
    ['of several texts falls back on the first', [null, 'one', 'two'], 'one', true],
    ['with a match does not fall back', 'x dune', 'x <em>dune</em>', true],
  ];
  for (const [what, value, expected, fallback] of rows) {
    test(what, () => assert.equal(renderer('dune').snippet(value, { ...asked, fallback }), expected));
  }

  test('falls back to at most its size', () => {
    const text = 'An over 8 million acres (32,375 km2) plot of mountainous territory';
    const field = { ...asked, fallback: true, snippetSize: 50 };
    assert.equal(renderer('x').snippet(text, field), 'An over 8 million acres (32,375 km2) plot of');
  });

  const raws: ReadonlyArray<
    readonly [what: string, value: TypedValue, size: number | undefined, expected: TypedValue]
  > = [
    ['is not cut without a size', 'a '.repeat(999), undefined, 'a '.repeat(999)],
    [
      'is cut where a word ends',
      'An over 8 million acres (32,375 km2) plot of mountainous',
      50,
      'An over 8 million acres (32,375 km2) plot of',
    ],
    ['is not cut if it fits', 'exactly twenty chars', 20, 'exactly twenty chars'],
    ['ends with a word that just fits', 'exactly twenty chars and more', 20, 'exactly twenty chars'],
    ['ends before blanks', 'fifteen letters    more', 18, 'fifteen letters'],
    ['is cut within a word that is too long', 'x'.repeat(30), 20, 'x'.repeat(20)],
    ['counts characters', '😀'.repeat(20), 20, '😀'.repeat(20)],
    ['never ends in half a character', '😀'.repeat(30), 15, '😀'.repeat(15)],
    ['is cut anywhere where there are no blanks', `東京 ${'あ'.repeat(30)}`, 20, `東京 ${'あ'.repeat(17)}`],
    ['is not HTML', '<b> & "x" and more words', 15, '<b> & "x" and'],
    [
      'of several texts is cut one by one',
      ['one two three four five six', 'x', null],
      15,
      ['one two three', 'x', null],
    ],
    ['of a number has no size', 1234567890123456, 15, 1234567890123456],
  ];
  for (const [what, value, rawSize, expected] of raws) {
    test(`raw ${what}`, () => assert.deepEqual(renderer('').raw(value, { ...WHOLE, rawSize }), expected));
  }
});

const unmarked = (html: string): string =>
  html
    .replace(/<\/?em>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

test('any snippet is a part of its text within the size, with balanced marks', () => {
  const word = fc.constantFrom(
    'red',
    'apple',
    'apples',
    'the',
    'x',
    '<b>',
    '&',
    "it's",
    '😀',
    '東京都',
    'ครับ',
    'e-mail',
    '\n',
    '"q"',
    'a.b.c',
  );
  const text = fc.array(word, { maxLength: 80 }).map((words) => words.join(' '));
  const seed = announcedSeed('snippets');
  fc.assert(
    fc.property(
      text,
      fc.constantFrom('red apple', 'the', 'x 東京 b', '"red apple" -x'),
      fc.integer({ min: 15, max: 120 }),
      (long, query, size) => {
        const html = snippet(query, long, { size });
        if (html === null) return;
        assert.match(html, /<em>/);
        assert.doesNotMatch(html.replace(/<\/?em>/g, ''), /[<>"']/);
        assert.equal(html.split('<em>').length, html.split('</em>').length);
        assert.ok(long.includes(unmarked(html)), html);
        assert.ok([...unmarked(html)].length <= size, html);
      },
    ),
    { seed, numRuns: 3_000 },
  );
});

test('a hundred thousand characters take milliseconds, with any matches', () => {
  const texts = {
    'every word matches': 'dune '.repeat(20_000),
    'no word matches': 'mountain '.repeat(11_000),
    'one word': 'd'.repeat(100_000),
    'emoji and matches': '😀dune '.repeat(14_000),
    pairs: '東京'.repeat(50_000),
    signs: '<>&"'.repeat(25_000),
    'different words': Array.from({ length: 15_000 }, (_, i) => `dune${i}`).join(' '),
  };
  snippet('dune 東京', 'warm up dune 東京');
  for (const [what, text] of Object.entries(texts)) {
    const start = processorTime();
    snippet('dune 東京 d', text, { size: 1000 });
    const taken = processorTime() - start;
    assert.ok(taken < 1000, `${what} took ${taken} ms`);
  }
});
