import { IconHistory } from '@tabler/icons-react';
import { ACCOUNT_PATH, type PageRoute } from '../../frame/page-route.ts';

export const routes: readonly PageRoute[] = [
  {
    path: `${ACCOUNT_PATH}/audit`,
    load: () => import('./audit-page.tsx').then(({ AuditPage }) => AuditPage),
    least: 'owner',
    nav: { label: 'Audit', icon: IconHistory, order: 50, keywords: ['who changed what', 'log', 'history'] },
  },
];
