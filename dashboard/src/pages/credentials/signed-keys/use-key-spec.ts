import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { KeySpec } from './key-spec.ts';
import { keySpecIn, withKeySpec } from './key-spec-address.ts';

/** Browsers refuse addresses that change at every key press. In milliseconds. */
const PAUSE = 300;

/** The spec, which begins as the address says and is written there as it changes. */
export function useKeySpec(): [KeySpec, (next: Partial<KeySpec>) => void] {
  const [, navigate] = useLocation();
  const [place] = useState(() => location.pathname);
  const [spec, setSpec] = useState(() => keySpecIn(new URLSearchParams(location.search)));
  useEffect(() => {
    const timer = setTimeout(() => {
      // Somebody may have gone on to another page, which has not come yet.
      if (location.pathname !== place) return;
      const now = new URLSearchParams(location.search);
      const next = withKeySpec(now, spec);
      if (next.toString() !== now.toString()) navigate(`${place}?${next}`, { replace: true });
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [spec, place, navigate]);
  return [spec, (next) => setSpec((before) => ({ ...before, ...next }))];
}
