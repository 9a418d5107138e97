import { createContext, type ReactNode, use } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { ROUTES } from '../routes.ts';
import { match, type Params } from './matching.ts';
import type { PageRoute } from './page-route.ts';

/** The route of the current URL, with its parameters. */
export interface CurrentRoute {
  readonly route: PageRoute | undefined;
  readonly params: Params;
}

const CurrentRouteContext = createContext<CurrentRoute>({ route: undefined, params: {} });

export function matchRoute(path: string): CurrentRoute {
  for (const route of ROUTES) {
    const params = match(route.path, path);
    if (params !== undefined) return { route, params };
  }
  return { route: undefined, params: {} };
}

export function CurrentRouteProvider({ children }: { readonly children: ReactNode }) {
  return <CurrentRouteContext value={matchRoute(usePathname())}>{children}</CurrentRouteContext>;
}

export const useCurrentRoute = (): CurrentRoute => use(CurrentRouteContext);

/** A parameter of the page's path: `useParam('document')` for `.../documents/:document`. */
export function useParam(name: string): string {
  const value = useCurrentRoute().params[name];
  if (value === undefined) throw new Error(`The URL of this page has no parameter "${name}".`);
  return value;
}
