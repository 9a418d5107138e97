import { IconArrowsLeftRight } from '@tabler/icons-react';
import { ENGINE_PATH, type PageRoute } from '../../frame/page-route.ts';

export const routes: readonly PageRoute[] = [
  {
    path: `${ENGINE_PATH}/synonyms`,
    load: () => import('./synonyms-page.tsx').then(({ SynonymsPage }) => SynonymsPage),
    nav: { label: 'Synonyms', icon: IconArrowsLeftRight, order: 50, keywords: ['same meaning', 'terms'] },
  },
];
