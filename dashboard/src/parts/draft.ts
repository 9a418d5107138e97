import { useCallback, useEffect, useState } from 'react';

const PREFIX = 'findling-draft ';

/**
 * State that survives a reload, a crash and the end of the session. Stored for this tab only, under a name that identifies
 * the draft. Never for secrets.
 */
export function useDraft<T>(name: string | undefined, initial: T): [T, (next: T) => void, () => void] {
  const [value, setValue] = useState<T>(() => (name === undefined ? undefined : kept<T>(name)) ?? initial);
  const [changed, setChanged] = useState(false);
  useEffect(() => {
    if (name === undefined || !changed) return;
    try {
      sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
    } catch {
      // Storage is full or blocked: keep it in memory only.
    }
  }, [name, value, changed]);
  const set = useCallback((next: T) => {
    setChanged(true);
    setValue(next);
  }, []);
  const forget = useCallback(() => {
    setChanged(false);
    if (name !== undefined) sessionStorage.removeItem(PREFIX + name);
  }, [name]);
  return [value, set, forget];
}

function kept<T>(name: string): T | undefined {
  try {
    const text = sessionStorage.getItem(PREFIX + name);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

/** Deletes all drafts at sign-out. */
export function forgetDrafts(): void {
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
}
