import { IconBrowser } from '@tabler/icons-react';
import { ENGINE_PATH, type PageRoute } from '../../frame/page-route.ts';

export const routes: readonly PageRoute[] = [
  {
    path: `${ENGINE_PATH}/preview`,
    load: () => import('./preview-page.tsx').then(({ PreviewPage }) => PreviewPage),
    nav: {
      label: 'Preview',
      icon: IconBrowser,
      order: 80,
      keywords: ['search ui', 'search page', 'react', 'code'],
    },
  },
];
