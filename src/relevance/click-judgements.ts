import { limits } from '../limits.ts';
import type { JudgementRecord } from '../store/port.ts';
import type { ClickedQuery } from './clicked-queries.ts';

/** Judgements that clicks suggest. */
export interface ClickJudgements {
  readonly judgements: readonly JudgementRecord[];
  /** The number of queries that they are about. */
  readonly queries: number;
  /** Queries that were left out because an engine cannot have that many judgements or judged queries. */
  readonly leftOut: number;
}

/** The least share of the clicks of the most clicked document, corrected for position, by grade. */
const SHARES = [
  { grade: 3, least: 0.5 },
  { grade: 2, least: 0.2 },
  { grade: 1, least: 0 },
] as const;

/** The judgements of clicked queries next to those that were made by hand, which count instead. */
export function judgementsOf(
  clicked: readonly ClickedQuery[],
  manual: readonly JudgementRecord[],
): ClickJudgements {
  const known = new Map<string, Set<string>>();
  for (const [key, records] of Map.groupBy(manual, ({ queryKey }) => queryKey)) {
    known.set(key, new Set(records.map(({ documentId }) => documentId)));
  }
  const judged = new Set(known.keys());
  const made: JudgementRecord[] = [];
  let queries = 0;
  let leftOut = 0;
  for (const { query, documents } of clicked) {
    const most = documents[0]?.weight ?? 0;
    const records = documents
      .filter(({ id }) => !known.get(query)?.has(id))
      .map(({ id, weight }): JudgementRecord => {
        const grade = SHARES.find(({ least }) => weight >= least * most)?.grade ?? 1;
        return { queryKey: query, query, documentId: id, grade, source: 'clicks' };
      });
    if (records.length === 0) continue;
    const isOneMore = !judged.has(query);
    const fits =
      manual.length + made.length + records.length <= limits.judgements &&
      judged.size + (isOneMore ? 1 : 0) <= limits.judgedQueries;
    if (!fits) {
      leftOut++;
      continue;
    }
    judged.add(query);
    queries++;
    for (const record of records) made.push(record);
  }
  return { judgements: made, queries, leftOut };
}
