import { limits } from '../limits.ts';
import type { EvaluatedQuery } from './evaluations.ts';
import { type Measures, meanOf } from './measures.ts';

/** Enough digits to compare settings by. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;
const NO_MEASURES = { ndcg: null, mrr: null };

const measuresJson = (measures: Measures | null) =>
  measures === null ? NO_MEASURES : { ndcg: rounded(measures.ndcg), mrr: rounded(measures.mrr) };

/** Rounded, so that two orders of the same gain are equal. */
const changeOf = (before: Measures, after: Measures): Measures => ({
  ndcg: rounded(after.ndcg - before.ndcg),
  mrr: rounded(after.mrr - before.mrr),
});

/** The response to an evaluation. */
export function evaluationJson(depth: number, evaluated: readonly EvaluatedQuery[]): object {
  const measured = evaluated.filter(({ present }) => present !== null);
  const present = meanOf(measured.flatMap((query) => query.present ?? []));
  const isCompared = evaluated.some(({ proposed }) => proposed !== undefined);
  return {
    k: depth,
    judgements: evaluated.reduce((sum, { judgements }) => sum + judgements, 0),
    queries: { judged: evaluated.length, measured: measured.length },
    present: measuresJson(present),
    ...(isCompared && comparisonJson(present, measured)),
    missing_documents: missingJson(evaluated),
    results: evaluated.map(({ query, judgements, present: now, proposed }) => ({
      query,
      judgements,
      present: measuresJson(now),
      ...(proposed !== undefined && { proposed: measuresJson(proposed) }),
    })),
  };
}

/** The proposed settings next to the present ones, and the queries that moved, those that moved most first. */
function comparisonJson(present: Measures | null, measured: readonly EvaluatedQuery[]) {
  const proposed = meanOf(measured.flatMap((query) => query.proposed ?? []));
  const moved = measured
    .flatMap(({ query, present: before, proposed: after }) =>
      before && after ? [{ query, before, after, change: changeOf(before, after) }] : [],
    )
    .filter(({ change }) => change.ndcg !== 0 || change.mrr !== 0)
    .sort((x, y) => byDistance(x.change, y.change));
  return {
    proposed: measuresJson(proposed),
    change: measuresJson(present && proposed && changeOf(present, proposed)),
    moved: {
      better: moved.filter(({ change }) => signOf(change) > 0).length,
      worse: moved.filter(({ change }) => signOf(change) < 0).length,
      results: moved.slice(0, limits.evaluationEntries).map(({ query, before, after, change }) => ({
        query,
        before: measuresJson(before),
        after: measuresJson(after),
        change: measuresJson(change),
      })),
    },
  };
}

const byDistance = (x: Measures, y: Measures): number =>
  Math.abs(y.ndcg) - Math.abs(x.ndcg) || Math.abs(y.mrr) - Math.abs(x.mrr);
const signOf = ({ ndcg, mrr }: Measures): number => Math.sign(ndcg === 0 ? mrr : ndcg);

/** The judged documents that do not exist: their number, and the first ones. */
function missingJson(evaluated: readonly EvaluatedQuery[]) {
  const results: object[] = [];
  let total = 0;
  for (const { query, missing } of evaluated) {
    total += missing.length;
    const room = limits.evaluationEntries - results.length;
    for (const id of missing.slice(0, room)) results.push({ query, document_id: id });
  }
  return { total, results };
}
