import type { SearchProvider } from '@elastic/react-search-ui';
import type { ComponentProps } from 'react';

type Routing = NonNullable<ComponentProps<typeof SearchProvider>['config']['routingOptions']>;

/** Parameters of the page itself, not of the search. */
const OURS = ['title', 'text', 'address', 'image', 'facets', 'sorts', 'images'];

/** Keeps Search UI's state in the URL next to the page's own parameters. */
export function routing(isFramed: boolean): Routing {
  return {
    readUrl: () => location.search,
    writeUrl(state, { replaceUrl }) {
      const before = new URLSearchParams(location.search);
      const ours = new URLSearchParams();
      for (const name of OURS) {
        const value = before.get(name);
        if (value !== null) ours.set(name, value);
      }
      const address = `${location.pathname}?${ours}&${state.replace(/^\?/, '')}`;
      // In an iframe, the history belongs to the outer page.
      if (isFramed || replaceUrl) history.replaceState(null, '', address);
      else history.pushState(null, '', address);
    },
    routeChangeHandler(handler) {
      const changed = (): void => handler(location.search);
      addEventListener('popstate', changed);
      return () => removeEventListener('popstate', changed);
    },
  };
}
