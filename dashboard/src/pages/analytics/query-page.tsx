import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EnginePage } from '../../frame/engine-page.tsx';
import { PageSkeleton } from '../../frame/page-skeleton.tsx';
import { useAddressState } from '../../parts/address-state.ts';
import { cutText } from '../../parts/cut-text.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { analyticsPage, countsBody, countsQuery, reportPath, rowsQuery } from './analytics-queries.ts';
import { CountsPanel } from './counts-panel.tsx';
import { DownloadRows } from './download-rows.tsx';
import { ReportRows } from './report-rows.tsx';
import { REPORTS } from './reports.ts';
import { termText } from './term.tsx';
import { TermActions } from './term-actions.tsx';
import { Totals } from './totals.tsx';
import { useView } from './use-view.ts';
import { ViewBar } from './view-bar.tsx';

const SHOWN = 50;
/** Characters of a heading. */
const LONGEST = 120;
const CLICKED = { ...REPORTS['top-clicks'], none: 'Nobody clicked a result of this query.' };

/** One query: how often it was searched for, and what was clicked. */
export function QueryPage() {
  const account = useAccount();
  const engine = useEngineName();
  const [query] = useAddressState('q');
  const [view, change] = useView();
  const counts = useQuery(countsQuery(account.id, engine, view, query));
  const clicked = useQuery(rowsQuery(account.id, engine, { report: CLICKED, view, query, size: SHOWN }));
  return (
    <EnginePage
      parent={analyticsPage(account.id, engine) + view.search()}
      title={cutText(termText(query), LONGEST)}
      intro="Searches for this query, and the documents that were clicked. Case and extra spaces make no difference."
      shows={{
        method: 'POST',
        path: reportPath(account.id, engine, 'counts'),
        body: countsBody(view, query),
      }}
      actions={<TermActions term={query} />}
    >
      <ViewBar view={view} tags={counts.data?.tags ?? []} onChange={change} />
      <ErrorBox error={counts.error} />
      {counts.data === undefined && counts.error === null && <PageSkeleton />}
      {counts.data !== undefined && (
        <>
          <Totals counts={counts.data.results} />
          <CountsPanel view={view} data={counts.data} old={counts.isPlaceholderData} />
        </>
      )}
      <Panel
        title={CLICKED.title}
        flush
        actions={
          clicked.data !== undefined &&
          clicked.data.length > 0 && <DownloadRows report={CLICKED} view={view} query={query} />
        }
      >
        <ErrorBox error={clicked.error} />
        {clicked.data === undefined && clicked.error === null && <Skeleton h={120} m="md" />}
        {clicked.data !== undefined && (
          <ReportRows report={CLICKED} view={view} rows={clicked.data} old={clicked.isPlaceholderData} />
        )}
      </Panel>
    </EnginePage>
  );
}
