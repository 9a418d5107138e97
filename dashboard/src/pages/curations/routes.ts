import { IconPinned } from '@tabler/icons-react';
import { ENGINE_PATH, type PageRoute } from '../../frame/page-route.ts';

const CURATIONS = `${ENGINE_PATH}/curations`;

export const routes: readonly PageRoute[] = [
  {
    path: CURATIONS,
    load: () => import('./curations-page.tsx').then(({ CurationsPage }) => CurationsPage),
    nav: {
      label: 'Curations',
      icon: IconPinned,
      order: 60,
      keywords: ['promote', 'hide', 'suggestions', 'adaptive relevance'],
    },
  },
  {
    path: `${CURATIONS}/:curation`,
    under: CURATIONS,
    load: () => import('./curation-page.tsx').then(({ CurationPage }) => CurationPage),
  },
];
