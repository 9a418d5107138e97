import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { KeySpec } from './key-spec.ts';
import { keySpecIn, withKeySpec } from './key-spec-address.ts';

/** Debounce time in milliseconds, as browsers limit history updates. */
const PAUSE = 300;

/** The spec, initialised from the URL and written back on changes. */
export function useKeySpec(): [KeySpec, (next: Partial<KeySpec>) => void] {
  const [, navigate] = useLocation();
  const [place] = useState(() => location.pathname);
  const [spec, setSpec] = useState(() => keySpecIn(new URLSearchParams(location.search)));
  useEffect(() => {
    const timer = setTimeout(() => {
      // Navigation to another page may be pending.
      if (location.pathname !== place) return;
      const now = new URLSearchParams(location.search);
      const next = withKeySpec(now, spec);
      if (next.toString() !== now.toString()) navigate(`${place}?${next}`, { replace: true });
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [spec, place, navigate]);
  return [spec, (next) => setSpec((before) => ({ ...before, ...next }))];
}
