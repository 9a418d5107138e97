import { recentCalls } from '../api/recent-calls.ts';

let navigated = false;
let path = location.pathname;

/** Whether the page in front of you was reached from another one, rather than opened by its address. */
export const wasNavigated = (): boolean => navigated;

/** A new page starts at its top, with nothing to copy yet. */
function noteNavigation(event: Event): void {
  if (location.pathname === path) return;
  path = location.pathname;
  navigated = true;
  recentCalls.set([]);
  // Going back, the browser itself returns to where one was.
  if (event.type !== 'popstate') window.scrollTo(0, 0);
}

/** Called once, before React listens to the same events, so that the new page finds all this done. */
export function watchNavigation(): void {
  // The router announces its own changes of the address under the names of the functions it calls.
  for (const name of ['popstate', 'pushState', 'replaceState']) addEventListener(name, noteNavigation);
}
