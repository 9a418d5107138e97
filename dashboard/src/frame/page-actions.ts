import { useEffect } from 'react';
import { observable } from '../api/observable.ts';

/** An action of the current page, offered by Ctrl-K. */
export interface PageAction {
  readonly label: string;
  readonly run: () => void;
}

export const pageActions = observable<readonly PageAction[]>([]);

/** Offers an action in Ctrl-K while the page is mounted. `run` may be a new function on every render. */
export function usePageAction(label: string, run: () => void, offered = true): void {
  useEffect(() => {
    if (!offered) return;
    const action: PageAction = { label, run };
    pageActions.set([...pageActions.get(), action]);
    return () => pageActions.set(pageActions.get().filter((known) => known !== action));
  }, [label, run, offered]);
}
