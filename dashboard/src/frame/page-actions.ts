import { useEffect } from 'react';
import { observable } from '../api/observable.ts';

/** Something that can be done on the page in front of you, offered by Ctrl-K. */
export interface PageAction {
  readonly label: string;
  readonly run: () => void;
}

export const pageActions = observable<readonly PageAction[]>([]);

/** Offers an action in Ctrl-K while the page is shown. `run` may be a new function at every rendering. */
export function usePageAction(label: string, run: () => void, offered = true): void {
  useEffect(() => {
    if (!offered) return;
    const action: PageAction = { label, run };
    pageActions.set([...pageActions.get(), action]);
    return () => pageActions.set(pageActions.get().filter((known) => known !== action));
  }, [label, run, offered]);
}
