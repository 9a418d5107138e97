import { type Observable, observable } from '../api/observable.ts';

const PREFIX = 'findling-tab ';

/** An observable whose value survives a reload. Stored for this tab, and deleted at sign-out. */
export function tabState<T>(name: string): Observable<T | null> {
  const state = observable<T | null>(kept<T>(name));
  return {
    ...state,
    set(next) {
      try {
        // First, so that an old value does not remain if there is no room for the new one.
        sessionStorage.removeItem(PREFIX + name);
        if (next !== null) sessionStorage.setItem(PREFIX + name, JSON.stringify(next));
      } catch {
        // Storage is full or blocked: keep it in memory only.
      }
      state.set(next);
    },
  };
}

function kept<T>(name: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null') as T | null;
  } catch {
    return null;
  }
}
