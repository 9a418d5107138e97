import { IconTable } from '@tabler/icons-react';
import { ENGINE_PATH, type PageRoute } from '../../frame/page-route.ts';

const SCHEMA = `${ENGINE_PATH}/schema`;

export const routes: readonly PageRoute[] = [
  {
    path: SCHEMA,
    load: () => import('./schema-page.tsx').then(({ SchemaPage }) => SchemaPage),
    nav: { label: 'Schema', icon: IconTable, order: 30, keywords: ['fields', 'types', 'reindex'] },
  },
  {
    path: `${SCHEMA}/failures`,
    under: SCHEMA,
    load: () => import('./failures-page.tsx').then(({ FailuresPage }) => FailuresPage),
  },
];
