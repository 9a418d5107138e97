import type { PageRoute } from '../../frame/page-route.ts';

/** Not part of an account, so it has no navigation entry; reached through the account switcher and Ctrl-K. */
export const routes: readonly PageRoute[] = [
  {
    path: '/accounts',
    load: () => import('./accounts-page.tsx').then(({ AccountsPage }) => AccountsPage),
  },
];
