import { useCallback, useEffect, useState } from 'react';
import { notify } from './notify.ts';

const SHOWN = 1_500;

/** Copies texts, and says for a moment that it did. */
export function useCopy(): { readonly copied: boolean; readonly copy: (text: string) => void } {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = useCallback((text: string) => {
    put(text).then(
      () => setCopied(true),
      () => notify.failed(new Error('The browser blocked copying. Select the text and copy it manually.')),
    );
  }, []);
  return { copied, copy };
}

/** Browsers offer the clipboard on secure origins only; plain http on another machine needs the old way. */
async function put(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  // Inside an open dialog if there is one: elsewhere its focus trap takes the selection away.
  const place = document.activeElement?.closest('[role="dialog"]') ?? document.body;
  place.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  if (!done) throw new Error('copying is blocked');
}
