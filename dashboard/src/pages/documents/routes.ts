import { IconFileText } from '@tabler/icons-react';
import { ENGINE_PATH, type PageRoute } from '../../frame/page-route.ts';

const DOCUMENTS = `${ENGINE_PATH}/documents`;

export const routes: readonly PageRoute[] = [
  {
    path: DOCUMENTS,
    load: () => import('./documents-page.tsx').then(({ DocumentsPage }) => DocumentsPage),
    nav: { label: 'Documents', icon: IconFileText, order: 20, keywords: ['browse', 'search', 'delete'] },
  },
  {
    path: `${DOCUMENTS}/:document`,
    under: DOCUMENTS,
    load: () => import('./document-page.tsx').then(({ DocumentPage }) => DocumentPage),
  },
  {
    // Not below /documents, where it would clash with an id.
    path: `${ENGINE_PATH}/import`,
    under: DOCUMENTS,
    least: 'editor',
    load: () => import('./import-page.tsx').then(({ ImportPage }) => ImportPage),
  },
];
