import { IconTable } from '@tabler/icons-react';
import { ENGINE_PATH, type PageRoute } from '../../frame/page-route.ts';
import { counted } from '../../parts/numbers.ts';

const SCHEMA = `${ENGINE_PATH}/schema`;

export const routes: readonly PageRoute[] = [
  {
    path: SCHEMA,
    load: () => import('./schema-page.tsx').then(({ SchemaPage }) => SchemaPage),
    nav: {
      label: 'Schema',
      icon: IconTable,
      order: 30,
      keywords: ['fields', 'types', 'reindex'],
      remark: ({ unconfirmed_count: count }) =>
        count === 0 ? undefined : counted(count, 'unconfirmed field'),
    },
  },
  {
    path: `${SCHEMA}/failures`,
    under: SCHEMA,
    load: () => import('./failures-page.tsx').then(({ FailuresPage }) => FailuresPage),
  },
];
