import { IconServerCog } from '@tabler/icons-react';
import { ACCOUNT_PATH, type PageRoute } from '../../frame/page-route.ts';

export const routes: readonly PageRoute[] = [
  {
    path: `${ACCOUNT_PATH}/operations`,
    load: () => import('./operations-page.tsx').then(({ OperationsPage }) => OperationsPage),
    least: 'owner',
    firstOwnerOnly: true,
    nav: {
      label: 'Operations',
      icon: IconServerCog,
      order: 70,
      keywords: ['instance', 'memory', 'disk', 'threads', 'jobs', 'errors', 'backup', 'status'],
    },
  },
];
