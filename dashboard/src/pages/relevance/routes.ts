import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { ENGINE_PATH, type PageRoute } from '../../frame/page-route.ts';

export const routes: readonly PageRoute[] = [
  {
    path: `${ENGINE_PATH}/relevance`,
    load: () => import('./relevance-page.tsx').then(({ RelevancePage }) => RelevancePage),
    nav: {
      label: 'Relevance tuning',
      icon: IconAdjustmentsHorizontal,
      order: 40,
      keywords: ['weights', 'boosts', 'precision', 'ranking'],
    },
  },
];
