import { useEffect } from 'react';

/** Sets the window title while the page is mounted. */
export function useTitle(...parts: readonly string[]): void {
  const title = [...parts, 'Findling'].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
