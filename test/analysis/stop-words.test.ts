import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { analyzerFor } from '../../src/analysis/language.ts';
import { wordsOf } from './analysed.ts';

const STOP_WORDS: ReadonlyArray<readonly [language: string | null, stops: string, others: string]> = [
  ['en', 'a the and of to don’t it’s', 'park us may'],
  [null, 'the of', 'park'],
  ['ja', 'the of', 'の park'],
  ['ko', 'the of', 'park'],
  ['zh', 'the of', '的 park'],
  ['th', '', 'the และ'],
  ['da', 'og på være', 'hus the'],
  ['de', 'der die und für über daß', 'Haus the Weg'],
  ['es', 'el la de también sí él', 'estado trabajo país día c'],
  ['fr', 'le la à même qu', 'avion été'],
  ['it', 'il perché più è', 'città'],
  ['nl', 'de het een', 'huis'],
  ['pt', 'não você à', 'casa'],
  ['pt-br', 'não você', 'casa'],
  ['ru', 'и не ещё её', 'книга человек жизнь'],
];

suite('stop words', () => {
  for (const [language, stops, others] of STOP_WORDS) {
    test(`${language}`, () => {
      const { isStopWord } = analyzerFor(language);
      assert.deepEqual(
        wordsOf(stops, language).filter((word) => !isStopWord(word)),
        [],
      );
      assert.deepEqual(wordsOf(others, language).filter(isStopWord), []);
      assert.equal(isStopWord(''), false);
    });
  }
});

test('there is one analyzer for each set of rules', () => {
  for (const language of [null, 'en', 'ja', 'ko', 'zh'])
    assert.equal(analyzerFor(language), analyzerFor('en'));
  assert.equal(analyzerFor('pt-br'), analyzerFor('pt'));
  assert.notEqual(analyzerFor('th'), analyzerFor('en'));
  assert.notEqual(analyzerFor('de'), analyzerFor('fr'));
});
