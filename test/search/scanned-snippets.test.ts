import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Analyzer } from '../../src/analysis/analyzer.ts';
import { analyzerFor } from '../../src/analysis/language.ts';
import { matchRules } from '../../src/search/precision.ts';
import { parseQueryText } from '../../src/search/query-text.ts';
import { QueryWords } from '../../src/search/query-words.ts';
import { snippetOf } from '../../src/search/snippet.ts';
import { announcedSeed, Random } from '../support/seed.ts';

const PIECES = [
  ...['mountain', 'Mountains', 'mount', 'm', 'MX', 'run', 'running', 'ran', 'the', 'of', 'dying', 'die'],
  ...[
    "l'été",
    "L'avion",
    'dell’arte',
    "qu'il",
    "d'l'eau",
    "rock'n'roll",
    "don't",
    'café',
    'CAFE',
    'cafe\u0301s',
  ],
  ...[
    'oes',
    'ao',
    'ações',
    'nação',
    'Häuser',
    'haus',
    'ﬁn',
    'fin',
    'Ａvion',
    'straße',
    'strasse',
    'İl',
    'ıl',
  ],
  ...['3.14', '3,14', '3;1', '1.', '.5', 'a.b', 'wi-fi', 'x_y', '_x', '1\u0301', 'm\u0301x', 'Ⅷ', 'viii'],
  ...['гора', 'Горы', 'ёлка', 'елка', 'и\u0306од', 'йод', 'Σίσυφος', 'σισυφος', 'नि', 'مَ'],
  ...['山川湖', '山', 'ｶﾞｽ', 'ガス', '한국어', '\u1112\u1161\u11ab', '가ㄳ', 'ภูเขา', 'น้ำ', 'ဦ', 'ဦ'],
  ...['😀', '𝒜vion', '𠀀山', '<b>', '&', '\ud800', '\udc00', '\u0301', '\u200d', '\ufe0f', 'x'.repeat(300)],
];
const JOINTS = [' ', ', ', '. ', '', '.', "'", '’', ';', '-', '_', '\u0301'];
const LANGUAGES = [null, 'da', 'de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pt', 'ru', 'th', 'zh'];

/** Reads every word of a text. */
const unscanned = (analyzer: Analyzer): Analyzer => ({
  ...analyzer,
  scan: (text, _beginnings, sink) => analyzer.words(text, sink),
});

test('a snippet is the same whether a text is scanned or every word is analysed', () => {
  const random = new Random(announcedSeed('scanned snippets'));
  const line = (most: number): string => {
    const usual = random.pick(JOINTS);
    let text = '';
    for (let left = random.below(most); left > 0; left--) {
      text += random.pick(PIECES) + (random.below(4) === 0 ? random.pick(JOINTS) : usual);
    }
    return text;
  };
  let marked = 0;
  for (const language of LANGUAGES) {
    const analyzer = analyzerFor(language);
    for (let i = 0; i < 600; i++) {
      const query = random.pick([random.pick(PIECES), line(4), `"${line(3)}" -${line(2)}`]);
      const precision = 1 + random.below(11);
      const [text, size] = [line(40), 20 + random.below(200)];
      const snippet = (reader: Analyzer) =>
        snippetOf(text, new QueryWords(parseQueryText(query), matchRules(precision), reader), reader, size);
      const expected = snippet(unscanned(analyzer));
      assert.equal(snippet(analyzer), expected, JSON.stringify({ language, query, precision, text, size }));
      if (expected !== null) marked++;
    }
  }
  assert.ok(marked > 1000, `only ${marked} texts had a match`);
});
