import { IconLayoutDashboard } from '@tabler/icons-react';
import { ENGINE_PATH, type PageRoute } from '../../frame/page-route.ts';

export const routes: readonly PageRoute[] = [
  {
    path: ENGINE_PATH,
    load: () => import('./overview-page.tsx').then(({ OverviewPage }) => OverviewPage),
    nav: { label: 'Overview', icon: IconLayoutDashboard, order: 10, keywords: ['endpoint', 'snippets'] },
  },
];
