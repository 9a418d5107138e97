import { Text } from '@mantine/core';
import styles from './analytics.module.css';
import type { DocumentRow, QueryRow, Row } from './analytics-queries.ts';
import { DocumentTable } from './document-table.tsx';
import { QueryTable } from './query-table.tsx';
import type { Report } from './reports.ts';
import type { View } from './view.ts';

interface Props {
  readonly report: Report;
  readonly view: View;
  readonly rows: readonly Row[];
  /** Whether these are rows of another period or page, until the new ones have loaded. */
  readonly old: boolean;
}

/** The rows of a list, or why there are none. */
export const ReportRows = ({ report, view, rows, old }: Props) => (
  <div className={old ? styles.old : undefined}>
    {rows.length === 0 ? (
      <Text size="sm" c="dimmed" className={styles.none}>
        {report.none}
      </Text>
    ) : report.kind === 'clicks' ? (
      <DocumentTable label={report.title} rows={rows as readonly DocumentRow[]} />
    ) : (
      <QueryTable report={report} view={view} rows={rows as readonly QueryRow[]} />
    )}
  </div>
);
