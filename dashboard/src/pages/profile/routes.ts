import { pageOf } from '../../addresses.ts';
import type { PageRoute } from '../../frame/page-route.ts';

export const routes: readonly PageRoute[] = [
  { path: pageOf.profile, load: () => import('./profile-page.tsx').then(({ ProfilePage }) => ProfilePage) },
];
