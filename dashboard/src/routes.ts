import { isEnginePage, type PageRoute } from './frame/page-route.ts';

/** Every `pages/<area>/routes.ts`: a new page registers itself. */
const areas = import.meta.glob<readonly PageRoute[]>('./pages/*/routes.ts', {
  eager: true,
  import: 'routes',
});

export const ROUTES: readonly PageRoute[] = Object.values(areas).flat();

const byOrder = (one: PageRoute, other: PageRoute): number => (one.nav?.order ?? 0) - (other.nav?.order ?? 0);
const WITH_ENTRY = ROUTES.filter((route) => route.nav !== undefined).sort(byOrder);

export const ENGINE_ENTRIES: readonly PageRoute[] = WITH_ENTRY.filter(isEnginePage);
export const ACCOUNT_ENTRIES: readonly PageRoute[] = WITH_ENTRY.filter((route) => !isEnginePage(route));
