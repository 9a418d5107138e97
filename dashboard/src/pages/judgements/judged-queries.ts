import { queryKey } from '../../../../src/tuning/query-key.ts';
import { GRADES } from './grades.ts';
import type { Judgement } from './judgement.ts';

/** A query with the number of its judgements. */
export interface JudgedQuery {
  /** Queries with the same key are the same to the server. */
  readonly key: string;
  readonly query: string;
  readonly judgements: number;
  /** The number of judgements by grade, from 0. */
  readonly byGrade: readonly number[];
  readonly fromClicks: number;
}

export function judgedQueriesOf(judgements: readonly Judgement[]): JudgedQuery[] {
  const groups = Map.groupBy(judgements, ({ query }) => queryKey(query));
  return [...groups].map(([key, all]) => {
    const byGrade = GRADES.map(() => 0);
    for (const { grade } of all) byGrade[grade] = (byGrade[grade] ?? 0) + 1;
    return {
      key,
      query: all[0]?.query ?? key,
      judgements: all.length,
      byGrade,
      fromClicks: all.filter(({ source }) => source === 'clicks').length,
    };
  });
}
