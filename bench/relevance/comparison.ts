import { meanOf } from './measures.ts';
import { randomisationTest } from './randomisation-test.ts';
import type { Run } from './results.ts';

const LISTED = 10;

interface Difference {
  readonly text: string;
  readonly before: number;
  readonly after: number;
}

/** The lines that compare a run with an earlier one: means, p-value, and the queries that changed most. */
export function comparisonLines(after: Run, before: Run): string[] {
  const earlier = new Map(before.queries.map((query) => [query.id, query]));
  const differences = after.queries.flatMap(({ id, text, ndcg }): Difference[] => {
    const known = earlier.get(id);
    return known === undefined ? [] : [{ text, before: known.ndcg, after: ndcg }];
  });
  if (differences.length === 0) return ['  no query in common'];
  const gains = differences.map((one) => one.after - one.before);
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
  const was = meanOf(before.queries);
  const lines = [
    `  before: nDCG@10 ${was.ndcg.toFixed(4)}  MRR@10 ${was.mrr.toFixed(4)}  recall@100 ${was.recall.toFixed(4)}`,
    `  nDCG@10 ${signed(mean)}  p ${randomisationTest(gains).toFixed(4)} (paired randomisation test, ${gains.length} queries: ${gains.filter((gain) => gain > 0).length} better, ${gains.filter((gain) => gain < 0).length} worse)`,
  ];
  const sorted = differences.toSorted((a, b) => b.after - b.before - (a.after - a.before));
  const won = sorted.filter((one) => one.after > one.before).slice(0, LISTED);
  const lost = sorted
    .filter((one) => one.after < one.before)
    .slice(-LISTED)
    .reverse();
  return [...lines, ...listed('won most', won), ...listed('lost most', lost)];
}

const signed = (value: number): string => `${value < 0 ? '' : '+'}${value.toFixed(4)}`;

const listed = (title: string, differences: readonly Difference[]): string[] =>
  differences.length === 0
    ? []
    : [
        `  ${title}:`,
        ...differences.map(
          ({ text, before, after }) => `    ${before.toFixed(3)} -> ${after.toFixed(3)}  ${shortened(text)}`,
        ),
      ];

const shortened = (text: string): string => (text.length <= 80 ? text : `${text.slice(0, 79)}…`);
