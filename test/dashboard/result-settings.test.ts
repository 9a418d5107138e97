import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { answerSize, changeText } from '../../dashboard/src/pages/result-settings/answer-size.ts';
import { partsOf, withParts } from '../../dashboard/src/pages/result-settings/result-parts.ts';

const answerOf = (titles: readonly string[]) => ({
  meta: { page: { current: 1, total_pages: 1, total_results: titles.length, size: 10 }, warnings: [] },
  results: titles.map((title, at) => ({
    _meta: { id: `${at}`, score: 1 },
    id: { raw: `${at}` },
    title: { raw: title },
  })),
});

suite('the size of an answer', () => {
  test('is exact for ten results', () => {
    const answer = answerOf(Array.from({ length: 10 }, (_, at) => `title ${at}`));
    const size = answerSize(answer);
    assert.equal(size?.page, Buffer.byteLength(JSON.stringify(answer)));
    assert.equal(size?.isEstimated, false);
    assert.equal(size?.perResult, Buffer.byteLength(JSON.stringify(answer.results[0])));
    assert.equal(size?.byField.get('title'), Buffer.byteLength('"title":{"raw":"title 0"},'));
  });

  test('is estimated for fewer, in bytes and not in characters', () => {
    const one = answerSize(answerOf(['Дюна']));
    const ten = answerSize(answerOf(Array.from({ length: 10 }, () => 'Дюна')));
    assert.equal(one?.isEstimated, true);
    assert.equal(one?.perResult, ten?.perResult);
    // Only the total in `meta` is longer.
    assert.equal((ten?.page ?? 0) - (one?.page ?? 0), 1);
    assert.equal(answerSize(answerOf([])), undefined);
  });

  test('is compared in percent', () => {
    assert.deepEqual(
      [changeText(100, 34), changeText(100, 150), changeText(7, 7), changeText(1000, 1001)],
      ['−66%', '+50%', 'no change', '0%'],
    );
  });
});

suite('the parts of a field in results', () => {
  const NONE = {
    raw: false,
    rawSize: undefined,
    snippet: false,
    snippetSize: undefined,
    fallback: false,
  };

  test('are read from every form of an entry', () => {
    const fields = {
      a: {},
      b: { raw: {} },
      c: { snippet: { size: 50 } },
      d: { raw: { size: 30 }, snippet: { fallback: true } },
    };
    assert.deepEqual(partsOf(fields, 'a'), { ...NONE, raw: true });
    assert.deepEqual(partsOf(fields, 'b'), { ...NONE, raw: true });
    assert.deepEqual(partsOf(fields, 'c'), { ...NONE, snippet: true, snippetSize: 50 });
    assert.deepEqual(partsOf(fields, 'd'), {
      raw: true,
      rawSize: 30,
      snippet: true,
      snippetSize: undefined,
      fallback: true,
    });
    assert.deepEqual(partsOf(fields, 'constructor'), NONE);
  });

  test('are written back, and a field without parts is left out', () => {
    const parts = { raw: true, rawSize: 30, snippet: true, snippetSize: 100, fallback: true };
    const fields = withParts({ b: { raw: {} } }, 'a', parts);
    assert.deepEqual(fields, {
      a: { raw: { size: 30 }, snippet: { size: 100, fallback: true } },
      b: { raw: {} },
    });
    assert.deepEqual(partsOf(fields, 'a'), parts);
    assert.deepEqual(withParts(fields, 'a', NONE), { b: { raw: {} } });
    assert.deepEqual(withParts({}, 'a', { ...NONE, snippet: true }), { a: { snippet: {} } });
  });
});
