import { IconUsers } from '@tabler/icons-react';
import { ACCOUNT_PATH, type PageRoute } from '../../frame/page-route.ts';

export const routes: readonly PageRoute[] = [
  {
    path: `${ACCOUNT_PATH}/people`,
    load: () => import('./people-page.tsx').then(({ PeoplePage }) => PeoplePage),
    least: 'owner',
    nav: { label: 'People', icon: IconUsers, order: 40, keywords: ['roles', 'invite', 'users'] },
  },
];
