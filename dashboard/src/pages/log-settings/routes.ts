import { IconDatabaseCog } from '@tabler/icons-react';
import { ACCOUNT_PATH, type PageRoute } from '../../frame/page-route.ts';

export const routes: readonly PageRoute[] = [
  {
    path: `${ACCOUNT_PATH}/log-settings`,
    load: () => import('./log-settings-page.tsx').then(({ LogSettingsPage }) => LogSettingsPage),
    nav: {
      label: 'Log settings',
      icon: IconDatabaseCog,
      order: 60,
      keywords: ['analytics', 'retention', 'privacy', 'logging'],
    },
  },
];
