import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { comparisonLines } from '../../bench/relevance/comparison.ts';
import { readJudgedSet } from '../../bench/relevance/judged-set.ts';
import { meanOf, measuresOf } from '../../bench/relevance/measures.ts';
import { randomisationTest } from '../../bench/relevance/randomisation-test.ts';
import type { Run } from '../../bench/relevance/results.ts';

suite('the relevance benchmark', () => {
  test('measures a perfect ranking as 1', () => {
    const grades = new Map([
      ['a', 2],
      ['b', 1],
      ['c', 0],
    ]);
    assert.deepEqual(measuresOf(['a', 'b', 'c'], grades), { ndcg: 1, mrr: 1, recall: 1 });
  });

  test('discounts by rank: nDCG by log2, MRR by the first relevant document', () => {
    const { ndcg, mrr, recall } = measuresOf(
      ['x', 'a'],
      new Map([
        ['a', 1],
        ['b', 1],
      ]),
    );
    const discount = 1 / Math.log2(3);
    assert.ok(Math.abs(ndcg - discount / (1 + discount)) < 1e-12);
    assert.deepEqual([mrr, recall], [0.5, 0.5]);
  });

  test('counts ten ranks for nDCG and MRR, and a hundred for recall', () => {
    const ranking = [...Array.from({ length: 10 }, (_, i) => `x${i}`), 'a'];
    assert.deepEqual(measuresOf(ranking, new Map([['a', 1]])), { ndcg: 0, mrr: 0, recall: 1 });
    const late = [...Array.from({ length: 100 }, (_, i) => `x${i}`), 'a'];
    assert.equal(measuresOf(late, new Map([['a', 1]])).recall, 0);
  });

  test('averages over queries', () => {
    const mean = meanOf([
      { ndcg: 1, mrr: 1, recall: 0 },
      { ndcg: 0, mrr: 0.5, recall: 1 },
    ]);
    assert.deepEqual(mean, { ndcg: 0.5, mrr: 0.75, recall: 0.5 });
  });

  test('distinguishes a clear difference from chance', () => {
    assert.equal(randomisationTest([0, 0, 0]), 1);
    assert.ok(randomisationTest(Array.from({ length: 40 }, () => 0.1)) < 0.001);
    const balanced = Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? 0.1 : -0.1));
    assert.ok(randomisationTest(balanced) > 0.9);
    // Three differences of one sign: two of the eight assignments are as extreme, so p is 1/4.
    assert.ok(Math.abs(randomisationTest([1, 1, 1]) - 0.25) < 0.02);
  });

  test('lists the queries that won and lost most', () => {
    const run = (ndcgs: readonly number[]): Run => ({
      set: 's',
      documents: 1,
      precision: 2,
      weights: {},
      queries: ndcgs.map((ndcg, i) => ({ id: String(i), text: `query ${i}`, ndcg, mrr: 0, recall: 0 })),
    });
    const lines = comparisonLines(run([0.9, 0.1, 0.5]), run([0.2, 0.6, 0.5]));
    const text = lines.join('\n');
    assert.match(text, /nDCG@10 \+0\.0667 {2}p .*3 queries: 1 better, 1 worse/);
    assert.match(
      text,
      /won most:\n {4}0\.200 -> 0\.900 {2}query 0\n {2}lost most:\n {4}0\.600 -> 0\.100 {2}query 1$/,
    );
  });

  test('reads a folder in BEIR form and leaves out queries without a relevant document', () => {
    const folder = mkdtempSync(join(tmpdir(), 'findling-judged-'));
    try {
      writeFileSync(join(folder, 'corpus.jsonl'), '{"_id": 7, "title": "Lake", "Bad Name": 1, "meta": {}}\n');
      writeFileSync(
        join(folder, 'queries.jsonl'),
        '{"_id": "q1", "text": "lake"}\n{"_id": "q2", "text": "sea"}\n{"_id": "q3", "text": "pond"}\n',
      );
      writeFileSync(join(folder, 'qrels.tsv'), 'query-id\tcorpus-id\tscore\nq1\t7\t1\nq2\t7\t0\n');
      const { documents, queries } = readJudgedSet(folder);
      assert.deepEqual(documents, [{ title: 'Lake', id: '7' }]);
      assert.deepEqual(queries, [{ id: 'q1', text: 'lake', grades: new Map([['7', 1]]) }]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
