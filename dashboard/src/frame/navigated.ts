import { recentCalls } from '../api/recent-calls.ts';

let navigated = false;
let path = location.pathname;

/** Whether the current page was reached by navigation within the app, not opened by its URL. */
export const wasNavigated = (): boolean => navigated;

/** Scrolls to the top of a new page and clears the recorded calls. */
function onNavigation(event: Event): void {
  if (location.pathname === path) return;
  path = location.pathname;
  navigated = true;
  recentCalls.set([]);
  // When going back, the browser restores the scroll position itself.
  if (event.type !== 'popstate') window.scrollTo(0, 0);
}

/** Called once, before React subscribes to the same events, so that this runs before the new page renders. */
export function watchNavigation(): void {
  // The router dispatches events with the names of the history functions it calls.
  for (const name of ['popstate', 'pushState', 'replaceState']) addEventListener(name, onNavigation);
}
