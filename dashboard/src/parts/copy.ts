import { useCallback, useEffect, useState } from 'react';
import { notify } from './notify.ts';

const SHOWN = 1_500;

/** Copies text; `copied` is true for a moment afterwards. */
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

/** The clipboard API exists on secure origins only; plain http on another host needs `execCommand`. */
async function put(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  // Inside an open dialog, whose focus trap would otherwise clear the selection.
  const place = document.activeElement?.closest('[role="dialog"]') ?? document.body;
  place.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  if (!done) throw new Error('copying is blocked');
}
