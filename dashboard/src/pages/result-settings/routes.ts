import { IconListDetails } from '@tabler/icons-react';
import { ENGINE_PATH, type PageRoute } from '../../frame/page-route.ts';

export const routes: readonly PageRoute[] = [
  {
    path: `${ENGINE_PATH}/result-settings`,
    load: () => import('./result-settings-page.tsx').then(({ ResultSettingsPage }) => ResultSettingsPage),
    nav: {
      label: 'Result settings',
      icon: IconListDetails,
      order: 45,
      keywords: ['raw', 'snippet', 'highlight', 'returned fields'],
    },
  },
];
