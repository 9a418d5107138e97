import { IconGavel } from '@tabler/icons-react';
import { ENGINE_PATH, type PageRoute } from '../../frame/page-route.ts';

const JUDGEMENTS = `${ENGINE_PATH}/judgements`;

export const routes: readonly PageRoute[] = [
  {
    path: JUDGEMENTS,
    load: () => import('./judgements-page.tsx').then(({ JudgementsPage }) => JudgementsPage),
    nav: {
      label: 'Judgements',
      icon: IconGavel,
      order: 42,
      keywords: ['evaluate', 'ratings', 'grades', 'ndcg', 'measure'],
    },
  },
  {
    // The query is a parameter, as it may be empty.
    path: `${JUDGEMENTS}/query`,
    under: JUDGEMENTS,
    load: () => import('./judged-query-page.tsx').then(({ JudgedQueryPage }) => JudgedQueryPage),
  },
];
