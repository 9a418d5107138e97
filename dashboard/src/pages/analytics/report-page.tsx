import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Redirect } from 'wouter';
import { useParam } from '../../frame/current-route.tsx';
import { EnginePage } from '../../frame/engine-page.tsx';
import { PageSkeleton } from '../../frame/page-skeleton.tsx';
import { useAddressPage } from '../../parts/address-state.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import {
  analyticsPage,
  countsQuery,
  LAST_PAGE,
  reportPath,
  rowsBody,
  rowsQuery,
} from './analytics-queries.ts';
import { DownloadRows } from './download-rows.tsx';
import { ReportRows } from './report-rows.tsx';
import { isReportName, REPORTS, type Report } from './reports.ts';
import { useView } from './use-view.ts';
import { ViewBar } from './view-bar.tsx';

const PER_PAGE = 50;

export function ReportPage() {
  const account = useAccount();
  const engine = useEngineName();
  const name = useParam('report');
  if (!isReportName(name)) return <Redirect to={analyticsPage(account.id, engine)} replace />;
  return <WholeReport report={REPORTS[name]} />;
}

/** All rows of a list, in pages. The API does not say how many there are. */
function WholeReport({ report }: { readonly report: Report }) {
  const account = useAccount();
  const engine = useEngineName();
  const [view, change] = useView();
  const [page, setPage] = useAddressPage();
  const wanted = { report, view, page, size: PER_PAGE };
  const { data, error, isPlaceholderData } = useQuery(rowsQuery(account.id, engine, wanted));
  const tags = useQuery(countsQuery(account.id, engine, view)).data?.tags ?? [];
  const isLast = (data?.length ?? 0) < PER_PAGE || page >= LAST_PAGE;
  return (
    <EnginePage
      parent={analyticsPage(account.id, engine) + view.search()}
      title={report.title}
      intro={report.intro}
      shows={{
        method: 'POST',
        path: reportPath(account.id, engine, report.kind),
        body: rowsBody(wanted),
      }}
      actions={<DownloadRows report={report} view={view} />}
    >
      <ViewBar view={view} tags={tags} onChange={change} />
      <ErrorBox error={error} />
      {data === undefined && error === null && <PageSkeleton />}
      {data !== undefined && page > 1 && data.length === 0 && <Text c="dimmed">There are no more rows.</Text>}
      {data !== undefined && (page === 1 || data.length > 0) && (
        <Panel flush>
          <ReportRows report={report} view={view} rows={data} old={isPlaceholderData} />
        </Panel>
      )}
      {data !== undefined && (page > 1 || !isLast) && (
        <Group justify="flex-end" component="nav" aria-label="Pages">
          <Text size="sm" c="dimmed" role="status">
            Page {page}
          </Text>
          <Button size="sm" variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <Button size="sm" variant="default" disabled={isLast} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </Group>
      )}
    </EnginePage>
  );
}
