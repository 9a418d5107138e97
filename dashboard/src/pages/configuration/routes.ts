import { IconBraces } from '@tabler/icons-react';
import { ENGINE_PATH, type PageRoute } from '../../frame/page-route.ts';

export const routes: readonly PageRoute[] = [
  {
    path: `${ENGINE_PATH}/configuration`,
    load: () => import('./configuration-page.tsx').then(({ ConfigurationPage }) => ConfigurationPage),
    nav: {
      label: 'Configuration',
      icon: IconBraces,
      order: 75,
      keywords: ['json', 'history', 'restore', 'export', 'import', 'versions'],
    },
  },
];
