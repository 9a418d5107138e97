import type { SearchProvider } from '@elastic/react-search-ui';
import type { ComponentProps } from 'react';

type Routing = NonNullable<ComponentProps<typeof SearchProvider>['config']['routingOptions']>;

/** Parameters that say what page this is, rather than what is searched for. */
const OURS = ['title', 'text', 'address', 'image', 'facets', 'sorts', 'images'];

/** Search UI keeps its state in the address, beside what is there already. */
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
      // In a frame: the back button belongs to the page around it.
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
