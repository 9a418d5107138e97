import { IconListDetails } from '@tabler/icons-react';
import { ENGINE_PATH, type PageRoute } from '../../frame/page-route.ts';

export const routes: readonly PageRoute[] = [
  {
    path: `${ENGINE_PATH}/logs`,
    load: () => import('./logs-page.tsx').then(({ LogsPage }) => LogsPage),
    nav: { label: 'API logs', icon: IconListDetails, order: 70, keywords: ['requests', 'responses'] },
  },
];
