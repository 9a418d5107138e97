import { useCallback, useEffect, useRef, useState } from 'react';

const PAUSE = 250;

/** Debounced text input: `commit` runs after a pause, or immediately by `flush`. */
export function useDebouncedInput(value: string, commit: (next: string) => void) {
  const [typed, setTyped] = useState(value);
  const known = useRef(value);
  useEffect(() => {
    // Changed from outside: the back button, or a facet that became a filter.
    if (value === known.current) return;
    known.current = value;
    setTyped(value);
  }, [value]);
  const flush = useCallback(() => {
    if (typed === known.current) return;
    known.current = typed;
    commit(typed);
  }, [typed, commit]);
  useEffect(() => {
    const timer = setTimeout(flush, PAUSE);
    return () => clearTimeout(timer);
  }, [flush]);
  return { typed, setTyped, flush };
}
