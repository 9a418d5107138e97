import { useEffect } from 'react';

/** Sets the title of the window while the page is shown. */
export function useTitle(...parts: readonly string[]): void {
  const title = [...parts, 'Findling'].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
