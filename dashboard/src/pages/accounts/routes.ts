import type { PageRoute } from '../../frame/page-route.ts';

/** Of no account itself, so it has no entry among the pages of one: the switcher and Ctrl-K lead here. */
export const routes: readonly PageRoute[] = [
  {
    path: '/accounts',
    load: () => import('./accounts-page.tsx').then(({ AccountsPage }) => AccountsPage),
  },
];
