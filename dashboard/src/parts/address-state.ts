import { useCallback } from 'react';
import { useSearchParams } from 'wouter';

/**
 * A value of the page's state that is kept in the URL, so that it survives links, reloads and the back button. Use
 * `replace` for values that change with every key press.
 */
export function useAddressState(
  name: string,
  empty = '',
  { replace = true } = {},
): [string, (next: string) => void] {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (next: string) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          if (next === empty) after.delete(name);
          else after.set(name, next);
          return after;
        },
        { replace },
      ),
    [setParams, name, empty, replace],
  );
  return [params.get(name) ?? empty, set];
}

/** Whether a dialog is open, in the URL: `?create=on`. */
export function useAddressFlag(name: string): [boolean, (open: boolean) => void] {
  const [value, set] = useAddressState(name, '', { replace: false });
  return [value === 'on', useCallback((open: boolean) => set(open ? 'on' : ''), [set])];
}

/** A page number, from 1. */
export function useAddressPage(name = 'page'): [number, (next: number) => void] {
  const [value, set] = useAddressState(name, '1', { replace: false });
  const page = /^[1-9]\d{0,6}$/.test(value) ? Number(value) : 1;
  return [page, useCallback((next: number) => set(String(next)), [set])];
}
