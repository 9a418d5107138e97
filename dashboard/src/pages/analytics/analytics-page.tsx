import { useQuery } from '@tanstack/react-query';
import { EnginePage } from '../../frame/engine-page.tsx';
import { PageSkeleton } from '../../frame/page-skeleton.tsx';
import { ErrorBox } from '../../parts/error-box.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import styles from './analytics.module.css';
import { countsBody, countsQuery, reportPath } from './analytics-queries.ts';
import { Callouts } from './callouts.tsx';
import { CountsPanel } from './counts-panel.tsx';
import { FindQuery } from './find-query.tsx';
import { RecentQueries } from './recent-queries.tsx';
import { ReportPanel } from './report-panel.tsx';
import { REPORT_LIST } from './reports.ts';
import { Totals } from './totals.tsx';
import { useView } from './use-view.ts';
import { ViewBar } from './view-bar.tsx';

export function AnalyticsPage() {
  const account = useAccount();
  const engine = useEngineName();
  const [view, change] = useView();
  const { data, error, isPlaceholderData } = useQuery(countsQuery(account.id, engine, view));
  return (
    <EnginePage
      title="Analytics"
      intro="What people search for and what they click. Searches in the dashboard are not counted."
      shows={{
        method: 'POST',
        path: reportPath(account.id, engine, 'counts'),
        body: countsBody(view),
      }}
    >
      {data !== undefined && <Callouts counts={data} />}
      <ViewBar view={view} tags={data?.tags ?? []} onChange={change}>
        <FindQuery view={view} />
      </ViewBar>
      <ErrorBox error={error} />
      {data === undefined && error === null && <PageSkeleton />}
      {data !== undefined && (
        <>
          <Totals counts={data.results} />
          <CountsPanel view={view} data={data} old={isPlaceholderData} />
        </>
      )}
      <div className={styles.lists}>
        {REPORT_LIST.map((report) => (
          <ReportPanel key={report.name} report={report} view={view} />
        ))}
        {data !== undefined && <RecentQueries view={view} searches={data.recent} />}
      </div>
    </EnginePage>
  );
}
