import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { analyzerFor } from '../../src/analysis/language.ts';
import { matchRules } from '../../src/search/precision.ts';
import { parseQueryText } from '../../src/search/query-text.ts';
import { QueryWords } from '../../src/search/query-words.ts';
import { RecentTexts } from '../../src/search/recent-texts.ts';
import { snippetOf } from '../../src/search/snippet.ts';
import { announcedSeed, Random } from '../support/seed.ts';

const PIECES = [
  'mountain',
  'Mountains',
  'mount',
  'm',
  "l'été",
  'café',
  'CAFE',
  'run',
  'running',
  'ran',
  '3.14',
  'wi-fi',
  '山川湖',
  'ภูเขา',
  '😀',
  'the',
  'of',
  '<b>',
  '&',
  '\ud800',
  'x'.repeat(300),
];
const LANGUAGES = [null, 'en', 'fr', 'de', 'ru', 'th', 'pt'];

suite('cached analysed texts', () => {
  test('give the same snippets as analysing again', () => {
    const random = new Random(announcedSeed('recent texts'));
    const line = (most: number): string =>
      Array.from({ length: random.below(most) }, () => random.pick(PIECES)).join(
        random.pick([' ', ', ', '']),
      );
    for (const language of LANGUAGES) {
      const analyzer = analyzerFor(language);
      const kept = new RecentTexts(analyzer);
      const texts = Array.from({ length: 40 }, () => line(40));
      for (let i = 0; i < 200; i++) {
        const query = random.pick([line(4), `"${line(3)}" -${line(2)}`]);
        const precision = 1 + random.below(11);
        const [text, size] = [random.pick(texts), 20 + random.below(200)];
        const words = () => new QueryWords(parseQueryText(query), matchRules(precision), analyzer);
        assert.equal(
          snippetOf(text, words(), analyzer, size, kept),
          snippetOf(text, words(), analyzer, size),
          JSON.stringify({ language, query, precision, text, size }),
        );
      }
    }
  });

  test('still do when all word numbers are used', () => {
    const analyzer = analyzerFor('en');
    const kept = new RecentTexts(analyzer);
    const words = new QueryWords(parseQueryText('mountain'), matchRules(2), analyzer);
    const shown = (text: string) => snippetOf(text, words, analyzer, 100, kept);
    assert.equal(shown('a mountain'), 'a <em>mountain</em>');
    for (let i = 0; i < 80; i++) {
      const text = Array.from({ length: 1000 }, (_, j) => `w${i}x${j}`).join(' ');
      assert.equal(shown(`mountains ${text.slice(0, 14_000)}`)?.startsWith('<em>mountains</em> w'), true);
    }
    assert.equal(shown('a mountain'), 'a <em>mountain</em>');
  });

  test('are evicted by others unless they are in use', () => {
    const inner = analyzerFor('en');
    let read = 0;
    const analyzer = {
      ...inner,
      words: (text: string, sink: Parameters<typeof inner.words>[1]) => {
        read++;
        inner.words(text, sink);
      },
    };
    const kept = new RecentTexts(analyzer, 100 * 250);
    const wordsOf = (text: string) => kept.of(text)?.numbers ?? assert.fail();
    const first = wordsOf('the first text');
    for (let i = 0; i < 200; i++) {
      assert.equal(wordsOf(`text number ${i}`).length, 6);
      assert.deepEqual(wordsOf('the first text'), first);
    }
    assert.equal(read, 201);
    wordsOf('text number 199');
    assert.equal(read, 201);
    wordsOf('text number 0');
    assert.equal(read, 202);
  });
});
