import { IconChartLine } from '@tabler/icons-react';
import { ENGINE_PATH, type PageRoute } from '../../frame/page-route.ts';

const ANALYTICS = `${ENGINE_PATH}/analytics`;

export const routes: readonly PageRoute[] = [
  {
    path: ANALYTICS,
    load: () => import('./analytics-page.tsx').then(({ AnalyticsPage }) => AnalyticsPage),
    nav: {
      label: 'Analytics',
      icon: IconChartLine,
      order: 15,
      keywords: ['queries', 'clicks', 'statistics', 'no results'],
    },
  },
  {
    path: `${ANALYTICS}/lists/:report`,
    under: ANALYTICS,
    load: () => import('./report-page.tsx').then(({ ReportPage }) => ReportPage),
  },
  {
    // The query is a parameter, as it may be empty.
    path: `${ANALYTICS}/query`,
    under: ANALYTICS,
    load: () => import('./query-page.tsx').then(({ QueryPage }) => QueryPage),
  },
];
