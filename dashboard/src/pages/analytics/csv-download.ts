import type { AnalyticsCount } from '../../api/types.ts';
import { csvLine } from '../../parts/csv.ts';
import { download } from '../documents/download.ts';
import { LARGEST_PAGE, LAST_PAGE, type Row, type RowsWanted, readRows } from './analytics-queries.ts';

const save = (name: string, lines: readonly string[]): void =>
  download(name, 'text/csv;charset=utf-8', lines.join(''));

/** Downloads all rows of a list, not only those that are shown. */
export async function downloadRows(
  account: string,
  engine: string,
  wanted: Omit<RowsWanted, 'page' | 'size'>,
): Promise<void> {
  const { report, view } = wanted;
  const rows: Row[] = [];
  for (let page = 1; page <= LAST_PAGE; page++) {
    const some = await readRows(account, engine, { ...wanted, page, size: LARGEST_PAGE });
    rows.push(...some);
    if (some.length < LARGEST_PAGE) break;
  }
  const header = report.kind === 'clicks' ? ['document_id', 'clicks'] : ['query', 'queries', 'clicks'];
  const { from, to } = view.period;
  save(`${engine}-${report.name}-${from}-${to}.csv`, [csvLine(header), ...rows.map(lineOf)]);
}

const lineOf = (row: Row): string =>
  csvLine('document_id' in row ? [row.document_id, row.clicks] : [row.term, row.queries, row.clicks]);

/** Downloads searches and clicks over time. */
export function downloadCounts(name: string, counts: readonly AnalyticsCount[]): void {
  save(`${name}.csv`, [
    csvLine(['from', 'to', 'queries', 'without_results', 'clicks']),
    ...counts.map(({ from, to, queries, without_results, clicks }) =>
      csvLine([from, to, queries, without_results, clicks]),
    ),
  ]);
}
