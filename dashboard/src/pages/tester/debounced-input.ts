import { useCallback, useEffect, useRef, useState } from 'react';

const PAUSE = 250;

/** What is being typed: shown at once, handed on when there is a pause, or at once by `flush`. */
export function useDebouncedInput(value: string, commit: (next: string) => void) {
  const [typed, setTyped] = useState(value);
  const known = useRef(value);
  useEffect(() => {
    // Changed from elsewhere: the back button, or a facet that became a filter.
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
