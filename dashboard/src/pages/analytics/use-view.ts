import { useCallback } from 'react';
import { useSearchParams } from 'wouter';
import { DEFAULT_DAYS } from './period.ts';
import { type View, type ViewChange, viewOf } from './view.ts';

/** The view of the current URL, and how to change it. */
export function useView(): [View, (change: ViewChange) => void] {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (next: ViewChange) =>
      setParams((before) => {
        const after = new URLSearchParams(before);
        // A page number of the previous list would not fit.
        after.delete('page');
        for (const [name, value] of Object.entries(next)) {
          if (value === '' || (name === 'days' && value === DEFAULT_DAYS)) after.delete(name);
          else after.set(name, value);
        }
        return after;
      }),
    [setParams],
  );
  return [viewOf(params, Date.now()), change];
}
