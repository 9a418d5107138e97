import { Anchor, Group, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { ErrorBox } from '../../parts/error-box.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { analyticsPage, rowsQuery } from './analytics-queries.ts';
import { DownloadRows } from './download-rows.tsx';
import { ReportRows } from './report-rows.tsx';
import type { Report } from './reports.ts';
import type { View } from './view.ts';

const SHOWN = 10;

/** The first rows of a list. */
export function ReportPanel({ report, view }: { readonly report: Report; readonly view: View }) {
  const account = useAccount();
  const engine = useEngineName();
  const { data, error, isPlaceholderData } = useQuery(
    rowsQuery(account.id, engine, { report, view, size: SHOWN }),
  );
  return (
    <Panel
      title={report.title}
      intro={report.intro}
      flush
      actions={
        data !== undefined &&
        data.length > 0 && (
          <Group gap="sm">
            <Anchor
              component={Link}
              size="sm"
              href={analyticsPage(account.id, engine, 'lists', report.name) + view.search()}
              aria-label={`View all: ${report.title}`}
            >
              View all
            </Anchor>
            <DownloadRows report={report} view={view} />
          </Group>
        )
      }
    >
      <ErrorBox error={error} />
      {data === undefined && error === null && <Skeleton h={120} m="md" />}
      {data !== undefined && <ReportRows report={report} view={view} rows={data} old={isPlaceholderData} />}
    </Panel>
  );
}
