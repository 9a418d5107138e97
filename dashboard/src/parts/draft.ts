import { useCallback, useEffect, useState } from 'react';

const PREFIX = 'findling-draft ';

/**
 * State that survives a reload, a crash and the end of the session. Stored for this tab only, under a name that identifies
 * the draft. Never for secrets.
 */
export function useDraft<T>(name: string | undefined, initial: T): [T, (next: T) => void, () => void] {
  const [value, setValue] = useState<T>(
    () => (name === undefined ? undefined : keptDraft<T>(name)) ?? initial,
  );
  const [untouched] = useState(() => JSON.stringify(initial));
  const [changed, setChanged] = useState(false);
  useEffect(() => {
    if (name === undefined || !changed) return;
    if (JSON.stringify(value) === untouched) forgetDraft(name);
    else keepDraft(name, value);
  }, [name, value, changed, untouched]);
  const set = useCallback((next: T) => {
    setChanged(true);
    setValue(next);
  }, []);
  const forget = useCallback(() => {
    setChanged(false);
    if (name !== undefined) forgetDraft(name);
  }, [name]);
  return [value, set, forget];
}

/** The same for state outside of components. */
export function keepDraft(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Storage is full or blocked: keep it in memory only.
  }
}

/** The stored draft of this name; undefined if there is none. */
export function keptDraft<T>(name: string): T | undefined {
  try {
    const text = sessionStorage.getItem(PREFIX + name);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

export function forgetDraft(name: string): void {
  sessionStorage.removeItem(PREFIX + name);
}

/** The names of all drafts of this tab. */
export const draftNames = (): string[] =>
  Object.keys(sessionStorage)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => name.slice(PREFIX.length));

/** Deletes everything that this tab has stored, at sign-out: drafts, and deletions that could be undone. */
export function forgetDrafts(): void {
  for (const name of Object.keys(sessionStorage))
    if (name.startsWith('findling-')) sessionStorage.removeItem(name);
}
