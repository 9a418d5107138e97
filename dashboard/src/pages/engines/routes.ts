import { IconDatabase } from '@tabler/icons-react';
import { ACCOUNT_PATH, type PageRoute } from '../../frame/page-route.ts';

export const routes: readonly PageRoute[] = [
  {
    path: `${ACCOUNT_PATH}/engines`,
    load: () => import('./engines-page.tsx').then(({ EnginesPage }) => EnginesPage),
    nav: { label: 'Engines', icon: IconDatabase, order: 10 },
  },
];
